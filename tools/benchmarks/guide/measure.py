"""The players' guide followed on the real app, language by language, each in a process and an empty home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from companion.locale import LANGUAGES
from tools.benchmarks.guide.walked_pages import WalkedPages

TIMEOUT_S = 900.0


def measure(size: str, pictures: Path | None) -> list[WalkedPages]:
    """Every page in every language on a screen of ``size`` (WIDTHxHEIGHT); a picture of each step goes to a folder a
    language, where some are wanted."""
    return [_walked(language, size, pictures) for language in LANGUAGES]


def _walked(language: str, size: str, pictures: Path | None) -> WalkedPages:
    wanted = [] if pictures is None else [str(pictures.absolute() / language)]
    with tempfile.TemporaryDirectory(prefix="tableside-home-") as home:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        answer = subprocess.run(
            [sys.executable, "-m", "tools.benchmarks.guide.walk_process", language, size, *wanted],
            env={**kept, "HOME": home}, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, text=True, check=True,
            timeout=TIMEOUT_S,
        )  # fmt: skip
    return msgspec.json.decode(answer.stdout.strip().splitlines()[-1], type=WalkedPages)
