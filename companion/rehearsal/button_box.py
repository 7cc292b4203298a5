"""The button box and the dice tray of a rehearsal: boards with their own programme on a simulated line."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from companion.supervised import supervised_thread
from devices.hub import DeviceHub, monotonic_ms
from devices.line import DeviceKind
from devices.roster import Presence
from devices.simulated.board import SimulatedBoard
from devices.simulated.ports import simulated_ports

HOLD_MS = 1000  # longer than the 800 ms that make a press a long one
TUMBLE_MS = 120  # how long rehearsed dice tumble: people take longer
PLUGGED_S = 10.0  # within which a board has introduced itself, however busy the machine is


def wait_for_line(brought: Callable[[], bool], within_s: float) -> None:
    """Wait until the line has brought what is asked for again and again, or so many seconds are over."""
    waiting = threading.Event()
    deadline = monotonic_ms() + within_s * 1000
    while monotonic_ms() < deadline and not brought():
        waiting.wait(0.005)


class RehearsedButtonBox:
    """A button box with its programme, where the platform has them on a pseudo-terminal that pyserial opens like any
    other port; beside it a tray of ``dice``, where there are any.
    """

    def __init__(self, buttons: int, dice: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tableside-")
        self._ports = simulated_ports(Path(self._folder.name))
        self._board = SimulatedBoard(DeviceKind.BUTTONS, "box", size=buttons)
        self._tray = SimulatedBoard(DeviceKind.DICE, "tray", size=dice) if dice else None
        self.hub = DeviceHub(self._ports, thread=supervised_thread)
        self._ports.plug("box", self._board)
        if self._tray is not None:
            self._ports.plug("tray", self._tray)
        self.hub.start()
        self._await_introductions()

    def _await_introductions(self) -> None:
        """What was pressed before a board is known means nothing: wait until all of them are."""
        boards = 1 if self._tray is None else 2
        wait_for_line(
            lambda: sum(device.presence is Presence.LIVE for device in self.hub.status()) >= boards, PLUGGED_S
        )

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
