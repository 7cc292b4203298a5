"""Kept pictures are drawn anew where their drawing has changed, also where only its code was packed."""

import os
import py_compile
import subprocess
import sys
from pathlib import Path

import vision.artwork
from vision.artwork.checksum import drawing_checksum

ARTWORK = Path(vision.artwork.__path__[0])


def packed(folder: Path, brush: str) -> str:
    """What a program tells that has the drawing of Carcassonne as code alone, with another brush."""
    for package in ("vision", "vision/artwork", "vision/artwork/carcassonne"):
        (folder / package).mkdir(parents=True)
        for source in (ARTWORK.parents[1] / package).glob("*.py"):
            py_compile.compile(str(source), str(folder / package / f"{source.stem}.pyc"), doraise=True)
    (folder / "brush.py").write_text(brush)
    py_compile.compile(str(folder / "brush.py"), str(folder / "vision/artwork/carcassonne/brush.pyc"), doraise=True)
    program = "from vision.artwork.checksum import drawing_checksum; print(drawing_checksum('carcassonne'))"
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_a_packed_program_without_sources_notices_another_brush(tmp_path):
    first, again, other = (
        packed(tmp_path / name, brush)
        for name, brush in (("one", "WIDE = 1"), ("two", "WIDE = 1"), ("three", "WIDE = 2"))
    )
    assert first == again
    assert other != first


def test_games_are_drawn_by_other_modules_and_what_else_counts_counts():
    assert drawing_checksum("carcassonne") != drawing_checksum("riga")
    assert drawing_checksum("carcassonne") == drawing_checksum("carcassonne")
    assert drawing_checksum("carcassonne", 1) != drawing_checksum("carcassonne")
