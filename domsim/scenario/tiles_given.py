"""Reading the tiles of a deal or position: every tile known, in one place, none missing."""

from collections.abc import Iterable, Sequence

from domsim.rules.findings import shortened
from domsim.rules.loader import LoadedRules
from domsim.scenario.marks import Marks, Path
from domsim.scenario.models import Seats
from domsim.tiles import TileError, parse_numbers, tile_count, tile_of, tile_text, tiles_in


class TilesGiven:
    """Takes group after group of written tiles and notes foreign and doubled ones."""

    def __init__(self, rules: LoadedRules, marks: Marks) -> None:
        self.rules = rules
        self.marks = marks
        self.highest = rules.rules.table.tiles.highest
        self.where: dict[int, str] = {}
        self.faulty = False

    def take(self, written: Sequence[str], path: Path, group: str) -> list[int]:
        """Return the tiles of a group in the order written; ``group`` names it for people."""
        found = []
        for number, word in enumerate(written):
            tile = self._tile(word, path, number)
            if tile is None:
                continue
            if tile in self.where:
                self.fault(
                    path, number, "doubled-tile",
                    f"{tile_text(tile)} is given twice: {self.where[tile]} and {group}",
                )  # fmt: skip
                continue
            self.where[tile] = group
            found.append(tile)
        return found

    def take_numbers(self, written: Sequence[str], path: Path, group: str) -> list[tuple[int, int]]:
        """Return the tiles of a line as written, left number first."""
        kept = []
        for number, word in enumerate(written):
            if self.take_one(word, path, number, group) is not None:
                kept.append(parse_numbers(word))
        return kept

    def take_one(self, word: str, path: Path, number: int, group: str) -> int | None:
        """Take a single written tile; None when it is faulty."""
        tile = self._tile(word, path, number)
        if tile is None:
            return None
        if tile in self.where:
            text = f"{tile_text(tile)} is given twice: {self.where[tile]} and {group}"
            self.fault(path, number, "doubled-tile", text)
            return None
        self.where[tile] = group
        return tile

    def _tile(self, word: str, path: Path, number: int) -> int | None:
        try:
            numbers = parse_numbers(shortened(word))
        except TileError as error:
            self.fault(path, number, "bad-tile", str(error), error.help)
            return None
        if max(numbers) > self.highest:
            self.fault(
                path, number, "foreign-tile",
                f"{word} is not in the {self.rules.rules.table.tiles} set of {self.rules.name}",
                f"its numbers run from 0 to {self.highest}",
            )  # fmt: skip
            return None
        return tile_of(*numbers)

    def fault(
        self, path: Path, number: int, code: str, message: str, help_text: str | None = None
    ) -> None:
        """Note a fault at a word, and remember that the count of tiles means nothing now."""
        self.faulty = True
        self.marks.at_word(path, number, code, message, help_text)

    def remaining(self) -> int:
        """Return the mask of the tiles of the set that no group has named."""
        return sum(1 << t for t in range(tile_count(self.highest)) if t not in self.where)

    def nothing_missing(self, path: Path) -> None:
        """Note every tile of the set that is in no group."""
        missing = self.remaining()
        if missing and not self.faulty:
            self.faulty = True
            names = ", ".join(tile_text(t) for t in tiles_in(missing))
            plural = "tiles are" if missing & (missing - 1) else "tile is"
            self.marks.at(path, "missing-tile", f"{plural} in no hand or group: {names}")


def seats_given(given: Seats, seats: int, path: Path, marks: Marks) -> Iterable[int]:
    """Yield the seats of the table, noting seats that it does not have and empty ones."""
    for seat in range(1, 7):
        if given.of(seat) is not None and seat > seats:
            message = f"there is no seat {seat}; the rules seat {seats}"
            marks.at((*path, str(seat)), "unknown-seat", message)
    yield from range(1, seats + 1)
