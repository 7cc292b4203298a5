"""The light that falls on a map: how much of each colour of a print a camera shows where, and what it adds.

A lamp multiplies what a print sends back of each colour, also once a camera has put a gamma on it, and haze or a stray
reflection adds a little everywhere. Light changes slowly across a table, so the tiles that are known tell what light
falls on one that is half hidden, and what of it is no print.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.patches import Patches
from vision.imaging.scatter import OF_MEDIAN
from vision.parameters import CHOSEN, Parameters, parameter

# Tiles that stand against each term of an uneven light (1, x, y, x², xy, y²), and against a level (of 255) but 0.

FloatT = TypeVar("FloatT", bound=np.floating)


@dataclass(frozen=True, slots=True, kw_only=True)
class IlluminationParameters(Parameters):
    """How smooth the light on a map is, and how many tiles it is learned from."""

    level_hold: float = parameter(3.0, "weight a px", "with which the light's offset is held", CHOSEN)
    usual_px: float = parameter(128.0, "px", "level of a print, of 255, for which the gains' hold is meant", CHOSEN)
    whole: float = parameter(248.0, "levels", "from which a channel is taken to have run out of range", CHOSEN)
    least_scatter: float = parameter(10.0, "grey levels", "of a picture about its prints, at the least", CHOSEN)
    far: float = parameter(2.0, "times", "that scatter, where a pixel's weight falls to a half", CHOSEN)
    beyond: float = parameter(
        1.2, "times", "the reach from the middle of the tiles beyond which no light is foretold any further", CHOSEN
    )
    gains: tuple[float, float] = parameter((0.08, 2.5), "gain", "how dull and how bright a print may show", CHOSEN)
    rounds: int = parameter(8, "rounds", "in which what disagrees is left out", CHOSEN)
    gain_hold: tuple[float, ...] = parameter(
        (0.0, 0.09, 0.09, 0.18, 0.18, 0.18),
        "shares of a tile",
        "that hold each term of the gains to an even light",
        CHOSEN,
    )


PARAMETERS = IlluminationParameters()


@dataclass(frozen=True, slots=True, eq=False)
class Illumination:
    """What light does to prints: a level (0 to 255, BGR) is shown as ``gains`` there times it plus ``level``.

    Attributes:
        terms: (6, 3) of the gains of blue, green and red, for (1, x, y, x², xy, y²).
        level: (3,) what is added.
        middle: (2,) px, and ``reach`` px: x and y are measured from there in units of it.
    """

    terms: Float64Array
    level: Float64Array
    middle: Float64Array
    reach: float

    def gains(self, at: Float64Array) -> Float64Array:
        """(n, 3) factors of blue, green and red at px (n, 2)."""
        return np.asarray(np.clip(self._places(at) @ self.terms, *PARAMETERS.gains), np.float64)

    def _places(self, at: Float64Array) -> Float64Array:
        return _terms(np.clip((at - self.middle) / self.reach, -PARAMETERS.beyond, PARAMETERS.beyond))


def learn_light(seen: Patches, printed: Patches, at: Float64Array, trust: Float64Array) -> Illumination:
    """The light in which tiles (b, n, n, 3), cut at px (b, 2), show their prints (b, n, n, 3); BGR levels, 0 to 255.

    Iterated reweighted least squares (Holland and Welsch 1977), so that what stands on a tile and glare say nothing;
    few tiles tell of an even light only.

    Args:
        trust: (b,) how far each is believed to show that print, 0 to 1.
    """
    middle = at.mean(axis=0)
    reach = float(max(1.0, np.abs(at - middle).max()))
    count, pixels = len(at), seen.shape[1] * seen.shape[2]
    places = np.repeat(_terms((at - middle) / reach), pixels, axis=0)
    shown, prints = (np.asarray(part, np.float64).reshape(-1, 3) for part in (seen, printed))
    hold = np.diag(
        np.append(np.array(PARAMETERS.gain_hold) * pixels * PARAMETERS.usual_px**2, PARAMETERS.level_hold * pixels)
    )
    prior = np.repeat(trust, pixels)
    weight = prior
    found = np.zeros((7, 3))
    for _ in range(PARAMETERS.rounds):
        error = np.empty_like(shown)
        for channel in range(3):
            known = np.column_stack([places * prints[:, channel, None], np.ones(count * pixels)])
            counted = known * (weight * (shown[:, channel] < PARAMETERS.whole))[:, None]
            found[:, channel] = np.linalg.solve(counted.T @ known + hold + np.eye(7), counted.T @ shown[:, channel])
            error[:, channel] = shown[:, channel] - known @ found[:, channel]
        away = np.square(error).mean(axis=1)
        scatter = max(PARAMETERS.least_scatter, OF_MEDIAN * float(np.sqrt(np.median(away))))
        weight = prior / (1 + np.square(away / (PARAMETERS.far * scatter) ** 2))
    return Illumination(found[:6], found[6], middle, reach)


def _terms(places: Float64Array) -> Float64Array:
    return np.stack(light_terms(*places.T), axis=1)


def light_terms(x: NDArray[FloatT], y: NDArray[FloatT]) -> list[NDArray[FloatT]]:
    """The six terms, each of their shape, of which light that changes slowly is made at places x, y, in units of its
    reach."""
    return [np.ones_like(x), x, y, x * x, x * y, y * y]
