"""A simulated serial line as real as the platform lets it be: a pseudo-terminal, or in memory where there is none."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from devices.hub import monotonic_ms
from devices.port import Port, PortInfo, Ports
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import MemoryPorts


class PluggablePorts(Ports, Protocol):
    """Ports into which boards are plugged that run by themselves."""

    def plug(self, name: str, board: SimulatedBoard) -> object:
        """Plug a board in."""

    def pull(self, name: str, *, keeps_power: bool = False) -> None:
        """Pull the plug; the board restarts unless it has power of its own."""

    def close(self) -> None:
        """Pull every plug."""


def simulated_ports(folder: Path, clock: Callable[[], int] = monotonic_ms) -> PluggablePorts:
    """Ports for simulated boards: through ``folder``, pseudo-terminals and pyserial, or in memory (Windows)."""
    try:
        from devices.simulated.pty_ports import PtyPorts
    except ImportError:
        return SelfRunningPorts(clock)
    return PtyPorts(folder, clock)


class SelfRunningPorts:
    """Boards on cables of bytes that run whenever the host reads, at the time that it is then."""

    def __init__(self, clock: Callable[[], int] = monotonic_ms) -> None:
        self._clock = clock
        self._ports = MemoryPorts()
        self._lock = threading.Lock()  # plugs are pulled beside the thread that reads

    def plug(self, name: str, board: SimulatedBoard) -> None:
        """Plug a board in."""
        with self._lock:
            self._ports.plug(name, board)

    def pull(self, name: str, *, keeps_power: bool = False) -> None:
        """Pull the plug."""
        with self._lock:
            board = self._ports.cables[name].board
            self._ports.pull(name)
        if board is not None and not keeps_power:
            board.restart()

    def close(self) -> None:
        """Pull every plug."""
        for name in list(self._ports.cables):
            self.pull(name)

    def present(self) -> tuple[PortInfo, ...]:
        """Every port that is there now."""
        with self._lock:
            return self._ports.present()

    def open(self, info: PortInfo) -> Port:
        """Open it. Raises :class:`devices.port.PortRefused`."""
        with self._lock:
            return _RunningPort(self._ports.open(info), self._run)

    def _run(self) -> None:
        with self._lock:
            self._ports.run(self._clock())


class _RunningPort:
    """An open port whose board runs when it is read."""

    def __init__(self, port: Port, run: Callable[[], None]) -> None:
        self._port, self._run = port, run

    def read(self) -> bytes:
        self._run()
        return self._port.read()

    def write(self, data: bytes) -> int:
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()

    def fileno(self) -> None:
        """There is nothing to wait for."""
