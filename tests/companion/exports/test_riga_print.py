"""Riga to print: everything that is in the box, as often as it is in it."""

from __future__ import annotations

from calibration.sheets import Paper
from companion.cli import main
from companion.exports.riga_print import grand_master_pages, riga_pages
from vision.artwork.riga.cards import CARD_MM, TILE_MM


def test_the_box_has_48_and_16_buildings_44_commodities_and_eight_tiles_with_two_sides():
    printed = [one for page in riga_pages(Paper.A4, px_per_mm=1.0) for one in page.pictures]
    sizes = [(one.width_mm, one.height_mm) for one in printed]
    assert sizes.count(CARD_MM) == 48 + 16 + 44
    assert sizes.count(TILE_MM) == 2 * 8


def test_the_two_sides_of_a_tile_lie_back_to_back():
    front, back = grand_master_pages(Paper.A4, px_per_mm=1.0)
    for one, other in zip(front.pictures, back.pictures, strict=True):
        assert one.top_mm == other.top_mm
        assert abs(one.left_mm + one.width_mm + other.left_mm - Paper.A4.value[0]) < 1e-6


def test_the_tiles_become_a_pdf(tmp_path):
    target = tmp_path / "tiles.pdf"
    assert main(["print", "grand-masters", "--out", str(target)]) == 0
    assert target.read_bytes().startswith(b"%PDF")
