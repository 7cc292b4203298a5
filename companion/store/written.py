"""A game as it is written: what it is, its entries in words, and what one copy of it still says.

Every part carries a CRC-32 (``zlib.crc32``, ISO 3309): it finds every flipped bit, and every burst of up to 32 bits.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.any_game import AnyRecord
from games.game import Refusal
from games.record import Entry, entry_from_json, entry_to_json

FORMAT = 2  # 1 had no second copy, and no checksum over the set-up


@dataclass(frozen=True, slots=True)
class WrittenFacts:
    """What a game is, apart from its moves: never changes while it is played.

    Attributes:
        key: which game.
        setup: the set-up as JSON, names of the players included.
        started_ms: milliseconds since the epoch; with the set-up it tells one game from another.
        format: of the files that hold it.
    """

    key: str
    setup: str
    started_ms: int
    format: int = FORMAT

    @classmethod
    def of(cls, record: AnyRecord, started_ms: int) -> WrittenFacts:
        """The facts of a record."""
        return cls(record.game.key, json.dumps(record.game.setup_to_json(record.setup)), started_ms)

    @property
    def checksum(self) -> int:
        """Over all of them, so that a flipped bit never renames a player."""
        return zlib.crc32("\n".join((self.key, self.setup, str(self.started_ms), str(self.format))).encode())

    def same_game(self, other: WrittenFacts) -> bool:
        """Whether both speak of one game; the format may differ."""
        return (self.key, self.setup, self.started_ms) == (other.key, other.setup, other.started_ms)


@dataclass(frozen=True, slots=True)
class WrittenCopy:
    """What one copy of a game still says.

    Attributes:
        facts: what the game is, or None where that can't be read.
        checked: their checksum holds (format 1 had none).
        bodies: the entries whose checksum holds, by their number in the log from 1.
        speaks_of: how many entries it once held, as far as that can be told.
        whole: nothing in it is damaged or missing.
        later: it says that a later version of the program wrote it, in this format.
    """

    facts: WrittenFacts | None = None
    checked: bool = False
    bodies: Mapping[int, str] = field(default_factory=dict)
    speaks_of: int = 0
    whole: bool = False
    later: int | None = None

    def run(self) -> int:
        """How many entries follow each other from the first."""
        n = 0
        while n + 1 in self.bodies:
            n += 1
        return n


def body_of(entry: Entry) -> str:
    """A log entry in one line of ASCII."""
    return json.dumps(entry_to_json(entry))


def bodies_of(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Log entries, each in one line of ASCII."""
    return tuple(body_of(entry) for entry in entries)


def entry_of(body: str) -> Entry | None:
    """The entry that a sound body holds; None where it is none of ours."""
    try:
        data = json.loads(body)
        return entry_from_json(data) if isinstance(data, dict) else None
    except (ValueError, Refusal):
        return None


def checksum_of(text: str) -> int:
    """CRC-32 of the text in UTF-8."""
    return zlib.crc32(text.encode())
