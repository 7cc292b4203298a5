"""Cronberg on the command line: a picture read, a box printed, boards counted."""

from __future__ import annotations

import json

import cv2
import pytest

from calibration.sheets import Paper
from companion.cli import main
from companion.exports.print_cronberg import cronberg_pages
from companion.readings.cronberg_reading import turn_of
from games.cronberg.lattice import lattice_of_side
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.simulator.cronberg.table import still_board


def test_a_picture_is_read_as_plain_data(tmp_path, capsys):
    photograph = still_board("easy", 411, rhombi=5)
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), photograph.image)
    assert main(["read", str(picture), "--game", "cronberg", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    lattice = photograph.state.lattice
    assert {(one["kind"], *one["triangles"], one["head"]) for one in answer["rhombi"]} == {
        (kind, *(lattice.triangle_names[place] for place in site.triangles), lattice.crossing_names[site.head])
        for kind, site in photograph.rhombi
    }
    assert all(1 <= one["number"] <= 28 and one["turn_degrees"] % 60 == 0 for one in answer["rhombi"])
    assert all(0 < one["confidence"] <= 1 for one in (*answer["rhombi"], *answer["tokens"]))
    assert len(answer["tokens"]) == len(photograph.tokens)
    assert answer["marks"] == ["default"]
    assert answer["trouble"] is None


@pytest.mark.parametrize(
    ("triangles", "head", "degrees"),
    [(("3.5", "3.6"), "C4", 60), (("3.5", "3.6"), "D3", 240), (("1.1", "2.2"), "A1", 0)],
)
def test_the_turn_tells_where_the_roof_points(triangles, head, degrees):
    assert turn_of(lattice_of_side(3), triangles, head) == degrees


def test_the_whole_box_is_printed_to_scale_and_marked_as_ours():
    pages = cronberg_pages(Paper.A4, px_per_mm=1.0)
    board = [page for page in pages if "part" in page.text]
    parts = [page.pictures[0] for page in board]
    # Two columns and two rows that overlap by 8 mm.
    assert len(board) == 4
    assert 2 * parts[0].width_mm - 8 == pytest.approx(drawn_set().board.shape[1] / 4, abs=0.5)
    assert all("not the publisher's" in page.text for page in pages)
    assert all(
        one.left_mm >= 8 and one.left_mm + one.width_mm <= page.size_mm[0] - 8 + 1e-6
        for page in pages
        for one in page.pictures
    )
