"""A mirrored lamp over a rhomb that can't be read for it: both are sought together.

:func:`vision.photometry.glare.find_glare` tells a lamp where the print beneath is known. Where the lamp hides the
print, each rhomb that may lie there is supposed in turn. The lamp that would make it look as it is seen is fitted to it
and to what is surely known around it, and the supposition that explains the picture best tells the lamp. That lamp is
good even where several rhombi explain the picture nearly as well: a patch of seven numbers can't draw the details in
which they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.cronberg.drawing import covered_px, drawn
from vision.cronberg.evidence import RhombWeigher, site_pose
from vision.cronberg.tone import RectifiedBoard, Toner
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.glare import Glare, bounded, glare_of, share_at

RhombPose = tuple[int, int, Float32Array]  # index of site, index of kind, and how it lies off it: mm, mm, degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPrintsParameters(Parameters):
    """How softly, how far and how often a lamp and the print beneath it are sought together."""

    soften_px: float = parameter(1.2, "px", "by which print and picture are softened", CHOSEN)
    reach_mm: float = parameter(80.0, "mm", "around a place that are looked at", CHOSEN)
    step_px: int = parameter(3, "px", "from one pixel that is compared to the next", CHOSEN)
    supposed: int = parameter(12, "rhombi", "the likeliest, that are supposed to lie there", CHOSEN)
    from_afar: int = parameter(3, "rhombi", "of those that are laid on from several starts", CHOSEN)
    rounds: int = parameter(18, "rounds", "of Gauss-Newton at most", CHOSEN)
    settled: float = parameter(0.02, "share", "of the largest steps: less changes nothing more", CHOSEN)
    grain: float = parameter(5.0, "grey levels", "grain after softening", CHOSEN)
    rough: float = parameter(22.0, "grey levels", "that print, wear and place are off where no lamp is", CHOSEN)
    starts_mm: float = parameter(12.0, "mm", "off the middle of a place at which a lamp is sought as well", CHOSEN)
    most_steps: tuple[float, ...] = parameter(
        (5, 5, 0.3, 0.02, 0.3, 0.12, 0.15, 0.1, 10.0),
        "as the numbers",
        "most that each number changes in a round",
        CHOSEN,
    )
    start: tuple[float, ...] = parameter(
        (float(np.log(1 / 18)), 0.0, float(np.log(1 / 18)), 0.7, float(np.log(1.5)), 0.0, 0.0),
        "as the numbers",
        "with which a lamp is sought: round, 18 mm, not too soft, and print as it is told",
        CHOSEN,
    )
    # Of the middle next to nothing, but something: a lamp that has wandered off all points is felt by none of them.
    held: tuple[float, ...] = parameter(
        (1e-4, 1e-4, 0.05, 0.05, 0.05, 0.01, 0.05), "weight", "that holds each number of a lamp where it is", CHOSEN
    )
    as_shown: tuple[float, float] = parameter(
        (0.06, 10.0), "logarithm, grey levels", "that print is off as bright and pale as it is told", CHOSEN
    )


PARAMETERS = HiddenPrintsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class LampSurroundings:
    """What is known of a board on which a lamp hides something.

    Attributes:
        raw: (h, w, 3) the board from above as photographed. gain: (h, w, 3) of the light.
        valid: (h, w) where the picture tells something, 0 or 1.
        sure: rhombi that are surely read. hidden: (h, w) bool, what seems to be covered by others.
    """

    raw: Float32Array
    gain: Float32Array
    valid: Float32Array
    sure: Sequence[RhombPose]
    hidden: NDArray[np.bool_]


def hidden_lamp(around: LampSurroundings, place: int, weigher: RhombWeigher, toner: Toner) -> Glare:
    """The lamp that explains best what is seen about a place (into ``sites[::2]``)."""
    prints = weigher.prints
    plane = RectifiedBoard(around.raw, around.valid, toner.to_px, prints.rhomb_thick_mm)
    support, poses = weigher.beneath_lamp(place, plane, around.gain)
    kinds, laid = len(prints.rhombi), [kind for _, kind, _ in around.sure]
    for kind in set(laid):
        if laid.count(kind) >= prints.edition.kinds[kind].count:
            support[[kind, kinds + kind]] = -np.inf
    middle, _ = site_pose(prints, prints.lattice.sites[2 * place])
    known = np.asarray(drawn(prints, toner.reference, toner.to_px, around.sure), np.uint8)
    spots = _spots(around, place, toner, middle)
    seen = cv2.GaussianBlur(around.raw, (0, 0), PARAMETERS.soften_px)[spots]
    points = (np.column_stack(spots[::-1]) - toner.to_px[:2, 2]) / toner.px_per_mm
    best, least = np.zeros(0), np.inf
    starts = [np.array([*(middle + start), *PARAMETERS.start]) for start in _starts_mm()]
    # Never empty: the board has room for fewer rhombi than the box holds.
    likely = [one for one in np.argsort(-support)[: PARAMETERS.supposed] if np.isfinite(support[one])]
    for number, one in enumerate(likely):
        if number == PARAMETERS.from_afar:
            starts = [best]  # the others seldom ask for quite another lamp
        way, kind = divmod(int(one), kinds)
        supposed = drawn(prints, known, toner.to_px, [(2 * place + way, kind, poses[one])]) * around.gain
        expected = cv2.GaussianBlur(np.minimum(supposed, 255), (0, 0), PARAMETERS.soften_px)[spots]
        view = _SeenPrint(points, np.asarray(expected, np.float64), np.asarray(seen, np.float64))
        for start in starts:
            numbers = view.fitted(start)
            cost = view.cost(numbers)
            if cost < least:
                best, least = numbers, cost
    return glare_of(best)


def _spots(
    around: LampSurroundings, place: int, toner: Toner, middle: Float64Array
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels that are compared: on the place, and where the print about it is known."""
    prints, shape = toner.prints, around.valid.shape
    counts = (toner.shown > 127) & (around.valid > 0.5) & ~around.hidden
    counts |= (around.valid > 0.5) & covered_px(prints, toner.to_px, shape, 2 * place, (0.0, 0.0, 0.0))
    x, y = middle * toner.px_per_mm + toner.to_px[:2, 2]
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]]
    counts &= np.hypot(xs - x, ys - y) < PARAMETERS.reach_mm * toner.px_per_mm
    rows, columns = np.nonzero(counts[:: PARAMETERS.step_px, :: PARAMETERS.step_px])
    return rows * PARAMETERS.step_px, columns * PARAMETERS.step_px


@dataclass(frozen=True, eq=False, slots=True)
class _SeenPrint:
    """Points (n, 2), mm, what print is expected there in the light of the table, and what is seen, both (n, 3)."""

    points: Float64Array
    expected: Float64Array
    seen: Float64Array

    def shown(self, numbers: Float64Array) -> tuple[Float64Array, Float64Array]:
        """(n, 3) what it would look like beneath a lamp, and (n, 1) the lamp's share."""
        share = share_at(numbers, self.points)[:, None]
        return (np.exp(numbers[7]) * self.expected + numbers[8]) * (1 - share) + 255 * share, share

    def cost(self, numbers: Float64Array) -> float:
        """Nats against it, of Cauchy distributions: what print may be off is less beneath the lamp, grain is not."""
        shown, share = self.shown(numbers)
        spread = _spread(share)
        return float((np.log(spread) + np.log1p(((self.seen - np.minimum(shown, 255)) / spread) ** 2)).sum())

    def fitted(self, numbers: Float64Array) -> Float64Array:
        """The best lamp near this one: Gauss-Newton with Cauchy weights."""
        pull = np.array([*np.zeros(7), *(1 / sigma**2 for sigma in PARAMETERS.as_shown)])
        held = np.array([*PARAMETERS.held, *pull[7:]])
        for _ in range(PARAMETERS.rounds):
            shown, share = self.shown(numbers)
            off = self.seen - shown
            weight = 1 / (_spread(share) ** 2 + off**2)
            steered = np.empty((*shown.shape, len(numbers)))
            for column in range(len(numbers)):
                nudged = numbers.copy()
                nudged[column] += 1e-4
                steered[..., column] = (self.shown(nudged)[0] - shown) / 1e-4
            jacobian = steered.reshape(-1, len(numbers))
            pulled = (jacobian * weight.reshape(-1, 1)).T
            change = np.linalg.solve(pulled @ jacobian + np.diag(held), pulled @ off.ravel() - pull * numbers)
            change = np.clip(change, -np.array(PARAMETERS.most_steps), np.array(PARAMETERS.most_steps))
            numbers = bounded(numbers + change)
            if np.abs(change / np.array(PARAMETERS.most_steps)).max() < PARAMETERS.settled:
                break
        return numbers


def _spread(share: Float64Array) -> Float64Array:
    spread: Float64Array = np.hypot(PARAMETERS.grain, PARAMETERS.rough * (1 - share))
    return spread


def _starts_mm() -> tuple[tuple[float, float], ...]:
    off = PARAMETERS.starts_mm
    return (0.0, 0.0), (off, 0.0), (-off, 0.0), (0.0, off), (0.0, -off)
