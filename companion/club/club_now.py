"""All tables of a club as they stand, gathered from what their topics tell. No broker here."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace

import msgspec

from companion.broadcast.events import Health
from companion.broadcast.table_now import TableNow
from companion.club.broker import Message
from companion.club.topics import ONLINE, heard_at

MOST_TABLES = 2000  # of a club; what comes from more is passed over

_LOG = logging.getLogger(__name__)
_DECODE = msgspec.json.Decoder(TableNow).decode
_HEALTH = msgspec.json.Decoder(Health).decode


@dataclass(frozen=True, slots=True)
class ClubTable:
    """Attributes:
    name: of the table.
    online: it is connected to the broker.
    now: its game; None before it told any.
    waits_since_ms: since when people there wait for a helper; None where nobody does.
    health: how it is just now; None where that is not told.
    """

    name: str
    online: bool = False
    now: TableNow | None = None
    waits_since_ms: int | None = None
    health: Health | None = None


class ClubNow:
    """Args: club: whose tables are gathered.

    Attributes:
        tables: by name.
        version: rises with every change.
    """

    def __init__(self, club: str) -> None:
        self.club = club
        self.tables: dict[str, ClubTable] = {}
        self.version = 0

    def hear(self, message: Message) -> TableNow | None:
        """Take a message in; the game of a table where that is new. What is none of ours or can't be read is passed
        over: one table of another version must not hide the others."""
        heard = heard_at(message.topic)
        if heard is None or heard.place.club != self.club:
            return None
        name = heard.place.table
        table = self.tables.get(name, ClubTable(name))
        fresh = _after(table, heard.rest, message.payload)
        if fresh == table or (name not in self.tables and len(self.tables) >= MOST_TABLES):
            return None
        self.tables[name] = fresh
        self.version += 1
        return fresh.now if fresh.now is not table.now else None

    @property
    def in_order(self) -> tuple[ClubTable, ...]:
        """Every table, by name as people count: table 2 before table 10."""
        return tuple(sorted(self.tables.values(), key=lambda table: _as_counted(table.name)))

    @property
    def waiting(self) -> tuple[ClubTable, ...]:
        """Those who wait for a helper, the longest first."""
        waits = [table for table in self.in_order if table.waits_since_ms is not None]
        return tuple(sorted(waits, key=lambda table: table.waits_since_ms or 0))


def _after(table: ClubTable, rest: tuple[str, ...], payload: bytes) -> ClubTable:
    try:
        match rest:
            case ("online",):
                return replace(table, online=payload == ONLINE)
            case ("helper",):
                return replace(table, waits_since_ms=int(json.loads(payload)["since_ms"]) if payload else None)
            case ("health",):
                return replace(table, health=_HEALTH(payload) if payload else None)
            case ("state",):
                return replace(table, now=_newer(table.now, _DECODE(payload)))
    except (msgspec.DecodeError, ValueError, KeyError, TypeError) as error:
        _LOG.info("%s of table %s can't be read: %s", "/".join(rest), table.name, error)
    return table


def _newer(known: TableNow | None, now: TableNow) -> TableNow:
    """The later one: a broker that was restarted may tell what it kept once more."""
    if known is None or known.game != now.game:
        return now if known is None or _began(now) >= _began(known) else known
    return known if (known.n, known.time_ms) > (now.n, now.time_ms) else now


def _began(now: TableNow) -> int:
    """When the game began: the number that ends its name."""
    number = now.game.rpartition("-")[2]
    return int(number) if number.isdigit() else 0


def _as_counted(name: str) -> tuple[tuple[int, int | str], ...]:
    parts: list[tuple[int, int | str]] = []
    word = ""
    for letter in [*name.casefold(), ""]:
        if word and (not letter or letter.isdecimal() != word[-1].isdecimal()):
            parts.append((0, int(word)) if word[0].isdecimal() else (1, word))
            word = ""
        word += letter
    return tuple(parts)
