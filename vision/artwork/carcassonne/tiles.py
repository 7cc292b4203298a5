"""Tableside's own Carcassonne tiles, painted from the tile data: an illustrated map seen from straight above.

The same pictures lie on the simulated table, serve as the references of its edition, and are printed as the
print-and-play set. Nothing in them is taken from a published edition.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import ByteMask, Float64Array
from games.carcassonne.tiles import SIDES, tile_type
from vision.artwork.carcassonne.brush import BrushSheet, box, grass, meadow_colours, shaded, tree
from vision.artwork.carcassonne.buildings import abbey, garden, hamlet, inn, keep
from vision.artwork.carcassonne.cities import paint_cities
from vision.artwork.carcassonne.land import Land
from vision.artwork.carcassonne.shapes import fill, shapes_of, stroke
from vision.artwork.carcassonne.style import ORCHARD, TileStyle
from vision.artwork.noise import clouds
from vision.frames import Picture

VARIANTS = 2  # how many different drawings the copies of a kind have
_LEAST_SHEET = 320  # px; smaller tiles are painted on this and reduced


def tile_picture(kind: str, size_px: int, variant: int = 0, style: TileStyle = ORCHARD) -> Picture:
    """A tile that is not turned, (size_px, size_px, 3) BGR.

    Args:
        kind: JCloisterZone's key or the usual letter; a kind with a garden shows it.
        size_px: side of the picture.
        variant: copies of a kind differ in their trees, houses and grass; the same number is the same picture.
        style: the look.

    Raises :class:`games.game.Refusal` for a kind that does not exist.
    """
    # Kinds and copies are shown again and again; what is handed out must not be written to.
    return _painted(*_named(kind), size_px, variant, style)


def painted_once(kind: str, size_px: int, variant: int = 0, style: TileStyle = ORCHARD) -> Picture:
    """:func:`tile_picture` for who keeps it himself: painted anew each time, and held by nobody else."""
    return _paint(*_named(kind), size_px, variant, style)


def _named(kind: str) -> tuple[str, bool]:
    """A kind's key, and whether its garden is shown."""
    return tile_type(kind).key, "/" in kind and kind.endswith("G")


@lru_cache(maxsize=512)
def _painted(key: str, has_garden: bool, size_px: int, variant: int, style: TileStyle) -> Picture:
    return _paint(key, has_garden, size_px, variant, style)


def _paint(key: str, has_garden: bool, size_px: int, variant: int, style: TileStyle) -> Picture:
    rng = np.random.default_rng([zlib.crc32(key.encode()), variant])
    shapes = shapes_of(key, style, has_garden)
    sheet = BrushSheet(max(_LEAST_SHEET, 2 * size_px), style.light_deg)
    land = Land(shapes, sheet)
    _paint_meadow(land, rng)
    _paint_roads(land, rng)
    _paint_countryside(land, rng)
    paint_cities(land, rng)
    _paint_landmarks(land, rng)
    _finish(sheet, rng)
    picture = np.asarray(cv2.resize(sheet.image, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)
    picture.flags.writeable = False
    return picture


def tile_back(size_px: int, style: TileStyle = ORCHARD) -> Picture:
    """The back that all tiles share, (size_px, size_px, 3) BGR: a compass rose on blue."""
    sheet = BrushSheet(max(_LEAST_SHEET, 2 * size_px), style.light_deg)
    rng = np.random.default_rng(7)
    everything = np.full((sheet.size, sheet.size), 255, np.uint8)
    mist = clouds((sheet.size, sheet.size), rng, (sheet.size / 3, sheet.size / 3), 3)[..., None]
    sheet.wash(everything, np.array(style.banner, np.float32) * 0.8 + mist * 7 + np.array([20, 16, 10], np.float32))
    middle = np.array([0.5, 0.5])
    for inset, width in ((0.05, 0.012), (0.075, 0.004)):
        sheet.line(box(middle, (0.5 - inset, 0.5 - inset), 0.0), style.banner_charge, width, closed=True)
    for count, reach, thick in ((8, 0.22, 0.03), (4, 0.34, 0.055)):
        for k in range(count):
            angle = 2 * np.pi * k / count + (np.pi / 8 if count == 8 else 0)
            tip = middle + reach * np.array([np.cos(angle), np.sin(angle)])
            for side, shade in ((-1, 1.25), (1, 0.82)):
                flank = middle + thick * np.array([np.cos(angle + side * 0.7), np.sin(angle + side * 0.7)])
                sheet.polygon(np.array([middle, flank, tip]), shaded(style.banner_charge, shade))
    sheet.disc(middle, 0.05, style.banner)
    sheet.disc(middle, 0.036, style.banner_charge)
    return np.asarray(cv2.resize(sheet.image, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)


# --- open land ------------------------------------------------------------------------------------------------------


def _paint_meadow(land: Land, rng: np.random.Generator) -> None:
    sheet, style = land.sheet, land.style
    sheet.image = meadow_colours(sheet.size, style.meadow, style.meadow_texture, rng).astype(np.uint8)
    if land.shapes.monastery is not None:
        land.reserve(np.array([0.5, 0.52]), 0.31)
    for spot, _ in land.inns:
        land.reserve(spot, 0.17)
    if land.shapes.garden:
        land.garden = _garden_spot(land)
        land.reserve(land.garden, 0.13)
    away_from_things = _shrunk(land.open, max(1, sheet.size // 60))
    plots = 2 if float((land.open > 127).mean()) > 0.5 else int(rng.integers(0, 2))
    for _ in range(plots):
        _paint_plot(land, away_from_things, rng)
    grass(sheet, land.open, style.meadow, int(170 * style.meadow_texture), rng)


def _paint_plot(land: Land, within: ByteMask, rng: np.random.Generator) -> None:
    """A ploughed field: furrows in strips, with a hedge on one side."""
    style, sheet = land.style, land.sheet
    for _ in range(40):
        middle, angle = rng.uniform(0.14, 0.86, 2), float(rng.uniform(0, np.pi))
        half = (float(rng.uniform(0.09, 0.14)), float(rng.uniform(0.06, 0.085)))
        if land.is_free(middle, 0.9 * max(half), within):
            break
    else:
        return
    corners = box(middle, half, angle) + rng.normal(0, 0.008, (4, 2))
    mask = sheet.mask()
    fill(mask, corners, sheet.size, 255)
    colour = style.plough[int(rng.integers(len(style.plough)))]
    sheet.wash(np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.006 * sheet.size), np.uint8), colour, 0.85)
    rows = 7
    for k in range(rows):
        share = (k + 0.5) / rows
        start = corners[0] + (corners[3] - corners[0]) * share
        end = corners[1] + (corners[2] - corners[1]) * share
        sheet.line(np.array([start, end]), shaded(colour, 0.86), 0.006)
    for share in np.linspace(0.05, 0.95, 8):
        spot = corners[0] + (corners[1] - corners[0]) * share
        tree(sheet, spot, 0.014, style.wood[int(rng.integers(len(style.wood)))], rng)
    land.reserve(middle, max(half) * 0.95)


def _paint_countryside(land: Land, rng: np.random.Generator) -> None:
    """Trees in groups, single bushes, a few sheep, clear of walls, roads and the tile's sides."""
    style, sheet = land.style, land.sheet
    clear = _shrunk(land.open, max(1, sheet.size // 45))
    share = float((clear > 127).mean())
    groups = [rng.uniform(0.06, 0.94, 2) for _ in range(5)]
    planted = 0
    for _ in range(400):
        if planted >= style.trees * share:
            break
        near = groups[int(rng.integers(len(groups)))]
        spot = near + rng.normal(0, 0.075, 2) if rng.random() < 0.8 else rng.uniform(0.05, 0.95, 2)
        radius = float(rng.uniform(0.017, 0.033))
        if not (0.045 < spot[0] < 0.955 and 0.045 < spot[1] < 0.955) or not land.is_free(spot, radius * 0.7, clear):
            continue
        tree(sheet, spot, radius, style.wood[int(rng.integers(len(style.wood)))], rng)
        land.reserve(spot, radius * 0.75)
        planted += 1
    flock = rng.uniform(0.12, 0.88, 2)
    for _ in range(int(rng.integers(0, 6))):
        spot = flock + rng.normal(0, 0.035, 2)
        if land.is_free(spot, 0.02, clear):
            body = box(spot, (0.0105, 0.0065), float(rng.uniform(0, np.pi)))
            sheet.soften(body, 0.4, 0.006, 0.004)
            sheet.polygon(body, (222, 236, 240))
            sheet.disc(body[0], 0.005, style.ink)


# --- roads ----------------------------------------------------------------------------------------------------------


def _paint_roads(land: Land, rng: np.random.Generator) -> None:
    shapes, sheet, style = land.shapes, land.sheet, land.style
    if not shapes.roads:
        return
    size = sheet.size
    wide = style.road_width
    ragged = _ragged(shapes.road_mask(size, wide), 0.005 * size, rng)
    verge = _ragged(shapes.road_mask(size, wide + 0.030), 0.009 * size, rng)
    sheet.wash(verge, shaded(style.meadow[0], 0.84), 0.7)
    sheet.wash(_ragged(shapes.road_mask(size, wide + 0.012), 0.005 * size, rng), style.road_edge)
    dust = clouds((size, size), rng, (size / 14, size / 14), 2)[..., None] * 5.0
    sheet.wash(ragged, np.clip(np.array(style.road, np.float32) + dust, 0, 255).astype(np.float32))
    ruts = sheet.mask()
    for road in shapes.roads:
        along = np.gradient(road.line, axis=0)
        across = np.column_stack([-along[:, 1], along[:, 0]])
        across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
        for side in (-0.2, 0.2):
            stroke(ruts, road.line + across * side * wide, wide * 0.11, size, 120)
    sheet.wash(np.minimum(ruts, ragged), shaded(style.road_edge, 1.15), 0.55)
    for _ in range(int(60 * float((land.road > 127).mean()) * 10)):
        spot = rng.uniform(0, 1, 2)
        row, column = int(spot[1] * size), int(spot[0] * size)
        if land.road[row, column] > 200:
            shade = 0.8 if rng.random() < 0.5 else 1.2
            sheet.disc(spot, float(rng.uniform(0.002, 0.005)), shaded(style.road, shade))


def _shrunk(mask: ByteMask, steps: int) -> ByteMask:
    """The mask without its outermost px, so many times."""
    return np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=steps), np.uint8)


def _ragged(mask: ByteMask, amount_px: float, rng: np.random.Generator) -> ByteMask:
    """The mask with a hand-drawn border; it stays put where it meets the tile's sides."""
    size = mask.shape[0]
    push = np.stack([clouds((size, size), rng, (size / 9, size / 9), 1) for _ in range(2)])
    along = np.arange(size, dtype=np.float32)
    xs, ys, border = along[None, :], along[:, None], np.minimum(along, size - 1 - along)
    inward = np.minimum(border[None, :], border[:, None]) / (0.1 * size)
    push = push * amount_px * np.minimum(1.0, inward)
    pushed = cv2.remap(mask, xs + push[0], ys + push[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(pushed, np.uint8)


# --- cities ---------------------------------------------------------------------------------------------------------


# --- landmarks ------------------------------------------------------------------------------------------------------


def _paint_landmarks(land: Land, rng: np.random.Generator) -> None:
    sheet, style, shapes = land.sheet, land.style, land.shapes
    if shapes.monastery is not None:
        abbey(sheet, style, rng)
    if shapes.hub is not None and len(shapes.roads) == 2:
        keep(sheet, style, shapes.hub)
    elif shapes.hub is not None:
        hamlet(sheet, style, shapes.hub, tuple(SIDES.index(road.printed.edges[0]) for road in shapes.roads), rng)
    for spot, road_spot in land.inns:
        inn(sheet, style, spot, road_spot, rng)
    if land.garden is not None:
        garden(sheet, style, land.garden, rng)


def _garden_spot(land: Land) -> Float64Array:
    """Where the open land is widest, the tile's border and the inns left out."""
    free = ((land.open > 127) & (land.taken == 0)).astype(np.uint8)
    free = cv2.copyMakeBorder(free, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(free, cv2.DIST_L2, 5)[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return (np.array([column, row], np.float64) + 0.5) / land.sheet.size


def _finish(sheet: BrushSheet, rng: np.random.Generator) -> None:
    """Paper: a faint tooth all over, and the pressed edge of a punched tile."""
    size = sheet.size
    tooth = rng.standard_normal((size // 2, size // 2), dtype=np.float32)
    tooth = cv2.resize(tooth, (size, size), interpolation=cv2.INTER_LINEAR)[..., None] * 3.0
    xs = np.abs(np.linspace(-1, 1, size))
    edge = np.maximum(xs[None, :], xs[:, None])
    pressed = 1.0 - 0.16 * np.clip((edge - 0.965) / 0.035, 0, 1)[..., None]
    for rows in sheet.bands():
        sheet.image[rows] = np.clip((sheet.image[rows] + tooth[rows]) * pressed[rows], 0, 255).astype(np.uint8)
