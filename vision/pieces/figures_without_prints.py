"""Solid pieces on tiles of which no picture is known: what has a colour that the print of the whole map lacks.

Print repeats itself: grass, roofs, roads and stone show on many tiles. A piece's paint shows on few. So the colours
that many tiles share are taken for print, and what is far from all of them may be painted wood.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import Paint
from vision.imaging.patches import LAB_SCALE, Layers
from vision.imaging.side_by_side import meanwhile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.bare_table import TableShades
from vision.photometry.illumination import light_terms
from vision.pieces import map_scene
from vision.pieces.figures import white_balanced
from vision.pieces.map_scene import MapScene, onto_scene, softened
from vision.pieces.shades import disc
from vision.pieces.shared_print import SharedPrint, nearest
from vision.registration.lattice import UNIT_CORNERS, project, quad_of, side_px
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.terrain.reader import TERRAINS


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresWithoutPrintsParameters(Parameters):
    """Which colours the print of a map has by itself, and which are a piece's."""

    printed: float = parameter(
        0.3, "probability", "of a shield or a cloister from which its own colours are to be expected", CHOSEN
    )
    sure_print: float = parameter(
        0.6,
        "probability",
        "of a shield or a cloister from which a pixel tells how those of the map are printed",
        CHOSEN,
    )
    least_print: int = parameter(30, "px", "of one that a tile must show for that", CHOSEN)
    samples_of_print: int = parameter(150, "px", "of one that are compared with the others'", CHOSEN)
    least_alike: int = parameter(2, "tiles", "besides that show one, to tell what is not printed there", CHOSEN)
    sure_grass: float = parameter(0.8, "probability", "of grass from which a pixel tells the light", CHOSEN)
    least_grass: int = parameter(40, "px", "of it that a tile must show for that", CHOSEN)
    least_lit: int = parameter(4, "tiles", "that must, for the light to be learned from grass", CHOSEN)
    light_strays: float = parameter(0.06, "logarithm", "by how much the grass of tiles differs in one light", CHOSEN)
    least_road: int = parameter(50, "px", "of roads from which they tell the light", CHOSEN)
    most_print: float = parameter(0.85, "share", "of the pixels of rare print that are explained by it", CHOSEN)
    light_hold: tuple[float, ...] = parameter(
        (0.0, 0.3, 0.3, 1.0, 1.0, 1.0), "tiles", "that stand against each term of an uneven light", CHOSEN
    )
    lighter: float = parameter(
        2.0,
        "times",
        "as far as usual that black strays from its lightness in broad strokes: a lamp's streaks and the ground mix in",
        "docs/findings/followers.md",
    )
    road: tuple[float, float, float] = parameter(
        (43.0, 1.0, 12.0), "half-L Lab", 'of a printed road in white light, "default"', CHOSEN
    )
    # One edition prints grey roads on snow: as light as others' roads, its snow would be two to four times as light as
    # paper, and pink pieces white.
    paper: tuple[float, float, float] = parameter(
        (45.8, -1.0, 5.4), "half-L Lab", 'of the whitest print in white light, "default"', CHOSEN
    )
    whitest: tuple[float, float] = parameter(
        (95.0, 98.5), "per cent", "of a map's pixels that are darker than its whitest print: gleams are lighter", CHOSEN
    )


PARAMETERS = FiguresWithoutPrintsParameters()
RARE_PRINT = ("shield", "cloister")


def scene_without_faces(
    layers: Layers,
    poses: NDArray[np.float64],
    on_tiles: Sequence[Set[str]] = (),
    ground: Float32Array | None = None,
    *,
    in_shade: bool = False,
) -> MapScene:
    """What on a map's tiles (b, 3, 3), unit square to px of the picture, its print fails to explain.

    Args:
        layers: the picture.
        poses: of the tiles.
        on_tiles: for each tile the colours of those who may show on it, where that is known: paint that shows on many
            tiles because its owner stands there is no print.
        ground: (b, 6, 32, 32) how likely each spot of the tiles shows which terrain; None where it is not known yet.
        in_shade: whether paints are asked against print in the shade, too: a shadow on grass is green. Black is not,
            since it is as dark as that.
    """
    scale = layers.finest_size[1] / layers.size[1]
    sides = np.array([side_px(pose) for pose in poses]) * scale
    tile_px = float(np.median(sides))
    corners = (project(poses, np.broadcast_to(UNIT_CORNERS, (len(poses), 4, 2))) + 0.5) * scale - 0.5
    reach = map_scene.PARAMETERS.around * tile_px
    left, top = np.maximum(np.floor(corners.min(axis=(0, 1)) - reach), 0).astype(int)
    right, bottom = np.ceil(corners.max(axis=(0, 1)) + reach).astype(int) + 1
    raw = layers.finest_part(slice(top, bottom), slice(left, right))
    moved = onto_scene(scale, (int(left), int(top)))
    owner = np.full(raw.shape[:2], -1, np.int16)
    for index, pose in enumerate(poses):
        cv2.fillConvexPoly(owner, np.round(quad_of(moved @ pose) * 16).astype(np.int32), index, shift=4)
    if ground is None:
        ground = terrain_reader().look(crops_of(layers, poses))[1]
    raw = _evenly_lit(raw, ground, moved @ poses)
    near = cv2.dilate((owner >= 0).astype(np.uint8), disc(reach)) > 0
    on_map = owner >= 0
    around = ~on_map & near
    doubt_around = meanwhile(lambda: TableShades.of(raw[around]).doubt(raw[around]))
    gain = meanwhile(lambda: _light(raw, on_map, ground, moved @ poses))
    doubt, of_hue = np.zeros((2, *raw.shape[:2]), np.float32)
    soft = np.asarray(cv2.GaussianBlur(raw, (0, 0), max(0.6, 0.012 * tile_px)), np.float32)
    print_ = SharedPrint.of(soft[on_map], owner[on_map], on_tiles)
    doubt[on_map] = print_.doubt(soft[on_map])
    of_hue[on_map] = print_.doubt_in_shade(soft[on_map], doubt[on_map]) if in_shade else doubt[on_map]
    _spare_rare_print((doubt, of_hue), soft, ground, moved @ poses)
    doubt[around] = of_hue[around] = doubt_around()
    return MapScene(of_hue, of_hue, doubt, raw, gain(), owner, near, scale, (int(left), int(top)), tile_px, sides)


def in_broad_strokes(scene: MapScene, black: Paint, on_tiles: Sequence[Set[str]] = ()) -> MapScene:
    """The scene, on which dark print must explain its surroundings in broad strokes, too, as it must where it is known:
    the dark lines that many tiles have are as dark as a black piece, but the tile about them is not.

    What shows broadly must be black as well as unlike print, or the ground beside a red piece would pass for black.

    Args:
        scene: of :func:`scene_without_faces`.
        black: how black pieces look in white light.
        on_tiles: as there.
    """
    on_map = scene.owner >= 0
    strokes = softened(scene.raw, on_map.astype(np.uint8), map_scene.PARAMETERS.broad * scene.tile_px / map_scene.FACE)
    broadly, owner = strokes[on_map], scene.owner[on_map]
    mixed = replace(black, light_sigma=PARAMETERS.lighter * black.light_sigma)
    unlike_black = mixed.doubt(white_balanced(broadly, scene.gain))
    dark = scene.doubt_of_dark.copy()
    print_ = SharedPrint.of(broadly, owner, on_tiles)
    dark[on_map] = np.maximum(dark[on_map], print_.doubt(broadly) - unlike_black)
    return replace(scene, doubt_of_dark=dark)


def _evenly_lit(raw: Float32Array, ground: Float32Array, poses: NDArray[np.float64]) -> Float32Array:
    """The scene as if one light fell on all of the map, told by its grass: in half a shadow the print's colours are
    others, and rare enough to pass for paint."""
    at, lightness = [], []
    for chance, pose in zip(ground[:, TERRAINS.index("field")], poses, strict=True):
        window, share = _onto(chance, pose, raw.shape[:2])
        if share is not None and np.count_nonzero(share > PARAMETERS.sure_grass) > PARAMETERS.least_grass:
            at.append(quad_of(pose).mean(axis=0))
            lightness.append(float(np.median(raw[window][..., 0][share > PARAMETERS.sure_grass])))
    if len(at) < PARAMETERS.least_lit:
        return raw
    spots, seen = np.array(at), np.log(np.maximum(lightness, 1.0))
    middle, reach = spots.mean(axis=0), float(np.abs(spots - spots.mean(axis=0)).max()) + 1e-6
    terms = np.stack(light_terms(*((spots - middle) / reach).T), axis=1)
    trust = np.ones(len(seen))
    for _ in range(4):
        normal = (terms * trust[:, None]).T @ terms + np.diag(np.array(PARAMETERS.light_hold))
        fit = np.linalg.solve(normal, (terms * trust[:, None]).T @ (seen - np.median(seen)))
        trust = 1 / (1 + ((seen - np.median(seen) - terms @ fit) / PARAMETERS.light_strays) ** 2)
    rows, columns = (
        np.clip((np.arange(n) - at) / reach, -1.2, 1.2) for n, at in zip(raw.shape, middle[::-1], strict=False)
    )
    light = sum(share * term for share, term in zip(fit, light_terms(columns[None], rows[:, None]), strict=True))
    return np.asarray(raw * np.exp(-light).astype(np.float32)[..., None], np.float32)


def _spare_rare_print(
    doubts: Sequence[Float32Array], soft: Float32Array, ground: Float32Array, poses: NDArray[np.float64]
) -> None:
    """Take from ``doubts`` (each (h, w)) what the network takes for print that few tiles have, unless its colour is one
    that the others of its kind lack: somebody stands there."""
    for name in RARE_PRINT:
        onto = [
            _onto(chance, pose, soft.shape[:2])
            for chance, pose in zip(ground[:, TERRAINS.index(name)], poses, strict=True)
        ]
        shown = [(window, share) for window, share in onto if share is not None]
        colours = [_some(soft[window][share > PARAMETERS.sure_print]) for window, share in shown]
        alike = [few for few in colours if len(few) >= PARAMETERS.least_print]
        for (window, share), own in zip(shown, colours, strict=True):
            part = share > PARAMETERS.printed
            if not part.any():
                continue
            print_share = np.clip((share[part] - PARAMETERS.printed) / (1 - PARAMETERS.printed), 0, 1)
            off_others = _far_from(soft[window][part], [few for few in alike if few is not own])
            for doubt in doubts:
                before = doubt[window][part]
                strange = np.minimum(before, off_others)
                doubt[window][part] = np.maximum(before * (1 - PARAMETERS.most_print * print_share), strange)


def _some(pixels: Float32Array) -> Float32Array:
    """Some of many pixels (n, 3), evenly."""
    return pixels[:: max(1, len(pixels) // PARAMETERS.samples_of_print)]


def _far_from(pixels: Float32Array, others: Sequence[Float32Array]) -> Float32Array:
    """(n,) squared standard deviations by which pixels (n, 3) are off every colour of all the ``others``, or of all but
    one of many, for whoever stands here may stand there as well; 0 where there are too few to tell."""
    if len(others) < PARAMETERS.least_alike:
        return np.zeros(len(pixels), np.float32)
    off = [nearest(pixels, colours) for colours in others]
    spared = int(len(off) > PARAMETERS.least_alike)
    return np.asarray(np.partition(np.stack(off), spared, axis=0)[spared], np.float32)


def _light(
    raw: Float32Array, on_map: NDArray[np.bool_], ground: Float32Array, poses: NDArray[np.float64]
) -> Float32Array:
    """(3,) factors for linear BGR that make roads look as they are usually printed, but nothing on the map (h, w)
    whiter than paper: then the whitest print is that."""
    seen = []
    for chance, pose in zip(ground[:, TERRAINS.index("road")], poses, strict=True):
        window, share = _onto(chance, pose, raw.shape[:2])
        if share is not None:
            seen.append(raw[window][share > 0.8])
    pixels = np.concatenate(seen) if seen else np.zeros((0, 3), np.float32)
    if len(pixels) <= PARAMETERS.least_road:
        return np.ones(3, np.float32)
    by_roads = _light_gain(pixels, np.array([PARAMETERS.road], np.float32))
    by_white = _light_gain(_whitest(raw, on_map), np.array([PARAMETERS.paper], np.float32))
    return by_white if np.median(by_roads) > np.median(by_white) else by_roads


def _whitest(raw: Float32Array, on_map: NDArray[np.bool_]) -> Float32Array:
    """(n, 3) half-L Lab of the lightest of a map's pixels, but for gleams."""
    lightness = raw[..., 0]
    least, most = np.percentile(lightness[on_map], PARAMETERS.whitest)
    return np.asarray(raw[on_map & (lightness >= least) & (lightness <= most)], np.float32)


def _light_gain(seen: Float32Array, wanted: Float32Array) -> Float32Array:
    """(3,) factors for linear BGR that bring half-L Lab pixels (n, 3) to what they should be, by robust means."""

    def linear(lab: Float32Array) -> Float32Array:
        flat = np.ascontiguousarray((lab / LAB_SCALE).reshape(-1, 1, 3), dtype=np.float32)
        return np.maximum(np.asarray(cv2.cvtColor(flat, cv2.COLOR_LAB2LBGR), dtype=np.float32), 0).reshape(-1, 3)

    ratio = (np.median(linear(wanted), axis=0) + 1e-3) / (np.median(linear(seen), axis=0) + 1e-3)
    return np.asarray(np.clip(ratio, 0.2, 6.0), dtype=np.float32)


def _onto(
    chance: Float32Array, pose: NDArray[np.float64], size: tuple[int, ...]
) -> tuple[tuple[slice, slice], Float32Array | None]:
    """Where a tile lies on the scene, and what is given for its squares (n, n) brought there; 0 beside the tile."""
    quad = quad_of(pose)
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, [size[1], size[0]])
    window = (slice(int(y0), int(y1)), slice(int(x0), int(x1)))
    if x1 <= x0 or y1 <= y0:
        return window, None
    n = len(chance)
    into = np.array([[1.0, 0.0, -x0], [0.0, 1.0, -y0], [0.0, 0.0, 1.0]]) @ pose
    into = into @ np.array([[1 / n, 0.0, 0.5 / n], [0.0, 1 / n, 0.5 / n], [0.0, 0.0, 1.0]])
    there = cv2.warpPerspective(np.ascontiguousarray(chance), into, (int(x1 - x0), int(y1 - y0)))
    return window, np.asarray(there, np.float32)
