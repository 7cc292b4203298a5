"""The light on a layout, place by place: light multiplies what a picture shows, worn print is paler everywhere.

A camera and its light are taken to scale each of blue, green and red (von Kries' law of coefficients), otherwise from
place to place as lamps and shadows are. What a place is off its neighbours beyond that is its own wear; people who
stand on it have none of it, so they are seen in the light that neighbours agree on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesLightParameters(Parameters):
    """Which pixels tell the light of a place, and how far it may differ from its neighbours'."""

    pale: float = parameter(40.0, "grey levels", "unit of what wear adds", CHOSEN)
    middling: float = parameter(
        110.0,
        "grey levels",
        "of print of which wear's addition is taken for light, for who stands there is worn as well",
        CHOSEN,
    )
    firm: float = parameter(5.0, "times", "as loosely that a single place's light is held to that of all", CHOSEN)
    strange: float = parameter(0.35, "natural logarithm", "by which a place's light may be off that of most", CHOSEN)
    near: float = parameter(1.0, "places", "over which neighbours tell each other's light", CHOSEN)
    between: float = parameter(0.5, "places", "over which it is even", CHOSEN)
    rounds: int = parameter(6, "rounds", "in which what disagrees is left out", CHOSEN)
    darkest: float = parameter(0.05, "gain", "less is no light", CHOSEN)
    off: tuple[float, ...] = parameter(
        (9.0, 6.0, 6.0), "grey levels", "brightness, two of colour: beyond that a px shows somebody", CHOSEN
    )
    loose: tuple[float, float, float, float] = parameter(
        (12800.0, 640.0, 9600.0, 9600.0), "weight", "that holds each number of a light near the usual", CHOSEN
    )


PARAMETERS = PlacesLightParameters()
# How firmly gain, addition and slopes are held, px times (of 255)²; more firmly where neighbours tell them.
OPPONENT = np.array([[1.0, 1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 2.0, -1.0]]).T / np.sqrt([3.0, 2.0, 6.0])


@dataclass(frozen=True, eq=False, slots=True)
class Light:
    """What light makes of a layout.

    Attributes:
        bare: (h, w, 3) BGR of the places without anybody, as the picture shows them.
        gain: (h, w, 3) by which the light multiplies BGR.
    """

    bare: Float32Array
    gain: Float32Array


def light_of(
    seen: Float32Array,
    printed: Float32Array,
    known: Float32Array,
    cell: NDArray[np.int16],
    middles: Float64Array,
    place: Float64Array,
) -> Light:
    """The light of a layout seen from straight above.

    Args:
        seen, printed: (h, w, 3) BGR 0 to 255, of the picture and of the references as soft as the picture.
        known: (h, w) where places are. cell: (h, w) index of the nearest place.
        middles: (places, 2) px of their middles. place: (2,) width and height of one, px.
    """
    here = known > 0
    usual = np.array([_gain(printed[here][:, channel], seen[here][:, channel]) for channel in range(3)])
    parts = [np.flatnonzero((cell == index).ravel() & here.ravel()) for index in range(len(middles))]
    ys, xs = np.divmod(np.arange(cell.size), cell.shape[1])
    spots = np.stack([xs, ys], axis=1)
    flat_seen, flat_printed = seen.reshape(-1, 3), printed.reshape(-1, 3)

    def fit(index: int, about: Float64Array, hold: Float64Array) -> tuple[Float64Array, float]:
        own = parts[index]
        return _fitted(flat_printed[own], flat_seen[own], (spots[own] - middles[index]) / place, about, hold)

    first = [fit(index, usual, np.array(PARAMETERS.loose)) for index in range(len(middles))]
    gains = _agreed(np.stack([numbers for numbers, _ in first]), np.array([sure for _, sure in first]), middles / place)
    bare = np.zeros_like(flat_printed)
    for index in range(len(middles)):
        numbers, _ = fit(index, gains[index], PARAMETERS.firm * np.array(PARAMETERS.loose))
        own = np.flatnonzero((cell == index).ravel())
        bare[own] = _shown(numbers, flat_printed[own], (spots[own] - middles[index]) / place)
    return Light(np.asarray(bare.reshape(seen.shape), np.float32), _between(gains, middles, place, cell.shape))


def _fitted(
    printed: Float32Array, seen: Float32Array, spots: Float64Array, about: Float64Array, hold: Float64Array
) -> tuple[Float64Array, float]:
    """(3, 4) gain, addition and slopes of each channel of a place, and how much of it fits; about known gains (3,)."""
    numbers, weight = np.column_stack([about, np.zeros((3, 3))]), np.ones(len(printed))
    for _ in range(PARAMETERS.rounds):
        for channel in range(3):
            terms = _terms(printed[:, channel], spots)
            pulled = terms * weight[:, None]
            known = hold * np.array([about[channel], 0.0, 0.0, 0.0])
            numbers[channel] = np.linalg.solve(pulled.T @ terms + np.diag(hold), pulled.T @ seen[:, channel] + known)
        off = ((seen - _shown(numbers, printed, spots)) @ OPPONENT) / np.array(PARAMETERS.off)
        weight = 1 / (1 + (off**2).sum(axis=1) / 4) ** 2
    return numbers, float(weight.mean()) if len(weight) else 0.0


def _terms(printed: Float32Array, spots: Float64Array) -> Float64Array:
    return np.column_stack(
        [printed, np.full(len(printed), PARAMETERS.pale), printed * spots[:, 0], printed * spots[:, 1]]
    )


def _shown(numbers: Float64Array, printed: Float32Array, spots: Float64Array) -> Float64Array:
    """(n, 3) what print looks like."""
    shown = [_terms(printed[:, channel], spots) @ numbers[channel] for channel in range(3)]
    return np.asarray(np.clip(np.stack(shown, axis=1), 0, 255))


def _gain(printed: Float32Array, seen: Float32Array) -> float:
    """The one factor that most px agree on (Cauchy weights)."""
    drawn = printed > PARAMETERS.pale
    gain = float(np.median(seen[drawn] / printed[drawn])) if drawn.any() else 1.0
    for _ in range(PARAMETERS.rounds):
        weight = printed / (1 + ((seen - gain * printed) / 12.0) ** 2) ** 2
        gain = float((weight * seen).sum() / max(float((weight * printed).sum()), 1e-6))
    return gain


def _agreed(numbers: Float64Array, sure: Float64Array, spots: Float64Array) -> Float64Array:
    """(places, 3) gains that neighbours agree on; places are counted in places."""
    logs = np.log(
        np.maximum(numbers[:, :, 0] + numbers[:, :, 1] * PARAMETERS.pale / PARAMETERS.middling, PARAMETERS.darkest)
    )
    usual = np.exp(-(((logs - np.median(logs, axis=0)) / PARAMETERS.strange) ** 2) / 2).prod(axis=1)
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    say = np.exp(-(apart**2) / (2 * PARAMETERS.near**2)) * (usual * sure + 1e-3)[None]
    return np.asarray(np.exp(say @ logs / say.sum(axis=1, keepdims=True)))


def _between(gains: Float64Array, middles: Float64Array, place: Float64Array, shape: tuple[int, ...]) -> Float32Array:
    """(h, w, 3) gains, changing softly from place to place."""
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]]
    total, weight = np.zeros((*shape, 3)), np.full((*shape, 1), 1e-9)
    for gain, middle in zip(gains, middles, strict=True):
        away = ((xs - middle[0]) / place[0]) ** 2 + ((ys - middle[1]) / place[1]) ** 2
        near = np.exp(-away / (2 * PARAMETERS.between**2))[..., None] + 1e-9
        total, weight = total + near * np.log(gain), weight + near
    return np.asarray(np.exp(total / weight), np.float32)
