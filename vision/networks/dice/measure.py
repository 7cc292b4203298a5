"""Where a face lies: a third network that only measures, from roughly the right place and size.

The judge has to say what a patch shows, whether it is a die at all and where; on stuffs that it was not taught it is
led astray in size while it still tells the number of a face that is shown to it rightly. This network was taught
nothing but the square of the face on whose area the patch's middle lies, upper face or side, whatever it bears and
whatever it is made of.

Both edges of a face, a and b, are told by their squares as complex numbers, since a square looks alike from four sides:
a² + b² and a⁴ + b⁴ don't change where a is called b, or either points the other way, and give both back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.networks.dice.judge import POSITIONS, Spot, ask
from vision.networks.loading import TaughtNetwork, load_network

OUTPUTS = 10
_SHOWN = POSITIONS[::4], POSITIONS[::2]  # of each look the positions, from where the last one found the face


@dataclass(frozen=True, slots=True)
class MeasuredFace:
    """A face of a die as it is seen.

    Attributes:
        x, y: its middle, px. side: its mean edge, px.
        edges: (right, down) of two edges that meet, over the mean edge.
        lean: where its die's middle lies, from its own: right and down, in sides.
        spread: how far its corners may be from the truth, in sides; errors fall off as exp(-error / spread).
    """

    x: float
    y: float
    side: float
    edges: tuple[tuple[float, float], tuple[float, float]]
    lean: tuple[float, float]
    spread: float

    @property
    def corners(self) -> Float64Array:
        """(4, 2) px, in order around it."""
        one, other = np.array(self.edges) * self.side / 2
        around = np.stack([-one - other, one - other, one + other, other - one])
        return np.asarray(np.array([self.x, self.y]) + around, np.float64)


@cache
def _network() -> TaughtNetwork:
    return load_network(files("vision.networks.dice") / "measure.onnx")


def measured(picture: Picture, places: Sequence[Spot], times: int = len(_SHOWN)) -> list[MeasuredFace]:
    """The face of a BGR picture on which each place (x, y and side, px) lies; one look will do for a place that is
    right already."""
    faces: list[MeasuredFace] = []
    spots = list(places)
    for squares in _SHOWN[:times]:
        answers = ask(_network(), picture, spots, squares, OUTPUTS)
        faces = [_face(*spot, answer, squares) for spot, answer in zip(spots, answers, strict=True)]
        spots = [(face.x, face.y, face.side) for face in faces]
    return faces


def _face(x: float, y: float, side: float, answers: Float64Array, squares: Sequence[Float64Array]) -> MeasuredFace:
    turned = np.stack([_turned_back(answer, square) for answer, square in zip(answers, squares, strict=True)])
    answer = np.median(turned, axis=0)
    return MeasuredFace(
        x=float(x + side * answer[0]),
        y=float(y + side * answer[1]),
        side=float(side * np.exp(np.clip(answer[2], -0.6, 0.6))),
        edges=edges_of(complex(*answer[3:5]), complex(*answer[5:7])),
        lean=(float(answer[7]), float(answer[8])),
        spread=float(np.exp(answers[:, 9].mean())),
    )


def _turned_back(answer: Float64Array, square: Float64Array) -> Float64Array:
    """What was told of a patch that was turned or mirrored by ``square``, as of the patch itself."""
    back, found = square.T, answer.copy()
    found[0:2], found[7:9] = back @ answer[0:2], back @ answer[7:9]
    turn, mirrored = complex(back[0, 0], back[1, 0]), float(np.linalg.det(back)) < 0
    for at, power in ((3, 2), (5, 4)):
        value = complex(*answer[at : at + 2])
        value = turn**power * (value.conjugate() if mirrored else value)
        found[at : at + 2] = value.real, value.imag
    return found


def powers_of(one: complex, other: complex) -> tuple[complex, complex]:
    """Half of a² + b² and of a⁴ + b⁴ of two edges (right + down i)."""
    return (one**2 + other**2) / 2, (one**4 + other**4) / 2


def edges_of(second: complex, fourth: complex) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two edges that meet, from :func:`powers_of` them: (right, down) each."""
    root = np.sqrt(complex(fourth - second**2))  # half of a² - b²
    one, other = np.sqrt(complex(second + root)), np.sqrt(complex(second - root))
    return (float(one.real), float(one.imag)), (float(other.real), float(other.imag))
