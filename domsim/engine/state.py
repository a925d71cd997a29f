"""The state of a match and of its current hand: one flat sequence of integers.

Seats and sides are numbered from 1, and 0 stands for nobody; slot ``HANDS + seat`` holds the
mask of that seat's tiles. Ends are the numbers they show and mean nothing while no tile is
on the line (``PLAYED`` is 0).
"""

from collections.abc import MutableSequence

from domsim.rules.lowering import Rules

State = MutableSequence[int]

MOST_SEATS = 6
MOST_TILES = 55
MOST_AWARDS = 64

(
    MATCH,  # number of the match, from 0
    HAND,  # number of the hand in its match, from 1
    OPENING,  # 1 while the match-opening hand has not been played
    PREVIOUS,  # how the hand before ended: one of the PREVIOUS codes below
    LEADER,  # seat that leads the hand; 0 until it is known
    OPENED_BY,  # what named the leader: one of the OPENED_BY codes below
    MUST_LEAD,  # tile that must be led, plus 1; 0 when any tile may
    TURN,  # seat to move
    LAST,  # seat of the last tile played; 0 before
    LAST_END,  # end of the line on which it was laid
    PASSES,  # turns in a row without a play
    DREW,  # 1 when the seat to move has drawn in this turn
    COME_OUT,  # 1 while a come-out pass waits for the partner's turn
    PLAYED,  # tiles on the line
    LEFT,  # number at the left end
    RIGHT,  # number at the right end
    SEEN,  # mask of the tiles on the line
    LIVE,  # mask of the tiles that can still be played: hands and drawable stock
    STOCK_NEXT,  # place in the deal of the next tile to draw
    STOCK_END,  # place in the deal after the last tile that may be drawn
    END,  # how the hand ended: one of the END codes below
    CAPICUA,  # 1 when the last tile made a capicúa
    WINNER_SEAT,  # seat that won the hand; 0 where nobody or only a side did
    WINNER_SIDE,  # side that won the hand; 0 when nobody did
    TIE,  # 1 when the hand ended and nobody won it
    TIE_BROKEN,  # what decided between equal lowest counts: one of the BROKEN codes below
    NEXT_LEADER,  # seat to lead the next hand (also once the match is over); 0: by the opening rule
    OVER,  # 1 when the match is over
    MATCH_WINNER,  # side that won the match
    SEVERAL,  # 1 when several sides were at or over the target at the end of the hand
    TARGET_TIE,  # 1 when the highest of them were equal and another hand is played
    PLAYS,  # tiles played in this hand
    PASS_COUNT,  # passes in this hand
    DRAWS,  # tiles drawn in this hand
    DISCARD_COUNT,  # tiles discarded in this hand
    WORD_A,  # the four words of the players' generator
    WORD_B,
    WORD_C,
    WORD_D,
    AWARD_COUNT,  # awards recorded in this hand
) = range(40)

HANDS = 39  # slot HANDS + seat, seats from 1
DISCARDS = HANDS + MOST_SEATS
COUNTS = DISCARDS + MOST_SEATS
SHORT = COUNTS + MOST_SEATS  # numbers, as bits, that a seat has shown that it does not hold
SCORES = SHORT + MOST_SEATS
ORDER = SCORES + MOST_SEATS + 1
AWARDS = ORDER + MOST_TILES
AWARD_WIDTH = 7
STATE_SIZE = AWARDS + MOST_AWARDS * AWARD_WIDTH

# A recorded award: AWARDS + AWARD_WIDTH * number + one of these. A_SCORE is the score of the
# side, in points, on which the award was judged.
A_CLAUSE, A_SEAT, A_SIDE, A_NOMINAL, A_PAID, A_REASON, A_SCORE = range(AWARD_WIDTH)

END_RUNNING, END_OUT, END_BLOCKED, END_FOLDED = range(4)
ENDS = ("unfinished", "out", "blocked", "folded")

PREVIOUS_NONE, PREVIOUS_OUT, PREVIOUS_BLOCK, PREVIOUS_DRAW, PREVIOUS_FOLD = range(5)
(
    OPENED_BY_NOTHING,
    OPENED_BY_LEAD,
    OPENED_BY_TILE,
    OPENED_BY_DOUBLE,
    OPENED_BY_HEAVIEST,
    (OPENED_BY_CHANCE),
) = range(6)
(
    BROKEN_NOT_TIED,
    BROKEN_BY_NOBODY,
    BROKEN_BY_LOCKER,
    BROKEN_BY_LEADER,
    BROKEN_BY_LIGHTEST,
    BROKEN_BY_LOWER_NUMBER,
    BROKEN_BY_NO_TILE,
) = range(7)

(
    CLAUSE_OUT,
    CLAUSE_BLOCK,
    CLAUSE_CAPICUA,
    CLAUSE_STRAIGHT_PASS,
    CLAUSE_COME_OUT_PASS,
    CLAUSE_BLOCKED_BONUS,
) = range(6)
CLAUSES = ("out", "block", "capicua", "straight-pass", "come-out-pass", "blocked-bonus")

(
    REASON_NONE,
    REASON_DOES_NOT_FIT,
    REASON_PARTNER_PASSED,
    REASON_MATCH_OPENING,
    REASON_TIE,
    REASON_SHOWN_ONLY,
) = range(6)
REASONS = (None, "does-not-fit", "partner-passed", "match-opening", "tie", "shown-only")


def new_state() -> list[int]:
    """Return the state before the first hand of a match: nothing dealt, all scores 0."""
    state = [0] * STATE_SIZE
    start_match(state, 0)
    return state


def start_match(state: State, match: int) -> None:
    """Set a state back to the beginning of match number ``match``, from 0."""
    for i in range(STATE_SIZE):
        state[i] = 0
    state[MATCH] = match
    state[HAND] = 1
    state[OPENING] = 1


def clear_hand(state: State) -> None:
    """Forget the hand that was played; scores, hand number and next leader stay."""
    for i in range(LEADER, NEXT_LEADER):
        state[i] = 0
    for i in range(SEVERAL, HANDS + 1):
        state[i] = 0
    for i in range(HANDS + 1, SCORES + 1):
        state[i] = 0


def next_hand(state: State) -> None:
    """Go on to the next hand of the match; a folded opening hand is opened again."""
    if state[END] == END_FOLDED:
        state[PREVIOUS] = PREVIOUS_FOLD
    else:
        state[OPENING] = 0
        state[PREVIOUS] = PREVIOUS_DRAW if state[TIE] else state[END]
    state[HAND] += 1
    clear_hand(state)


def side_of(rules: Rules, seat: int) -> int:
    """Return the side of a seat: pairs sit opposite, an individual is its own side."""
    return seat if seat <= rules.sides else seat - rules.sides


def seat_after(rules: Rules, seat: int) -> int:
    """Return the seat whose turn follows that of ``seat``."""
    return seat + 1 if seat < rules.seats else 1
