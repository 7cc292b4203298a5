"""The shelf of games: those that were kept, and those that can be started. What the home screen asks. No kivy here."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from companion.session.game_names import GameNames
from companion.session.hands.buttons import Hands
from companion.session.looking.sighting import Watcher
from companion.session.table import TableSession
from companion.session.views import AnySession, Chip, ChipKind
from companion.store import SUFFIX, GameSummary, Rescue, StoredGame, bring_back, listed, put_away, record_at, summaries
from companion.store.kept_game import KeptGame
from companion.supervised import Supervised
from companion.titles.registry import game_keys, game_named
from companion.unsaved_game import UnsavedGame, begun, folder_trouble
from games.any_game import AnyRecord, AnyState
from games.game import JsonValue, Phrase
from games.names import check_seats
from games.record import Record

WatcherMaker = Callable[[str, AnyState, str], Watcher | None]
HandsMaker = Callable[[int], Hands | None]
DemoMaker = Callable[[str], AnySession]
LOOK_AFTER_MS = 1000  # between two looks at the save of the open game
CLOSING_S = 1.0  # so long a game that was just left is waited for; opened before that, it could only be looked at


class Shelf:
    """Opens and starts games in one folder.

    Attributes:
        names: what people call their games.

    Args:
        folder: where games are kept.
        now_ms: tells the time, milliseconds since the epoch.
        make_watcher: from a game's key, its state and the camera as typed, what looks at the table.
        make_hands: from the number of seats, the buttons.
        make_demo: a game on the simulated table, by key; None where there is no demo.
    """

    def __init__(
        self,
        folder: Path,
        now_ms: Callable[[], int],
        *,
        make_watcher: WatcherMaker | None = None,
        make_hands: HandsMaker | None = None,
        make_demo: DemoMaker | None = None,
    ) -> None:
        self.folder = folder
        self.names = GameNames(folder)
        self._now_ms = now_ms
        self._make_watcher = make_watcher
        self._make_hands = make_hands
        self._make_demo = make_demo
        self._unsaved: dict[Path, UnsavedGame] = {}
        self._open: tuple[TableSession, Path] | None = None
        self._stored: StoredGame | None = None  # of the game that was opened last
        self._looked_ms = 0
        self._closing: dict[Path, Supervised] = {}

    def startable(self) -> tuple[str, ...]:
        """Games that can be started."""
        return game_keys()

    def saved(self) -> tuple[GameSummary, ...]:
        """Every kept game, newest first; before them those that could not be saved yet, which is tried again."""
        return self.listing()()

    def listing(self) -> Callable[[], tuple[GameSummary, ...]]:
        """What tells :meth:`saved`, from any thread: only the folder is left for it to read."""
        for game in self._unsaved.values():
            game.try_again()
        waiting = {path: game for path, game in self._unsaved.items() if not game.saved}
        self._unsaved = {path: game for path, game in self._unsaved.items() if path in waiting or not game.closed}
        unsaved, folder = tuple(game.summary for game in waiting.values()), self.folder
        return lambda: (*unsaved, *(summary for summary in summaries(folder) if summary.path not in waiting))

    def troubles(self) -> tuple[Phrase, ...]:
        """Why no game can be saved at present, and which kept games can't be read, each with its remedy."""
        folder = folder_trouble(self.folder)
        games = tuple(error.phrase for error in listed(self.folder).troubles)
        return games if folder is None else (folder, *games)

    def resume(self, path: Path, *, camera: str = "", buttons: bool = False) -> tuple[AnySession, Rescue | None]:
        """A kept game, in the turn in which it was left. Raises ``store.StoreError``."""
        self._wait_for(path)
        unsaved = self._unsaved.get(path)
        if unsaved is not None and not unsaved.saved:
            unsaved.closed = False
            return self._session(unsaved.record, unsaved, camera, buttons), None
        stored, record, rescue = StoredGame.open(path)
        return self._session(record, stored, camera, buttons), rescue

    def path_of(self, session: AnySession | None) -> Path | None:
        """Where the game that was opened last is kept, to sit down at it again; None for any other, such as a demo."""
        return self._open[1] if self._open is not None and self._open[0] is session else None

    def look_after(self) -> None:
        """See now and then that nobody has put anything else in the place of the open game's save. From the screen's
        clock."""
        if self._open is None or self._stored is None or abs(self._now_ms() - self._looked_ms) < LOOK_AFTER_MS:
            return  # the clock of the system may be set back
        self._looked_ms = self._now_ms()
        trouble = self._stored.look_after()
        if trouble is not None:
            self._open[0].set_chip(Chip(ChipKind.SAVE, False, trouble))

    def glimpse(self, path: Path) -> AnyRecord:
        """The record of a kept game, to be looked at only, from any thread: nothing is mended, nobody who plays it is
        disturbed. Raises ``store.StoreError``."""
        unsaved = self._unsaved.get(path)
        return record_at(path) if unsaved is None or unsaved.saved else unsaved.record

    def delete(self, path: Path) -> Callable[[], object]:
        """Delete a kept game, and hand out what brings it back within a month. Both raise ``store.StoreError``: this
        where somebody plays the game, the other where it is gone."""
        self._wait_for(path)
        unsaved = self._unsaved.pop(path, None)
        if unsaved is not None and not unsaved.saved:
            return partial(self._unsaved.__setitem__, path, unsaved)
        return partial(bring_back, put_away(path, now_ms=self._now_ms()))

    def start(self, key: str, setup: Mapping[str, JsonValue], *, camera: str = "", buttons: bool = False) -> AnySession:
        """A new game, kept from now on; one that can't be saved is played with a chip that says so.

        Raises ``games.game.Refusal`` where the set-up or a name is impossible.
        """
        game = game_named(key)
        record = Record.start(game, game.setup_from_json(setup))
        check_seats(record.setup.seats)
        now = self._now_ms()
        stored = begun(self._fresh_path(key, now), record, time_ms=now)
        if isinstance(stored, UnsavedGame):
            self._unsaved[stored.path] = stored
        return self._session(record, stored, camera, buttons)

    def take_in(self, record: AnyRecord) -> Path:
        """Keep a game that came as a file among the others. Raises ``store.StoreError``."""
        now = self._now_ms()
        path = self._fresh_path(record.game.key, now)
        StoredGame.create(path, record, time_ms=now).close()
        return path

    def finish(self, seconds: float = CLOSING_S) -> None:
        """Wait until every game that was left is closed, each at most so long."""
        for path in tuple(self._closing):
            self._wait_for(path, seconds)

    @property
    def has_demo(self) -> bool:
        """True where a demo can be shown."""
        return self._make_demo is not None

    def demo(self, key: str) -> AnySession:
        """A game on the simulated table. Raises :class:`LookupError` where there is none."""
        if self._make_demo is None:
            raise LookupError(key)
        return self._make_demo(key)

    def _session(self, record: AnyRecord, stored: StoredGame | UnsavedGame, camera: str, buttons: bool) -> AnySession:
        key, state = record.game.key, record.state
        watcher = self._make_watcher(key, state, camera) if self._make_watcher is not None and camera else None
        hands = self._make_hands(len(record.setup.seats)) if self._make_hands is not None and buttons else None
        close = partial(self._close_beside, stored.path)
        session = TableSession(record, self._now_ms, stored=stored, watcher=watcher, hands=hands, close_stored=close)
        self._open = (session, stored.path)
        self._stored = stored if isinstance(stored, StoredGame) else None
        return session

    def _close_beside(self, path: Path, stored: KeptGame) -> None:
        """Who leaves the table does not wait for the disk: every move is on it already, and is only put in order."""
        self._wait_for(path)  # where it was left once before a moment ago
        self._closing = {path: closing for path, closing in self._closing.items() if closing.alive}
        self._closing[path] = Supervised(f"closing {path.name}", lambda _: stored.close(), again=False).start()
        self._closing[path].leave()

    def _wait_for(self, path: Path, seconds: float = CLOSING_S) -> None:
        if path in self._closing and self._closing[path].join(seconds):
            del self._closing[path]

    def _fresh_path(self, key: str, now: int) -> Path:
        path, number = self.folder / f"{key}-{now}{SUFFIX}", 1
        while os.path.lexists(path) or path in self._unsaved:
            path, number = self.folder / f"{key}-{now}-{number}{SUFFIX}", number + 1
        return path
