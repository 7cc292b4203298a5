"""What wooden pieces are like from above and aslant: upright bodies, and how well one explains an outline.

A form is drawn as usual pieces are. How much larger and higher somebody's own is, is told by the outline: what is high
leans away from the camera by as much as the camera looks aslant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float64Array
from calibration.piece_set import PieceStance
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class FormParameters(Parameters):
    """How a form is laid onto an outline."""

    least: float = parameter(0.62, "times as large", "as usually that a piece may be", CHOSEN)
    most: float = parameter(1.6, "times as large", "as usually that a piece may be", CHOSEN)
    steps: int = parameter(12, "sizes", "that are tried", CHOSEN)
    turn: float = parameter(15.0, "degrees", "between the turns that are tried", CHOSEN)
    heights: tuple[float, ...] = parameter(
        (0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.32, 1.45), "times", "as high as wide, as usually, that a piece may be", CHOSEN
    )
    least_lean: float = parameter(4.0, "mm", "by which its top is seen aside, for a height to be told", CHOSEN)


PARAMETERS = FormParameters()


@dataclass(frozen=True, eq=False, slots=True)
class UprightBody:
    """An upright body: its foot's outline (n, 2) mm, from which height to which, and how its top is scaled."""

    outline: Float64Array
    low: float
    high: float
    top: float = 1.0


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """A piece as it may be shown.

    Attributes:
        name: of the form, unique in its game.
        kind, stance: what it is the form of.
        blocks: from the lowest up.
        owned: every player has one in their colour; else its colour is its kind.
        pale: share of what is seen of it that shows another colour than its paint.
        round: it looks alike from all sides.
        tint: CIE Lab of what nobody owns, as it usually is.
        rare: what speaks against its being shown at all, half squared deviations: pieces of expansions.
    """

    name: str
    kind: str
    stance: PieceStance
    blocks: tuple[UprightBody, ...]
    owned: bool = True
    pale: float = 0.0
    round: bool = False
    tint: tuple[float, float, float] | None = None
    rare: float = 0.0

    @property
    def high_mm(self) -> float:
        """How high it is."""
        return max(block.high for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Fit:
    """How a form explains an outline: share of both together that they have in common, how much larger and (None:
    nobody can tell) higher than drawn it has to be."""

    overlap: float
    wide: float
    high: float | None


def disc_outline(radius: float, sides: int = 24) -> Float64Array:
    """(sides, 2) mm."""
    angles = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


def box_outline(wide: float, deep: float) -> Float64Array:
    """(4, 2) mm of a rectangle about its middle."""
    return np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [wide, deep]


def fit(form: Form, mask: BoolMask, px_per_mm: float, lean: Float64Array) -> Fit:
    """Lay a form onto what a piece covers of the table, seen from straight above.

    Args:
        mask: (h, w) of the piece. lean: (2,) mm by which what is 1 mm high is seen aside.
    """
    aslant = float(np.linalg.norm(lean)) * form.high_mm
    is_aslant = aslant > PARAMETERS.least_lean
    sizes = np.geomspace(PARAMETERS.least, PARAMETERS.most, PARAMETERS.steps)
    best = max(
        (_overlap(form, mask, px_per_mm, lean, wide, wide, turn), wide, turn) for wide in sizes for turn in _turns(form)
    )
    if not is_aslant:
        return Fit(best[0], float(best[1]), None)
    _, wide, turn = best
    near = wide * np.geomspace(0.9, 1.1, 5)
    found = max(
        (_overlap(form, mask, px_per_mm, lean, size, size * times, turn), size, size * times)
        for size in near
        for times in PARAMETERS.heights
    )
    return Fit(found[0], float(found[1]), float(found[2]))


def outline_of(form: Form, lean: Float64Array, *, tops: bool = False) -> list[Float64Array]:
    """(n, 2) mm of each block of a form about its foot, as it is seen where what is 1 mm high leans so far; or of the
    blocks' tops alone."""
    if tops:
        return [block.outline * block.top + lean * block.high for block in form.blocks]
    return list(_hulls(form, lean, 1.0, 1.0, 0.0))


def _turns(form: Form) -> Sequence[float]:
    return (0.0,) if form.round else tuple(np.arange(0.0, 180.0, PARAMETERS.turn).tolist())


def _overlap(
    form: Form, mask: BoolMask, px_per_mm: float, lean: Float64Array, wide: float, high: float, turn: float
) -> float:
    """Intersection over union, both laid middle onto middle."""
    hulls = [(hull * px_per_mm).astype(np.float32) for hull in _hulls(form, lean, wide, high, turn)]
    height, width = mask.shape
    margin = 4
    drawn = np.zeros((height + 2 * margin, width + 2 * margin), np.uint8)
    together = cv2.convexHull(np.concatenate(hulls))[:, 0]
    middle = np.array([width, height]) / 2 + margin
    about = (together.min(axis=0) + together.max(axis=0)) / 2
    for hull in hulls:
        cv2.fillConvexPoly(drawn, np.round((hull - about + middle - 0.5) * 16).astype(np.int32), 1, shift=4)
    seen = np.zeros_like(drawn)
    seen[margin : margin + height, margin : margin + width] = mask
    both = int(np.count_nonzero(seen & drawn))
    either = np.count_nonzero(seen | drawn)
    beyond = max(0.0, float(cv2.contourArea(together)) - float(drawn.size))  # of what is far larger than the window
    return both / (either + beyond)


def _hulls(form: Form, lean: Float64Array, wide: float, high: float, turn_deg: float) -> Iterator[Float64Array]:
    """(n, 2) mm of each block about the form's foot, as it is seen."""
    turn = math.radians(turn_deg)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    for block in form.blocks:
        foot = block.outline @ spin * wide
        both = np.vstack([foot + lean * block.low * high, foot * block.top + lean * block.high * high])
        yield cv2.convexHull(both.astype(np.float32))[:, 0].astype(np.float64)


@lru_cache(maxsize=16)
def kinds_of(forms: tuple[Form, ...]) -> tuple[tuple[str, PieceStance, bool], ...]:
    """(kind, stance, owned) of these forms, each once, in their order."""
    return tuple(dict.fromkeys((form.kind, form.stance, form.owned) for form in forms))
