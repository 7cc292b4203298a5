"""What Tableside does on a platform that is not here: its rules are made to hold in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def on_windows(home: Path, rules: str, program: str) -> str:
    """What ``program`` writes in a process where these rules hold; its traceback fails the test."""
    places = {name: str(home / name.lower()) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    kivy = {"SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1", "KIVY_HOME": str(home / ".kivy")}
    ran = subprocess.run(
        [sys.executable, "-c", f"import {rules}\n{program}"],
        env={**os.environ, **places, **kivy, "HOME": str(home), "PYTHONPATH": os.pathsep.join((str(HERE), str(ROOT)))},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


START = """
import importlib, pkgutil, random, sys, calibration, companion, devices, games, vision
from companion.app import make_announcer, make_app, settle_kivy
from companion.tablet import now_ms, shelf
settle_kivy(headless=True)
app = make_app(shelf(), now_ms=now_ms, announcer=make_announcer(), rng=random.Random(1))
from companion.ui.snapshot import Screenshooter
window = Screenshooter(app, seconds=iter(range(1, 1000)).__next__)
for name in ("home", "settings"):
    app.go(name)
    window.step()
    print("shown", app.screen.name)
from companion.session.looking import watching
from vision.carcassonne.live import eyes
unneeded = {"_hashlib", "http.client", "numpy.random", "pydyf", "ssl", "vision.dice.live"}
print("came along", *sorted(unneeded & set(sys.modules)))
for room in (games, calibration, vision, devices, companion):
    for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if ".firmware." in found.name:
            continue  # MicroPython's
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as missing:
            print("without", found.name)
"""


@pytest.mark.pictures
def test_the_app_starts_without_the_modules_that_windows_lacks_and_only_the_serial_line_needs_them(
    tmp_path: Path,
) -> None:
    found = on_windows(tmp_path, "unix_modules", START).splitlines()
    # 10 MB that no table with a camera of its own needs (docs/findings/memory.md).
    assert found.pop(2) == "came along"
    # pyserial has a Windows half of its own; pseudo-terminals have a stand-in (devices.simulated.ports).
    assert found == [
        "shown home",
        "shown settings",
        "without devices.serial_ports",
        "without devices.simulated.pty_ports",
    ]


EVENING = """
import random, numpy as np
from pathlib import Path
from calibration.files.file_names import file_name_for
from calibration.kept_editions import KeptEditions
from calibration.references import Reference
from calibration.files.user_folders import config_folder, data_folder
from companion import preferences
from companion.session.shelf import Shelf
from companion.store import StoredGame, summaries
from companion.store.put_away import bring_back, put_away
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat

for language in ("de", "en"):
    preferences.save(config_folder(), preferences.Preferences(language=language))
(config_folder() / "preferences.json").write_text("{")
print(preferences.load_and_tell(config_folder())[1].key)

shelf = Shelf(data_folder(), lambda: 1_700_000_000_000)
setup = CARCASSONNE.setup_to_json(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Aux", "blue"))))
table = shelf.start("carcassonne", setup)
rng = random.Random(3)
for _ in range(6):
    table.play(CARCASSONNE.sample(table.record.state, rng))
table.close()
shelf.finish()
(game,) = summaries(data_folder())
stored, record, rescue = StoredGame.open(game.path)
print(len(record.line), rescue)
stored.close()

game.path.write_bytes(b"damaged")
stored, record, rescue = StoredGame.open(game.path)
print(len(record.line), rescue is not None)
stored.close()

bring_back(put_away(game.path, now_ms=1_700_000_001_000))
put_away(game.path, now_ms=1_700_000_002_000)
print(len(summaries(data_folder())), [path.name for path in data_folder().glob("*.lock")])

kept = KeptEditions(data_folder())
looks = (Reference("D", ("road", "city", "road", "field"), np.full((16, 16, 3), 99, np.uint8)),)
kept.create("Old", looks)
kept.add("Old", looks)
kept.rename("Old", "New")
kept.remove("New")
for odd in ("COM1", "a:b", "what?", "dot."):
    (data_folder() / file_name_for(odd)).touch()
"""


def test_an_evening_keeps_windows_rules_for_files(tmp_path: Path) -> None:
    found = on_windows(tmp_path, "windows_files", EVENING).splitlines()
    assert found == ["file.set_aside", "6 None", "6 True", "0 []"]


def test_a_file_that_a_scanner_has_open_for_a_moment_is_replaced_when_it_lets_go(tmp_path: Path) -> None:
    program = """
from pathlib import Path
from calibration.files.renaming import rename_over
Path("new").write_text("new"); Path("old").write_text("old")
scanner = open("old")
def wait(pause_s):
    print(pause_s)
    if pause_s > 0.01:
        scanner.close()
rename_over("new", Path("old"), pauses_s=(0.01, 0.02, 0.05), wait=wait)
print(Path("old").read_text())
held = open("old")
Path("new").write_text("newer")
try:
    rename_over("new", Path("old"), pauses_s=(0.01,), wait=lambda _: None)
except PermissionError as refused:
    print("refused", Path("old").read_text(), Path("new").read_text())
"""
    assert on_windows(tmp_path, "windows_files", program).split() == ["0.01", "0.02", "new", "refused", "new", "newer"]
