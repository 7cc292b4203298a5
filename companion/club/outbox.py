"""What of a table's games the club has not heard yet, read from the games themselves: nothing is queued anywhere else.

How far the club has heard is kept beside the games: of each game the last event that the broker acknowledged. A broker
that was away for an hour, a power cut, a full disk: what is missing is read from the record again, in order.
"""

from __future__ import annotations

import os
import zlib
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.broadcast.events import Begun, Event, Health, event_json
from companion.broadcast.following import TableFollower
from companion.broadcast.table_now import TableNow, after
from companion.club.beside_games import HEARD
from companion.store.places import copies_of, kept_games
from companion.typed_file import read_or_set_aside, write_typed

MOST_REMEMBERED = 2000  # games; the oldest are forgotten, and never told again since they are not written to any more
MOST_INDEXED = 50  # games that the club can ask for again
MOST_OPEN = 4  # games that are followed at once


class GameHeard(msgspec.Struct, frozen=True):
    """How far the club has heard of a game.

    Attributes:
        game: as its events name it.
        telling: which telling of it, from 0.
        n: the last event that the broker acknowledged; -1 for none.
        begun: checksum of its beginning: with other names in it the game is told anew.
        written_ms: when the game was last written, milliseconds since the epoch.
        files: checksum of its files' sizes and times when all of it was told; 0 before.
    """

    game: str = ""
    telling: int = 0
    n: int = -1
    begun: int = 0
    written_ms: int = 0
    files: int = 0


class ClubHeard(msgspec.Struct, frozen=True):
    """``since_ms``: games that were not written to since are not the club's business. ``games``: by file name."""

    since_ms: int
    games: Mapping[str, GameHeard] = {}


@dataclass(frozen=True, slots=True)
class OutboxEvent:
    """An event to be sent. ``file`` is the game's."""

    file: str
    telling: int
    event: Event


@dataclass(frozen=True, slots=True)
class _Written:
    """When a game was last written to, and a checksum of its files' sizes and times."""

    ms: int = 0
    files: int = 0


@dataclass
class _Open:
    """A game that is followed, what of it is still to be sent, and how the table stands after all that was read."""

    follower: TableFollower
    telling: int = 0
    begun: int = 0
    now: TableNow | None = None
    waiting: deque[Event] = field(default_factory=deque)
    written: _Written = _Written()


class Outbox:
    """Reads games and hands out what is to be sent.

    Args:
        folder: where games are kept, and what people said of their names.
        kept: the folder of ``club-heard.json``.
        language: of the words.
        now_ms: milliseconds since the epoch; where nothing was kept, games count from then on.

    Attributes:
        trouble: what people should be told of a damaged file; None where it was sound.
    """

    def __init__(self, folder: Path, kept: Path, language: str, *, now_ms: int) -> None:
        self._folder, self._path, self._language = folder, kept / HEARD, language
        heard, self.trouble = read_or_set_aside(self._path, ClubHeard)
        self._heard = dict(heard.games) if heard is not None else {}
        self._since_ms = heard.since_ms if heard is not None else now_ms
        self._open: dict[Path, _Open] = {}
        self._changed = heard is None

    def scan(self) -> None:
        """Look for games that were written to since the club heard all of them."""
        written = {path: _written_at(path) for path in kept_games(self._folder)}
        for path in sorted(written, key=lambda one: written[one].ms):
            at, heard = written[path], self._heard.get(path.name, GameHeard())
            if path not in self._open and at.ms >= self._since_ms and at.files != heard.files:
                self._follow(path)

    def read(self) -> None:
        """Read what is new in the games that are followed. Raises ``games.game.Refusal`` for one that the rules here do
        not know."""
        for path, game in self._open.items():
            written = _written_at(path)
            for event in game.follower.look().get(self._language, ()):
                self._take(path.name, game, event)
            game.written = written  # before the look: what comes meanwhile is newer

    def next(self) -> OutboxEvent | None:
        """The next event to be sent; None where all is on its way. The games one after another, each in its order."""
        for path, game in self._open.items():
            if game.waiting:
                return OutboxEvent(path.name, game.telling, game.waiting.popleft())
        return None

    def rewind(self) -> None:
        """The connection is gone: what was not acknowledged is read and sent again."""
        self._open.clear()

    def acknowledged(self, event: OutboxEvent) -> None:
        """The broker has this event and all before it."""
        heard = self._heard.get(event.file, GameHeard())
        if event.telling == heard.telling and event.event.n > heard.n:
            self._heard[event.file] = msgspec.structs.replace(heard, n=event.event.n)
            self._changed = True

    def again(self, game: str, first: int) -> None:
        """Tell a game again from this event on: somebody misses it, whatever the broker acknowledged."""
        for file, heard in self._heard.items():
            if heard.game == game and first <= heard.n:
                self._heard[file] = msgspec.structs.replace(heard, n=max(first, 0) - 1, files=0)
                self._open.pop(self._folder / file, None)
                self._changed = True

    @property
    def games(self) -> tuple[GameHeard, ...]:
        """The games that were told last, the latest at the end."""
        return tuple(sorted(self._heard.values(), key=lambda one: one.written_ms))[-MOST_INDEXED:]

    def save(self) -> None:
        """Keep how far the club has heard. Raises ``calibration.files.whole_file.CannotWrite``; then some events are
        sent twice after the next start, with the numbers that they had."""
        self._settle()
        if not self._changed:
            return
        newest = sorted(self._heard.items(), key=lambda item: item[1].written_ms)[-MOST_REMEMBERED:]
        write_typed(self._path, ClubHeard(self._since_ms, dict(newest)))
        self._changed = False

    @property
    def newest(self) -> TableNow | None:
        """The table as it stands, of the game that was written last."""
        game = max(self._open.values(), key=lambda one: one.written.ms, default=None)
        return game.now if game is not None else None

    def _settle(self) -> None:
        """Remember which games are told to their end, as far as they are played."""
        for path, game in self._open.items():
            heard = self._heard.get(path.name, GameHeard())
            acknowledged_all = game.now is not None and not game.waiting and heard.n >= game.now.n
            files = game.written.files if acknowledged_all else 0
            if (heard.files, heard.written_ms) != (files, game.written.ms):
                self._heard[path.name] = msgspec.structs.replace(heard, files=files, written_ms=game.written.ms)
                self._changed = True

    def _follow(self, path: Path) -> None:
        while len(self._open) >= MOST_OPEN:
            idle = next((one for one, game in self._open.items() if not game.waiting and game.now is not None), None)
            if idle is None:
                return  # its turn comes
            self._settle()
            del self._open[idle]
        heard = self._heard.get(path.name, GameHeard())
        self._open[path] = _Open(
            TableFollower(lambda: path, (self._language,), self._folder), heard.telling, heard.begun
        )

    def _take(self, file: str, game: _Open, event: Event) -> None:
        if isinstance(event, Begun):
            begun = zlib.crc32(event_json(event))
            if game.now is not None or (game.begun and begun != game.begun):
                self._tell_anew(file, game)
            game.begun = begun
            heard = self._heard.get(file, GameHeard(telling=game.telling))
            self._heard[file] = msgspec.structs.replace(heard, game=event.game, begun=begun)
        game.now = after(game.now, event)
        if not isinstance(event, Health) and event.n > self._heard[file].n:  # health is not numbered: see TableNow
            game.waiting.append(event)

    def _tell_anew(self, file: str, game: _Open) -> None:
        """Something of it was lost, or somebody wants no name told any more: all of it again, under another number."""
        game.telling += 1
        game.waiting.clear()
        self._heard[file] = GameHeard(telling=game.telling)
        self._changed = True


def _written_at(path: Path) -> _Written:
    """Told from a game's files but for SQLite's index, which readers touch too."""
    stamps = []
    for file in copies_of(path):
        if not file.name.endswith("-shm"):
            with suppress(OSError):  # not there, or out of reach for the moment
                status = os.stat(file)
                stamps.append((file.name, status.st_size, status.st_mtime_ns))
    newest = max((stamp[2] for stamp in stamps), default=0)
    return _Written(newest // 1_000_000, zlib.crc32(repr(stamps).encode()))
