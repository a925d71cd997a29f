"""The generator and the deals that it makes are final: every number here is pinned for ever."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice

import pytest
from helpers import held, rules_of

from domsim.engine import state as at
from domsim.engine.deal import deal
from domsim.engine.players import HEAVIEST, RANDOM, take_turn
from domsim.engine.rng import (
    STREAM_DEAL,
    STREAM_LEAD,
    STREAM_PLAY,
    below,
    next_word,
    seed_stream,
)
from domsim.engine.state import new_state, start_match
from domsim.tiles import tile_text

LAST_SEED = 2**63 - 1
WORD = 2**32


def sfc32(a: int, b: int, c: int, d: int) -> Iterator[int]:
    """Yield the words of sfc32, written without the engine's masks and shifts."""
    while True:
        word = (a + b + d) % WORD
        a, b, c, d = b ^ b // 512, 9 * c % WORD, (c * 2**21 + c // 2**11 + word) % WORD, d + 1
        yield word


def reference(seed: int, match: int, hand: int, stream: int) -> Iterator[int]:
    """Yield the words of an address: the seed's two halves, match, 4 * hand + stream; 12 idle."""
    return islice(sfc32(seed % WORD, seed // WORD, match, 4 * hand + stream), 12, None)


def words(seed: int, match: int, hand: int, stream: int, number: int) -> tuple[int, ...]:
    state = new_state()
    seed_stream(state, seed, match, hand, stream)
    return tuple(next_word(state) for _ in range(number))


KNOWN_WORDS = {
    (0, 0, 1, STREAM_DEAL): (0xD17A9630, 0x5CFC1375, 0x9B248DDA),
    (0, 0, 1, STREAM_PLAY): (0xE0BD84E3, 0x15F10940, 0x216131B6),
    (0, 0, 1, STREAM_LEAD): (0x6DA85282, 0x4B14AA63, 0x99209EE3),
    (1, 0, 1, STREAM_DEAL): (0x02DB2F58, 0xF26697FB, 0xC13B8BF3),
    (0, 1, 1, STREAM_DEAL): (0x903FF459, 0x741CAE7A, 0x86F0E35D),
    (0, 0, 2, STREAM_DEAL): (0x7D75293F, 0x36290FA2, 0x2297D451),
    (7, 3, 2, STREAM_DEAL): (0x2C1FDC24, 0x26B2CAF5, 0x813CA8B9),
    (2**40, 2**32 - 1, 5, STREAM_DEAL): (0xCE8CC6FB, 0x469985F7, 0x387C41CE),
    (LAST_SEED, 11662, 9, STREAM_PLAY): (0x5A55E68C, 0x314ACAE6, 0x05DEAD7E),
}


@pytest.mark.parametrize("address", KNOWN_WORDS)
def test_an_address_always_gives_the_same_words(address):
    assert words(*address, 3) == KNOWN_WORDS[address] == tuple(islice(reference(*address), 3))


def test_a_long_run_of_words_is_sfc32():
    assert words(7, 3, 2, STREAM_PLAY, 5000) == tuple(islice(reference(7, 3, 2, STREAM_PLAY), 5000))


def test_another_seed_match_hand_or_stream_gives_other_words():
    addresses = [
        (seed, match, hand, stream)
        for seed in (0, 1, 2, WORD, WORD + 1, LAST_SEED)
        for match in (0, 1, 2, 11662)
        for hand in (1, 2, 3, 30)
        for stream in (STREAM_DEAL, STREAM_PLAY, STREAM_LEAD)
    ]
    first_words = {words(*address, 2) for address in addresses}
    assert len(first_words) == len(addresses) == 6 * 4 * 4 * 3


# Hands in tile order, then the undealt tiles in the order in which they lie. Gaple: the first of
# those is turned up.
KNOWN_DEALS = [
    ("one-table-200", (0, 0, 1), """
        2-0 3-3 4-0 4-2 5-1 5-2 6-1 | 0-0 1-0 1-1 2-1 5-5 6-0 6-4
        2-2 3-1 4-1 4-4 6-3 6-5 6-6 | 3-0 3-2 4-3 5-0 5-3 5-4 6-2"""),
    ("one-table-200", (7, 3, 2), """
        1-0 2-1 2-2 3-2 5-0 5-5 6-3 | 3-1 4-0 4-4 5-3 5-4 6-0 6-1
        0-0 1-1 3-0 4-2 4-3 5-1 6-5 | 2-0 3-3 4-1 5-2 6-2 6-4 6-6"""),
    ("one-table-200", (LAST_SEED, 99999, 12), """
        0-0 2-2 3-0 4-0 4-3 5-2 6-1 | 1-0 1-1 3-3 4-1 4-4 5-4 5-5
        3-1 5-0 5-1 5-3 6-0 6-3 6-5 | 2-0 2-1 3-2 4-2 6-2 6-4 6-6"""),
    ("gbs-duel-points", (0, 0, 1), """
        2-0 3-3 4-0 4-2 5-1 5-2 6-1 | 0-0 1-0 1-1 2-1 5-5 6-0 6-4
        2-2 4-4 6-6 4-1 6-3 3-1 6-5 6-2 3-0 4-3 5-3 3-2 5-4 5-0"""),
    ("gbs-duel-points", (LAST_SEED, 99999, 12), """
        0-0 2-2 3-0 4-0 4-3 5-2 6-1 | 1-0 1-1 3-3 4-1 4-4 5-4 5-5
        5-3 5-0 3-1 5-1 6-0 6-3 6-5 6-4 6-2 2-0 3-2 4-2 2-1 6-6"""),
    ("gaple", (0, 0, 1), """
        3-3 4-0 4-2 5-1 5-2 6-1 | 1-0 2-0 2-1 5-5 6-0 6-4
        0-0 1-1 2-2 4-1 4-4 6-6 | 3-0 3-1 4-3 6-2 6-3 6-5 | 5-3"""),
    ("gaple", (7, 3, 2), """
        2-1 2-2 3-2 5-0 5-5 6-3 | 1-0 3-1 4-0 4-4 5-4 6-0
        0-0 3-0 4-2 4-3 5-3 6-1 | 1-1 2-0 5-1 5-2 6-5 6-6 | 6-4"""),
]  # fmt: skip


PINNED = pytest.mark.parametrize(
    ("rules", "address", "tiles"), KNOWN_DEALS, ids=[f"{n}-{a}" for n, a, _ in KNOWN_DEALS]
)


@PINNED
def test_an_address_always_gives_the_same_deal(rules, address, tiles):
    codes = rules_of(rules)
    state = dealt_at(codes, *address)
    hands = [held(state, seat).split() for seat in range(1, codes.seats + 1)]
    undealt = [tile_text(tile) for tile in order_of(codes, state)[codes.seats * codes.hand_size :]]
    known = tiles.replace("|", "").split()
    assert [*chain(*hands), *undealt][: len(known)] == known


@PINNED
def test_a_deal_is_the_shuffle_of_fisher_and_yates(rules, address, tiles):
    codes = rules_of(rules)
    order = order_of(codes, dealt_at(codes, *address))
    assert order == reference_order(codes, *address)


def dealt_at(codes, seed: int, match: int, hand: int):
    """Return the state after the deal of an address."""
    state = new_state()
    start_match(state, match)
    state[at.HAND] = hand
    deal(codes, state, seed)
    return state


def order_of(codes, state) -> Sequence[int]:
    return state[at.ORDER : at.ORDER + codes.tiles]


def reference_order(codes, seed: int, match: int, hand: int) -> list[int]:
    """Shuffle the set by Fisher and Yates with the reference words."""
    source = reference(seed, match, hand, STREAM_DEAL)
    order = list(range(codes.tiles))
    for i in range(codes.shuffled):
        j = i + reference_below(source, codes.tiles - i)
        order[i], order[j] = order[j], order[i]
    return order


def reference_below(source: Iterator[int], bound: int) -> int:
    """Scale words to 0 … bound-1, skipping those in the part of the range that is left over."""
    products = (bound * word for word in source)
    return next(product // WORD for product in products if product % WORD >= WORD % bound)


@pytest.mark.parametrize(
    ("address", "leader"), [((0, 0, 1), 2), ((7, 3, 1), 4), ((LAST_SEED, 99999, 1), 3)]
)
def test_a_random_leader_comes_from_a_stream_of_its_own(address, leader):
    assert dealt_at(rules_of("gaple"), *address)[at.LEADER] == leader
    assert leader == 1 + reference_below(reference(*address, STREAM_LEAD), 4)


def test_after_the_deal_the_players_stream_is_at_its_beginning():
    state = dealt_at(rules_of("one-table-200"), 0, 0, 1)
    assert next_word(state) == 0xE0BD84E3


def test_deals_do_not_depend_on_how_the_hands_before_were_played():
    assert orders_played_by(RANDOM) == orders_played_by(HEAVIEST)


def orders_played_by(player: int) -> list[Sequence[int]]:
    """Return the deals of the first five hands of a match."""
    codes, state, orders = rules_of("one-table-200"), new_state(), []
    for _ in range(5):
        deal(codes, state, 42)
        orders.append(order_of(codes, state))
        while state[at.END] == at.END_RUNNING:
            take_turn(codes, state, player)
        at.next_hand(state)
    return orders


# Bounds, each with the 0.999 quantile of chi-square for bound - 1 degrees of freedom.
EVEN = [(2, 10.83), (3, 13.82), (6, 20.52), (28, 55.48), (55, 91.87)]


@pytest.mark.parametrize(("bound", "limit"), EVEN)
def test_below_is_even(bound, limit):
    state = new_state()
    seed_stream(state, 1, 2, 3, STREAM_PLAY)
    seen = Counter(below(state, bound) for _ in range(400 * bound))
    assert set(seen) == set(range(bound))
    assert sum((n - 400) ** 2 / 400 for n in seen.values()) < limit


def test_below_one_is_always_zero():
    state = new_state()
    seed_stream(state, 1, 2, 3, STREAM_PLAY)
    assert {below(state, 1) for _ in range(100)} == {0}


@pytest.mark.parametrize(("bound", "number"), [(3, 2), (4, 0)])
def test_a_word_that_would_favour_low_numbers_is_drawn_again(bound, number):
    # The first word is 0 + 0 + 0; then a, b, d are 0, 9c, 1, so that the second is 0xBFFFFFFE:
    # three quarters of the range, 2 of 0 … 2. The words 0 … 2**32-1 fall evenly to 4 numbers,
    # so that none is skipped there, but not to 3: one of them, 0, is left over.
    state = new_state()
    state[at.WORD_C] = 0x15555555
    assert below(state, bound) == number


def test_six_six_falls_to_every_seat_as_often():
    # 4000 hands, 1000 a seat; 16.27 is the 0.999 quantile for 3 degrees of freedom.
    codes = rules_of("gbs-pairs-points")
    leaders = Counter(dealt_at(codes, 9, match, 1)[at.LEADER] for match in range(4000))
    assert sum((leaders[seat] - 1000) ** 2 / 1000 for seat in (1, 2, 3, 4)) < 16.27
