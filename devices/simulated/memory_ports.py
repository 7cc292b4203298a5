"""Ports without an operating system: boards on cables of bytes, moved by hand. For tests, recordings and long soaks."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from devices.port import Port, PortGone, PortInfo, PortProblem, PortRefused
from devices.simulated.board import SimulatedBoard
from devices.simulated.rough_line import RoughLine, Roughness

PICO = (0x2E8A, 0x0005)


@dataclass
class Cable:
    """What lies between a board and the host: bytes under way in both directions."""

    info: PortInfo
    board: SimulatedBoard | None
    up: RoughLine
    down: RoughLine
    to_host: bytearray = field(default_factory=bytearray)
    to_board: bytearray = field(default_factory=bytearray)
    pulled: bool = False
    silent: bool = False  # the board hangs: it neither reads nor writes
    is_open: bool = False


class MemoryPort:
    """An open port on a cable."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        cable.to_host.clear()  # opening a serial port drops what was in it
        cable.is_open = True

    def read(self) -> bytes:
        """What has arrived. Raises :class:`devices.port.PortGone`."""
        if self._cable.pulled:
            raise PortGone(self._cable.info.name)
        data = bytes(self._cable.to_host[:4096])
        del self._cable.to_host[:4096]
        return data

    def write(self, data: bytes) -> int:
        """All of it fits. Raises :class:`devices.port.PortGone`."""
        if self._cable.pulled:
            raise PortGone(self._cable.info.name)
        self._cable.to_board += self._cable.down.carry(data)
        return len(data)

    def close(self) -> None:
        """Give it back."""
        self._cable.is_open = False

    def fileno(self) -> None:
        """There is nothing to wait for."""


class MemoryPorts:
    """Plug boards in, pull them out, and let their time pass with :meth:`run`."""

    def __init__(self) -> None:
        self.cables: dict[str, Cable] = {}
        self.refusals: dict[str, PortProblem] = {}
        self.opened: list[str] = []  # every port that was opened, in order

    def plug(
        self,
        name: str,
        board: SimulatedBoard | None,
        *,
        usb: tuple[int, int] = PICO,
        roughness: Roughness | None = None,
        rng: random.Random | None = None,
    ) -> Cable:
        """Plug a board (or, with None, something that says nothing by itself) into a port of this name."""
        serial_number = board.uid if board is not None else name
        rng = rng or random.Random(0)
        rough = roughness or Roughness()
        cable = Cable(PortInfo(name, *usb, serial_number), board, RoughLine(rough, rng), RoughLine(rough, rng))
        self.cables[name] = cable
        return cable

    def pull(self, name: str) -> None:
        """Pull the plug: what is under way is gone."""
        self.cables.pop(name).pulled = True

    def run(self, now_ms: int) -> None:
        """Let every board run once at this time."""
        for cable in self.cables.values():
            if cable.board is None or cable.silent:
                continue
            heard = bytes(cable.to_board)
            cable.to_board.clear()
            sent = cable.up.carry(cable.board.step(now_ms, heard))
            if cable.is_open:
                cable.to_host += sent

    def present(self) -> tuple[PortInfo, ...]:
        """Every port that is there now."""
        return tuple(cable.info for cable in self.cables.values())

    def open(self, info: PortInfo) -> Port:
        """Open it. Raises :class:`devices.port.PortRefused`."""
        if info.name in self.refusals:
            raise PortRefused(info.name, self.refusals[info.name])
        cable = self.cables.get(info.name)
        if cable is None:
            raise PortRefused(info.name, PortProblem.GONE)
        self.opened.append(info.name)
        return MemoryPort(cable)
