"""Another set of glass: learned from one photograph of its twelve tiles, then read in windows."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from games.carcassonne.stained_glass.windows import glass_kinds
from vision.stained_glass.edition import glass_edition
from vision.stained_glass.laid_out import NotLaidOut, PaleGlass, read_laid_out_glass
from vision.stained_glass.reading import read_glass

SIDE = 150
CLOTH = (150, 172, 178)
ALL = glass_kinds()


@cache
def foreign_tile(kind: str) -> np.ndarray:
    """A tile as nobody here would draw it: shards of one family of colours, with pale lead between them."""
    rng = np.random.default_rng([7, ALL.index(kind)])
    points = rng.uniform(0, SIDE, (9, 2))
    y, x = np.mgrid[:SIDE, :SIDE]
    away = np.hypot(x[..., None] - points[:, 0], y[..., None] - points[:, 1])
    nearest = np.sort(away, axis=2)
    colours = rng.uniform(20, 235, (9, 3))
    tile = colours[away.argmin(axis=2)]
    tile[nearest[..., 1] - nearest[..., 0] < 5] = 225
    tile[:4], tile[-4:], tile[:, :4], tile[:, -4:] = 30, 30, 30, 30
    return tile.astype(np.uint8)


def photograph(gap_px: int, *, turn_deg: float = 0.0, kinds: tuple[str, ...] = ALL) -> np.ndarray:
    """Tiles as they stand in the whole window, so far apart, from above and a little from the side."""
    rng = np.random.default_rng(3)
    step = SIDE + gap_px
    picture = np.full((5 * step, 6 * step, 3), CLOTH, np.uint8)
    for kind in kinds:
        x = round((int(kind[0]) + 0.0) * step)
        y = round(("abc".index(kind[1]) + 1.0) * step)
        picture[y : y + SIDE, x : x + SIDE] = foreign_tile(kind)
    height, width = picture.shape[:2]
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 0.8), [0, 0, 1]])
    tilt = np.array([[1, 0.02, 0], [0, 1, 0], [0, 8e-5, 1.0]])
    seen = cv2.warpPerspective(picture, tilt @ turn, (width, height), borderValue=CLOTH)
    seen = cv2.GaussianBlur(seen, (0, 0), 0.9) + rng.normal(0, 3, seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("turn_deg", [0.0, 12.0, -25.0])
def test_twelve_tiles_are_named_by_where_they_lie(turn_deg):
    tiles = read_laid_out_glass(photograph(30, turn_deg=turn_deg))
    assert tuple(tile.kind for tile in tiles) == ALL
    for tile in tiles:
        drawn = [cv2.resize(foreign_tile(kind), tile.picture.shape[:2], interpolation=cv2.INTER_AREA) for kind in ALL]
        alike = [np.corrcoef(one.ravel(), tile.picture.ravel())[0, 1] for one in drawn]
        assert ALL[int(np.argmax(alike))] == tile.kind
        assert max(alike) > 0.8


def test_eleven_tiles_are_refused_with_what_was_found():
    with pytest.raises(NotLaidOut) as refused:
        read_laid_out_glass(photograph(30, kinds=ALL[:11]))
    assert refused.value.found == 11


def test_film_that_shows_nothing_of_its_own_is_refused_with_another_remedy():
    film = photograph(30).astype(float)
    grey = film.mean(axis=2, keepdims=True).mean()
    on_cloth = (np.abs(film - CLOTH) < 14).all(axis=2, keepdims=True)
    dark = np.where(on_cloth, 40.0, 96 + 0.012 * (film - grey))  # a veil over dark wood
    rng = np.random.default_rng(5)
    with pytest.raises(PaleGlass):
        read_laid_out_glass(np.clip(dark + rng.normal(0, 2, dark.shape), 0, 255).astype(np.uint8))


def test_what_was_learned_is_read_in_a_window():
    set_of_theirs = glass_edition("theirs", [(one.kind, one.picture) for one in read_laid_out_glass(photograph(30))])
    table = cv2.resize(photograph(2, turn_deg=20.0, kinds=("1a", "1b", "1c", "2a", "2c")), None, fx=0.53, fy=0.53)
    seen = read_glass(table, set_of_theirs)
    (window,) = [window for area in seen.areas for window in area.windows]
    assert sorted(tile.kind for tile in window.tiles) == ["1a", "1b", "1c", "2a", "2c"]
    assert not window.whole
    assert window.missing == ("2b",)
