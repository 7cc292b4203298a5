"""How print and painted wood look in the light of the board's own picture, and how well a pixel fits either.

Colours are compared as ratios of channels and by brightness. A lamp that is mirrored lays a veil over both: it takes
everything the same share of the way to white. What lies under it is worked out again, its grain with it, so under a
thick veil little is sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.arrays import Float32Array
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.painted_wood import WOOD


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPatchParameters(Parameters):
    """How far print and painted wood scatter around their colours."""

    lift: float = parameter(25.0, "grey levels", "added before logarithms, so that dark channels do not shout", CHOSEN)
    wood_spread: tuple[float, float, float] = parameter(
        (0.30, 0.30, 0.42),
        "log units",
        "by which wood scatters in blue-green, red-green, brightness: sides lie in shade, roofs shine",
        CHOSEN,
    )
    board_spread: tuple[float, float, float] = parameter(
        (0.20, 0.20, 0.30), "log units", "by which the board's print scatters in the same", CHOSEN
    )
    grain: float = parameter(
        0.016, "share", "of white: what grain and compression leave of a pixel's value after softening", CHOSEN
    )


PARAMETERS = BoardPatchParameters()


@dataclass(frozen=True, eq=False, slots=True)
class BoardPatch:
    """A part of the board in its own light.

    Attributes:
        image: (h, w, 3) float32 BGR. expected: the same of the empty board.
        woods: BGR of painted wood in even light, by colour.
        white: (h, w, 3) what white on the photograph is in this light: nothing shows brighter.
    """

    image: Float32Array
    expected: Float32Array
    white: Float32Array
    woods: Mapping[str, tuple[float, float, float]] = field(default_factory=lambda: WOOD)

    def unveiled(self, veil: Float32Array | float) -> Float32Array:
        """The image without mirrored light, of which ``veil`` (h, w) or a number tells the share; below zero where
        there can't be as much."""
        share = np.asarray(veil, np.float32)[..., None]
        return np.asarray((self.image - self.white * share) / (1 - share), np.float32)

    def halved(self) -> BoardPatch:
        """At half the resolution."""
        return BoardPatch(half(self.image), half(self.expected), half(self.white), self.woods)

    def fits(
        self, colours: Sequence[str], veil: Float32Array | float, strictly: tuple[float, float] = (1.0, 1.0)
    ) -> tuple[Float32Array, Float32Array]:
        """How well pixels fit the print (h, w) and wood of each colour (n, h, w): 1 is perfect. ``strictly``
        makes the usual spreads of print and of wood so many times narrower."""
        clean = np.maximum(self.unveiled(veil), 0)
        share = np.asarray(veil, np.float32)[..., None]
        grain = PARAMETERS.grain * self.white * (1 / (1 - share) - 1) / (clean + PARAMETERS.lift)
        grainy = _in_appearance(np.asarray(grain, np.float32))
        appearance = appearance_of(clean)

        def fit(colour: Float32Array, usual: tuple[float, float, float], times: float) -> Float32Array:
            off = appearance - appearance_of(np.minimum(colour, self.white))
            return _fit(off, np.array(usual, np.float32) / np.float32(times), grainy)

        paints = [np.array(self.woods[colour], np.float32) for colour in colours]
        wood = [fit(paint, PARAMETERS.wood_spread, strictly[1]) for paint in paints]
        return fit(self.expected, PARAMETERS.board_spread, strictly[0]), np.stack(wood)


def half(values: Float32Array) -> Float32Array:
    """A plane (h, w) or (h, w, 3) at half its resolution."""
    size = ((values.shape[1] + 1) // 2, (values.shape[0] + 1) // 2)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def appearance_of(image: Float32Array) -> Float32Array:
    """(h, w, 3): logarithms of blue and of red to green, and of brightness."""
    logs = np.log(np.maximum(image, 0) + PARAMETERS.lift)
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.asarray(np.stack([blue - green, red - green, logs.mean(axis=-1)], axis=-1), np.float32)


def _in_appearance(grain: Float32Array) -> Float32Array:
    """Variances of an appearance (blue-green, red-green, brightness) from the spreads of the channels' logarithms."""
    blue, green, red = np.moveaxis(grain**2, -1, 0)
    return np.asarray(np.stack([blue + green, red + green, (blue + green + red) / 9], axis=-1), np.float32)


def _fit(off: Float32Array, spread: Float32Array, more: Float32Array) -> Float32Array:
    own = spread**2
    variance = own + more
    less = np.sqrt((own / variance).prod(axis=-1))
    return np.asarray(less * np.exp(-0.5 * np.minimum((off**2 / variance).sum(axis=-1), 40.0)), np.float32)
