"""A rehearsal that people watch: the simulated table runs in real time beside the screen, and its people press the
buttons of a real (virtual) box. Whoever watches may tap as well, as at any table.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any

from companion.rehearsal.button_box import RehearsedButtonBox
from companion.rehearsal.games import RehearsalPlan, set_up
from companion.rehearsal.live_table import LiveTable
from companion.session.hands.buttons import Hands
from companion.session.looking.watchers import ThreadedWatcher
from companion.session.looking.watching import eyes_for
from companion.session.table import TableSession
from games.any_game import AnyAction
from games.game import Refusal, RollsDice
from vision.frames import Frame
from vision.simulator.players.gestures import Throw, Touch

FPS = 10.0  # of the simulated table's own clock


class WatchedTable:
    """The simulated table as a camera in real time. It holds still after each gesture until that has done something.

    Args:
        table: the simulated table.
        box: whose buttons its people press.
        record_version: counts the changes of the record.
    """

    def __init__(self, table: LiveTable, box: RehearsedButtonBox, record_version: Callable[[], int]) -> None:
        self._table, self._box, self._record_version = table, box, record_version
        self._done = 0  # gestures that were made
        self._held_at: int | None = None
        self.touches: queue.SimpleQueue[AnyAction] = queue.SimpleQueue()  # actions to be entered on the tablet
        self._due = time.monotonic()

    def read(self) -> Frame | None:
        """The next frame, not before its time."""
        if self._held_at is not None and self._record_version() != self._held_at:
            self._held_at, self._table.paused = None, False
        frame = self._table.read()
        gestures = self._table.presses
        if self._held_at is None and self._done < len(gestures):
            self._done += 1
            self._held_at, self._table.paused = self._record_version(), True
            match gestures[self._done - 1]:
                case Touch(action):
                    self.touches.put(action)
                case Throw(_, pips):
                    self._box.throw(pips)
                case press:
                    self._box.tap(press.seat)
        self._due = max(self._due + 1 / FPS, time.monotonic() - 1 / FPS)
        time.sleep(max(0.0, self._due - time.monotonic()))
        return frame

    def close(self) -> None:
        """End the rehearsal."""
        self._table.close()
        self._box.close()


class WatchedHands(Hands):
    """The buttons of a rehearsal, and the fingers on its tablet."""

    touches: queue.SimpleQueue[AnyAction] | None = None

    def tick(self, session: Any) -> int:
        """See :class:`Hands`; touches come in here too, on the thread of the session."""
        while self.touches is not None and not self.touches.empty():
            try:
                session.play(self.touches.get())
            except Refusal as refusal:
                session.notice(refusal.phrase)
        return super().tick(session)


def demo_session(plan: RehearsalPlan, now_ms: Callable[[], int]) -> TableSession:
    """A table session over a rehearsal in real time. Raises ``games.game.Refusal`` where there is no such rehearsal."""
    rehearsed = set_up(plan)
    record = rehearsed.record
    box = RehearsedButtonBox(len(record.setup.seats), dice=2 if isinstance(record.game, RollsDice) else 0)
    hands = WatchedHands(box.hub, len(record.setup.seats))
    opened: list[TableSession] = []  # the watcher begins before the session is there
    table = WatchedTable(rehearsed.table, box, lambda: opened[0].record_version if opened else 0)
    hands.touches = table.touches
    watcher = ThreadedWatcher(lambda: table, eyes_for(record.game.key, record.state))
    session = TableSession(record, now_ms, watcher=watcher, hands=hands)
    opened.append(session)
    return session
