"""What a command makes of what it is handed: an answer, one line, or something that no command may do."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from companion.cli import main
from companion.commands import NOTHING_FOUND

MOST_MB = 1500  # that a command may take at its height, whatever it is handed


def asked_here(words: list[str]) -> str:
    """``answered``, ``refused``, or what went wrong, in words."""
    said, complained = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(complained):
            code = main(words)
    except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever leaves the command is what is measured)
        return f"{type(error).__name__}: {error}"[:200]
    return _judged(code, complained.getvalue(), words)


def asked_in_a_process(words: list[str]) -> tuple[str, float]:
    """The same by a process of its own, and its memory at its height, MB."""
    with tempfile.TemporaryDirectory() as folder:
        weight, complaints = Path(folder) / "peak", Path(folder) / "complaints"
        command = [sys.executable, "-m", "tools.benchmarks.evening.given.weighed_command", str(weight), *words]
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
def at_home(home: Path) -> Iterator[None]:
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
