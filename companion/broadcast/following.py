"""Follows the game that is played on this machine by what its writer puts on the disk: no server, no lock, no write."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from calibration.files.kept_file import DamagedFile
from companion.broadcast.events import Event
from companion.broadcast.health_beside import HealthReader
from companion.broadcast.public_names import Withheld, everybody, nobody
from companion.broadcast.telling import GameTeller
from companion.people.names import FILE_NAME, NamedPeople
from companion.store import StoreError
from companion.store.followed_game import FollowedGame, game_in_play
from companion.typed_file import read_typed
from games.any_game import AnyRecord

_LOG = logging.getLogger(__name__)
SEARCH_AFTER_POLLS = 25  # all games are looked through after so many polls, whatever the folder says
Which = Callable[[], Path | None]  # which game is followed; None while there is none


class TableFollower:
    """Tells what is new at the table whenever it is asked.

    Args:
        which: the game to follow, asked at every look, so that the next game is followed by itself.
        languages: of the words; each look tells the same events in all of them.
        people: the folder where people said whether their name may be told, and where the tablet tells of its table.
    """

    def __init__(self, which: Which, languages: Sequence[str], people: Path) -> None:
        self._which = which
        self._languages = tuple(languages)
        self._people = people / FILE_NAME
        self._health = HealthReader(people)
        self._said: tuple[int, int] | None = None
        self._game: FollowedGame | None = None
        self._tellers: dict[str, GameTeller] = {}

    def look(self) -> Mapping[str, tuple[Event, ...]]:
        """What is new since the last look, by language; nothing where no game can be read just now.

        Another game, other names that may be told, and a game of which something was lost are told from their beginning
        on. Raises ``games.game.Refusal`` where the rules here do not know what was played.
        """
        try:
            return self._look()
        except StoreError as error:
            _LOG.info("%s", error)
            self._game = None
            return {}

    def forget(self) -> None:
        """Tell the game from its beginning with the next look."""
        self._game = None

    def record(self, language: str) -> AnyRecord | None:
        """The game as far as it was told, with the names that may be told; None while there is none."""
        teller = self._tellers.get(language)
        return teller.record if teller is not None else None

    def _look(self) -> Mapping[str, tuple[Event, ...]]:
        path, said = self._which(), _stamp_of(self._people)
        if path is None:
            self._game = None
            return {}
        fresh = self._game is None or self._game.path != path or said != self._said
        if fresh:
            self._game, self._said = FollowedGame(path), said
        assert self._game is not None
        grown = self._game.more()
        begins = fresh or (grown is not None and grown.anew)
        if begins:
            self._begin(self._game)
        entries = grown.entries if grown is not None else ()
        events: dict[str, tuple[Event, ...]] = {}
        for language, teller in self._tellers.items():
            first = (teller.begun(),) if begins else ()
            events[language] = (*first, *(teller.tell(entry) for entry in entries))
        if begins:
            self._health.forget()
        return self._with_health(path, events) if begins or entries else self._with_health(path, {})

    def _with_health(self, path: Path, events: Mapping[str, tuple[Event, ...]]) -> Mapping[str, tuple[Event, ...]]:
        """What is told, and after it how the table is, where that is new."""
        now = self._health.look(path)
        if now is None:
            return events
        time_ms = time.time_ns() // 1_000_000
        return {
            language: (
                *events.get(language, ()),
                now.event(language, game=teller.game, n=len(teller.record.log), time_ms=time_ms),
            )
            for language, teller in self._tellers.items()
        }

    def _begin(self, game: FollowedGame) -> None:
        withheld = _withheld_at(self._people)
        self._tellers = {
            language: GameTeller(game.record, game.facts.started_ms, language, withheld) for language in self._languages
        }


class PlayedIn:
    """Tells which game is played in a folder; with a key only games of that kind.

    A game that is opened or left changes the folder itself (SQLite's log comes and goes), so all games are looked
    through only then, and now and again in case a log was left there.
    """

    def __init__(self, folder: Path, key: str | None = None) -> None:
        self._folder = folder
        self._key = key
        self._stamp: tuple[int, int] | None = None
        self._polls = 0
        self._path: Path | None = None

    def __call__(self) -> Path | None:
        """The game; None while there is none."""
        stamp = _stamp_of(self._folder)
        if stamp != self._stamp or self._polls >= SEARCH_AFTER_POLLS:
            self._stamp, self._polls = stamp, 0
            self._path = game_in_play(self._folder, self._key)
        self._polls += 1
        return self._path


def _withheld_at(path: Path) -> Withheld:
    """Whose names are told to nobody. The file is only looked at; where it can't be read nobody's name is told."""
    try:
        return read_typed(path, NamedPeople).withholds
    except FileNotFoundError:
        return nobody
    except DamagedFile as error:
        _LOG.info("no name is told: %s", error)
        return everybody


def _stamp_of(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
