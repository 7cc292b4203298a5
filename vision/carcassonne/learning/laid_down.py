"""Whether a figure lies, and what that says of what he does there: farmers are laid down, everybody else stands.

The rules have people lay farmers down, and most do; some stand them up like anybody else. Which of both is the way of
one table is known by the farmers whom people confirmed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from calibration.references import Outline
from vision.carcassonne.learning.paint.seen_before import same_as_before
from vision.carcassonne.live.deck import filled
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter

Ratios = tuple[tuple[float, ...], tuple[float, ...]]  # for each of some leans: in the middle, and how much it differs

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDownParameters(Parameters):
    """How often people lay figures down, and how an outline shows it."""

    lay_farmers_down: float = parameter(
        0.6, "share", 'of tables on which farmers are laid down, as the rules have it, "default"', CHOSEN
    )
    farmers_lie: float = parameter(0.95, "share", "of the farmers of such a table who lie", CHOSEN)
    # The same box is mostly played with by the same people.
    others_play: float = parameter(
        0.15, "share", "of evenings on which others play with a box, who put farmers down as anybody does", CHOSEN
    )
    remembered: int = parameter(6, "farmers", "that are remembered from one evening to the next", CHOSEN)
    fallen: float = parameter(0.02, "share", "of everybody else who lies: he fell over, or was put so", CHOSEN)
    # A prism with the outline of a usual figure, 16 mm by 16 by 9.5, facing 50 ways, seen through a blur of 0.5 to 1.1
    # mm. Who stands covers his foot and his back, a rectangle; who lies covers his front: head, arms and legs apart,
    # and as wide as high. Each with how much ways to face differ.
    leans: tuple[float, ...] = parameter(
        (0.0, 0.06, 0.12, 0.2, 0.3, 0.4), "tile widths", "of a head beside the foot, of what follows", FINDING
    )
    standing_fills: tuple[float, ...] = parameter(
        (0.950, 0.955, 0.954, 0.949, 0.938, 0.926),
        "share",
        "of the hull about somebody who stands that he covers",
        FINDING,
    )
    standing_fills_differ: tuple[float, ...] = parameter(
        (0.015, 0.011, 0.011, 0.013, 0.012, 0.019), "share", "by which that differs", FINDING
    )
    lying_fills: tuple[float, ...] = parameter(
        (0.836, 0.859, 0.881, 0.902, 0.913, 0.919), "share", "the same of somebody who lies", FINDING
    )
    lying_fills_differ: tuple[float, ...] = parameter(
        (0.017, 0.014, 0.014, 0.010, 0.009, 0.008), "share", "by which that differs", FINDING
    )
    standing_spread: tuple[float, ...] = parameter(
        (0.61, 0.68, 0.75, 0.74, 0.65, 0.57),
        "ratio",
        "of the spread of what somebody covers who stands, across to along",
        FINDING,
    )
    standing_spread_differs: tuple[float, ...] = parameter(
        (0.03, 0.05, 0.11, 0.13, 0.11, 0.07), "ratio", "by which that differs", FINDING
    )
    lying_spread: tuple[float, ...] = parameter(
        (0.86, 0.89, 0.88, 0.86, 0.76, 0.70), "ratio", "the same of somebody who lies", FINDING
    )
    lying_spread_differs: tuple[float, ...] = parameter(
        (0.02, 0.02, 0.04, 0.05, 0.04, 0.03), "ratio", "by which that differs", FINDING
    )
    misread: tuple[float, float] = parameter(
        (0.02, 0.06), "share and ratio", "by which both are misread where light and paint differ", CHOSEN
    )
    # Print that looks like paint hangs together with some, and others lack a leg: of 33 figures (looked at) four who
    # stood were told as lying by 4 nats and more, for they were even less like anybody who stands; none by 2 since.
    spoilt: float = parameter(0.05, "share", "of outlines that tell nothing, each of their ratios by itself", CHOSEN)
    anything: tuple[float, float] = parameter(
        (0.4, 0.7), "share and ratio", "over which the ratios of an outline that tells nothing lie", CHOSEN
    )
    middle_high: float = parameter(4.75, "mm", "above the table of the middle of somebody who lies", CHOSEN)
    about_middle: float = parameter(
        0.12, "tile widths", "that the field on which somebody lies may be beside his middle", CHOSEN
    )
    believed: float = parameter(0.7, "times", "of what both say, since they are seen of one outline", CHOSEN)
    at_most: float = parameter(4.0, "nats", "that an outline says", CHOSEN)
    painted: float = parameter(1.0, "nats", "for his paint, against print, from which a px is his", CHOSEN)
    blur: float = parameter(0.7, "px of the outline", "of what single px say", CHOSEN)
    about: int = parameter(2, "px of the outline", "beyond what he hides where his paint may show", CHOSEN)
    # Roads of a print pass for paint, and meet a figure.
    thinnest: int = parameter(5, "px of the outline", "that belong to a figure", CHOSEN)
    covers: tuple[float, float] = parameter(
        (0.06, 0.2), "share of a tile", "that somebody covers, or else what was found is not him alone", CHOSEN
    )
    cut_off: int = parameter(6, "px of the outline", "of him where it is cut off, from which it says nothing", CHOSEN)
    outline_px: int = parameter(64, "px a side", "of a tile whose outline is compared", CHOSEN)
    beside_px: int = parameter(16, "px of the outline", "beyond a tile's edges up to which he may lean or lie", CHOSEN)


PARAMETERS = LaidDownParameters()
# Of the hull, and of the spread.
STANDING: tuple[Ratios, Ratios] = (
    (PARAMETERS.standing_fills, PARAMETERS.standing_fills_differ),
    (PARAMETERS.standing_spread, PARAMETERS.standing_spread_differs),
)
LYING: tuple[Ratios, Ratios] = (
    (PARAMETERS.lying_fills, PARAMETERS.lying_fills_differ),
    (PARAMETERS.lying_spread, PARAMETERS.lying_spread_differs),
)


def _that_laid_down(share: float, farmers: Sequence[float]) -> float:
    """Log-odds that a table lays its farmers down, of which a share of tables does, by how some of its farmers look."""
    each = (_of(PARAMETERS.farmers_lie, lies) - _of(PARAMETERS.fallen, lies) for lies in farmers)
    return math.log(share / (1 - share)) + sum(each)


def _of(share: float, lies: float) -> float:
    """Log-likelihood of an outline where a share of figures lies, against that he stands."""
    return math.log(share * math.exp(lies) + 1 - share)


@dataclass(frozen=True, slots=True)
class FarmersOfTable:
    """What is known of how farmers are put down at one table.

    Attributes:
        seen: log-likelihood ratios of those who were confirmed: that each lies, against that he stands.
        earlier: the same of those of earlier evenings with this edition.
    """

    seen: tuple[float, ...] = ()
    earlier: tuple[float, ...] = ()

    @property
    def log_odds(self) -> float:
        """That they are laid down."""
        usual, others = PARAMETERS.lay_farmers_down, PARAMETERS.others_play
        share = others * usual + (1 - others) / (1 + math.exp(-_that_laid_down(usual, self.earlier)))
        return _that_laid_down(share, self.seen)

    @property
    def to_remember(self) -> tuple[float, ...]:
        """What other evenings should know."""
        return (*self.earlier, *self.seen)[-PARAMETERS.remembered :]

    @property
    def lie(self) -> float:
        """The share of its farmers who lie."""
        lay_down = 1 / (1 + math.exp(-self.log_odds))
        return lay_down * PARAMETERS.farmers_lie + (1 - lay_down) * PARAMETERS.fallen


@dataclass(frozen=True, slots=True)
class BodySeen:
    """A figure's outline.

    Attributes:
        lies: log-likelihood ratio that he lies, against that he stands.
        middle: of him on the tile if he lies, tile units.
        farmers_lie: the share of the farmers of this table who do.
    """

    lies: float
    middle: tuple[float, float]
    farmers_lie: float = FarmersOfTable().lie

    def goes_with(self, farmer: NDArray[np.bool_], where: Float64Array, beneath: Float64Array) -> Float64Array:
        """(options,) how well it goes with each that somebody may have been put down as; never better than if nothing
        were known of his outline.

        Args:
            farmer: (options,) which of them are farmers.
            where: (options,) how well the foot of somebody who stands goes with each.
            beneath: (options,) the same with somebody who lies where :attr:`middle` says.
        """
        share = np.where(farmer, self.farmers_lie, PARAMETERS.fallen)
        lying, standing = math.exp(min(self.lies, 0.0)), math.exp(-max(self.lies, 0.0))
        return np.asarray(share * lying * beneath + (1 - share) * standing * where)


def body_seen(
    patch: Patches,
    says: Float32Array,
    hides: Outline,
    lean: NDArray[np.float64],
    guesses: Sequence[Guess],
    before: Patches | None = None,
) -> BodySeen | None:
    """A figure's outline on a tile; None where too little of him is seen.

    Args:
        patch: (outline_px, outline_px, 3) half-L Lab of the tile in the table's light, with ``before`` also of what
            lies up to beside_px around it.
        says: (n, n) log-likelihood ratio of each of its px: his paint, against print.
        hides: what of the tile he hides.
        lean, guesses: how figures may lean there: see :meth:`vision.carcassonne.live.memory.Memory.leans`.
        before: the same before the tile was laid: what looks alike around it is not him.
    """
    if before is not None:
        around = np.ones(says.shape, np.bool_)
        around[(slice(PARAMETERS.beside_px, -PARAMETERS.beside_px),) * 2] = False
        says = np.where(around & same_as_before(patch, before), np.float32(0), says)
    body = _body(says, hides)
    if body is None or not guesses:
        return None
    seen = _fills(body), _spread(body)
    leans = np.array([lean * stance.PARAMETERS.head_mm + guess.lean for guess in guesses])
    weights = np.array([guess.weight for guess in guesses])
    lies, stands = (
        np.logaddexp.reduce(
            weights
            + sum(map(partial(_fits, np.hypot(*leans.T)), seen, ratios, PARAMETERS.misread, PARAMETERS.anything))
        )
        for ratios in (LYING, STANDING)
    )
    moments = cv2.moments(body)
    x, y = np.array([moments["m10"], moments["m01"]]) / moments["m00"] + 0.5 - _beside(says)
    right, down = PARAMETERS.middle_high / stance.PARAMETERS.head_mm * (np.exp(weights) @ leans) / np.exp(weights).sum()
    return BodySeen(
        float(np.clip(PARAMETERS.believed * (lies - stands), -PARAMETERS.at_most, PARAMETERS.at_most)),
        (float(x / PARAMETERS.outline_px - right), float(y / PARAMETERS.outline_px - down)),
    )


def _body(says: Float32Array, hides: Outline) -> NDArray[np.int32] | None:
    """(n, 1, 2) the outline of what shows a figure's paint, px; None where there is none, or where it is cut off.

    Args:
        says: (n, n) log-likelihood ratio of each px: his paint, against print.
    """
    beside = _beside(says)
    on_tile = np.pad(filled(hides, PARAMETERS.outline_px).astype(np.uint8), beside)
    near = cv2.dilate(on_tile, np.ones((2 * PARAMETERS.about + 1,) * 2, np.uint8))
    if beside:
        reached = cv2.dilate(on_tile, np.ones((2 * beside + 1,) * 2, np.uint8))
        reached[(slice(beside, -beside),) * 2] = 0
        near = np.maximum(near, reached)
    smooth = cv2.GaussianBlur(np.asarray(says, np.float32), (0, 0), PARAMETERS.blur)
    painted = np.pad(((smooth > PARAMETERS.painted) & (near > 0)).astype(np.uint8), PARAMETERS.thinnest)
    for how, size in ((cv2.MORPH_CLOSE, 3), (cv2.MORPH_OPEN, PARAMETERS.thinnest)):
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        painted = np.asarray(cv2.morphologyEx(painted, how, kernel), np.uint8)
    outlines, _ = cv2.findContours(painted, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(outlines, key=cv2.contourArea, default=None)
    least, most = PARAMETERS.covers
    if largest is None or not least < cv2.contourArea(largest) / PARAMETERS.outline_px**2 < most:
        return None
    body = np.asarray(largest - PARAMETERS.thinnest, np.int32)
    at_edge = np.any((body <= 0) | (body >= len(says) - 1), axis=(1, 2))
    return None if np.count_nonzero(at_edge) > PARAMETERS.cut_off else body


def _beside(says: Float32Array) -> int:
    """How many of the px (n, n) lie beside the tile, on each side."""
    return (len(says) - PARAMETERS.outline_px) // 2


def _fills(body: NDArray[np.int32]) -> float:
    """The share of the hull about an outline that it covers."""
    return cv2.contourArea(body) / max(cv2.contourArea(cv2.convexHull(body)), 1.0)


def _spread(body: NDArray[np.int32]) -> float:
    """How widely what an outline covers is spread across, by how it is along."""
    moments = cv2.moments(body)
    shared = [[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]]
    across, along = np.linalg.eigvalsh(np.array(shared))
    return math.sqrt(max(float(across), 0.0) / max(float(along), 1e-6))


def _fits(heads: Float64Array, seen: float, ratios: Ratios, misread: float, anything: float) -> Float64Array:
    """(n,) log-likelihood of what an outline shows, for each lean of a head, tile widths."""
    middle, differ = (np.interp(heads, PARAMETERS.leans, column) for column in ratios)
    spread = np.hypot(differ, misread)
    density = np.exp(-0.5 * ((seen - middle) / spread) ** 2) / (spread * math.sqrt(2 * math.pi))
    return np.asarray(np.log((1 - PARAMETERS.spoilt) * density + PARAMETERS.spoilt / anything))
