"""Pieces that their owner has laid out on the bare table, beside a sheet of white paper or on it.

The table is looked at from straight above, in white light as the paper tells it. What is unlike the table about it, or
unlike the paper, no mere shadow and of a piece's size, is a piece.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array, Float64Array, Picture
from calibration.colours import Lab
from calibration.lens import Lens
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.shades import disc
from vision.pieces.sheet_of_paper import PaperSheet, find_sheet, in_white_light, linear_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOutParameters(Parameters):
    """What is taken for a piece on a bare table."""

    finest: float = parameter(4.0, "px a mm", "at which the table is looked at from above, at the most", CHOSEN)
    reach_mm: float = parameter(330.0, "mm", "from the paper's middle to the farthest piece", CHOSEN)
    about_mm: float = parameter(56.0, "mm", "over which a table changes its colour, more than a piece is wide", CHOSEN)
    unlike: float = parameter(4.5, "standard deviations", "by which a piece is unlike the table about it", CHOSEN)
    least_sigma: float = parameter(2.2, "CIE Lab", "by which the plainest table scatters", CHOSEN)
    most_sigma: float = parameter(9.0, "CIE Lab", "of a table beyond which nobody can tell what lies on it", CHOSEN)
    shadow: float = parameter(
        0.42, "share", "of the ground's lightness that the deepest shadow leaves; darker is black", CHOSEN
    )
    tint_sigma: float = parameter(0.13, "of a/L and b/L", "by which a shadow's tint strays from what is usual", CHOSEN)
    least_mm2: float = parameter(35.0, "mm²", "that show of the smallest piece", CHOSEN)
    most_mm2: float = parameter(1500.0, "mm²", "that show of the largest", CHOSEN)
    least_girth_mm: float = parameter(4.0, "mm", "thinner things are threads, edges and scratches", CHOSEN)
    least_filled: float = parameter(0.5, "share", "of the smallest rectangle around it that a piece fills", CHOSEN)
    most_slim: float = parameter(4.2, "times", "as long as wide that a piece may be", CHOSEN)
    rim_mm: float = parameter(3.0, "mm", "beside the paper's edge that tell nothing", CHOSEN)
    coloured: float = parameter(50.0, "percent", "of a piece's px that show less colour than its paint has", CHOSEN)
    lit: float = parameter(60.0, "percent", "of a grey piece's px that are darker than its well lit side", CHOSEN)
    grey: float = parameter(14.0, "CIE chroma", "below which a piece has no hue", CHOSEN)
    darkest: float = parameter(12.0, "CIE L", "below which a tint is mostly noise", CHOSEN)
    dim: float = parameter(0.85, "share", "of the ground's lightness in shadows that tell of their tint", CHOSEN)
    few_px: int = parameter(60, "px", "of shadows, that tell of no tint", CHOSEN)
    most_tint: float = parameter(0.6, "a/L and b/L", "by which shadows may stray", CHOSEN)
    tint_bins: int = parameter(32, "steps", "in which their straying is told", CHOSEN)


PARAMETERS = LaidOutParameters()


@dataclass(frozen=True, eq=False)
class LaidOutPiece:
    """A piece as it was seen.

    Attributes:
        picture: (n, n, 3) BGR cut-out about it.
        outline_px: (m, 2) on the photograph.
        mask: (h, w) what it covers of the table, seen from straight above, ``px_per_mm``.
        px_per_mm: of the mask.
        lean: (2,) mm by which what is 1 mm high is seen right of and below its foot.
        middle_mm: (2,) of what shows of it, on the table.
        lab: CIE Lab of its paint where it is well lit, in white light.
        pale: share of it that is of another, paler colour than its paint: caps and stickers.
        unlike: by how many standard deviations it stands out.
    """

    picture: Picture
    outline_px: NDArray[np.float32]
    mask: BoolMask
    px_per_mm: float
    lean: Float64Array
    middle_mm: Float64Array
    lab: Lab
    pale: float
    unlike: float


@dataclass(frozen=True, eq=False)
class LaidOutPhotograph:
    """What a photograph shows of pieces that were laid out.

    Attributes:
        sheet: the paper beside them; None where there was none.
        pieces: row by row, as one reads the photograph.
        busy: the table is too motley to tell what lies on it.
    """

    sheet: PaperSheet | None
    pieces: tuple[LaidOutPiece, ...] = ()
    busy: bool = False


def read_laid_out_pieces(image: Picture, lens: Lens | None = None) -> LaidOutPhotograph:
    """The pieces on a photograph (BGR) of a bare table with a sheet of paper on it.

    Args:
        lens: of the camera, where it was learned for pictures of this size.
    """
    sheet = find_sheet(image, lens)
    if sheet is None:
        return LaidOutPhotograph(None)
    view = _from_above(image, sheet)
    away, sigma = _unlike_the_table(view)
    if sigma > PARAMETERS.most_sigma:
        return LaidOutPhotograph(sheet, busy=True)
    found = _pieces(image, view, away)
    return LaidOutPhotograph(sheet, _as_read(found))


@dataclass(frozen=True, eq=False)
class _ViewFromAbove:
    """The table from straight above: Lab in white light (h, w, 3), where it is in the picture and where paper is."""

    sheet: PaperSheet
    lab: Float32Array
    shown: BoolMask
    paper: BoolMask
    scale: float
    corner_mm: Float64Array

    def to_mm(self, px: Float64Array) -> Float64Array:
        return np.asarray((px + 0.5) / self.scale + self.corner_mm, np.float64)


def _from_above(image: Picture, sheet: PaperSheet) -> _ViewFromAbove:
    height, width = image.shape[:2]
    border = np.array(
        [[x * (width - 1), y * (height - 1)] for x, y in ((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0), (0.5, 1))]
    )
    reach = PARAMETERS.reach_mm
    seen = sheet.plane.to_table(border)
    low, high = np.maximum(seen.min(axis=0), -reach), np.minimum(seen.max(axis=0), reach)
    scale = min(PARAMETERS.finest, sheet.plane.px_per_mm())
    columns, rows = (int(np.ceil(length * scale)) for length in high - low)
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    mm = (np.stack([x, y], axis=-1) + 0.5) / scale + low
    px = sheet.plane.to_picture(mm.reshape(-1, 2)).reshape(rows, columns, 2).astype(np.float32)
    flat = cv2.remap(image, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ahead = _ahead(sheet, mm)
    shown = ahead & (px[..., 0] >= 1) & (px[..., 1] >= 1) & (px[..., 0] <= width - 2) & (px[..., 1] <= height - 2)
    half = np.array(sheet.size_mm) / 2
    paper = (np.abs(mm) < half).all(axis=-1)
    soft = cv2.GaussianBlur(np.asarray(flat, np.uint8), (0, 0), max(0.5, 0.35 * scale))
    linear = linear_of(np.asarray(soft, np.uint8))
    inner = (np.abs(mm) < half - PARAMETERS.rim_mm).all(axis=-1) & shown
    return _ViewFromAbove(sheet, in_white_light(linear, inner, mm, sheet), shown, paper, scale, low)


def _ahead(sheet: PaperSheet, mm: Float64Array) -> BoolMask:
    """(h, w) which points of the table lie before the camera, not beyond its horizon."""
    third = sheet.plane.homography[2]
    depth = mm @ third[:2] + third[2]
    return np.asarray(depth * third[2] > 0.2 * third[2] ** 2)


def _unlike_the_table(view: _ViewFromAbove) -> tuple[Float32Array, float]:
    """(h, w) by how many standard deviations each px is unlike what it lies on, shadows taken off; and by how much the
    table scatters, CIE Lab."""
    table = view.shown & ~view.paper
    around = _local(view, table)
    scatter = []
    for channel in range(3):
        off = np.abs(view.lab[..., channel] - around[..., channel])[table]
        scatter.append(1.48 * float(np.median(off)) if len(off) else PARAMETERS.least_sigma)
    sigma = np.maximum(scatter, PARAMETERS.least_sigma)
    ground = around.copy()
    white = view.lab[view.paper & view.shown]
    ground[view.paper] = np.median(white, axis=0) if len(white) else ground[view.paper]
    spread = np.where(view.paper[..., None], PARAMETERS.least_sigma, sigma).astype(np.float32)
    away = np.sqrt((((view.lab - ground) / spread) ** 2).sum(axis=-1))
    away[_shadow(view.lab, ground, table)] = 0.0
    edge = cv2.morphologyEx(view.paper.astype(np.uint8), cv2.MORPH_GRADIENT, disc(PARAMETERS.rim_mm * view.scale)) > 0
    away[edge | ~view.shown] = 0.0
    return np.asarray(away, np.float32), float(np.linalg.norm(scatter) / np.sqrt(3))


def _local(view: _ViewFromAbove, table: BoolMask) -> Float32Array:
    """(h, w, 3) the table's own colour about each px: the median over more than a piece."""
    small = max(1.0, view.scale)  # at 1 px a mm
    size = (max(8, round(view.lab.shape[1] / small)), max(8, round(view.lab.shape[0] / small)))
    usual = np.median(view.lab[table], axis=0) if table.any() else np.zeros(3, np.float32)
    filled = np.where(table[..., None], view.lab, usual.astype(np.float32))
    low = cv2.resize(filled, size, interpolation=cv2.INTER_AREA)
    bytes_ = np.clip(low * [2.55, 1.0, 1.0] + [0.0, 128.0, 128.0], 0, 255).astype(np.uint8)
    wide = int(PARAMETERS.about_mm) | 1
    median = cv2.medianBlur(np.ascontiguousarray(bytes_), wide).astype(np.float32)
    lab = ((median - [0.0, 128.0, 128.0]) / [2.55, 1.0, 1.0]).astype(np.float32)
    return np.asarray(cv2.resize(lab, view.lab.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _shadow(lab: Float32Array, ground: Float32Array, free: BoolMask) -> BoolMask:
    """(h, w) where it is the ground in less light. What a lamp does not reach is lit by the rest of the room, so that
    all shadows stray to one tint, deep ones farthest; it is the one that most dark px have.

    Args:
        free: (h, w) the table, where that is told.
    """
    light, under = (np.maximum(values[..., 0], PARAMETERS.darkest) for values in (lab, ground))
    share = light / under
    tint = lab[..., 1:] / light[..., None] - ground[..., 1:] / under[..., None]
    darker = (share < 1.0) & (share > PARAMETERS.shadow)
    dim = darker & free & (share < PARAMETERS.dim) & (np.linalg.norm(tint, axis=-1) < PARAMETERS.most_tint)
    if np.count_nonzero(dim) < PARAMETERS.few_px:
        usual = np.zeros(2)
    else:
        edges = np.linspace(-PARAMETERS.most_tint, PARAMETERS.most_tint, PARAMETERS.tint_bins + 1)
        counts, _, _ = np.histogram2d(tint[dim][:, 0], tint[dim][:, 1], bins=(edges, edges))
        soft = cv2.GaussianBlur(counts, (0, 0), 1.0)
        best = np.unravel_index(int(soft.argmax()), soft.shape)
        usual = np.array([(edges[at] + edges[at + 1]) / 2 for at in best])
    length = float(usual @ usual)
    along = np.clip(tint @ usual / length, 0.0, 1.3)[..., None] if length > 1e-6 else np.float64(0.0)
    off = np.linalg.norm(tint - along * usual, axis=-1)
    noise = 1.0 + PARAMETERS.darkest / light  # the darker, the less is known of a tint
    return np.asarray(darker & (off < PARAMETERS.tint_sigma * noise))


def _pieces(image: Picture, view: _ViewFromAbove, away: Float32Array) -> list[LaidOutPiece]:
    mask = (away > PARAMETERS.unlike).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc(0.6 * view.scale)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, disc(1.2 * view.scale)), np.uint8)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for part in range(1, count):
        x, y, w, h, pixels = (int(value) for value in stats[part])
        if not PARAMETERS.least_mm2 < pixels / view.scale**2 < PARAMETERS.most_mm2:
            continue
        window = (slice(y, y + h), slice(x, x + w))
        piece = _piece(image, view, parts[window] == part, away[window], (x, y))
        if piece is not None:
            found.append(piece)
    return found


def _piece(
    image: Picture, view: _ViewFromAbove, part: BoolMask, away: Float32Array, at: tuple[int, int]
) -> LaidOutPiece | None:
    contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=len)[:, 0]
    whole = np.zeros(part.shape, np.uint8)
    cv2.drawContours(whole, [outline], -1, 1, cv2.FILLED)  # what shines on top of it is not the table
    sides = sorted(side + 1.0 for side in cv2.minAreaRect(outline)[1])
    girth = 2 * float(cv2.distanceTransform(np.pad(whole, 1), cv2.DIST_L2, 3).max()) / view.scale
    if girth < PARAMETERS.least_girth_mm or sides[1] > PARAMETERS.most_slim * sides[0]:
        return None
    if whole.sum() < PARAMETERS.least_filled * sides[0] * sides[1]:
        return None
    h, w = part.shape
    window = (slice(at[1], at[1] + h), slice(at[0], at[0] + w))
    if not view.shown[window].all() and not view.shown[window][whole > 0].all():
        return None  # beyond the picture
    middle_px = np.argwhere(whole)[:, ::-1].mean(axis=0) + at
    middle = view.to_mm(middle_px)
    outline_mm = view.to_mm(outline + np.array(at))
    outline_px = view.sheet.plane.to_picture(outline_mm).astype(np.float32)
    lab, pale = _paint(view.lab[window], whole > 0, view.scale)
    return LaidOutPiece(
        picture=_cut_out(image, outline_px),
        outline_px=outline_px,
        mask=whole > 0,
        px_per_mm=view.scale,
        lean=_lean(view.sheet, middle),
        middle_mm=middle,
        lab=lab,
        pale=pale,
        unlike=float(np.median(away[part])),
    )


def _lean(sheet: PaperSheet, middle_mm: Float64Array) -> Float64Array:
    """(2,) mm by which something 1 mm high is seen aside from its foot on the table."""
    foot = sheet.plane.to_picture(middle_mm[None])[0]
    head = foot + sheet.plane.upright((float(middle_mm[0]), float(middle_mm[1])))
    return np.asarray(sheet.plane.to_table(head[None])[0] - middle_mm, np.float64)


def _paint(lab: Float32Array, whole: BoolMask, scale: float) -> tuple[Lab, float]:
    """CIE Lab of a piece's paint where it is well lit, and the share of it that is paler than any shade of that."""
    inner = cv2.erode(np.pad(whole.astype(np.uint8), 1), disc(0.8 * scale))[1:-1, 1:-1] > 0
    pixels = lab[inner if np.count_nonzero(inner) > 12 else whole]
    chroma = np.hypot(pixels[:, 1], pixels[:, 2])
    # Shade takes light and colour, a glint colour alone: where there is most colour, paint is as it is.
    paint, level = (
        (chroma, PARAMETERS.coloured) if np.percentile(chroma, 85) > PARAMETERS.grey else (pixels[:, 0], PARAMETERS.lit)
    )
    light, a, b = (float(value) for value in np.median(pixels[paint >= np.percentile(paint, level)], axis=0))
    # A cap is bright, and has little of the paint's colour: a lamp's glint does, too, but is small.
    off = np.hypot(pixels[:, 1] - a * pixels[:, 0] / max(light, 1.0), pixels[:, 2] - b * pixels[:, 0] / max(light, 1.0))
    return (light, a, b), float((off > 0.45 * max(np.hypot(a, b), 24.0)).mean())


def _cut_out(image: Picture, outline_px: NDArray[np.float32]) -> Picture:
    low, high = outline_px.min(axis=0), outline_px.max(axis=0)
    reach = max(8, round(0.75 * float((high - low).max())))
    middle = tuple(float(value) for value in (low + high) / 2)
    return np.asarray(cv2.getRectSubPix(image, (2 * reach, 2 * reach), middle), np.uint8)


def _as_read(pieces: list[LaidOutPiece]) -> tuple[LaidOutPiece, ...]:
    """Rows from above to below as the photograph shows them, each from left to right."""
    left = sorted(pieces, key=lambda one: float(one.outline_px[:, 1].mean()))
    ordered: list[LaidOutPiece] = []
    while left:
        first = left[0].outline_px
        tall = float(np.ptp(first[:, 1]))
        row = [one for one in left if one.outline_px[:, 1].mean() - first[:, 1].mean() < 0.8 * tall]
        ordered.extend(sorted(row, key=lambda one: float(one.outline_px[:, 0].mean())))
        left = [one for one in left if not any(one is other for other in row)]
    return tuple(ordered)
