"""A rule set in plain English, generated from its values: the sheet to pin up at a club."""

from collections.abc import Iterator

from domsim.rules.models import RuleSet
from domsim.tiles import set_word, tile_count

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_LEADS = {
    "winner": "the player who won it",
    "out-seat": "the player who went out",
    "first-of-side": "the first seat of the winning side",
    "next-seat": "the seat after the one that led it",
    "same-seat": "the seat that led it",
    "locker": "the player of its last tile",
    "as-first-hand": "decided as in the first hand",
}
_STUCK = {
    "pass": "A player whose tiles do not fit passes.",
    "draw-until-fits": "A player whose tiles do not fit draws from the stock until one fits, and "
    "passes only when nothing is left to draw.",
    "draw-one": "A player whose tiles do not fit draws one tile from the stock, plays it if it "
    "fits, and passes otherwise.",
    "discard": "A player whose tiles do not fit discards one tile of his choice face down; it "
    "still counts against him.",
}
_COUNTS = {
    "losing-sides": "all pips left to the other side{s}",
    "all-tiles": "all pips left at the table, those of the winning side included",
    "all-but-winner": "all pips left at the table but those of the winning player",
    "net": "the pips left to the other side{s}, less the winner's own",
    "differences": "from each other side the difference between its pips and the winner's",
    "each-differences": "the difference to every side with more pips; every side scores so, "
    "not only the winner",
}
_COMPARES = {
    "side-totals": "The {side} with the fewest pips wins.",
    "lowest-hand": "The player with the fewest pips wins it for his side{partners}.",
    "locker-and-next": "The player of the last tile compares his pips with those of the next "
    "seat only; the lower wins.",
}
_TIES = {
    "nobody": "If the lowest are equal nobody wins and nothing is scored.",
    "locker": "If they are equal the player of the last tile wins, or the first of the tied after "
    "him.",
    "leader": "If they are equal the side that led the hand wins, or the first of the tied after "
    "it.",
    "lightest-tile": "If the lowest are equal the lightest unplayed tile wins, then the lower "
    "number on it; having no tile left is lighter still.",
}
_BONUS_NAMES = {
    "capicua": "capicúa",
    "straight_pass": "passes all round",
    "come_out_pass": "come-out pass",
    "blocked_bonus": "blocked hand",
}
_CAPICUA = {
    "different-ends": "the last tile is no double and fits both of two different ends",
    "both-ends": "the last tile fits both ends, whether they differ or not",
    "alike-after": "the last tile leaves both ends of the line alike",
    "no-blank": "the last tile is no double, bears no blank and fits both of two different ends",
    "double-on-equal-ends": "the last tile is a double laid on two equal ends",
}


def sheet_text(rules: RuleSet) -> str:
    """Return the rules as a Markdown page in plain English."""
    lines = [f"# {rules.title or rules.name}", ""]
    for heading, sentences in (
        ("The table", _table(rules)),
        ("Leading", _leading(rules)),
        ("Playing", _playing(rules)),
        ("Winning a hand", _winning(rules)),
        ("Blocked hand", _blocked(rules)),
        ("Bonuses", _bonuses(rules)),
        ("Winning the match", _match(rules)),
        ("Also", (f"{_label(key)}: {text}" for key, text in rules.notes.items())),
    ):
        items = [f"- {sentence}" for sentence in sentences]
        if items:
            lines += [f"## {heading}", "", *items, ""]
    return "\n".join(lines).rstrip()


def _label(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _several(rules: RuleSet) -> str:
    return "" if rules.table.sides == "pairs" or rules.table.players == 2 else "s"


def _table(rules: RuleSet) -> Iterator[str]:
    table = rules.table
    tiles = tile_count(table.tiles.highest)
    if table.sides == "pairs":
        yield "Four players in two pairs; partners sit opposite (seats 1 and 3, seats 2 and 4)."
    else:
        yield f"{_number(table.players).capitalize()} players, each for himself."
    yield f"One double-{set_word(table.tiles.highest)} set of {tiles} tiles."
    one = "tile" if table.hand_size == 1 else "tiles"
    yield f"Each player is dealt {_number(table.hand_size)} {one}."
    if table.turned_up == "one":
        yield "One more tile is turned up and begins the line."
    left = tiles - table.players * table.hand_size - table.turned_up.code
    if left:
        role = "sleep, seen by nobody" if table.undealt == "asleep" else "are the stock"
        yield f"The other {_number(left)} tiles {role}."
    if table.stock_floor:
        yield f"The last {_number(table.stock_floor)} tiles of the stock are never drawn."
    yield from _folding(rules)


def _folding(rules: RuleSet) -> Iterator[str]:
    fold = rules.fold
    if fold.rule == "none":
        return
    who = f"A player dealt {_number(fold.doubles)} or more doubles"
    again = "all tiles are dealt again and the same seat leads"
    if rules.opening.first_leader != "random-seat":
        again += " (in the match-opening hand whoever the new deal names)"
    if fold.rule == "may":
        yield f"{who} may fold before the first tile is played; {again}."
    else:
        yield f"{who} must show them; {again}."


def _leading(rules: RuleSet) -> Iterator[str]:
    opening = rules.opening
    must = opening.first_tile == "must-lead" and rules.table.turned_up == "none"
    play = "leads with it" if must else "leads, with any tile that may be played"
    heaviest = "the heaviest tile, of equal weights the one with the higher number"
    double = f"the highest double dealt, or without a double {heaviest},"
    fallbacks = {"highest-double": double, "heaviest-tile": f"{heaviest},"}
    if opening.first_leader == "random-seat":
        yield "First hand of a match: a seat drawn by lot leads."
    elif opening.first_leader == "tile-holder":
        yield f"First hand of a match: the holder of {opening.tile} {play}."
        if rules.table.undealt != "none" or rules.table.turned_up == "one":
            who = fallbacks.get(opening.fallback)
            text = f"the holder of {who} {play}" if who else "a seat drawn by lot leads"
            yield f"If {opening.tile} was not dealt, {text}."
    else:
        yield f"First hand of a match: the holder of {fallbacks[opening.first_leader]} {play}."
    yield f"After a hand that ended by going out, the next leader is {_LEADS[opening.after_out]}."
    yield f"After a block that somebody won, the next leader is {_LEADS[opening.after_block]}."
    yield f"After a hand that nobody won, the next leader is {_LEADS[opening.after_draw]}."
    later = (opening.after_out, opening.after_block, opening.after_draw)
    again = must and opening.first_leader != "random-seat" and "as-first-hand" in later
    but = ", but where it is decided as in the first hand that tile must be led" if again else ""
    yield f"Later hands may be led with any tile{but}."


def _playing(rules: RuleSet) -> Iterator[str]:
    yield ("Seats play in turn. A tile joins either end of the line where it shows the same "
           "number; doubles are laid like any tile.")  # fmt: skip
    yield "Who can play must play."
    yield _STUCK[rules.turn.stuck]


def _unit(rules: RuleSet, count: str) -> str:
    if rules.match.unit == "wins":
        return "one win"
    return _COUNTS[count].format(s=_several(rules))


def _winning(rules: RuleSet) -> Iterator[str]:
    end = rules.end
    how = "plays his last tile"
    if end.emptied_by == "play-or-discard" and rules.turn.stuck == "discard":
        how = "plays or discards his last tile"
    yield f"The hand ends when a player {how}, even if nobody could have played on."
    if end.out_winner == "lowest-count":
        counted = " (tiles in hand and discards)" if rules.turn.stuck == "discard" else ""
        yield (f"The lowest count{counted} wins it, compared as in a block, also when somebody "
               "else went out.")  # fmt: skip
    else:
        yield "That player wins it for his side."
    yield f"Going out scores {_unit(rules, rules.score.out)}."


def _blocked(rules: RuleSet) -> Iterator[str]:
    yield _block_found(rules)
    side, partners = "player", ""
    if rules.table.sides == "pairs":
        side, partners = "pair", "; partners who are equal win together"
    yield _COMPARES[rules.block.compare].format(side=side, partners=partners)
    yield _TIES[rules.block.tie]
    yield f"The winner of a block scores {_unit(rules, rules.score.block)}."


def _block_found(rules: RuleSet) -> str:
    if rules.end.block_found == "at-once":
        stock = " or in the drawable stock" if rules.table.undealt == "stock" else ""
        return f"The hand is blocked as soon as no tile in any hand{stock} fits."
    done = "discarded" if rules.turn.stuck == "discard" else "passed"
    stock = " and nothing is left to draw" if rules.table.undealt == "stock" else ""
    return f"The hand is blocked when everybody has {done} in turn{stock}."


def _bonuses(rules: RuleSet) -> Iterator[str]:
    bonuses = rules.bonuses
    if bonuses.capicua.points:
        yield f"Capicúa, {bonuses.capicua.points}: {_CAPICUA[bonuses.capicua.tile]}."
    if bonuses.straight_pass.points:
        yield _straight_pass(rules)
    if bonuses.come_out_pass.points:
        yield _come_out_pass(rules)
    if bonuses.blocked_bonus.points:
        yield f"Blocked hand, {bonuses.blocked_bonus.points}: to the winner of a block."
    names = [
        word for name, word in _BONUS_NAMES.items()
        if getattr(bonuses, name).points and getattr(bonuses, name).limit == "must-fit"
    ]  # fmt: skip
    if names and rules.match.unit == "points":
        yield (f"Doesn't fit ({', '.join(names)}): a bonus that would bring the score to "
               f"{rules.match.target} or more pays nothing.")  # fmt: skip
        if "capicúa" in names:
            yield _order(rules)


def _order(rules: RuleSet) -> str:
    return {
        "hand-first": "At going out the hand's points count first, then capicúa.",
        "capicua-first": "At going out capicúa counts first, then the hand's points.",
        "both-on-score-before": "At going out capicúa is judged on the score before the hand's "
        "points.",
    }[rules.score.order]


def _straight_pass(rules: RuleSet) -> str:
    others = rules.table.players - 1
    who = "the opponent has" if others == 1 else f"the other {_number(others)} players have"
    when = {
        "played-again": "paid when the player of the last tile plays again, once a cycle",
        "last-pass": "paid at the last of these passes",
    }[rules.bonuses.straight_pass.paid]
    return (f"Passes all round, {rules.bonuses.straight_pass.points}: {who} passed in sequence on "
            f"a player's tile; {when}, never when everybody is blocked.")  # fmt: skip


def _come_out_pass(rules: RuleSet) -> str:
    bonus = rules.bonuses.come_out_pass
    text = f"Come-out pass, {bonus.points}: the seat after the leader must pass on the opening tile"
    if bonus.partner == "cancels":
        text += "; nothing if the leader's partner must pass on it too"
    if bonus.match_opening == "excluded":
        text += "; not in the match-opening hand"
    return text + "."


def _match(rules: RuleSet) -> Iterator[str]:
    match = rules.match
    if match.unit == "wins":
        hands = "one hand" if match.target == 1 else f"{_number(match.target)} hands"
        yield f"The first side to win {hands} wins the match."
        if any(getattr(rules.bonuses, name).points for name in _BONUS_NAMES):
            yield "Bonuses are shown in points and count nothing."
        return
    yield (f"The first side at or over {match.target} points at the end of a hand, bonuses "
           "included, wins the match.")  # fmt: skip
    if match.several == "highest-score":
        yield "If several sides are there, the highest score wins, even if it lost the hand."
    else:
        yield "If several sides are there, the winner of the hand wins, or else the highest score."
    if match.tie == "another-hand":
        yield "If the highest scores are equal, another hand is played."
    else:
        yield "If the highest scores are equal, the winner of the hand wins."
