"""Where a packed program begins: people type its commands, and it starts parts of itself as any Python does."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
START = ROOT / "packaging" / "pyinstaller" / "start.py"


def packed(*words: str, said: bytes = b"") -> bytes:
    ran = subprocess.run(
        [sys.executable, str(START), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=said,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout


def test_a_command_is_understood_and_so_is_the_page_for_onlookers_that_it_starts_itself():
    assert packed("--version").startswith(b"tableside ")
    assert packed("-m", "companion.cli", "--version") == packed("--version")


def test_what_makes_a_voice_quieter_is_a_part_of_it():
    loud = (1000).to_bytes(2, "little", signed=True) * 8
    assert packed("-m", "companion.speech.quieter", "50", said=loud) == (500).to_bytes(2, "little", signed=True) * 8
