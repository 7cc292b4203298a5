"""``bench evening``: in the middle of a game the camera shows no table any more, and somebody presses all the same.

The simulated table of each game is played up to a press. Just before it the camera is covered, blinded or torn off: it
shows one of :data:`tools.benchmarks.evening.given.hostile_pictures.KINDS`. Where nothing of the table can be seen
nothing may be committed, no turn may end, and whoever pressed is answered; once the table is back in view the press
counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

from calibration.arrays import Picture
from companion.rehearsal.games import RehearsalPlan, set_up
from companion.rehearsal.live_table import LiveTable, RehearsedPress
from companion.session.looking.watchers import InlineWatcher
from companion.session.looking.watching import eyes_for
from companion.session.table import TableSession
from companion.titles.registry import game_keys
from games.game import JsonValue
from tools.benchmarks.evening.given.hostile_pictures import KINDS, hostile_picture
from tools.benchmarks.evening.measured import Measured
from vision.frames import Frame
from vision.simulator.players.gestures import Throw, Touch

APART_MS = 150.0  # frames of a covered camera ...
COVERED = 18  # ... so many before and after the press: longer than any light that is on its way keeps the eyes waiting
PATIENCE = 60  # frames of the table in which a press that was kept must have been answered
A_GAME = 4  # presses of one game before which the camera is covered


class CoveredSource:
    """The frames of a simulated table, or of a camera that shows ``picture`` while that is set."""

    def __init__(self, table: LiveTable) -> None:
        self.picture: Picture | None = None
        self._table = table
        self._ahead_ms = 0.0
        self._last_ms = 0.0

    def read(self) -> Frame | None:
        """See :class:`vision.frames.FrameSource`."""
        if self.picture is not None:
            self._last_ms += APART_MS
            self._ahead_ms += APART_MS
            return Frame(self.picture, self._last_ms, 0)
        frame = self._table.read()
        if frame is None:
            return None
        self._last_ms = frame.time_ms + self._ahead_ms
        return replace(frame, time_ms=self._last_ms)

    def close(self) -> None:
        """See :class:`vision.frames.FrameSource`."""
        self._table.close()


class CoveredGame:
    """One game at the simulated table, played as it was done, whatever was seen of it."""

    def __init__(self, game_key: str, seed: int) -> None:
        rehearsed = set_up(RehearsalPlan(game_key, seed, players=2, level="easy"))
        self.table, record = rehearsed.table, rehearsed.record
        self.source = CoveredSource(self.table)
        times = count(1)
        self._watcher = InlineWatcher(self.source, eyes_for(game_key, record.state))
        self.session = TableSession(record, lambda: next(times), watcher=self._watcher)
        self._done = 0

    def presses(self) -> Iterator[RehearsedPress]:
        """Every press, when the table lies as it was pressed for; afterwards the record is brought in step with it."""
        while self.tick():
            while self._done < len(self.table.presses):
                gesture = self.table.presses[self._done]
                self._done += 1
                if isinstance(gesture, Touch):
                    self.session.play(gesture.action)
                elif isinstance(gesture, Throw):
                    self._catch_up(len(self.session.record.line) + 1)
                else:
                    self.table.paused = True
                    yield gesture
                    self._catch_up(gesture.actions)
                    self.table.paused = False

    def tick(self) -> bool:
        """One frame; False after the last one."""
        self.session.tick(0)
        return not self._watcher.ended

    def look(self, picture: Picture, frames: int) -> None:
        """So many frames of a covered camera."""
        self.source.picture = picture
        for _ in range(frames):
            self.tick()
        self.source.picture = None

    def pressed_blind(self, seat: int, picture: Picture) -> str:
        """Cover the camera, press, and cover it on; what was done that may not be, in words, or nothing."""
        session = self.session
        for _ in range(PATIENCE):
            if session.settled:
                break
            self.tick()
        before, choice = session.record.actions, session.view.choice
        session.take_news()
        try:
            self.look(picture, COVERED)
            session.commit(seat)
            heard = bool(session.take_news())
            self.look(picture, COVERED)
        except Exception as error:  # noqa: BLE001  (whatever leaves the eyes is what is measured)
            return f"{type(error).__name__}: {error}"[:200]
        finally:
            self.source.picture = None
        if session.record.actions != before:
            return f"told {session.record.actions[len(before) :]}"
        if session.view.choice != choice:
            return "asked about what nobody can see"
        return "" if heard else "the press was not answered"

    def answered(self) -> bool:
        """The table is back in view: whether the press now tells, asks, or says why it can't."""
        version = self.session.record_version
        self.session.take_news()
        for _ in range(PATIENCE):
            self.tick()
            if self.session.record_version != version or self.session.take_news():
                return True
        return False

    def _catch_up(self, length: int) -> None:
        """What was done and not seen is tapped; what was seen and not done is taken back."""
        session = self.session
        true = [session.record.game.write(action) for action in self.table.actions[:length]]
        session.choose(None)
        session.resolve(table_is_right=False)
        while list(session.record.actions) != true[: len(session.record.line)]:
            session.undo()
        for action in self.table.actions[len(session.record.line) : length]:
            session.play(action)
        session.take_news()


def covered_cameras(n: int, seed: int, games: Sequence[str] = game_keys()) -> Measured:
    """Cover the camera before ``n`` presses, of all games in turn; lost is one that told, ended or was not heard."""
    rng = random.Random(seed)
    losses: list[JsonValue] = []
    never_answered: list[JsonValue] = []
    done = 0
    for number in count():
        if done >= n:
            break
        key, game_seed = games[number % len(games)], seed + number
        game = CoveredGame(key, game_seed)
        wanted = min(A_GAME, n - done)
        try:
            for press in islice(game.presses(), wanted):
                done += 1
                kind = rng.choice(KINDS)
                outcome = game.pressed_blind(press.seat, hostile_picture(kind, game_seed))
                what: dict[str, JsonValue] = {
                    "seed": game_seed,
                    "game": key,
                    "press": len(game.session.record.line),
                    "picture": kind,
                }
                if outcome:
                    losses.append({**what, "what": outcome})
                elif not game.answered():
                    never_answered.append(what)
        finally:
            game.session.close()
    return Measured(n, len(losses), {"never_answered": never_answered, "losses": losses})
