"""Reading who plays, in words, for every command that simulates."""

from typing import NoReturn


def read_players(text: str, seats: int) -> tuple[str, ...]:
    """Return a player's name a seat from ``random`` or ``random,heaviest,…``. Raises Refused."""
    from domsim.engine.players import PLAYERS
    from domsim.rules.source import words

    names = tuple(words(text))
    for name in names:
        if name not in PLAYERS:
            _refuse_player(name, text, PLAYERS)
    if len(names) not in (1, seats):
        _refuse(
            "wrong-player-count", f"{len(names)} players are named for {seats} seats", text,
            f"name one, or {seats} separated by commas",
        )  # fmt: skip
    return names * seats if len(names) == 1 else names


def _refuse_player(name: str, text: str, known: tuple[str, ...]) -> NoReturn:
    from domsim.rules.findings import did_you_mean

    guess = did_you_mean(name, known)
    hint = f"did you mean '{guess}'?" if guess else f"players: {', '.join(known)}"
    _refuse("unknown-player", f"no player is called '{name}'", text, hint)


def _refuse(code: str, message: str, text: str, hint: str) -> NoReturn:
    from domsim.rules.findings import Finding, Place, Refused

    place = Place("--players", 1, 1, max(1, len(text)), text)
    raise Refused([Finding(code, message, place, help=hint)])
