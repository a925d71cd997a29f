"""Simulation: a plan cut into chunks of matches, played by workers, merged into one tally."""
