"""How well known cards explain what is seen, each in the light that suits it best: a gain and a veil a channel.

Cards differ in a province's colour, a few roofs and the strokes of a name. Under a lamp yellow is next to brown, and
where a camera burns, paper and sky are one white. So each card is tried in the light (least squares) in which it shows
most as it is seen, and what it leaves unexplained then tells how likely it is. What is burnt only tells that it is at
least as light.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.parameters import CHOSEN, Parameters, parameter

FOUND_ON = "docs/findings/postal-rows-in-hard-light.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLightParameters(Parameters):
    """How free the light is, and how much what is left unexplained says."""

    burnt: float = parameter(
        245.0, "grey levels", "from which a channel only tells that it is at least as light", CHOSEN
    )
    held_gain: float = parameter(200.0, "squared levels", "by which a gain of 1 is supposed", CHOSEN)
    held_veil: float = parameter(0.02, "share", "of what is seen that supposes no veil", CHOSEN)
    noise: float = parameter(1.0, "squared levels", "that no card explains", CHOSEN)
    independent: float = parameter(
        80.0, "count", "pixels that say something on their own: neighbouring ones repeat each other", FOUND_ON
    )


PARAMETERS = OwnLightParameters()


@dataclass(frozen=True, eq=False, slots=True)
class InOwnLight:
    """Cards in the light in which each shows most as what is seen: the ``gain`` (b, 3) of each channel, and by how much
    what shows is ``off`` (b, n, 3), lighter than seen; nothing where both burn, or where nothing counts."""

    gain: Float32Array
    off: Float32Array

    def unexplained(self, counts: Float32Array) -> Float64Array:
        """(b,) squared levels a pixel that are left; ``counts`` (b, n) as they were fitted."""
        return np.asarray(np.square(self.off).sum(axis=(1, 2)) / np.maximum(counts.sum(axis=1), 1.0), np.float64)


def lit_as_seen(seen: Float32Array, known: Float32Array, counts: Float32Array) -> InOwnLight:
    """Each of some cards in the light that suits it best.

    Args:
        seen: (b, n, 3) BGR 0 to 255, as photographed. known: (b, n, 3) the cards as enrolled.
        counts: (b, n) 1 where a pixel is to be explained, else 0.
    """
    burnt, weight = seen >= PARAMETERS.burnt, counts[..., None]
    gain, veil = _light(seen, known, weight * ~burnt)
    if burnt.any():  # what a card would show less light than white it has to explain after all
        white = burnt & (known * gain + veil >= PARAMETERS.burnt)
        gain, veil = _light(seen, known, weight * ~white)
    shown = known * gain + veil
    off = np.where(burnt, np.minimum(shown - PARAMETERS.burnt, 0.0), np.minimum(shown, 255.0) - seen)
    return InOwnLight(gain[:, 0], np.asarray(off * weight, np.float32))


def chances_of(left: Float64Array) -> Float64Array:
    """(v,) how likely each card is by the squared levels a pixel that it leaves unexplained; infinity is impossible."""
    logs = -0.5 * PARAMETERS.independent * np.log(left + PARAMETERS.noise)
    chances = np.exp(logs - logs.max())
    return np.asarray(chances / chances.sum(), np.float64)


def _light(seen: Float32Array, known: Float32Array, weight: Float32Array) -> tuple[Float32Array, Float32Array]:
    """Gain and veil (b, 1, 3) under which the pixels that count (b, n, 3) look most as seen."""

    def total(values: Float32Array) -> Float32Array:
        return np.asarray(np.ones((1, values.shape[1]), np.float32) @ values, np.float32)

    own = weight * known
    number, levels, shown = total(weight) * (1 + PARAMETERS.held_veil) + 1.0, total(own), total(weight * seen)
    squares, both = total(own * known) + PARAMETERS.held_gain, total(own * seen) + PARAMETERS.held_gain
    gain = (number * both - levels * shown) / np.maximum(squares * number - levels**2, 1.0)
    gain = np.maximum(gain, 0.0)  # no light shows what is dark lighter than what is light
    return gain, (shown - levels * gain) / number
