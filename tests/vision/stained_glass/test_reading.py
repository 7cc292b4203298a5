"""A still picture: a single clear tile is glass, and what chance makes a little like glass is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.stained_glass.edition import own_glass
from vision.stained_glass import edition as stained_glass_edition
from vision.stained_glass import survey
from vision.stained_glass.edition import GlassEdition, glass_edition
from vision.stained_glass.judge import Sightings
from vision.stained_glass.reading import read_glass
from vision.stained_glass.survey import GlassSurvey


def a_table_with(tile: np.ndarray, side: int, left: int = 53) -> np.ndarray:
    table = np.full((120, 150, 3), 170, np.uint8)
    table[45 : 45 + side, left : left + side] = cv2.resize(tile, (side, side), interpolation=cv2.INTER_AREA)
    return table


def found(*similarity: float, settled: bool) -> GlassSurvey:
    """What a survey found, as far as it matters whether there is any glass at all."""
    zeros = np.zeros(len(similarity))
    seen = Sightings(
        np.zeros((len(similarity), 3, 3)), np.zeros(len(similarity), np.intp), np.array(similarity), *[zeros] * 6
    )
    return GlassSurvey(seen, None, None, settled)  # type: ignore[arg-type]


def test_a_clear_tile_is_read_though_it_is_small_and_alone():
    seen = read_glass(a_table_with(own_glass().images[0], 36), own_glass())
    assert [tile.kind for tile in seen.tiles] == [own_glass().kinds[0]]


@pytest.mark.parametrize(("side", "left"), [(37, 20), (41, 33), (41, 61)])
def test_a_tile_alone_is_found_wherever_it_lies(side: int, left: int):
    """Between the px and the sizes that are looked at first, too, where part of it is more like a smaller tile."""
    seen = read_glass(a_table_with(own_glass().images[0], side, left), own_glass())
    assert [tile.kind for tile in seen.tiles] == [own_glass().kinds[0]]


def test_a_few_finds_bear_out_nobody_but_themselves():
    below, above = survey.PARAMETERS.stands_out - 0.03, survey.PARAMETERS.stands_out + 0.03
    assert not found(below, below, settled=False).borne_out
    assert found(above, below, settled=False).borne_out
    assert found(below, below, below, below, settled=True).borne_out
    assert not found(settled=False).borne_out


def test_glass_from_near_is_read_though_the_cloth_is_a_little_like_a_plain_tile():
    edition = with_a_plain_tile(own_glass())
    cloth = woven(700, 900)
    for kind, left, top in (("1a", 60, 60), ("2b", 330, 90), ("4a", 610, 70), ("2a", 90, 380), ("4c", 620, 400)):
        tile = cv2.resize(edition.pictures[kind], (190, 190), interpolation=cv2.INTER_CUBIC)
        cloth[top : top + 190, left : left + 190] = tile
    assert sorted(tile.kind for tile in read_glass(cloth, edition).tiles) == ["1a", "2a", "2b", "4a", "4c"]


def with_a_plain_tile(edition: GlassEdition) -> GlassEdition:
    """The same with two bands of colour for the lowest tile of window 3."""
    plain = np.full(
        (stained_glass_edition.PARAMETERS.size, stained_glass_edition.PARAMETERS.size, 3), (120, 140, 160), np.uint8
    )
    plain[: stained_glass_edition.PARAMETERS.size // 2] = (90, 105, 125)
    pictures = edition.pictures | {"3c": plain}
    return glass_edition("with a plain tile", pictures.items())


def woven(high: int, wide: int) -> np.ndarray:
    """A cloth whose threads are some 20 px apart."""
    rows, columns = np.mgrid[:high, :wide]
    light = 150 + 18 * np.sin(rows / 7.0) * np.sin(columns / 90.0) + 6 * np.sin(columns / 11.0)
    return np.stack([light * 0.8, light * 0.9, light], axis=-1).astype(np.uint8)
