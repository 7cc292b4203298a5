from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.sheets import Paper
from companion.cli import main
from companion.exports.print_and_play import carcassonne_pages
from games.carcassonne.tiles import stock
from vision.artwork.carcassonne.tiles import tile_picture


def test_the_calibration_sheets_become_a_pdf(tmp_path: Path) -> None:
    target = tmp_path / "sheets.pdf"
    assert main(["print", "sheets", "--out", str(target)]) == 0
    assert target.read_bytes().startswith(b"%PDF")


def test_a_file_that_is_there_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "mine.pdf"
    target.write_bytes(b"mine")
    assert main(["print", "sheets", "--out", str(target)]) == 1
    assert str(target) in capsys.readouterr().err
    assert target.read_bytes() == b"mine"


def test_a_folder_that_cannot_be_written_to_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "sheets", "--out", str(tmp_path / "nowhere" / "a.pdf")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_every_tile_of_the_box_is_printed_as_often_as_it_is_in_it() -> None:
    size_mm = 10.0  # the drawing takes its time with its size, the counting does not
    drawn = [0]

    def count() -> None:
        drawn[0] += 1

    pages = carcassonne_pages(Paper.A4, tile_mm=size_mm, progress=count)
    pictures = [printed.picture for page in pages for printed in page.pictures]
    assert len(pictures) == drawn[0] == 72
    for key, copies in stock(("basic",)).items():
        looks = [tile_picture(key, 120, variant) for variant in (0, 1)]
        found = sum(any(picture is look or np.array_equal(picture, look) for look in looks) for picture in pictures)
        assert found == copies, key
