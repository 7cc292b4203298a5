"""Stained Glass on paper."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from calibration.sheets import Page, Paper
from companion.cli import main
from companion.exports.glass_print import CARD_MM, stained_glass_pages
from games.carcassonne.stained_glass.windows import whole_supply
from vision.artwork.stained_glass.glass import GLASS_MM, glass_picture

SMALL = 10.0  # mm
COARSE = 3.0  # px a mm: drawing takes its time with the size, counting does not


def coarse_pages(*, backs: bool = False) -> tuple[Page, ...]:
    return stained_glass_pages(Paper.A4, tile_mm=SMALL, px_per_mm=COARSE, backs=backs)


def test_each_of_the_twelve_is_printed_twice() -> None:
    pieces = [one for page in coarse_pages() for one in page.pictures]
    found = Counter(
        kind for kind in whole_supply() for one in pieces if np.array_equal(one.picture, glass_picture(kind, 30))
    )
    assert found == whole_supply()


def test_tiles_are_as_large_as_tiles_of_the_map_and_a_card_shows_how_they_join() -> None:
    assert GLASS_MM == 45.0
    *tiles, card = coarse_pages()
    assert all((one.width_mm, one.height_mm) == (SMALL, SMALL) for page in tiles for one in page.pictures)
    assert [(one.width_mm, one.height_mm) for one in card.pictures] == [CARD_MM]


def test_backs_are_printed_on_the_other_side_of_the_tiles_only() -> None:
    without, with_backs = (coarse_pages(backs=backs) for backs in (False, True))
    assert len(with_backs) == 2 * len(without) - 1


def test_the_command_offers_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["print", "--help"])
    assert "stained-glass" in capsys.readouterr().out
