"""A rehearsal: a whole game on the simulated table, watched by the real eyes, confirmed by a real button box on a real
serial line (a pseudo-terminal), with nothing told to anybody but what they see and feel.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.camera_dice import CameraTray
from companion.hands import Hands
from companion.session import News
from companion.sighting import InlineWatcher
from companion.table import TableSession
from companion.watching import eyes_for
from devices.hub import DeviceHub, monotonic_ms
from devices.line import Kind
from devices.simulated.board import SimulatedBoard
from devices.simulated.pty_ports import PtyPorts
from games.game import Refusal, RollsDice, Seat
from games.record import Record
from vision.dice.live import CameraDice
from vision.frames import Frame
from vision.simulated.gestures import Throw, Touch

# A press takes a tenth of a second; where a busy machine starves the line for so long that it counts as lost (5 s), it
# is opened anew within 8 s and the press is sent again.
PRESS_TIMEOUT_S = 30.0
HOLD_MS = 1000  # longer than the 800 ms that make a press a long one
TUMBLE_MS = 120  # how long rehearsed dice tumble: people take longer
MOST_THROWS = 6  # of dice that the camera can't read
PATIENCE = 60  # frames that a press may wait for a clear view before the rehearsal gives it up
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


class RehearsedPress(Protocol):
    """A press of the rehearsal: whose."""

    @property
    def seat(self) -> int:
        """Seat index."""


Gesture = RehearsedPress | Touch | Throw


class LiveTable(Protocol):
    """A simulated table that plays a game by itself; frames show the table as it is while ``paused``."""

    paused: bool

    @property
    def actions(self) -> Sequence[Any]:
        """The truth: everything that is done, in order."""

    @property
    def presses(self) -> Sequence[Gesture]:
        """Every press, touch of the tablet and throw of dice so far, in order."""

    def read(self) -> Frame | None:
        """The next frame, or None after the last action."""

    def close(self) -> None:
        """End the game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rehearsal showed: the record beside the truth."""

    record: Record[Any, Any, Any]
    truth: tuple[str, ...]
    asked: int  # presses that became a question to people
    refused: int  # presses that committed nothing
    first_difference: str | None

    @property
    def agrees(self) -> bool:
        """True when the record equals the simulated truth action by action."""
        return self.first_difference is None


class ButtonBox:
    """A button box with its programme, on a pseudo-terminal that pyserial opens like any other port; beside it a tray
    of ``dice``, where there are any.
    """

    def __init__(self, buttons: int, dice: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tableside-")
        self._ports = PtyPorts(Path(self._folder.name))
        self._board = SimulatedBoard(Kind.BUTTONS, "box", size=buttons)
        self._tray = SimulatedBoard(Kind.DICE, "tray", size=dice) if dice else None
        self.hub = DeviceHub(self._ports)
        self._ports.plug("box", self._board)
        if self._tray is not None:
            self._ports.plug("tray", self._tray)
        self.hub.start()

    def throw(self, pips: tuple[int, ...]) -> None:
        """Throw the dice of the tray; what they show arrives over the line when they lie still."""
        if self._tray is None:
            raise LookupError("this box has no dice")
        self._tray.roll(pips, monotonic_ms(), TUMBLE_MS)

    def tap(self, button: int) -> None:
        """Press a button now; what it means arrives over the line a moment later."""
        self._board.tap(button, monotonic_ms())

    def hold(self, button: int) -> None:
        """Hold a button for as long as it takes to disagree."""
        self._board.tap(button, monotonic_ms(), HOLD_MS)

    def pull(self) -> None:
        """Pull the plug; the board keeps its power, as one on a battery does."""
        self._ports.pull("box", keeps_power=True)

    def plug(self) -> None:
        """Plug it in again."""
        self._ports.plug("box", self._board)

    def close(self) -> None:
        """Unplug for good."""
        self._ports.close()
        self._folder.cleanup()


def seats_for(players: int, colours: Sequence[str]) -> tuple[Seat, ...]:
    """People for a rehearsal, by the names that the README uses."""
    return tuple(Seat(name, colour) for name, colour in zip(NAMES[:players], colours, strict=False))


class Rehearsal:
    """Plays a game to its end, frame by frame.

    Args:
        table: the simulated table.
        record: the game before the first action.
        now_ms: tells the time, milliseconds since the epoch.
        listen: is told the news, with the session, after every frame that brought any.
        answers: the simulated people tap what they did where they are asked, or where nothing was committed.
    """

    def __init__(
        self,
        table: LiveTable,
        record: Record[Any, Any, Any],
        now_ms: Callable[[], int],
        *,
        listen: Callable[[TableSession, tuple[News, ...]], None] | None = None,
        answers: bool = False,
    ) -> None:
        self._table = table
        self._answers = answers
        self._listen = listen
        self.box = ButtonBox(len(record.setup.seats), dice=2 if isinstance(record.game, RollsDice) else 0)
        self._hands = Hands(self.box.hub, len(record.setup.seats))
        self._watcher = InlineWatcher(table, eyes_for(record.game.key, record.state))
        self.session = TableSession(record, now_ms, watcher=self._watcher, hands=self._hands)
        self._pressed = 0
        self._asked = 0
        self._refused = 0

    def run(self) -> Outcome:
        """Play to the end and compare."""
        try:
            while self.step():
                pass
        finally:
            self.close()
        return self.outcome()

    def step(self) -> bool:
        """One frame; False after the last one."""
        self.session.tick(0)
        self._pass_news_on()
        gestures = self._table.presses
        while self._pressed < len(gestures):
            self._pressed += 1
            match gestures[self._pressed - 1]:
                case Touch(action):
                    self._touch(action)
                case Throw(_, pips):
                    self._throw(pips)
                case press:
                    self._press(press.seat)
        return not self._watcher.ended

    def outcome(self) -> Outcome:
        """The record beside the truth, as far as the game has come."""
        game = self.session.record.game
        truth = tuple(game.write(action) for action in self._table.actions)
        seen = self.session.record.actions
        return Outcome(self.session.record, truth, self._asked, self._refused, _first_difference(truth, seen))

    def close(self) -> None:
        """Let go of everything."""
        self.session.close()
        self.box.close()

    def _press(self, seat: int) -> None:
        """Press a button, and hold the table until the press has done something."""
        before = self.session.record_version
        self._table.paused = True
        self.box.tap(seat)
        self._await_press()
        for _ in range(PATIENCE):
            if self.session.record_version != before or self.session.view.choice is not None:
                break
            self.session.tick(0)
            self._pass_news_on()
        if self.session.view.choice is not None:
            self._asked += 1
            self.session.choose(self._right_option() if self._answers else None)
        elif self.session.record_version == before:
            self._refused += 1
        if self._answers and self.session.record_version == before and self.session.active is not None:
            self.session.resolve(table_is_right=False)
            self.session.stage(self._true_turn())
            self.session.commit()
        self._pass_news_on()
        self._table.paused = False

    def _touch(self, action: Any) -> None:
        """Enter an action on the tablet; a record that has run off refuses it, and that is counted."""
        try:
            self.session.play(action)
        except Refusal:
            self._refused += 1
        self._pass_news_on()

    def _throw(self, pips: tuple[int, ...]) -> None:
        """Throw the dice and wait until the line or the camera over them has told and the game has used them."""
        before = self.session.record_version
        if getattr(self._table, "tray", None) is not None:
            self._throw_before_camera(pips)
            return
        self.box.throw(pips)
        waiting = threading.Event()
        deadline = monotonic_ms() + PRESS_TIMEOUT_S * 1000
        while self.session.record_version == before and monotonic_ms() < deadline:
            self._hands.tick(self.session)
            waiting.wait(0.005)
        self._refused += self.session.record_version == before
        self._pass_news_on()

    def _throw_before_camera(self, pips: tuple[int, ...]) -> None:
        """The dice are read from pictures; what can't be read is thrown again, as people do."""
        before = self.session.record_version
        for _ in range(MOST_THROWS):
            seen = CameraTray(CameraDice(), monotonic_ms)
            for frame in self._table.tray.throw(pips):  # type: ignore[attr-defined]
                event = seen.look(frame, len(pips))
                if event is not None:
                    self.session.hear_dice(event)
                    break
            if self.session.record_version != before:
                break
        self._refused += self.session.record_version == before
        self._pass_news_on()

    def _true_turn(self) -> tuple[Any, ...]:
        """What the player to move has done on the table."""
        record = self.session.record
        state, turn = record.state, []
        for action in self._table.actions[len(record.line) :]:
            if record.game.player_to_move(state) != record.game.player_to_move(record.state):
                break
            state, _ = record.game.apply(state, action)
            turn.append(action)
        return tuple(turn)

    def _right_option(self) -> int | None:
        """The picture of the open question that shows what was done, or None."""
        choice, true = self.session.view.choice, self._true_turn()
        options = choice.options if choice is not None else ()
        return next((number for number, option in enumerate(options) if option.actions == true), None)

    def _await_press(self) -> None:
        """Wait until the line has brought the press; the session hears it at once."""
        waiting = threading.Event()
        deadline = monotonic_ms() + PRESS_TIMEOUT_S * 1000
        while not self._hands.tick(self.session) and monotonic_ms() < deadline:
            waiting.wait(0.005)

    def _pass_news_on(self) -> None:
        news = self.session.take_news()
        if news and self._listen is not None:
            self._listen(self.session, news)


def _first_difference(truth: Sequence[str], seen: Sequence[str]) -> str | None:
    for number, (wanted, got) in enumerate(zip(truth, seen, strict=False), 1):
        if wanted != got:
            return f"action {number}: the table shows {wanted!r}, the record says {got!r}"
    if len(truth) > len(seen):
        return f"action {len(seen) + 1}: the table shows {truth[len(seen)]!r}, the record has nothing"
    if len(seen) > len(truth):
        return f"action {len(truth) + 1}: the record says {seen[len(truth)]!r}, the table shows nothing"
    return None
