"""Recordings of the serial lines: every line with its time and port, one JSON object a row, readable and replayable.

``{"ms":1234,"port":"/dev/ttyACM0","from":"device","line":"{\\"t\\":\\"beat\\",...}*2AA4"}``. Bytes outside printable
ASCII are kept as Latin-1, so nothing of a damaged line is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Annotated

import msgspec

from devices.events import DeviceEvent
from devices.line import LineSplitter
from devices.port import Port, PortGone, PortInfo, PortProblem, PortRefused
from devices.switchboard import Switchboard
from games.game import Phrase

_FLUSH_ROWS = 20


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a recording. ``ms``: since it began. ``sender``: ``device``, ``host``, or ``gone``: port closed."""

    ms: Annotated[int, msgspec.Meta(ge=0)]
    port: str
    sender: Annotated[str, msgspec.Meta(pattern=r"\A(device|host|gone)\Z")] = msgspec.field(name="from")
    line: str = ""


class BadRecording(Exception):
    """A file that is no recording: ``place`` is the row (from 1), ``value`` what stands there."""

    def __init__(self, place: int, value: str) -> None:
        self.place = place
        self.value = value
        self.phrase = Phrase.of("devices.bad_recording", row=place, value=value[:80])
        super().__init__(f"row {place}: {value[:80]!r}")


class LineRecorder:
    """Writes what passes on the lines; give :meth:`tap` to the hub. Use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._start: int | None = None
        self._splitters: dict[tuple[str, bool], LineSplitter] = {}
        self._encoder = msgspec.json.Encoder()
        self.rows = 0

    def __enter__(self) -> LineRecorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def tap(self, now_ms: int, port: str, from_device: bool, data: bytes) -> None:
        """Bytes passed, or (b"") the port was closed. They are cut into lines, and those after 241 bytes."""
        if self._start is None:
            self._start = now_ms
        if not data:
            self._splitters.pop((port, True), None)
            self._splitters.pop((port, False), None)
            self._write(Row(now_ms - self._start, port, "gone"))
        for line in self._splitters.setdefault((port, from_device), LineSplitter()).feed(data):
            sender = "device" if from_device else "host"
            self._write(Row(now_ms - self._start, port, sender, line.decode("latin-1")))

    def _write(self, row: Row) -> None:
        self._file.write(self._encoder.encode(row) + b"\n")
        self.rows += 1
        if self.rows % _FLUSH_ROWS == 0:
            self._file.flush()

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def rows_of(lines: Iterable[bytes]) -> Iterator[Row]:
    """The rows of a recording, in order. Raises :class:`BadRecording`."""
    decoder = msgspec.json.Decoder(Row)
    last = 0
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadRecording(place, line.decode("latin-1").rstrip()) from None
        if row.ms < last:
            raise BadRecording(place, line.decode("latin-1").rstrip())
        last = row.ms
        yield row


@dataclass
class _Tape:
    """A port that plays what devices said. Writing to it goes nowhere."""

    name: str
    data: bytearray
    ended: bool = False

    def read(self) -> bytes:
        if self.ended:
            raise PortGone(self.name)
        got = bytes(self.data[:4096])
        del self.data[:4096]
        return got

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        self.data.clear()

    def fileno(self) -> None:
        return None


class _TapePorts:
    def __init__(self) -> None:
        self.tapes: dict[str, _Tape] = {}

    def turn(self, name: str) -> None:
        """The port appears, or is gone."""
        if name in self.tapes:
            self.tapes.pop(name).ended = True
        else:
            self.tapes[name] = _Tape(name, bytearray())

    def present(self) -> tuple[PortInfo, ...]:
        return tuple(PortInfo(name, named=True) for name in self.tapes)

    def open(self, info: PortInfo) -> Port:
        if info.name not in self.tapes:
            raise PortRefused(info.name, PortProblem.GONE)
        return self.tapes[info.name]


_STEP_MS = 100


def replay(rows: Iterable[Row]) -> Iterator[tuple[int, DeviceEvent]]:
    """What a recording tells: the time in ms since its beginning, and the event. No waiting.

    The devices' lines run through the same switchboard as real ones, with the recording's own clock. A recording that
    was begun while devices were connected starts where they next say hello.
    """
    ports = _TapePorts()
    board = Switchboard(ports)
    now = 0
    for row in rows:
        while row.ms - now > _STEP_MS:
            now += _STEP_MS
            yield from ((now, event) for event in board.step(now))
        now = row.ms
        if (row.sender == "gone") == (row.port in ports.tapes):
            ports.turn(row.port)
            board.rescan()
            yield from ((now, event) for event in board.step(now))
        if row.sender == "device":
            ports.tapes[row.port].data += row.line.encode("latin-1") + b"\n"
            yield from ((now, event) for event in board.step(now))
