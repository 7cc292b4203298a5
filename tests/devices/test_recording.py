"""Recordings: what passed on the lines, row by row, and the same events again from the file."""

from __future__ import annotations

import random

import pytest

from devices.events import DeviceBack, DeviceFound, DeviceLost, DeviceRestarted, Pressed, Rolled, Rolling
from devices.line import DeviceKind
from devices.recording import BadRecording, LineRecorder, replay, rows_of
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import MemoryPorts
from devices.simulated.rough_line import Roughness
from devices.switchboard import Switchboard


@pytest.fixture
def evening(tmp_path):
    """A recorded half minute: a box that is pressed and replugged, a tray that rolls; and what the host made of it."""
    path = tmp_path / "evening.jsonl"
    ports = MemoryPorts()
    box, tray = SimulatedBoard(DeviceKind.BUTTONS, "btn-a"), SimulatedBoard(DeviceKind.DICE, "dice-1")
    events = []
    with LineRecorder(path) as recorder:
        host = Switchboard(ports, tap=recorder.tap)
        rough = Roughness(lose=0.1, repeat=0.1, corrupt=0.1)
        ports.plug("ttyACM0", box, roughness=rough, rng=random.Random(1))
        ports.plug("ttyACM1", tray)
        for number in range(20):
            box.tap(number % 2, 2000 + 1100 * number)
        tray.roll((6, 2), 3000)
        for now in range(5000, 35_000, 10):  # the clock of the hub begins anywhere
            if now == 15_000:
                ports.pull("ttyACM0")
            if now == 16_000:
                ports.plug("ttyACM0", box, roughness=rough, rng=random.Random(2))
            ports.run(now - 5000)
            events += host.step(now)
        host.close(35_000)
    return path, events


def essence(event):
    if isinstance(event, Pressed):
        return ("pressed", event.button)
    return ("rolled", event.values) if isinstance(event, Rolled) else (type(event).__name__,)


def test_a_replay_tells_what_the_evening_told(evening):
    path, events = evening
    with path.open("rb") as file:
        again = list(replay(rows_of(file)))
    assert [essence(event) for _, event in again] == [essence(event) for event in events]
    assert {type(event) for event in events} >= {DeviceFound, DeviceLost, DeviceBack, Pressed, Rolled, Rolling}
    first = events[0].time_ms
    for (ms, _), event in zip(again, events, strict=True):
        assert abs(ms - (event.time_ms - first + again[0][0])) <= 300 or isinstance(event, Pressed | DeviceRestarted)


def test_a_row_can_be_read_by_people(evening):
    path, _ = evening
    rows = path.read_text().splitlines()
    assert rows[0].startswith('{"ms":0,"port":"ttyACM0","from":"host","line":"{\\"t\\":\\"who\\",\\"v\\":1}*')
    assert any('"from":"gone"' in row for row in rows)


def test_no_byte_of_a_damaged_line_is_lost(tmp_path):
    path = tmp_path / "x"
    with LineRecorder(path) as recorder:
        recorder.tap(7, "tty", True, bytes(range(256)).replace(b"\n", b"") + b"\n")
    (row,) = rows_of(path.read_bytes().splitlines())
    assert len(row.line) == 241  # longer than any line may be: cut, as the host cuts it
    assert row.line.encode("latin-1") == bytes(range(256)).replace(b"\n", b"")[:241]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        (b"nonsense\n", 2),
        (b'{"ms":-1,"port":"a","from":"device","line":""}\n', 2),
        (b'{"ms":3,"port":"a","from":"nobody","line":""}\n', 2),
        (b'{"ms":3}\n', 2),
        (b"\xff\xfe\n", 2),
    ],
)
def test_a_spoiled_row_is_named(row, place):
    good = b'{"ms":5,"port":"a","from":"device","line":"x"}\n'
    with pytest.raises(BadRecording) as bad:
        list(rows_of([good, row]))
    assert bad.value.place == place
    assert bad.value.phrase.key == "devices.bad_recording"


def test_time_does_not_run_backwards():
    rows = [b'{"ms":5,"port":"a","from":"device"}\n', b"\n", b'{"ms":4,"port":"a","from":"device"}\n']
    with pytest.raises(BadRecording):
        list(rows_of(rows))
