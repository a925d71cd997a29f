"""The generator: sfc32 over words of 32 bits, seeded by the address of a hand.

A hand is addressed by (seed, match, hand, stream), so that its deal and its decisions can
be had without playing what came before. The sequence is final: known-answer tests pin it.
Every intermediate value is non-negative and below 2**63.
"""

from domsim.engine.state import WORD_A, WORD_B, WORD_C, WORD_D, State

MASK = 0xFFFFFFFF
LARGEST_SEED = 2**63 - 1
STREAM_DEAL, STREAM_PLAY, STREAM_LEAD = 1, 2, 3
WARM_UP = 12


def seed_stream(state: State, seed: int, match: int, hand: int, stream: int) -> None:
    """Point the state's generator at a stream of hand ``hand`` of match ``match``.

    ``seed`` is 0 … 2**63-1; ``match`` counts from 0, ``hand`` from 1.
    """
    state[WORD_A] = seed & MASK
    state[WORD_B] = (seed >> 32) & MASK
    state[WORD_C] = match & MASK
    state[WORD_D] = ((hand << 2) | stream) & MASK
    for _ in range(WARM_UP):
        next_word(state)


def next_word(state: State) -> int:
    """Return the next 32 random bits (sfc32)."""
    a, b, c, d = state[WORD_A], state[WORD_B], state[WORD_C], state[WORD_D]
    word = (a + b + d) & MASK
    state[WORD_A] = b ^ (b >> 9)
    state[WORD_B] = (c + (c << 3)) & MASK
    state[WORD_C] = (((c << 21) & MASK | (c >> 11)) + word) & MASK
    state[WORD_D] = (d + 1) & MASK
    return word


def below(state: State, bound: int) -> int:
    """Return a uniform number 0 … bound-1, for a bound of 1 … 2**16 (no modulo bias)."""
    product = next_word(state) * bound
    if product & MASK < bound:
        floor = (MASK + 1 - bound) % bound
        while product & MASK < floor:
            product = next_word(state) * bound
    return product >> 32
