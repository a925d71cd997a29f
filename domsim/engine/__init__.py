"""The game as plain functions over integers: no YAML, no screen, no clock, no global state.

Every function takes the lowered rules and a state, a flat sequence of integers with named
places (``domsim.engine.state``). The functions use nothing but integers, tuples and indexing,
so the same source runs interpreted on lists and compiled on arrays.
"""
