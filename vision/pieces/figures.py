"""Solid pieces that stand or lie on tiles: what differs from the bare tile, in one paint, of a piece's size.

For every pixel of the map two stories compete: it is the bare tile (a little misplaced, perhaps in a shadow), or it
is painted wood of one of the colours. Pixels for which a paint wins are gathered to blobs; a blob of the right size
and filling is a piece. Roofs and shields are part of the bare tile, so they explain themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import BOUND, Paint
from vision.imaging.patches import LAB_SCALE, Layers, over_channels
from vision.imaging.side_by_side import side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.bare_table import BareTable
from vision.photometry.illumination import Illumination
from vision.photometry.tone import Tone, fit_tone
from vision.pieces.outline_step import step_across
from vision.pieces.shades import disc, give_shade_to_paint, with_its_shades
from vision.registration.lattice import Matrix, project, quad_of, side_px
from vision.registration.lucas_kanade import middle_px

BAND = 7  # px of a 64 px tile: how far the print may be misplaced, both ways together


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesFiguresParameters(Parameters):
    """What this stage decides by."""

    broad: float = parameter(
        4.0, "px", "of a 64 px tile by which print and picture are softened where broad strokes are compared", CHOSEN
    )
    dark: float = parameter(
        40.0, "L of Lab", "of a well lit piece up to which its paint could be a print's dark lines", CHOSEN
    )
    light_px: int = parameter(32, "px a side", "at which their light is learned", CHOSEN)
    shades: tuple[float, float, float] = parameter(
        (1.0, 0.8, 0.62), "times", "the lightness: what a shadow may leave of it", CHOSEN
    )
    gamma: float = parameter(2.2, "grey levels", "power of a camera's levels that is light", CHOSEN)
    coarse: int = parameter(16, "px", "of a scene for which the light is told at once", CHOSEN)
    around: float = parameter(0.45, "tile sides", "around the map that are looked at: pieces lean out of it", CHOSEN)
    rim: float = parameter(0.05, "share of a tile's side", "by which it may be misplaced", CHOSEN)
    rare: float = parameter(
        4.0, "log-odds", "against a blob of the right size being a piece, before its pixels are asked", CHOSEN
    )
    independent: float = parameter(60.0, "px", "that count, of a tile full of them", CHOSEN)
    smallest: float = parameter(0.012, "share of a tile's area", "that a piece may show", CHOSEN)
    largest: float = parameter(0.45, "share of a tile's area", "that a piece may show", CHOSEN)
    least_girth: float = parameter(
        0.10, "share of a tile's side", "thinner things are edges of tiles and gaps between them", CHOSEN
    )
    longest: float = parameter(
        1.15, "share of a tile's side", "a piece that stands, seen from the side, near the camera", CHOSEN
    )
    slimmest: float = parameter(3.5, "times", "as long as wide", CHOSEN)
    # Of the usual piece's size that another shows at the least: of 81 pieces on 6 hard boards 2 showed 0.58 or less,
    # of 22 that were invented 16 did.
    least_of_usual: float = parameter(
        0.5,
        "times",
        "the usual piece's size that another shows at the least: of 81 on 6 hard boards 2 showed 0.58 or less",
        "vision/pieces/figures.py",
    )
    fullness: float = parameter(
        0.4, "share", "of the smallest rectangle around a piece that it fills at the least", CHOSEN
    )
    whiteness: tuple[float, float, float] = parameter(
        (0.0, 0.5, 1.0),
        "share",
        "how much of the light's colour is taken out: what tiles say of it may be overdone",
        CHOSEN,
    )
    trace: float = parameter(4.0, "squared standard deviations", "of a paint up to which a pixel may show it", CHOSEN)
    gloss: float = parameter(
        0.04,
        "tile sides",
        "half of how wide a lamp's streak on a piece may be, which has no colour",
        "docs/findings/learning-while-they-play.md",
    )
    leans: float = parameter(0.2, "tile sides", "over a tile's edge that show of whoever stands or lies at it", CHOSEN)
    burnt: float = parameter(0.9, "share", "of a channel's linear range: beyond it the colour is not known", CHOSEN)
    mirrored: float = parameter(
        1.06, "times", "white paper's light beyond which a lamp is mirrored there; white pieces show 0.5 to 1", CHOSEN
    )
    # Half-L Lab units by which a picture changes across the outline of pieces, ``beside`` tile sides each way: on hard
    # pictures 97 showed 8.4 or more, the fringes of 5 glares 6.6 or less; ground that is like paint fades into its
    # kind.
    least_step: float = parameter(
        7.0,
        "Lab units (half L)",
        "by which the picture changes across the outline of a piece, at the least",
        "vision/pieces/figures.py",
    )
    beside: float = parameter(
        0.03, "tile sides", "each way, between which that is compared", "vision/pieces/figures.py"
    )


PARAMETERS = PiecesFiguresParameters()
FACE = 64  # px a side at which bare tiles are expected


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What is seen and what bare tiles would show, at the working size of a picture.

    Attributes:
        doubt: (h, w) bounded squared standard deviations by which the bare tiles (around the map: the table) fail to
            explain a pixel.
        doubt_of_dark: (h, w) the same where they must explain its surroundings in broad strokes, too.
        raw: (h, w, 3) half-L Lab as the picture has it.
        gain: (3,) or (h, w, 3) factors for linear BGR that make the map's light white.
        owner: (h, w) index of the tile a pixel belongs to, -1 beyond the map.
        near: (h, w) whether it lies on the map or close to it.
        scale: px here for one px of the picture.
        offset: (2,) px of this scene's corner at that scale: x, y.
        tile_px: median side of a tile, px here.
        sides: (tiles,) side of each tile, px here: seen aslant, near ones are twice as large as far ones.
    """

    doubt: Float32Array
    doubt_of_dark: Float32Array
    raw: Float32Array
    gain: Float32Array
    owner: NDArray[np.int16]
    near: NDArray[np.bool_]
    scale: float
    offset: tuple[int, int]
    tile_px: float
    sides: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A piece that was found.

    Attributes:
        colour: name of its paint.
        centre: (2,) px of the picture, middle of what shows of it.
        area: what shows, in areas of the tile it is on.
        evidence: sum of log-odds over its pixels, neighbours' repetition discounted.
        confidence: probability that it is a piece of this colour.
        outline: (n, 2) px of the picture.
    """

    colour: str
    centre: NDArray[np.float64]
    area: float
    evidence: float
    confidence: float
    outline: NDArray[np.float32]


def white_balanced(lab: Float32Array, gain: Float32Array) -> Float32Array:
    """Half-L Lab pixels (..., 3) with the light's colour taken out (von Kries in linear BGR); L from 0 to 100.

    ``gain`` is one (3,) for all or one for each.
    """
    flat = np.ascontiguousarray((lab / LAB_SCALE).reshape(-1, 1, 3), dtype=np.float32)
    linear = np.maximum(cv2.cvtColor(flat, cv2.COLOR_LAB2LBGR), 0) * gain.reshape(-1, 1, 3)
    return np.asarray(cv2.cvtColor(np.minimum(linear, 1.0), cv2.COLOR_LBGR2LAB), dtype=np.float32).reshape(lab.shape)


def set_scene(layers: Layers, poses: NDArray[np.float64], faces: Sequence[Float32Array], lit: Illumination) -> Scene:
    """Compare a picture with bare tiles.

    What a print shows in this light is foretold, rather than what is seen brought back to the print: a map learned from
    grass and roofs takes nearly all blue and yellow off the picture, where they tell little, and paint with them.

    Args:
        poses: (b, 3, 3) of the tiles, unit square to px of the picture.
        faces: what each tile should show, (FACE, FACE, 3) half-L Lab in the references' colours.
        lit: the light on the map.
    """
    picture = layers.finest
    width = picture.shape[1]
    scale = width / layers.size[1]
    sides = np.array([side_px(pose) for pose in poses]) * scale
    tile_px = float(np.median(sides))
    corners = project(poses, np.broadcast_to([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], (len(poses), 4, 2)))
    corners = (corners + 0.5) * scale - 0.5
    reach = PARAMETERS.around * tile_px
    left, top = np.maximum(np.floor(corners.min(axis=(0, 1)) - reach), 0).astype(int)
    right, bottom = (np.ceil(corners.max(axis=(0, 1)) + reach)).astype(int) + 1
    raw = picture[top:bottom, left:right]
    rows, columns = raw.shape[:2]
    owner = np.full((rows, columns), -1, np.int16)
    doubt = np.zeros((rows, columns), np.float32)
    doubt_of_dark = np.zeros((rows, columns), np.float32)
    light, middles = _light_on(layers, poses, faces), middle_px(poses)
    moved = np.array([[scale, 0.0, (scale - 1) / 2 - left], [0.0, scale, (scale - 1) / 2 - top], [0.0, 0.0, 1.0]])
    for index, (pose, face) in enumerate(zip(poses, faces, strict=True)):
        shown = light.apply(face[None], middles[index : index + 1])[0]
        tile = _on_tile(raw, moved @ pose, shown, light.sigma)
        if tile is None:
            continue
        doubt[tile.window][tile.inside] = tile.doubt[tile.inside]
        doubt_of_dark[tile.window][tile.inside] = tile.doubt_of_dark[tile.inside]
        owner[tile.window][tile.inside] = index
    gain = _gain_across(lit, (rows, columns), scale, (int(left), int(top)))
    near = cv2.dilate((owner >= 0).astype(np.uint8), disc(reach)) > 0
    around = (owner < 0) & near
    table = BareTable.of(raw[around])
    doubt[around] = doubt_of_dark[around] = table.doubt(raw[around])
    rim = _rim(owner, tile_px)
    at_most = table.doubt(raw[rim])
    doubt[rim], doubt_of_dark[rim] = np.minimum(doubt[rim], at_most), np.minimum(doubt_of_dark[rim], at_most)
    return Scene(doubt, doubt_of_dark, raw, gain, owner, near, scale, (int(left), int(top)), tile_px, sides)


def _gain_across(lit: Illumination, size: tuple[int, int], scale: float, offset: tuple[int, int]) -> Float32Array:
    """(h, w, 3) factors for linear BGR that make this light white all over a scene."""
    few = [-(-length // PARAMETERS.coarse) for length in size]  # light changes slowly: what lies between is drawn out
    rows, columns = np.mgrid[: few[0], : few[1]].reshape(2, -1)
    middles = (np.stack([columns, rows], axis=1) + 0.5) * [size[1] / few[1], size[0] / few[0]]
    gains = lit.gains((middles + offset) / scale - 0.5) ** -PARAMETERS.gamma
    return np.asarray(cv2.resize(gains.astype(np.float32).reshape(*few, 3), size[::-1]), np.float32)


def _rim(owner: NDArray[np.int16], tile_px: float) -> NDArray[np.bool_]:
    """(h, w) the outermost of a map, where it may be the table that is seen; gaps between tiles are no table."""
    beyond = cv2.morphologyEx((owner < 0).astype(np.uint8), cv2.MORPH_OPEN, disc(PARAMETERS.least_girth * tile_px))
    return np.asarray((cv2.dilate(beyond, disc(PARAMETERS.rim * tile_px)) > 0) & (owner >= 0))


@dataclass(frozen=True, slots=True, eq=False)
class _OnTile:
    """One tile in its ``window`` of a scene: where it lies there, and the two doubts of the scene."""

    window: tuple[slice, slice]
    inside: NDArray[np.bool_]
    doubt: Float32Array
    doubt_of_dark: Float32Array


def _light_on(layers: Layers, poses: NDArray[np.float64], faces: Sequence[Float32Array]) -> Tone:
    """How the picture shows the prints: references' Lab to its own."""
    small = [
        cv2.resize(face, (PARAMETERS.light_px, PARAMETERS.light_px), interpolation=cv2.INTER_AREA) for face in faces
    ]
    patches, inside = layers.cut(poses, PARAMETERS.light_px)
    return fit_tone(np.stack(small), patches, inside, middle_px(poses))


def _on_tile(raw: Float32Array, pose: Matrix, shown: Float32Array, scatter: NDArray[np.float64]) -> _OnTile | None:
    """One tile at a pose in px of the scene; None where it is out of view.

    Args:
        shown: (FACE, FACE, 3) its print in the picture's colours.
        scatter: (3,) of the picture about that.
    """
    rows, columns = raw.shape[:2]
    quad = quad_of(pose)
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, [columns, rows])
    if x1 <= x0 or y1 <= y0:
        return None
    window = (slice(int(y0), int(y1)), slice(int(x0), int(x1)))
    into = np.array([[1.0, 0.0, -x0], [0.0, 1.0, -y0], [0.0, 0.0, 1.0]]) @ pose
    from_face = into @ np.array(
        [
            [1 / FACE, 0.0, 0.5 / FACE],
            [0.0, 1 / FACE, 0.5 / FACE],
            [0.0, 0.0, 1.0],
        ]
    )
    size = (int(x1 - x0), int(y1 - y0))

    def warped(picture: Float32Array) -> Float32Array:
        return np.asarray(
            cv2.warpPerspective(picture, from_face, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            dtype=np.float32,
        )

    def band(print_: Float32Array) -> tuple[Float32Array, Float32Array]:
        """The least and most that a print shows nearby."""
        kernel = np.ones((BAND, BAND), np.uint8)
        least, most = cv2.erode(print_, kernel), cv2.dilate(print_, kernel)
        return warped(np.asarray(least, np.float32)), warped(np.asarray(most, np.float32))

    low, high = band(shown)
    broad_low, broad_high = band(np.asarray(cv2.GaussianBlur(shown, (0, 0), PARAMETERS.broad), np.float32))
    inside = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(inside, np.round((quad - [x0, y0]) * 16).astype(np.int32), 1, shift=4)
    inner = inside > 0
    sigma = np.maximum(scatter, 2.0).astype(np.float32)
    shift = _own_light(np.asarray(raw[window] - (low + high) / 2, np.float32)[inner], sigma)
    bits, strokes = [], []
    for shade in PARAMETERS.shades:
        dim = np.array([shade, (1 + shade) / 2, (1 + shade) / 2], np.float32)
        unlikely = np.float32(0.0 if shade == 1.0 else 1.5)
        lit = raw[window] / dim - shift
        bits.append(_beyond(lit, low, high, sigma / dim) + unlikely)
        # A roof has lines as dark as a black piece, but it is not dark all over.
        broadly = _softened(lit, inside, PARAMETERS.broad * side_px(pose) / FACE)
        strokes.append(np.maximum(_beyond(broadly, broad_low, broad_high, sigma / dim) + unlikely, bits[-1]))
    doubt, doubt_of_dark = (np.minimum(np.min(each, axis=0), BOUND).astype(np.float32) for each in (bits, strokes))
    return _OnTile(window, inner, doubt, doubt_of_dark)


def _own_light(error: Float32Array, sigma: Float32Array) -> Float32Array:
    """(3,) by how much a tile's own light differs from what is known of the picture's; ``error`` (n, 3)."""
    shift = np.zeros(3, np.float32)
    for _ in range(2 if len(error) else 0):
        bounded = np.clip(error - shift, -1.5 * sigma, 1.5 * sigma)
        shift = 0.77 * (shift + bounded.mean(axis=0))
    return shift


def _beyond(seen: Float32Array, low: Float32Array, high: Float32Array, sigma: Float32Array) -> Float32Array:
    """(h, w) squared standard deviations by which pixels lie outside a band."""
    return over_channels(((seen - np.clip(seen, low, high)) / sigma) ** 2)


def _softened(seen: Float32Array, inside: NDArray[np.uint8], sigma: float) -> Float32Array:
    """What is seen on a tile (h, w, 3), softened by ``sigma`` px without what lies beside it."""
    share = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), sigma)[..., None]
    soft = cv2.GaussianBlur(seen * inside[..., None], (0, 0), sigma) / np.maximum(share, 1e-3)
    return np.asarray(soft, dtype=np.float32)


def find_figures(scene: Scene, paints: Sequence[Paint]) -> list[Figure]:
    """Every piece on the map, surest first.

    How white the light is follows from the tiles only roughly; of a few answers the one is taken in which the pieces
    look most like paints.
    """

    def answer(share: float) -> list[Figure]:
        return _figures_in(scene, white_balanced(scene.raw, scene.gain**share), paints)

    return of_one_size(
        max(
            side_by_side(answer, PARAMETERS.whiteness),
            key=lambda figures: sum(max(0.0, figure.evidence - 4.0) for figure in figures),
        )
    )


def trace_of(scene: Scene, tile: int, paint: Paint) -> float:
    """The largest patch on a tile (its index in the scene) and over its edges that may be of a paint, in areas of a
    tile, whatever is printed there and however white the light is: who leaves none there is not there. What a lamp's
    streaks part is one patch."""
    rows, columns = np.nonzero(scene.owner == tile)
    if not len(rows):
        return 0.0
    reach = round(PARAMETERS.leans * scene.tile_px)
    window = tuple(slice(max(some.min() - reach, 0), some.max() + reach + 1) for some in (rows, columns))
    own, found = scene.owner[window] == tile, 0
    # Beside the tile a dark table may be as dark as he is: there it must be something that is not explained.
    about = own | ((cv2.dilate(own.astype(np.uint8), disc(reach)) > 0) & (scene.doubt[window] > PARAMETERS.trace))
    for share in PARAMETERS.whiteness:
        gain = scene.gain**share
        lab = white_balanced(scene.raw[window], gain if gain.ndim == 1 else gain[window])
        shows = ((paint.doubt(lab) < PARAMETERS.trace) & about).astype(np.uint8)
        shows = np.asarray(cv2.morphologyEx(shows, cv2.MORPH_OPEN, disc(0.025 * scene.tile_px)), np.uint8)
        bridged = cv2.morphologyEx(shows, cv2.MORPH_CLOSE, disc(PARAMETERS.gloss * scene.tile_px))
        _, labels = cv2.connectedComponents(bridged, connectivity=8)
        areas = np.bincount(labels[shows > 0], minlength=int(labels.max()) + 1)
        on_it = np.setdiff1d(labels[own & (shows > 0)], [0])
        found = max(found, int(areas[on_it].max(initial=0)))
    return found / scene.tile_px**2


def of_one_size(figures: Sequence[Figure]) -> list[Figure]:
    """Those that are not far smaller than what most of the evidence is for: a game's pieces are of one size, slivers of
    table between tiles and the fringes of a glare are not."""
    if not figures:
        return []
    areas, evidence = np.array([(figure.area, max(figure.evidence, 0.0)) for figure in figures]).T
    order = np.argsort(areas)
    usual = areas[order][np.searchsorted(np.cumsum(evidence[order]), 0.5 * evidence.sum())]
    return [figure for figure in figures if figure.area >= PARAMETERS.least_of_usual * usual]


def _figures_in(scene: Scene, lab: Float32Array, paints: Sequence[Paint]) -> list[Figure]:
    soft = max(0.6, 0.02 * scene.tile_px)
    doubts = [scene.doubt_of_dark if paint.light < np.log(PARAMETERS.dark) else scene.doubt for paint in paints]
    votes = [0.5 * (doubt - paint.doubt(lab)) for doubt, paint in zip(doubts, paints, strict=True)]
    names = [paint.name for paint in paints]
    if "white" in names:  # any bright paint looks white where too much light took its colour
        votes[names.index("white")][_saturated(scene)] = 0
    odds = np.stack([cv2.GaussianBlur(vote, (0, 0), soft) for vote in votes]).astype(np.float32)
    odds[:, ~scene.near] = -BOUND
    label = np.where(odds.max(axis=0) > 0.4, odds.argmax(axis=0), -1).astype(np.int16)
    for index in range(len(paints)):  # crumbs and threads are no pieces
        mask = (label == index).astype(np.uint8)
        label[(mask > 0) & (cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc(0.025 * scene.tile_px)) == 0)] = -1
    if "black" in names:
        give_shade_to_paint(label, names.index("black"), scene.tile_px)
    figures = []
    for index, paint in enumerate(paints):
        whole = with_its_shades(label == index, label < 0, paint, lab, doubts[index])
        mask = cv2.morphologyEx(whole.astype(np.uint8), cv2.MORPH_CLOSE, disc(0.03 * scene.tile_px))
        figures.extend(_blobs(np.asarray(mask, dtype=np.uint8), odds, index, paint.name, scene))
    return sorted(figures, key=lambda figure: -figure.evidence)


def _piece_shaped(outline: Float32Array, pixels: float, tile_px: float) -> bool:
    """Whether something is as compact as wooden pieces are: rims of cups, arms and the fringe of a glare are not."""
    sides = sorted(side + 1.0 for side in cv2.minAreaRect(outline)[1])
    return bool(
        sides[1] < PARAMETERS.longest * tile_px
        and sides[1] < PARAMETERS.slimmest * sides[0]
        and pixels > PARAMETERS.fullness * sides[0] * sides[1]
    )


def _saturated(scene: Scene) -> NDArray[np.bool_]:
    """(h, w) where a channel has run out of range, or shows more light than falls there."""
    linear = cv2.cvtColor(scene.raw / np.float32(LAB_SCALE), cv2.COLOR_LAB2LBGR)
    saturated = linear.max(axis=2) > PARAMETERS.burnt
    if scene.gain.ndim > 1:  # what falls on this very place is known
        saturated |= (linear * scene.gain).max(axis=2) > PARAMETERS.mirrored
    return np.asarray(saturated)


def _blobs(mask: NDArray[np.uint8], odds: Float32Array, index: int, colour: str, scene: Scene) -> list[Figure]:
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for label in range(1, count):
        x, y, w, h, pixels = stats[label]
        window = (slice(y, y + h), slice(x, x + w))
        part = labels[window] == label
        owners = scene.owner[window][part]
        if not (owners >= 0).any():
            continue
        side = float(scene.sides[np.bincount(owners[owners >= 0]).argmax()])
        area = pixels / side**2
        girth = 2 * float(cv2.distanceTransform(np.pad(part.astype(np.uint8), 1), cv2.DIST_L2, 3).max()) / side
        if not PARAMETERS.smallest < area < PARAMETERS.largest or girth < PARAMETERS.least_girth:
            continue
        evidence = float(np.maximum(odds[(index, *window)][part], 0).sum()) * PARAMETERS.independent / side**2
        contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(contours, key=len)[:, 0] + [x, y] + list(scene.offset)
        if not _piece_shaped(np.asarray(outline, np.float32), float(pixels), side):
            continue
        if step_across(scene.raw, part, (x, y), PARAMETERS.beside * side) < PARAMETERS.least_step:
            continue
        centre = (centres[label] + scene.offset + 0.5) / scene.scale - 0.5
        found.append(
            Figure(
                colour,
                np.asarray(centre, dtype=np.float64),
                float(area),
                evidence,
                float(1.0 / (1.0 + np.exp(PARAMETERS.rare - evidence))),
                ((outline + 0.5) / scene.scale - 0.5).astype(np.float32),
            )
        )
    return found
