"""``tableside devices`` on pseudo-terminals, and the sentences that it says."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.locale import LANGUAGES, messages
from devices.hub import monotonic_ms
from devices.line import DeviceKind
from devices.simulated.board import SimulatedBoard
from devices.simulated.pty_ports import PtyPorts


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[PtyPorts]:
    ports = PtyPorts(tmp_path)
    yield ports
    ports.close()


@pytest.fixture
def box() -> SimulatedBoard:
    return SimulatedBoard(DeviceKind.BUTTONS, "btn-a", size=2)


def test_list_names_the_device_and_what_is_done_with_each_port(ports, box, capsys):
    path = ports.plug("ttyACM0", box)
    assert main(["--language", "en", "devices", "list", "--port", path, "--seconds", "1"]) == 0
    said = capsys.readouterr().out
    assert f"btn-a  2 buttons, 2 lamps, firmware 1.0.0  {path}  connected" in said
    assert f"{path}    in use or being asked" in said


def test_list_as_data(ports, box, capsys):
    path = ports.plug("ttyACM0", box)
    assert main(["devices", "list", "--json", "--port", path, "--seconds", "1"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [one["device"] for one in found["devices"]] == ["btn-a"]


def test_record_and_replay(ports, box, capsys, tmp_path):
    path = ports.plug("ttyACM0", box)
    began = monotonic_ms()
    for later in range(400, 15_000, 400):  # whenever a busy machine comes to begin, some are pressed after that
        box.tap(1, began + later)
    file = tmp_path / "evening.jsonl"
    assert main(["--language", "en", "devices", "record", str(file), "--port", path, "--seconds", "1.5"]) == 0
    printed = capsys.readouterr().out
    assert "btn-a: button 2 pressed" in printed
    assert main(["--language", "de", "devices", "replay", str(file)]) == 0
    again = capsys.readouterr().out
    assert "Tasterbox btn-a ist da: 2 Taster." in again
    assert "btn-a: Taster 2 gedrückt" in again


def test_lamps_are_lit_in_turn(ports, box, capsys):
    path = ports.plug("ttyACM0", box)
    assert main(["--language", "en", "devices", "lamps", "--port", path, "--seconds", "1"]) == 0
    assert "btn-a: lamp 1\nbtn-a: lamp 2\n" in capsys.readouterr().out


def test_without_a_box_there_is_no_lamp(capsys):
    assert main(["--language", "en", "devices", "lamps", "--seconds", "0"]) == 1
    assert "No device yet." in capsys.readouterr().err


def test_a_file_that_is_no_recording_is_named(tmp_path, capsys):
    (tmp_path / "x").write_text("hello\n")
    assert main(["--language", "en", "devices", "replay", str(tmp_path / "x")]) == 1
    assert "Row 1 is not part of a recording: hello" in capsys.readouterr().err
    assert main(["devices", "replay", str(tmp_path / "none")]) == 1


def test_the_udev_rule_is_printed(capsys):
    assert main(["devices", "udev"]) == 0
    assert 'ATTRS{idVendor}=="2e8a"' in capsys.readouterr().out


def test_every_phrase_of_the_devices_is_there_in_both_languages_with_the_same_gaps():
    root = Path(__file__).parents[4]
    sources = [*(root / "devices").glob("*.py"), root / "companion/commands/machine/devices_command.py"]
    used = {key for source in sources for key in re.findall(r'"(devices\.[a-z_.]+[a-z_])"', source.read_text())}
    ours = {key: text for key, text in messages().items() if key.startswith("devices.")}
    assert {key for key in used if not key.startswith("devices.simulated")} <= ours.keys()
    for key, text in ours.items():
        gaps = [sorted(set(re.findall(r"\{(\w+)", text[language]))) for language in LANGUAGES]
        assert gaps[0] == gaps[1], key


def test_a_hub_leaves_no_thread_behind(ports, box):
    before = threading.active_count()
    main(["devices", "list", "--seconds", "0"])
    assert threading.active_count() == before
