"""``bench evening``: odd files handed to every command that opens pictures, and pictures that show no table to
everything that looks: nothing may be raised, and nothing told.
"""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from companion.cli import main
from companion.commands.read_command import NOTHING_FOUND
from games.game import JsonValue
from tools.benchmarks.evening.hostile_lookers import LOOKERS
from tools.benchmarks.evening.hostile_pictures import KINDS, hostile_picture
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.evening.odd_commands import COMMANDS, Command, typed
from tools.benchmarks.evening.odd_picture_files import odd_picture_file
from vision.frames import Picture

MOST_MB = 1500  # that a command may take at its height, whatever it is handed
EVERY_PAIR = len(LOOKERS) * len(KINDS)
IN_A_PROCESS = 12  # every so many files one goes to a real process, whose memory and terminal are its own


def odd_picture_files(n: int, seed: int, commands: Sequence[Command] = COMMANDS) -> Measured:
    """Hand ``n`` odd files to the commands in turn; lost is one that ends in anything but an answer or one line."""
    outcomes: Counter[str] = Counter()
    losses: list[JsonValue] = []
    peak_mb = slowest_s = 0.0
    with tempfile.TemporaryDirectory() as home, _at_home(Path(home)):
        for number in range(seed, seed + n):
            rng = random.Random(number)
            with tempfile.TemporaryDirectory() as folder:
                path, way = odd_picture_file(Path(folder), rng)
                words = typed(commands[(number - seed) % len(commands)], path)
                began = time.perf_counter()
                if (number - seed) % IN_A_PROCESS == 0:
                    outcome, peak = _in_a_process(words)
                    peak_mb = max(peak_mb, peak)
                else:
                    outcome = _in_here(words)
                slowest_s = max(slowest_s, time.perf_counter() - began)
            outcomes[outcome] += 1
            if outcome not in ("answered", "refused"):
                losses.append({"seed": number, "way": way, "command": " ".join(words), "what": outcome})
    details: dict[str, JsonValue] = {"answered": outcomes["answered"], "refused": outcomes["refused"]}
    details |= {"peak_mb": round(peak_mb, 1), "slowest_s": round(slowest_s, 1), "losses": losses}
    return Measured(n, len(losses), details)


def hostile_pictures(n: int, seed: int, lookers: Sequence[str] = tuple(LOOKERS)) -> Measured:
    """Show ``n`` pictures that are none of a table to eyes, readers, dice and calibration in turn, each kind to each.

    Lost is a picture at which something raised, or in which something was seen that is not there.
    """
    pairs = [(looker, kind) for looker in lookers for kind in KINDS]
    if n < len(pairs):  # of fewer, any: who looks at what is drawn
        pairs = random.Random(seed).sample(pairs, n)
    losses: list[JsonValue] = []
    slowest_s = 0.0
    for number in range(n):
        looker, kind = pairs[number % len(pairs)]
        at = seed + number // len(pairs)
        began = time.perf_counter()
        outcome = _looked(LOOKERS[looker](), hostile_picture(kind, at))
        slowest_s = max(slowest_s, time.perf_counter() - began)
        if outcome:
            losses.append({"seed": at, "looker": looker, "picture": kind, "what": outcome})
    return Measured(n, len(losses), {"slowest_s": round(slowest_s, 1), "losses": losses})


def _looked(look: Callable[[Picture], str], picture: Picture) -> str:
    try:
        return look(picture)
    except Exception as error:  # noqa: BLE001  (whatever leaves the eyes is what is measured)
        return f"{type(error).__name__}: {error}"[:200]


def _in_here(words: list[str]) -> str:
    said, complained = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(complained):
            code = main(words)
    except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever leaves the command is what is measured)
        return f"{type(error).__name__}: {error}"[:200]
    return _judged(code, complained.getvalue(), words)


def _in_a_process(words: list[str]) -> tuple[str, float]:
    """What a process of its own makes of it, and its memory at its height, MB."""
    with tempfile.TemporaryDirectory() as folder:
        weight, complaints = Path(folder) / "peak", Path(folder) / "complaints"
        command = [sys.executable, "-m", "tools.benchmarks.evening.weighed_command", str(weight), *words]
        with complaints.open("wb") as complained:
            code = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=complained, check=False).returncode
        text = complaints.read_text(encoding="utf-8", errors="replace")
        # One that is killed tells nothing any more; that it was killed is loss enough.
        peak_mb = float(weight.read_text(encoding="ascii")) if weight.is_file() else 0.0
    if peak_mb > MOST_MB:
        return f"{peak_mb:.0f} MB", peak_mb
    return _judged(code, text, words), peak_mb


def _judged(code: int, complained: str, words: list[str]) -> str:
    lines = complained.splitlines()
    if code in (0, NOTHING_FOUND) and not lines:
        return "answered"
    # `calibrate lens` lists the pictures that are no use beneath its sentence, each with why.
    most = 2 if words[:2] == ["calibrate", "lens"] else 1
    if code == 1 and 1 <= len(lines) <= most and lines[0].startswith("tableside: "):
        return "refused"
    return f"code {code}: {lines[:3]}"[:300]


@contextmanager
def _at_home(home: Path) -> Iterator[None]:
    """What is learned of odd files stays in a home of their own."""
    before = {name: os.environ.get(name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    os.environ.update({name: str(home / name) for name in before})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
