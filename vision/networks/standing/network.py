"""Who stands on a spot of a printed place, of whatever make: a disc or a stack, a turned or a sawn figure, or nobody.

The network has seen drawn pieces of many makes on prints of any style, beside the print that ought to be there. Whether
somebody stands there it tells by how a thing is lit and leans, not by its colour alone: print has colours, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from calibration.arrays import Float32Array
from games.game import SEAT_COLOURS
from vision.networks.loading import CropNetwork

SIDE_PX, PX_PER_MM = 56, 1.5  # of a patch; mm of a table whose places are 84 mm wide
FOOT_PX = 36  # rows from a patch's top to the foot of whoever stands there; it stands in the middle of the columns
MOST_LEAN = 1.0  # mm by which what is 1 mm high is seen upwards on the patch: more was not taught
HEIGHT_BINS, HEIGHT_STEP_MM = 16, 2.5
COLOURS = (*SEAT_COLOURS, "purple", "orange")
KINDS = ("nobody", "discs", "turned", "sawn")
CHANNELS = 7  # seen BGR, printed BGR, lean
_BATCH = 16  # patches: 64 at once hold 14 MB more between the layers, and take longer


@dataclass(frozen=True, eq=False, slots=True)
class StandingVerdict:
    """What is told of some spots.

    Attributes:
        kinds: (n, 4) probability of each of :data:`KINDS`.
        colours: (n, 9) of each of :data:`COLOURS`, if somebody stands there.
        capped: (n,) that something lies on top.
        heights: (n, HEIGHT_BINS) that the top is in each step of heights, HEIGHT_STEP_MM apart.
    """

    kinds: Float32Array
    colours: Float32Array
    capped: Float32Array
    heights: Float32Array


def joined(first: StandingVerdict, then: StandingVerdict) -> StandingVerdict:
    """What is told of some spots and then of others."""
    return StandingVerdict(
        np.concatenate([first.kinds, then.kinds]),
        np.concatenate([first.colours, then.colours]),
        np.concatenate([first.capped, then.capped]),
        np.concatenate([first.heights, then.heights]),
    )


class StandingNetwork:
    """The network with its weights."""

    def __init__(self) -> None:
        self._network = CropNetwork(files(__package__) / "weights.onnx", _BATCH)

    def judge(
        self, seen: Sequence[Float32Array], printed: Sequence[Float32Array], lean: Sequence[float]
    ) -> StandingVerdict:
        """Who stands on some spots.

        Args:
            seen, printed: (SIDE_PX, SIDE_PX, 3) BGR 0 to 255 each, in the references' light, what is high leaning up.
            lean: mm for each mm of height.
        """
        answers = [np.zeros((0, len(KINDS) + len(COLOURS) + 1 + HEIGHT_BINS), np.float32)]
        for first in range(0, len(seen), _BATCH):
            some = slice(first, first + _BATCH)
            batch = as_input(np.stack(seen[some]), np.stack(printed[some]), np.array(lean[some], np.float32))
            answers.extend(self._network.answers(batch, ("answer",)))
        answer = np.concatenate(answers)
        kinds, colours, capped, heights = np.split(answer, np.cumsum([len(KINDS), len(COLOURS), 1]), axis=1)
        on_top = np.asarray(1 / (1 + np.exp(-capped[:, 0])), np.float32)
        return StandingVerdict(_shares(kinds), _shares(colours), on_top, _shares(heights))


@cache
def standing_network() -> StandingNetwork:
    """The one network of the process."""
    return StandingNetwork()


def as_input(seen: Float32Array, printed: Float32Array, lean: Float32Array) -> Float32Array:
    """(n, 7, SIDE_PX, SIDE_PX) as the network takes patches (n, SIDE_PX, SIDE_PX, 3)."""
    both = np.concatenate([seen, printed], axis=3).transpose(0, 3, 1, 2)
    both = (both.astype(np.float32) - 127.5) / 64
    leans = np.broadcast_to((2 * lean - 1)[:, None, None, None], (len(lean), 1, SIDE_PX, SIDE_PX))
    return np.ascontiguousarray(np.concatenate([both, leans], axis=1), np.float32)


def _shares(logits: Float32Array) -> Float32Array:
    odds = np.exp(logits - logits.max(axis=1, keepdims=True)) if logits.size else logits
    return np.asarray(odds / np.maximum(odds.sum(axis=1, keepdims=True), 1e-12), np.float32)
