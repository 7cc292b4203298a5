"""The firmware on the interpreter of the boards, talking to the host over a pseudo-terminal."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import devices
from devices.buttons import Lamp
from devices.events import DeviceBack, DeviceEvent, DeviceFound, DeviceLost, LongPressed, Loss, Pressed, Rolled, Rolling
from devices.hub import DeviceHub, monotonic_ms
from devices.line import Host, Who, encode
from devices.simulated.pty_ports import PtyPorts

PROJECT = Path(devices.__file__).parents[1]
HERE = Path(__file__).parent


class Board:
    """A process that runs the firmware; its pins are moved through its standard input."""

    def __init__(self, command: tuple[str, ...], master: int, kind: str, name: str, boot: int) -> None:
        script = [str(HERE / "board_on_line.py"), str(PROJECT), str(master), kind, name, "2", str(boot)]
        self.process = subprocess.Popen([*command, *script], pass_fds=[master], stdin=subprocess.PIPE, text=True)

    def do(self, *words: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self.process.stdin.flush()

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


class Ear:
    """What the hub has told, and waiting for more."""

    def __init__(self) -> None:
        self.events: list[DeviceEvent] = []
        self._changed = threading.Condition()

    def __call__(self, event: DeviceEvent) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait_for(self, kind: type, timeout: float = 8.0) -> DeviceEvent:
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                for event in self.events:
                    if isinstance(event, kind):
                        self.events.remove(event)
                        return event
                assert self._changed.wait(end - time.monotonic()), f"no {kind.__name__}: {self.events}"


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[PtyPorts]:
    ports = PtyPorts(tmp_path)
    yield ports
    ports.close()


@pytest.fixture
def boards() -> Iterator[list[Board]]:
    boards: list[Board] = []
    yield boards
    for board in boards:
        board.stop()


def test_a_box_is_pressed_held_lit_killed_and_comes_back(interpreter, ports, boards):
    ear = Ear()
    ahead = hurry = 0

    def clock() -> int:
        nonlocal ahead
        ahead += hurry
        return monotonic_ms() + ahead

    boards.append(Board(interpreter.command, ports.plug_bare("ttyACM0"), "buttons", "btn-a", boot=7))
    with DeviceHub(ports, listener=ear, clock=clock) as hub:
        found = ear.wait_for(DeviceFound)
        assert (found.device, found.size, found.firmware) == ("btn-a", 2, "1.0.0")
        assert hub.set_lamp("btn-a", 1, Lamp.ON)
        boards[0].do("down", 1)
        boards[0].do("down", 0)
        ear.wait_for(LongPressed)
        ear.wait_for(LongPressed)
        boards[0].do("up", 1)
        boards[0].do("up", 0)
        boards[0].process.kill()
        hurry = 500  # from here on half a second passes whenever the hub looks at its clock
        assert ear.wait_for(DeviceLost).loss is Loss.SILENT
        hurry = 0
        ports.pull("ttyACM0")
        boards.append(Board(interpreter.command, ports.plug_bare("ttyACM3"), "buttons", "btn-a", boot=8))
        back = ear.wait_for(DeviceBack)
        assert back.restarted
        assert back.port.endswith("ttyACM3")


def test_a_tap_and_a_roll_arrive(interpreter, ports, boards):
    ear = Ear()
    boards.append(Board(interpreter.command, ports.plug_bare("box"), "buttons", "btn-a", boot=1))
    boards.append(Board(interpreter.command, ports.plug_bare("tray"), "dice", "dice-1", boot=1))
    box, tray = boards
    with DeviceHub(ports, listener=ear):
        ear.wait_for(DeviceFound)
        ear.wait_for(DeviceFound)
        box.do("tap", 1)
        assert ear.wait_for(Pressed).button == 1
        tray.do("lie", 0, 4)
        ear.wait_for(Rolling)
        tray.do("lie", 1, 3)
        assert ear.wait_for(Rolled).values == (4, 3)


def cases() -> Iterator[tuple[str, object]]:
    rng = random.Random(11)
    for _ in range(60):
        data = rng.randbytes(rng.randrange(60))
        yield "crc", list(data)
        yield "unseal", list(data)
    for line in (encode(Who(v=1)), encode(Host(id="btn-a", boot=3, ack=2, lamps="010020"))):
        for place in range(len(line)):
            yield "unseal", list(line[:-1])
            yield "unseal", [byte ^ (place == at) for at, byte in enumerate(line[:-1])]
    for _ in range(20):
        times = sorted(rng.randrange(14_000) for _ in range(80))
        yield "switch", [(ms, rng.random() < 0.7) for ms in times]
        yield "dice", [(ms, [rng.choice((-1, 0, 3, 3, 5)) for _ in range(2)]) for ms in times]
        yield "pips", [rng.choice((0, 65_000, 30_000)) for _ in range(9)]
        yield "gravity", [rng.choice((-1.0, 0.0, 0.2, 1.0)) for _ in range(3)]
    hello = encode(Host(id="btn-a", boot=3, ack=0, lamps="012000"))
    for _ in range(10):
        said = [(40 * turn, rng.choice((None, None, 1, 5)), []) for turn in range(40)]
        said[5] = (200, None, list(hello + rng.randbytes(300)))
        said[20] = (800, None, list(b"\n" + encode(Host(id="btn-a", boot=3, ack=1, lamps="111111"))))
        yield "talk", said


def test_micropython_and_cpython_give_the_same_answers(interpreter, tmp_path):
    questions = tmp_path / "questions"
    questions.write_text("".join(json.dumps(case) + "\n" for case in cases()))

    def answers(command: tuple[str, ...]) -> list[object]:
        done = subprocess.run(
            [*command, str(HERE / "same_answers.py"), str(PROJECT), str(questions)],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return [json.loads(row) for row in done.stdout.splitlines()]

    expected = answers((sys.executable,))
    assert len(expected) == sum(1 for _ in cases())
    assert answers(interpreter.command) == expected


def test_the_board_has_what_it_needs_without_cpythons_library(interpreter):
    """The board's own modules import nothing beyond what MicroPython brings."""
    modules = ("protocol", "switch", "smart_dice", "pip_reader", "button_box", "dice_tray")
    script = f"import sys; sys.path = [{str(PROJECT / 'devices')!r}]\n"
    script += "\n".join(f"import firmware.{name}" for name in modules)
    environment = {**os.environ, "MICROPYPATH": ""}
    done = subprocess.run(
        [*interpreter.command, "-c", script], capture_output=True, text=True, timeout=20, check=False, env=environment
    )
    if interpreter.is_micropython:
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("kind", "device"), [("buttons", "box-1"), ("dice", "tray-1")])
def test_the_whole_programme_runs_with_the_shipped_configuration(interpreter, ports, tmp_path, kind, device):
    """``start.py`` and ``board.py`` as they are, on a `machine` whose button 1 is pressed, or whose dice fall."""
    if not interpreter.is_micropython:
        pytest.skip("needs MicroPython: the board's own files use its select, time and sys")
    shutil.copy(PROJECT / "devices" / "firmware" / f"config.{kind}.json", tmp_path / "config.json")
    script = f"import sys; sys.path[:0] = [{str(HERE / 'fake_board')!r}, {str(PROJECT / 'devices')!r}]\n"
    master = ports.plug_bare("ttyACM0")
    ear = Ear()
    process = subprocess.Popen(
        [*interpreter.command, "-c", script + "import firmware.start"], stdin=master, stdout=master, cwd=tmp_path
    )
    try:
        with DeviceHub(ports, listener=ear):
            found = ear.wait_for(DeviceFound)
            assert (found.device, found.port) == (device, str(tmp_path / "ttyACM0"))
            if kind == "buttons":
                assert ear.wait_for(Pressed).button == 1
            else:
                assert ear.wait_for(Rolled).values == (5, 2)
    finally:
        process.kill()
        process.wait()
    assert (tmp_path / "boot.txt").read_text() == "1"
