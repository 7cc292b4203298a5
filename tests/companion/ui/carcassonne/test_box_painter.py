"""The box is painted by a process of its own, and whoever asks for a tile meanwhile waits for that one."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from companion.ui.carcassonne import box_painter, tile_pictures
from companion.ui.carcassonne.tile_pictures import SIDE, TilePictures
from vision.artwork import drawing_cache
from vision.artwork.drawing_cache import drawn_elsewhere

TILE = "BA/L"


@pytest.fixture(autouse=True)
def nobody_else_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_cache, "_elsewhere", [])


def test_a_tile_that_another_process_paints_is_not_painted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = np.full((SIDE, SIDE, 3), 77, np.uint8)
    pictures = TilePictures(tmp_path)
    monkeypatch.setattr(tile_pictures, "painted_once", lambda *_: pytest.fail("painted here"))
    begun = threading.Event()

    def painted() -> None:
        assert begun.wait(5)
        write_whole(pictures._path(TILE), png(theirs))

    drawn_elsewhere(painted)
    assert not pictures.is_painted(TILE)
    assert (pictures.picture(TILE) == tile_pictures.flat_picture(TILE)).all()
    begun.set()
    pictures.wait()
    assert pictures.is_painted(TILE)
    assert (pictures.picture(TILE) == theirs).all()


def test_a_tile_that_was_to_be_painted_elsewhere_and_was_not_is_painted_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = np.full((SIDE, SIDE, 3), 55, np.uint8)
    pictures = TilePictures(tmp_path)
    monkeypatch.setattr(tile_pictures, "painted_once", lambda *_: ours)
    drawn_elsewhere(lambda: None)
    pictures.picture(TILE)
    pictures.wait()
    assert (pictures.picture(TILE) == ours).all()
    assert pictures.is_kept(TILE)


def test_what_is_kept_already_is_not_painted_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_painter, "BASE", (TILE,))
    monkeypatch.setattr(box_painter, "is_drawn", lambda: True)
    monkeypatch.setattr(box_painter, "pictures_folder", lambda: tmp_path)
    monkeypatch.setattr(tile_pictures, "painted_once", lambda *_: np.zeros((SIDE, SIDE, 3), np.uint8))
    TilePictures(tmp_path).keep(TILE)
    assert not box_painter.paint_ahead()


@pytest.mark.parametrize("packed", ["frozen", "no python"])
def test_a_program_that_python_is_packed_into_paints_by_itself(packed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own name would open a second tablet."""
    monkeypatch.setattr(box_painter, "is_drawn", lambda: False)
    if packed == "frozen":
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    else:
        monkeypatch.setattr(sys, "executable", "")
    assert not box_painter.paint_ahead()


@pytest.mark.expects_log
def test_a_painter_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_painter, "PATIENCE_S", 0.05)
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    box_painter._wait_for(process)
    assert process.poll() is not None
