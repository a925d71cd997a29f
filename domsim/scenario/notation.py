"""The notation of moves: ``1:6-4L``, ``2:pass``, ``3:+2-5``, ``4:x1-4``, ``2:fold``."""

import re
from dataclasses import dataclass
from typing import Literal

from domsim.rules.findings import shortened
from domsim.tiles import TileError, parse_numbers, tile_of

Kind = Literal["play", "pass", "draw", "discard", "fold"]

_SEAT = re.compile(r"([0-9]{1,9}):(.*)", re.DOTALL)
_END = re.compile(r"(.+?)(L|R|@[0-9])?", re.DOTALL)


class NotationError(ValueError):
    """A text that is no play; ``help`` says what would be."""

    def __init__(self, message: str, help_text: str) -> None:
        super().__init__(message)
        self.help = help_text


@dataclass(frozen=True, slots=True)
class Play:
    """One play as written. ``numbers`` keep the order in which the tile was written."""

    kind: Kind
    seat: int | None = None
    numbers: tuple[int, int] | None = None
    end: str = ""

    @property
    def tile(self) -> int:
        """Return the tile of a play, draw or discard that names one."""
        if self.numbers is None:
            raise ValueError(f"{self} names no tile")
        return tile_of(*self.numbers)

    def __str__(self) -> str:
        """Return the play in notation."""
        return format_play(self)


def parse_play(text: str) -> Play:
    """Read one play. Raises NotationError, whose ``help`` says how to write it."""
    text = shortened(text)
    match = _SEAT.fullmatch(text)
    seat, action = (int(match[1]), match[2]) if match else (None, text)
    if seat is not None and not 1 <= seat <= 6:
        raise NotationError(f"'{text}' names seat {seat}", "seats are numbered from 1")
    if action in ("pass", "draw", "fold"):
        return Play(action, seat)  # type: ignore[arg-type]
    if action[:1] == "+":
        return Play("draw", seat, _numbers(action[1:], text))
    if action[:1] == "x":
        return Play("discard", seat, _numbers(action[1:], text))
    tile = _END.fullmatch(action)
    if tile is None:
        raise NotationError(f"'{text}' is not a play", _HELP)
    return Play("play", seat, _numbers(tile[1], text), tile[2] or "")


_HELP = "write 1:6-4, 1:6-4L, 1:6-4R, 1:6-4@6, 1:pass, 1:draw, 1:+6-4, 1:x6-4 or 1:fold"


def _numbers(tile: str, text: str) -> tuple[int, int]:
    try:
        return parse_numbers(tile)
    except TileError as error:
        hint = error.help if error.help != "write a tile as 6-4" else _HELP
        raise NotationError(f"'{text}' is not a play", hint) from None


def format_play(play: Play) -> str:
    """Return a play in notation; reading it again gives the same play."""
    seat = "" if play.seat is None else f"{play.seat}:"
    tile = "" if play.numbers is None else f"{play.numbers[0]}-{play.numbers[1]}"
    if play.kind == "play":
        return f"{seat}{tile}{play.end}"
    if play.kind == "draw":
        return f"{seat}+{tile}" if tile else f"{seat}draw"
    if play.kind == "discard":
        return f"{seat}x{tile}"
    return f"{seat}{play.kind}"
