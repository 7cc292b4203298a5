"""A kept game that somebody else plays, read as it grows: no lock is taken and nothing is written.

The journal beside the database holds every entry as a line, so it alone is read. Where it says nothing new although the
database has changed (it could not be written, or is damaged), both copies are read as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.store.journal import read_journal
from companion.store.places import FileStamp, journal_of, kept_games, sqlite_files_of, stamp_of, stamps_of
from companion.store.recovery import find
from companion.store.store_error import StoreError
from companion.store.written import WrittenCopy, WrittenFacts, entry_of
from games.any_game import AnyRecord
from games.game import Phrase
from games.record import Entry, Record

_Stamp = tuple[FileStamp, ...]


@dataclass(frozen=True, slots=True)
class Grown:
    """What is new in a followed game.

    Attributes:
        entries: of the log, in order.
        anew: they are its whole log, and what was read before is not the beginning of it: some of it was lost.
    """

    entries: tuple[Entry, ...]
    anew: bool = False


class FollowedGame:
    """One kept game, only looked at.

    Args:
        path: of the database.

    Attributes:
        facts: what the game is.
        record: the game before the first entry of its log.

    Raises :class:`StoreError` where there is no such game, or nothing says what it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = _stamp_of(path)
        found = find(path, thorough=False)
        self.facts: WrittenFacts = found.facts
        self.record: AnyRecord = Record.start(found.record.game, found.record.setup)
        self._bodies: tuple[str, ...] = ()
        self._unread = found.bodies
        self._lags = False  # the database has changed and the journal has not: the database is written first

    def more(self) -> Grown | None:
        """What is new since the last call, or None. Raises :class:`StoreError` where the game is gone."""
        if self._unread:
            unread, self._unread = self._unread, ()
            return self._grown(unread)
        stamp = _stamp_of(self.path)
        if stamp == self._stamp and not self._lags:
            return None
        self._stamp = stamp
        bodies = self._from_journal()
        if bodies is None or len(bodies) == len(self._bodies):
            self._lags = not self._lags
            if self._lags:
                return None
            bodies = self._from_both()
        self._lags = False
        return self._grown(bodies)

    def _from_journal(self) -> tuple[str, ...] | None:
        """The log as the journal tells it; None where it does not go on from what is known."""
        try:
            copy = read_journal(journal_of(self.path))
        except OSError:
            copy = WrittenCopy()
        bodies = tuple(copy.bodies[n] for n in range(1, copy.run() + 1))
        same = copy.facts is not None and copy.facts.same_game(self.facts)
        return bodies if same and bodies[: len(self._bodies)] == self._bodies else None

    def _from_both(self) -> tuple[str, ...]:
        found = find(self.path, thorough=False)
        if not found.facts.same_game(self.facts):
            raise StoreError(self.path, Phrase.of("store.missing", path=str(self.path)))
        return found.bodies

    def _grown(self, bodies: tuple[str, ...]) -> Grown | None:
        known, self._bodies = self._bodies, bodies
        anew = bodies[: len(known)] != known
        fresh = bodies if anew else bodies[len(known) :]
        entries = tuple(entry for body in fresh if (entry := entry_of(body)) is not None)
        return Grown(entries, anew) if entries or anew else None


def game_in_play(folder: Path, key: str | None = None) -> Path | None:
    """The game in the folder (of this kind, where one is told: its file is named after it) that is open somewhere, or
    was written last; None where there is none."""
    games = (path for path in kept_games(folder) if key is None or _is_of_kind(path, key))
    return max(games, key=_last_written, default=None)


def _is_of_kind(path: Path, key: str) -> bool:
    """The shelf calls a game's file by its key and the time at which it began."""
    return path.name.removeprefix(f"{key}-")[:1].isdigit()


def _last_written(path: Path) -> tuple[bool, int]:
    log = sqlite_files_of(path)[0]  # SQLite's, which goes when the last writer leaves
    return log.exists(), max((stamp[2] for stamp in _stamp_of(path) if stamp is not None), default=0)


def _stamp_of(path: Path) -> _Stamp:
    return (*stamps_of(path), stamp_of(sqlite_files_of(path)[0]))
