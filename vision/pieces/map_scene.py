"""What a picture of a map shows beside what its bare tiles would show: where they fail to explain a pixel.

Roofs and shields are part of the bare tile, so they explain themselves; so do shadows, and a print that is a little
misplaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import BOUND
from vision.imaging.patches import Layers, over_channels
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.bare_table import TableShades
from vision.photometry.illumination import Illumination
from vision.photometry.tone import Tone, fit_tone
from vision.pieces.figure_forms import FigureForms
from vision.pieces.shades import disc
from vision.registration.lattice import Matrix, project, quad_of, side_px, sides_px
from vision.registration.lucas_kanade import middle_px

FACE = 64  # px a side at which bare tiles are expected


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSceneParameters(Parameters):
    """Where a bare tile fails to explain a picture, and how wide what stands there is at least."""

    broad: float = parameter(
        4.0, "px", "of a 64 px tile by which print and picture are softened where broad strokes are compared", CHOSEN
    )
    apart: float = parameter(
        4.0,
        "standard deviations",
        "from the least to the most that a print shows nearby: beyond it most colours between are printed nowhere",
        "docs/findings/followers.md",
    )
    softer: float = parameter(
        1.2, "px", "of a 64 px tile by which a lens softens a print at the most", "docs/findings/followers.md"
    )
    light_px: int = parameter(32, "px a side", "at which their light is learned", CHOSEN)
    shades: tuple[float, float, float] = parameter(
        (1.0, 0.8, 0.62), "times", "the lightness: what a shadow may leave of it", CHOSEN
    )
    unlikely: float = parameter(
        1.5, "squared standard deviations", "that a shadow counts as: more places are lit than not", CHOSEN
    )
    gamma: float = parameter(2.2, "grey levels", "power of a camera's levels that is light", CHOSEN)
    coarse: int = parameter(16, "px", "of a scene for which the light is told at once", CHOSEN)
    around: float = parameter(0.45, "tile sides", "around the map that are looked at: pieces lean out of it", CHOSEN)
    rim: float = parameter(0.05, "share of a tile's side", "by which it may be misplaced", CHOSEN)
    least_girth: float = parameter(
        0.10, "share of a tile's side", "thinner things are edges of tiles and gaps between them", CHOSEN
    )
    step: int = parameter(
        2,
        "px",
        "from one of a scene that is compared colour by colour to the next: doubts are softened by as much",
        CHOSEN,
    )
    band: int = parameter(7, "px", "of a 64 px tile: how far the print may be misplaced, both ways together", CHOSEN)


PARAMETERS = MapSceneParameters()


@dataclass(frozen=True, slots=True, eq=False)
class MapScene:
    """What is seen and what bare tiles would show, at the working size of a picture.

    Attributes:
        doubt: (h, w) bounded squared standard deviations by which the bare tiles (around the map: the table) fail to
            explain a pixel.
        doubt_of_hue: (h, w) the same where one colour that is printed nearby must explain it, and not what lies between
            several: it is asked of paints that have a hue. A glare lies between none.
        doubt_of_dark: (h, w) the same where they must explain its surroundings in broad strokes, too.
        raw: (h, w, 3) half-L Lab as the picture has it.
        gain: (3,) or (h, w, 3) factors for linear BGR that make the map's light white.
        owner: (h, w) index of the tile a pixel belongs to, -1 beyond the map.
        near: (h, w) whether it lies on the map or close to it.
        scale: px here for one px of the picture.
        offset: (2,) px of this scene's corner at that scale: x, y.
        tile_px: median side of a tile, px here.
        sides: (tiles,) side of each tile, px here: seen aslant, near ones are twice as large as far ones.
        forms: what forms say of figures; None where nobody asked.
    """

    doubt: Float32Array
    doubt_of_hue: Float32Array
    doubt_of_dark: Float32Array
    raw: Float32Array
    gain: Float32Array
    owner: NDArray[np.int16]
    near: NDArray[np.bool_]
    scale: float
    offset: tuple[int, int]
    tile_px: float
    sides: NDArray[np.float64]
    forms: FigureForms | None = None

    @property
    def onto(self) -> Matrix:
        """(3, 3) px of the picture to px here."""
        return onto_scene(self.scale, self.offset)


def onto_scene(scale: float, offset: tuple[int, int]) -> Matrix:
    """(3, 3) px of a picture to px of a scene of this scale, whose corner (x, y) is so many of its px away."""
    half = (scale - 1) / 2
    return np.array([[scale, 0.0, half - offset[0]], [0.0, scale, half - offset[1]], [0.0, 0.0, 1.0]])


def set_scene(layers: Layers, poses: NDArray[np.float64], faces: Sequence[Float32Array], lit: Illumination) -> MapScene:
    """Compare a picture with bare tiles.

    What a print shows in this light is foretold, rather than what is seen brought back to the print: a map learned from
    grass and roofs takes nearly all blue and yellow off the picture, where they tell little, and paint with them.

    Args:
        poses: (b, 3, 3) of the tiles, unit square to px of the picture.
        faces: what each tile should show, (FACE, FACE, 3) half-L Lab in the references' colours.
        lit: the light on the map.
    """
    scale = layers.finest_size[1] / layers.size[1]
    sides = sides_px(poses) * scale
    tile_px = float(np.median(sides))
    corners = project(poses, np.broadcast_to([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], (len(poses), 4, 2)))
    corners = (corners + 0.5) * scale - 0.5
    reach = PARAMETERS.around * tile_px
    left, top = np.maximum(np.floor(corners.min(axis=(0, 1)) - reach), 0).astype(int)
    right, bottom = (np.ceil(corners.max(axis=(0, 1)) + reach)).astype(int) + 1
    raw = layers.finest_part(slice(top, bottom), slice(left, right))
    rows, columns = raw.shape[:2]
    owner = np.full((rows, columns), -1, np.int16)
    doubt, doubt_of_hue, doubt_of_dark = np.zeros((3, rows, columns), np.float32)
    light, middles = _light_on(layers, poses, faces), middle_px(poses)
    moved = onto_scene(scale, (int(left), int(top)))
    for index, (pose, face) in enumerate(zip(poses, faces, strict=True)):
        shown = light.apply(face[None], middles[index : index + 1])[0]
        tile = _on_tile(raw, moved @ pose, shown, light.sigma)
        if tile is None:
            continue
        doubt[tile.window][tile.inside] = tile.doubt[tile.inside]
        doubt_of_hue[tile.window][tile.inside] = tile.doubt_of_hue[tile.inside]
        doubt_of_dark[tile.window][tile.inside] = tile.doubt_of_dark[tile.inside]
        owner[tile.window][tile.inside] = index
    gain = _gain_across(lit, (rows, columns), scale, (int(left), int(top)))
    near = cv2.dilate((owner >= 0).astype(np.uint8), disc(reach)) > 0
    around = (owner < 0) & near
    table = TableShades.of(raw[around])
    rim = _rim(owner, tile_px)
    on_table, at_most = table.doubt(raw[around]), table.doubt(raw[rim])
    for each in (doubt, doubt_of_hue, doubt_of_dark):
        each[around] = on_table
        each[rim] = np.minimum(each[rim], at_most)
    offset = (int(left), int(top))
    return MapScene(doubt, doubt_of_hue, doubt_of_dark, raw, gain, owner, near, scale, offset, tile_px, sides)


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
    """One tile in its ``window`` of a scene: where it lies there, and the three doubts of the scene."""

    window: tuple[slice, slice]
    inside: NDArray[np.bool_]
    doubt: Float32Array
    doubt_of_hue: Float32Array
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
        kernel = np.ones((PARAMETERS.band, PARAMETERS.band), np.uint8)
        least, most = cv2.erode(print_, kernel), cv2.dilate(print_, kernel)
        return warped(np.asarray(least, np.float32)), warped(np.asarray(most, np.float32))

    low, high = band(shown)
    nearby = _Nearby.of(shown, from_face, (low, high), sigma_of(scatter))
    broad_low, broad_high = band(np.asarray(cv2.GaussianBlur(shown, (0, 0), PARAMETERS.broad), np.float32))
    inside = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(inside, np.round((quad - [x0, y0]) * 16).astype(np.int32), 1, shift=4)
    inner = inside > 0
    sigma = sigma_of(scatter)
    shift = _own_light(np.asarray(raw[window] - (low + high) / 2, np.float32)[inner], sigma)
    # A roof has lines as dark as a black piece, but it is not dark all over.
    soft = softened(np.asarray(raw[window], np.float32), inside, PARAMETERS.broad * side_px(pose) / FACE)
    bits, hues, strokes = [], [], []
    for shade in PARAMETERS.shades:
        dim = np.array([shade, (1 + shade) / 2, (1 + shade) / 2], np.float32)
        unlikely = np.float32(0.0 if shade == 1.0 else PARAMETERS.unlikely)
        seen = np.asarray(raw[window] / dim - shift, np.float32)
        bits.append(_beyond(seen, low, high, sigma / dim) + unlikely)
        hues.append(np.maximum(bits[-1], nearby.doubt(seen, sigma / dim) + unlikely))
        broadly = _beyond(soft / dim - shift, broad_low, broad_high, sigma / dim) + unlikely
        strokes.append(np.maximum(broadly, bits[-1]))
    return _OnTile(
        window,
        inner,
        *(np.minimum(np.min(each, axis=0), BOUND).astype(np.float32) for each in (bits, hues, strokes)),
    )


def sigma_of(scatter: NDArray[np.float64]) -> Float32Array:
    """(3,) by how much a picture scatters about a print, never nothing."""
    return np.maximum(scatter, 2.0).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Nearby:
    """What a print shows nearby, colour by colour, where that is of several kinds: what lies between them in each
    channel is most often printed nowhere. Yellow paint lies between grass and a white road in all three.

    Attributes:
        where: (h / 2, w / 2) of every second px each way. colours: (n, 3, many) of the print about each of these.
    """

    where: NDArray[np.bool_]
    colours: Float32Array

    @classmethod
    def of(
        cls, shown: Float32Array, from_face: Matrix, band: tuple[Float32Array, Float32Array], sigma: Float32Array
    ) -> _Nearby:
        """Of a print (FACE, FACE, 3), whose least and most nearby are given as they lie in the picture."""
        least, most = (each[:: PARAMETERS.step, :: PARAMETERS.step] for each in band)
        where = ((most - least) / sigma).max(axis=2) > PARAMETERS.apart
        rows, columns = np.nonzero(where)
        at = np.stack([columns * PARAMETERS.step, rows * PARAMETERS.step, np.ones(len(rows))]).astype(np.float64)
        x, y, w = np.linalg.solve(from_face, at)
        x, y = (np.clip(np.round(each / w).astype(int), 0, FACE - 1) for each in (x, y))
        soft = np.asarray(cv2.GaussianBlur(shown, (0, 0), PARAMETERS.softer), np.float32)
        colours = [
            _windows(print_)[y, x].reshape(len(x), 3, PARAMETERS.band * PARAMETERS.band) for print_ in (shown, soft)
        ]
        return cls(where, np.concatenate(colours, axis=2))

    def doubt(self, seen: Float32Array, sigma: Float32Array) -> Float32Array:
        """(h, w) how unlike the likest colour nearby what is seen (h, w, 3) is; 0 where the print shows but one."""
        apart = np.zeros((len(self.colours), self.colours.shape[2]), np.float32)
        some = seen[:: PARAMETERS.step, :: PARAMETERS.step][self.where]
        for channel in range(3):
            apart += ((some[:, channel, None] - self.colours[:, channel]) / sigma[channel]) ** 2
        doubt = np.zeros(self.where.shape, np.float32)
        doubt[self.where] = apart.min(axis=1)
        return doubt.repeat(PARAMETERS.step, axis=0).repeat(PARAMETERS.step, axis=1)[: seen.shape[0], : seen.shape[1]]


def _windows(print_: Float32Array) -> Float32Array:
    """(FACE, FACE, 3, band, band) what lies about each px of a print."""
    padded = cv2.copyMakeBorder(print_, *(PARAMETERS.band // 2,) * 4, cv2.BORDER_REPLICATE)
    return np.lib.stride_tricks.sliding_window_view(padded, (PARAMETERS.band, PARAMETERS.band), axis=(0, 1))


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


def softened(seen: Float32Array, inside: NDArray[np.uint8], sigma: float) -> Float32Array:
    """What is seen on a tile (h, w, 3), softened by ``sigma`` px without what lies beside it."""
    share = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), sigma)[..., None]
    soft = cv2.GaussianBlur(seen * inside[..., None], (0, 0), sigma) / np.maximum(share, 1e-3)
    return np.asarray(soft, dtype=np.float32)
