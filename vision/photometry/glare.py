"""A lamp that is mirrored in the print: where it lies, how strong it is, and the board without it.

A mirrored lamp adds white: a pixel e becomes e + g · (255 − e), with a share g that changes slowly. Where the print is
known well enough, g can be told; a single soft patch of any length, width and direction is fitted to it, whose flanks
may be soft (a Gaussian) or steep.
What is left of the print beneath is then brought back, and counts for as much as the grain has left of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class GlareParameters(Parameters):
    """What form, strength and paleness a mirrored lamp has."""

    soften_mm: float = parameter(4.0, "mm", "by which print and picture are softened", CHOSEN)
    most: float = parameter(0.97, "share of white", "strength of a lamp, at most", CHOSEN)
    spread: float = parameter(0.08, "share", "of g: what differs more counts little", CHOSEN)
    rounds: int = parameter(25, "rounds", "of Gauss-Newton", CHOSEN)
    light: float = parameter(0.12, "share", "that the light's gain may be off", CHOSEN)
    rough: float = parameter(20.0, "grey levels", "that grain, wear and a rhomb laid askew may be off", CHOSEN)
    starts: int = parameter(3, "places", "at which a patch of light is sought", CHOSEN)
    apart_mm: float = parameter(35.0, "mm", "that they lie apart", CHOSEN)
    widest_mm: float = parameter(
        55.0, "mm", "that a patch reaches from its middle, where it is down to a third, at most", CHOSEN
    )
    narrowest_mm: float = parameter(6.0, "mm", "the same at the least", CHOSEN)
    uneven: float = parameter(0.2, "share", "of g: what light that is not known exactly may look like", CHOSEN)
    long: float = parameter(3.0, "times", "as long as wide, from which a patch is the less likely a lamp", CHOSEN)
    palest: float = parameter(0.5, "share", "of white that worn print may have everywhere", CHOSEN)
    little: float = parameter(50.0, "squared grey levels", "of brightness about a pixel that tells nothing", CHOSEN)
    # Grain over what wear and print leave unexplained of a rhomb, without glare: grain evens out, those do not.
    grain: float = parameter(
        0.02,
        "share",
        "that grain leaves of a rhomb, over what wear and print leave: it evens out, those do not",
        CHOSEN,
    )
    least: float = parameter(0.45, "strength", "a weaker patch is left to the nuisances of the comparison", CHOSEN)
    most_steps: tuple[float, ...] = parameter(
        (5, 5, 0.3, 0.02, 0.3, 0.1, 0.15),
        "as the numbers",
        "most that each number of a patch changes in a round",
        CHOSEN,
    )
    steep: tuple[float, float] = parameter(
        (0.7, 2.5), "power", "least and most: how steeply a lamp fades at its rim", CHOSEN
    )


PARAMETERS = GlareParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Glare:
    """A soft patch of mirrored light.

    Attributes:
        middle_mm: (2,) in the board frame, in the plane of the rhombi's faces.
        shape: (3,) of the exponent: x², xy, y², per mm².
        strength: g in its middle, 0 to 1.
        steepness: power of the exponent; 1 is a Gaussian, more has a flatter top and steeper flanks.
    """

    middle_mm: Float64Array
    shape: Float64Array
    strength: float
    steepness: float = 1.0

    def share(self, points_mm: Float64Array) -> Float32Array:
        """g at points (..., 2)."""
        x, y = np.moveaxis(points_mm - self.middle_mm, -1, 0)
        exponent = self.shape[0] * x * x + self.shape[1] * x * y + self.shape[2] * y * y
        return np.asarray(self.strength * np.exp(-(np.clip(exponent, 0, 50) ** self.steepness)), np.float32)


def find_glare(
    raw: Float32Array, expected: Float32Array, worth: Float32Array, to_px: Float64Array, least: float | None = None
) -> Glare | None:
    """The strongest patch of mirrored light on the board, or None.

    Args:
        raw: (h, w, 3) the board from above as photographed, 0 to 255.
        expected: (h, w, 3) how it should look in that light.
        worth: (h, w) how well that is known, 0 (off the board) to 1. to_px: (3, 3) from the board frame to px.
        least: g in the middle of a patch that counts.
    """
    least = PARAMETERS.least if least is None else least
    scale = float(to_px[0, 0])
    share, sure = _share(raw, expected, worth, scale)
    step = max(1, round(2 * scale))
    ys, xs = (v[::step, ::step].ravel() for v in np.mgrid[0 : raw.shape[0], 0 : raw.shape[1]])
    ys, xs = ys[worth[ys, xs] > 0], xs[worth[ys, xs] > 0]
    # Worn print is paler everywhere; a lamp is what some of it is more than that.
    pale = min(float(np.median(share[ys, xs])), PARAMETERS.palest)
    share = np.asarray((share - pale) / (1 - pale), np.float32)
    sample = _Sample((np.column_stack([xs, ys]) - to_px[:2, 2]) / scale, share[ys, xs], sure[ys, xs])
    wide = np.where(worth > 0, cv2.GaussianBlur(share * sure, (0, 0), PARAMETERS.soften_mm * scale), 0)
    best, most = None, 0.0
    for _ in range(PARAMETERS.starts):
        top, left = np.unravel_index(int(wide.argmax()), wide.shape)
        if wide[top, left] < least / 2:
            break
        cv2.circle(wide, (int(left), int(top)), round(PARAMETERS.apart_mm * scale), 0.0, -1)
        numbers = _fitted(sample, (np.array([left, top]) - to_px[:2, 2]) / scale, float(share[top, left]))
        better = sample.better(numbers)
        if numbers[5] >= least and better > most:
            best, most = numbers, better
    if best is None:
        return None
    return glare_of(best)


def _share(
    raw: Float32Array, expected: Float32Array, worth: Float32Array, scale: float
) -> tuple[Float32Array, Float32Array]:
    """(h, w) how much of a lamp each pixel seems to show, and how sure that is, 0 to 1.

    A lamp tells little of itself where the print is nearly white, and the light's gain is not known exactly.
    """
    room = 255 - expected
    share = room * worth[..., None] / ((PARAMETERS.light * expected) ** 2 + PARAMETERS.rough**2)
    over = cv2.GaussianBlur(((raw - expected) * share).sum(axis=2), (0, 0), PARAMETERS.soften_mm * scale)
    sure = cv2.GaussianBlur((room * share).sum(axis=2), (0, 0), PARAMETERS.soften_mm * scale)
    return np.asarray(over / (sure + 1), np.float32), np.asarray(sure / (sure + 1), np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class _Sample:
    """How much of a lamp each point (n, 2), mm, seems to show: its ``share``, and how ``sure`` that is, both (n,)."""

    points: Float64Array
    share: Float64Array
    sure: Float64Array

    def better(self, numbers: Float64Array) -> float:
        """How much better a lamp explains it than none does: nats of a Cauchy distribution, less for unlikely lamps.

        Uneven light is wide, and a seam between rhombi long and thin; few lamps are either.
        """
        off = self.share - share_at(numbers, self.points)
        without, with_it = 1 + (self.share / PARAMETERS.uneven) ** 2, 1 + (off / PARAMETERS.uneven) ** 2
        a, cross, d = _shape(numbers)
        long, short = np.sqrt(1 / np.linalg.eigvalsh([[a, cross / 2], [cross / 2, d]]))
        likely = min(1.0, PARAMETERS.long * short / long) / np.sqrt(long * short)
        return float((self.sure * np.log(without / with_it)).sum() * likely)


def _fitted(sample: _Sample, start: Float64Array, strength: float) -> Float64Array:
    """Gauss-Newton with Cauchy weights, from a round patch of 30 mm with the flanks of a Gaussian."""
    points = sample.points
    numbers = np.array([*start, np.log(1 / 30), 0.0, np.log(1 / 30), min(PARAMETERS.most, max(0.3, strength)), 0.0])
    for _ in range(PARAMETERS.rounds):
        now = share_at(numbers, points)
        off = sample.share - now
        weight = sample.sure / (1 + (off / PARAMETERS.spread) ** 2)
        jacobian = np.empty((len(points), len(numbers)))
        for column in range(len(numbers)):
            nudged = numbers.copy()
            nudged[column] += 1e-4
            jacobian[:, column] = (share_at(nudged, points) - now) / 1e-4
        near = 0.15 + now  # the patch itself matters more than the whole board around it
        pulled = (jacobian * (weight * near)[:, None]).T
        system = pulled @ jacobian + np.diag([1e-4, 1e-4, 0.05, 0.05, 0.05, 0.01, 0.05])
        change = np.linalg.solve(system, pulled @ off)
        numbers = numbers + np.clip(change, -np.array(PARAMETERS.most_steps), np.array(PARAMETERS.most_steps))
        numbers = bounded(numbers)
    return numbers


def glare_of(numbers: Float64Array) -> Glare:
    """The patch that seven numbers tell: middle x and y (mm), the Cholesky factor of its form (logarithm of a, b,
    logarithm of d), strength, logarithm of its steepness."""
    return Glare(numbers[:2].copy(), _shape(numbers), float(numbers[5]), float(np.exp(numbers[6])))


def bounded(numbers: Float64Array) -> Float64Array:
    """The seven numbers of a patch, see :func:`glare_of`, and whatever follows them, as near as one may be."""
    near = numbers.copy()
    near[[2, 4]] = np.clip(near[[2, 4]], np.log(1 / PARAMETERS.widest_mm), np.log(1 / PARAMETERS.narrowest_mm))
    near[5] = np.clip(near[5], 0.05, PARAMETERS.most)
    near[6] = np.clip(near[6], *np.log(PARAMETERS.steep))
    return near


def _shape(numbers: Float64Array) -> Float64Array:
    """A positive definite form from its Cholesky factor."""
    a, b, d = np.exp(numbers[2]), numbers[3], np.exp(numbers[4])
    return np.array([a * a, 2 * a * b, b * b + d * d])


def share_at(numbers: Float64Array, points: Float64Array) -> Float64Array:
    """g at points (n, 2), mm, for the numbers of a patch (see :func:`glare_of`)."""
    x, y = (points - numbers[:2]).T
    shape = _shape(numbers)
    exponent = shape[0] * x * x + shape[1] * x * y + shape[2] * y * y
    model: Float64Array = numbers[5] * np.exp(-(np.clip(exponent, 1e-9, 50) ** np.exp(numbers[6])))
    return model


def cleared(raw: Float32Array, share: Float32Array) -> tuple[Float32Array, Float32Array]:
    """The picture (h, w, 3) without the glare, and (h, w) how reliable a pixel still is, 0 to 1."""
    through = np.maximum(1 - share, 0.02)[..., None]
    picture = (raw - 255 * share[..., None]) / through
    reliability = (1 + PARAMETERS.grain) / (1 + PARAMETERS.grain / through[..., 0] ** 2)
    return np.asarray(picture, np.float32), np.asarray(reliability, np.float32)


def left_around(
    picture: Float32Array, expected: Float32Array, lamp: Float32Array, weight: Float32Array, reach_px: float
) -> Float32Array:
    """(h, w) how much of a lamp's light is left about each pixel of a picture that it was taken off, -1 to 1.

    Args:
        picture, expected: (h, w, 3) as it looks and as it should look. lamp: (h, w, 3) what white light looks like.
        weight: (h, w) how much a pixel counts. reach_px: how far around is looked.
    """
    room = (lamp - expected) * weight[..., None]
    brighter = cv2.GaussianBlur(((picture - expected) * room).sum(axis=2), (0, 0), reach_px)
    whole = cv2.GaussianBlur(((lamp - expected) * room).sum(axis=2), (0, 0), reach_px)
    return np.asarray(np.clip(brighter / np.maximum(whole, PARAMETERS.little), -1, 1), np.float32)
