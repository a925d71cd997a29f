"""domsim: simulator and rules verifier for block-and-draw dominoes."""

__version__ = "0.1.0"
