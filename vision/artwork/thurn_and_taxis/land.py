"""The land under the map: provinces in watercolour, each around its cities, with the sea where nobody lives."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from games.thurn_and_taxis.atlas import Atlas, City
from vision.artwork.noise import clouds
from vision.frames import Picture
from vision.imaging.values import Colour

# Washes, as a map maker of the eighteenth century would have tinted them; no two neighbours alike.
_WASHES: tuple[Colour, ...] = (
    (170, 204, 228),
    (176, 214, 196),
    (160, 190, 222),
    (196, 198, 214),
    (152, 212, 226),
    (206, 206, 188),
    (186, 186, 226),
    (164, 204, 182),
    (190, 218, 216),
)
FREE: Colour = (226, 234, 240)
_BEYOND: Colour = (190, 212, 224)
_SEA: Colour = (206, 200, 172)
_BORDER: Colour = (72, 92, 132)
FREE_MM = 23.0  # radius of a free city's land
_RAGGED_MM = 9.0  # how far a border wanders off the middle between two cities
_BLOCK_PX = 64  # the land is shared out block by block, among the few cities near each
_PX_PER_MM = 2.0  # the land is painted at this and enlarged: it is soft anyway


def province_colour(atlas: Atlas, province: str | None) -> Colour:
    """The wash of a province, the same on map and cards; pale for a free city."""
    if province is None:
        return FREE
    names = sorted(atlas.provinces)
    return _WASHES[names.index(province) * 4 % len(_WASHES)] if province in names else _BEYOND


def land_picture(atlas: Atlas, *, sea_above_mm: float) -> Picture:
    """The bare land of the whole board, BGR, 2 px a mm.

    Args:
        atlas: the map.
        sea_above_mm: north of this line, land that is far from every city is sea; 0 for a map without a coast.
    """
    wide, high = (round(side * _PX_PER_MM) for side in atlas.board_mm)
    rng = np.random.default_rng(1490)  # the year in which the post began to ride
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32) / np.float32(_PX_PER_MM)
    astray = [clouds((high, wide), rng, (90, 90), 4) * _RAGGED_MM for _ in range(2)]
    # The plaza itself is never cut by a border: what lies near a city lies in its province.
    owner, apart = _nearest(atlas.cities, xs, ys, astray)
    held = tuple(city for city in atlas.cities if city.province is not None)
    around = _nearest(held, xs, ys, astray)[0]  # whose land lies around a free city
    keys = sorted(atlas.provinces)
    region = np.array([keys.index(str(city.province)) for city in held])[around]
    free = np.array([city.province is None for city in atlas.cities])[owner] & (apart < FREE_MM)
    region = np.where(free, len(keys), region)
    rough = clouds((high, wide), rng, (60, 60), 3)
    beyond = apart > 62 + 6 * rough
    coast = sea_above_mm + 22 * clouds((high, wide), rng, (120, 160), 3)
    sea = beyond & (ys < coast) if sea_above_mm else np.zeros_like(beyond)
    colours = np.array([*(province_colour(atlas, key) for key in keys), FREE], np.float32)
    picture = colours[region]
    picture[beyond] = _BEYOND
    picture[sea] = _SEA
    picture = _washed(picture, np.where(sea, -3, np.where(beyond, -2, region)), rng)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _nearest(
    cities: tuple[City, ...], xs: NDArray[np.float32], ys: NDArray[np.float32], astray: list[NDArray[np.float32]]
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The city that each spot belongs to, and how far it is, mm."""
    best = np.full(xs.shape, np.inf, np.float32)
    owner = np.zeros(xs.shape, np.intp)
    most_astray = float(np.hypot(*astray).max()) + 1.0
    places = np.array([(city.x_mm, city.y_mm) for city in cities], np.float32).reshape(-1, 2)
    for rows in _runs(xs.shape[0]):
        for columns in _runs(xs.shape[1]):
            block = rows, columns
            near = _within_reach(places, xs[block], ys[block], most_astray)
            _claimed(near, places, xs[block], ys[block], [one[block] for one in astray], owner[block], best[block])
    return owner, best


def _runs(length: int) -> list[slice]:
    return [slice(start, min(length, start + _BLOCK_PX)) for start in range(0, length, _BLOCK_PX)]


def _within_reach(
    places: NDArray[np.float32], xs: NDArray[np.float32], ys: NDArray[np.float32], most_astray: float
) -> NDArray[np.intp]:
    """The cities that a spot of a block may belong to: none that is farther from all of it than another is at most."""
    corners = np.array([(x, y) for x in (xs.min(), xs.max()) for y in (ys.min(), ys.max())], np.float32)
    farthest = np.linalg.norm(places[:, None] - corners, axis=2).max(axis=1)
    nearest = np.linalg.norm(places - np.clip(places, corners.min(axis=0), corners.max(axis=0)), axis=1)
    return np.flatnonzero(nearest - most_astray <= farthest.min(initial=np.inf) + most_astray)


def _claimed(
    near: NDArray[np.intp],
    places: NDArray[np.float32],
    xs: NDArray[np.float32],
    ys: NDArray[np.float32],
    astray: list[NDArray[np.float32]],
    owner: NDArray[np.intp],
    best: NDArray[np.float32],
) -> None:
    """Write into ``owner`` and ``best`` whose each spot of a block is."""
    for number in near:
        right, down = xs - places[number][0], ys - places[number][1]
        share = np.minimum(np.maximum((_length(right, down) - 14) / 10, 0), 1)
        bent = _length(right + astray[0] * share, down + astray[1] * share)
        owner[bent < best] = number
        np.minimum(bent, best, out=best)


def _length(right: NDArray[np.float32], down: NDArray[np.float32]) -> NDArray[np.float32]:
    """As ``np.hypot``, which guards against lengths that no board has and takes four times as long."""
    return np.asarray(np.sqrt(right * right + down * down), np.float32)


def _washed(picture: NDArray[np.float32], region: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.float32]:
    """Watercolour: pigment gathers along the borders, which are inked; the paper shows."""
    high, wide = region.shape
    border = np.zeros((high, wide), np.uint8)
    border[:, 1:] |= (region[:, 1:] != region[:, :-1]).astype(np.uint8)
    border[1:] |= (region[1:] != region[:-1]).astype(np.uint8)
    away = cv2.distanceTransform(1 - border, cv2.DIST_L2, 5) / _PX_PER_MM
    gathered = (np.exp(-away / 3.5) * 0.42).astype(np.float32)[..., None]
    deep = picture * 0.72 - 10
    picture = picture + (deep - picture) * gathered
    picture = picture + clouds((high, wide), rng, (160, 160), 4)[..., None] * 4.0
    ink = np.clip(1.15 - away, 0, 1).astype(np.float32)[..., None] * 0.75
    return np.asarray(picture + (np.array(_BORDER, np.float32) - picture) * ink, np.float32)
