"""Solid pieces that stand or lie on tiles: what differs from the bare tile, in one paint, of a piece's size.

For every pixel of the map two hypotheses compete: it is the bare tile (a little misplaced, perhaps in a shadow), or it
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
from vision.imaging.patches import LAB_SCALE
from vision.imaging.side_by_side import side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import map_scene, shades, touching_pieces
from vision.pieces.map_scene import MapScene
from vision.pieces.outline_step import step_across
from vision.pieces.shades import disc, give_dark_side_to_paint, give_shade_to_paint, with_its_shades
from vision.pieces.touching_pieces import two_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesFiguresParameters(Parameters):
    """Which size, form, fullness and gloss make what differs from a tile a piece."""

    dark: float = parameter(
        40.0, "L of Lab", "of a well lit piece up to which its paint could be a print's dark lines", CHOSEN
    )
    least_odds: float = parameter(0.4, "log-odds", "of a paint from which a pixel shows it", CHOSEN)
    rare: float = parameter(
        4.0, "log-odds", "against a blob of the right size being a piece, before its pixels are asked", CHOSEN
    )
    independent: float = parameter(60.0, "px", "that count, of a tile full of them", CHOSEN)
    smallest: float = parameter(0.012, "share of a tile's area", "that a piece may show", CHOSEN)
    largest: float = parameter(0.45, "share of a tile's area", "that a piece may show", CHOSEN)
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
    most_of_usual: float = parameter(
        3.0,
        "times",
        "the usual piece's size that one patch of a paint shows at the most: of 455 on 36 boards two that touch 2.6",
        "docs/findings/followers.md",
    )
    least_to_tell: int = parameter(3, "pieces", "that tell together which size is usual", CHOSEN)
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


@dataclass(frozen=True, slots=True, eq=False)
class FoundPiece:
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

    @property
    def said(self) -> float:
        """Log-odds of its pixels, in the mean."""
        return self.evidence / (PARAMETERS.independent * self.area)


def white_balanced(lab: Float32Array, gain: Float32Array) -> Float32Array:
    """Half-L Lab pixels (..., 3) with the light's colour taken out (von Kries in linear BGR); L from 0 to 100.

    ``gain`` is one (3,) for all or one for each.
    """
    flat = np.ascontiguousarray((lab / LAB_SCALE).reshape(-1, 1, 3), dtype=np.float32)
    linear = np.maximum(cv2.cvtColor(flat, cv2.COLOR_LAB2LBGR), 0) * gain.reshape(-1, 1, 3)
    return np.asarray(cv2.cvtColor(np.minimum(linear, 1.0), cv2.COLOR_LBGR2LAB), dtype=np.float32).reshape(lab.shape)


def find_figures(scene: MapScene, paints: Sequence[Paint]) -> list[FoundPiece]:
    """Every piece on the map, surest first.

    How white the light is follows from the tiles only roughly; of a few answers the one is taken in which the pieces
    look most like paints.
    """
    may = _may_be_paint(scene)
    if not may.any():
        return []
    burnt = np.zeros(may.shape, np.bool_)
    burnt[may] = _saturated(scene, may)

    def answer(share: float) -> list[FoundPiece]:
        lab = np.zeros_like(scene.raw)
        lab[may] = white_balanced(scene.raw[may], _gain_at(scene, may) ** share)
        return _figures_in(scene, lab, paints, may, burnt)

    likeliest = max(
        side_by_side(answer, PARAMETERS.whiteness),
        key=lambda figures: sum(max(0.0, figure.evidence - 4.0) for figure in figures),
    )
    return of_one_size(_none_far_larger(likeliest))


def trace_of(scene: MapScene, tile: int, paint: Paint) -> float:
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


def of_one_size(figures: Sequence[FoundPiece]) -> list[FoundPiece]:
    """Those that are not far smaller than what most of the evidence is for: a game's pieces are of one size, slivers of
    table between tiles and the fringes of a glare are not."""
    if not figures:
        return []
    areas, evidence = np.array([(figure.area, max(figure.evidence, 0.0)) for figure in figures]).T
    order = np.argsort(areas)
    usual = areas[order][np.searchsorted(np.cumsum(evidence[order]), 0.5 * evidence.sum())]
    return [figure for figure in figures if figure.area >= PARAMETERS.least_of_usual * usual]


def _none_far_larger(figures: list[FoundPiece]) -> list[FoundPiece]:
    """Those that are not far larger than the others: a ground of one colour and the glare on a tile are. Each that is
    likely a piece counts once, or a large patch would make itself the usual one."""
    usual = _usual_area(figures)
    return [figure for figure in figures if usual is None or figure.area <= PARAMETERS.most_of_usual * usual]


def _usual_area(figures: Sequence[FoundPiece]) -> float | None:
    """What a piece usually shows, in areas of a tile; None where too few tell."""
    likely = [figure.area for figure in figures if figure.evidence > PARAMETERS.rare]
    return float(np.median(likely)) if len(likely) >= PARAMETERS.least_to_tell else None


def _softness(scene: MapScene) -> float:
    """Px by which votes are softened."""
    return max(0.6, 0.02 * scene.tile_px)


def _may_be_paint(scene: MapScene) -> NDArray[np.bool_]:
    """(h, w) where any paint may win, and around that as far as votes are softened: what is explained well as it is is
    no piece of whatever colour, and need not be compared with each."""
    soft = _softness(scene)
    most = np.maximum(scene.doubt_of_hue, scene.doubt_of_dark) * np.float32(0.5)
    paint = (cv2.GaussianBlur(most, (0, 0), soft) > PARAMETERS.least_odds) | (
        most > 0.5 * shades.PARAMETERS.unexplained
    )
    if scene.forms is not None:
        paint |= scene.forms.paintable
    around = cv2.dilate(paint.astype(np.uint8), np.ones((2 * round(4 * soft) + 3,) * 2, np.uint8))
    return np.asarray(around > 0)


def _gain_at(scene: MapScene, where: NDArray[np.bool_]) -> Float32Array:
    return scene.gain if scene.gain.ndim == 1 else scene.gain[where]


def _figures_in(
    scene: MapScene, lab: Float32Array, paints: Sequence[Paint], may: NDArray[np.bool_], burnt: NDArray[np.bool_]
) -> list[FoundPiece]:
    """Figures in one answer to how white the light is.

    Args:
        lab: (h, w, 3) in white light, where a paint ``may`` (h, w) win.
        burnt: (h, w) where the colour is not known.
    """
    soft = _softness(scene)
    doubts = [_doubt_for(paint, scene) for paint in paints]
    names = [paint.name for paint in paints]
    odds = np.full((len(paints), *may.shape), -BOUND, np.float32)
    seen = lab[may]
    for index, (doubt, paint) in enumerate(zip(doubts, paints, strict=True)):
        vote = np.full(may.shape, np.float32(-0.5 * BOUND))
        vote[may] = np.float32(0.5) * (doubt[may] - paint.doubt(seen))
        if paint.name == "white":  # any bright paint looks white where too much light took its colour
            vote[burnt] = 0
        if scene.forms is not None:
            vote[may] += scene.forms.of_paint(paint.name, may)
        cv2.GaussianBlur(vote, (0, 0), soft, dst=odds[index])
    odds[:, ~scene.near] = -BOUND
    label = _likeliest(odds)
    for index in range(len(paints)):  # crumbs and threads are no pieces
        mask = (label == index).astype(np.uint8)
        if not mask.any():
            continue
        label[(mask > 0) & (cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc(0.025 * scene.tile_px)) == 0)] = -1
    if "black" in names:
        give_shade_to_paint(label, names.index("black"), scene.tile_px)
    give_dark_side_to_paint(label, paints, odds, scene.tile_px)
    figures = []
    for index, paint in enumerate(paints):
        if not (label == index).any():
            continue
        whole = with_its_shades(label == index, label < 0, paint, lab, doubts[index], scene.tile_px)
        mask = cv2.morphologyEx(whole.astype(np.uint8), cv2.MORPH_CLOSE, disc(0.03 * scene.tile_px))
        figures.extend(_blobs(np.asarray(mask, dtype=np.uint8), odds, index, paint.name, scene))
    return sorted(_each_alone(figures, odds, names, scene), key=lambda figure: -figure.evidence)


def _each_alone(
    figures: Sequence[FoundPiece], odds: Float32Array, names: Sequence[str], scene: MapScene
) -> list[FoundPiece]:
    """The figures, those that touch each told alone: as what the ``odds`` (paints, h, w) make of it."""
    usual = _usual_area(figures)
    return [each for one in figures for each in (_parted(one, usual, odds, names, scene) if usual else [one])]


def _parted(
    figure: FoundPiece, usual: float, odds: Float32Array, names: Sequence[str], scene: MapScene
) -> list[FoundPiece]:
    if figure.area <= touching_pieces.PARAMETERS.larger * usual:
        return [figure]
    patch = on_scene(figure, scene) > 0
    halves = two_of(patch, usual * float(patch.sum()) / figure.area)
    parts = []
    for half in halves or ():
        paint = int(np.maximum(odds[:, half], 0).sum(axis=1).argmax())
        parts += _blobs(half.astype(np.uint8), odds, paint, names[paint], scene)
    surely = [part.evidence > PARAMETERS.rare and part.said > touching_pieces.PARAMETERS.least_said for part in parts]
    return parts if surely == [True, True] else [figure]


def on_scene(figure: FoundPiece, scene: MapScene) -> NDArray[np.uint8]:
    """(h, w) 1 where a figure is on the scene."""
    mask = np.zeros(scene.owner.shape, np.uint8)
    outline = (figure.outline + 0.5) * scene.scale - 0.5 - np.array(scene.offset)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask


def _likeliest(odds: Float32Array) -> NDArray[np.int16]:
    """(h, w) which of (paints, h, w) is the likeliest, -1 where none is likely enough; NumPy's own search takes ten
    times as long across pictures."""
    label = np.full(odds.shape[1:], -1, np.int16)
    most = np.full(odds.shape[1:], np.float32(PARAMETERS.least_odds))
    for index, each in enumerate(odds):
        more = each > most
        label[more] = index
        np.maximum(most, each, out=most)
    return label


def _doubt_for(paint: Paint, scene: MapScene) -> Float32Array:
    if paint.light < np.log(PARAMETERS.dark):
        return scene.doubt_of_dark
    return scene.doubt if paint.name in shades.GREYS else scene.doubt_of_hue


def piece_shaped(outline: Float32Array, pixels: float, tile_px: float) -> bool:
    """Whether something is as compact as wooden pieces are: rims of cups, arms and the fringe of a glare are not."""
    sides = sorted(side + 1.0 for side in cv2.minAreaRect(outline)[1])
    return bool(
        sides[1] < PARAMETERS.longest * tile_px
        and sides[1] < PARAMETERS.slimmest * sides[0]
        and pixels > PARAMETERS.fullness * sides[0] * sides[1]
    )


def _saturated(scene: MapScene, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n,) which of the pixels ``where`` (h, w) has a channel that ran out of range, or shows more light than falls
    there."""
    linear = np.asarray(cv2.cvtColor((scene.raw[where] / LAB_SCALE)[:, None], cv2.COLOR_LAB2LBGR)[:, 0], np.float32)
    saturated = _most(linear) > PARAMETERS.burnt
    if scene.gain.ndim > 1:  # what falls on this very place is known
        saturated |= _most(linear * scene.gain[where]) > PARAMETERS.mirrored
    return np.asarray(saturated)


def _most(values: Float32Array) -> Float32Array:
    """(n,) the largest of three channels (n, 3); NumPy's own takes many times as long over a short axis."""
    return np.asarray(np.maximum(np.maximum(values[:, 0], values[:, 1]), values[:, 2]))


def _blobs(mask: NDArray[np.uint8], odds: Float32Array, index: int, colour: str, scene: MapScene) -> list[FoundPiece]:
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
        if not PARAMETERS.smallest < area < PARAMETERS.largest or girth < map_scene.PARAMETERS.least_girth:
            continue
        evidence = float(np.maximum(odds[(index, *window)][part], 0).sum()) * PARAMETERS.independent / side**2
        contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(contours, key=len)[:, 0] + [x, y] + list(scene.offset)
        if not piece_shaped(np.asarray(outline, np.float32), float(pixels), side):
            continue
        if step_across(scene.raw, part, (x, y), PARAMETERS.beside * side) < PARAMETERS.least_step:
            continue
        centre = (centres[label] + scene.offset + 0.5) / scene.scale - 0.5
        found.append(
            FoundPiece(
                colour,
                np.asarray(centre, dtype=np.float64),
                float(area),
                evidence,
                float(1.0 / (1.0 + np.exp(PARAMETERS.rare - evidence))),
                ((outline + 0.5) / scene.scale - 0.5).astype(np.float32),
            )
        )
    return found
