"""Boards on pseudo-terminals: the host opens them through pyserial like any other serial port. Linux and macOS."""

from __future__ import annotations

import os
import pty
import select
import threading
import tty
from collections.abc import Callable
from pathlib import Path

from devices.hub import monotonic_ms
from devices.port import Port, PortInfo, PortProblem, PortRefused
from devices.serial_ports import SerialPort
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import PICO

_STEP_S = 0.002


class _Pty:
    """One pseudo-terminal under a name of our choosing. ``master`` is the board's end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        path.symlink_to(os.ttyname(self._slave))

    def close(self) -> None:
        """Pull the plug."""
        self.path.unlink()
        os.close(self.master)
        os.close(self._slave)


class _Running:
    """A simulated board in a thread, on its pseudo-terminal."""

    def __init__(self, board: SimulatedBoard, line: _Pty, clock: Callable[[], int]) -> None:
        self.board, self._line, self._clock = board, line, clock
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"board {board.name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        master = self._line.master
        while not self._stopping.is_set():
            ready, _, _ = select.select([master], [], [], _STEP_S)
            heard = os.read(master, 4096) if ready else b""
            sent = self.board.step(self._clock(), heard)
            if sent:
                try:
                    os.write(master, sent)
                except BlockingIOError:
                    continue  # nobody reads: the line is full, and everything is said again


class PtyPorts:
    """Plug simulated boards into pseudo-terminals in a folder, under any names, and pull them out again.

    Args:
        folder: where the names are made.
        clock: what the boards' time is taken from, milliseconds.
    """

    def __init__(self, folder: Path, clock: Callable[[], int] = monotonic_ms) -> None:
        self._folder = folder
        self._clock = clock
        self._plugged: dict[str, tuple[PortInfo, _Pty, _Running | None]] = {}
        self._lock = threading.Lock()

    def plug(self, name: str, board: SimulatedBoard) -> str:
        """Plug a board in; returns the path of its port."""
        line = _Pty(self._folder / name)
        running = _Running(board, line, self._clock)
        with self._lock:
            self._plugged[name] = (PortInfo(str(line.path), *PICO, board.uid), line, running)
        return str(line.path)

    def plug_bare(self, name: str, *, usb: tuple[int, int] = PICO, serial_number: str = "") -> int:
        """A pseudo-terminal on which something else will speak; returns the file descriptor of the board's end."""
        line = _Pty(self._folder / name)
        with self._lock:
            self._plugged[name] = (PortInfo(str(line.path), *usb, serial_number), line, None)
        return line.master

    def pull(self, name: str, *, keeps_power: bool = False) -> None:
        """Pull the plug. The board loses its power with it, unless it has its own (its time then stands still)."""
        with self._lock:
            _, line, running = self._plugged.pop(name)
        if running is not None:
            running.stop()
            if not keeps_power:
                running.board.restart()
        line.close()

    def close(self) -> None:
        """Pull every plug."""
        for name in list(self._plugged):
            self.pull(name)

    def present(self) -> tuple[PortInfo, ...]:
        """Every port that is there now."""
        with self._lock:
            return tuple(info for info, _, _ in self._plugged.values())

    def open(self, info: PortInfo) -> Port:
        """Open it through pyserial. Raises :class:`devices.port.PortRefused`."""
        if not Path(info.name).exists():
            raise PortRefused(info.name, PortProblem.GONE)
        return SerialPort(info.name)
