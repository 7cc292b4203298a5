"""The tray's network: looks over a whole picture, at several sizes, for upper faces of dice, and measures them.

The judge sees a patch as large as a die, so it can't tell a front from a top, a die from a board's cell or a five's
middle pip from an ace. This one sees what lies around as well: at each place it says whether the middle of a die's
upper face is there, where that face's edges run, which way its body lies, what it shows, and whether it is cocked or
hidden. It knows faces of 11 to 30 px, so a picture is shown to it halved again and again.

Both edges of a face, a and b, are told by their squares as complex numbers, since a square looks alike from four sides:
a² + b² and a⁴ + b⁴ don't change where a is called b, or either points the other way, and give both back.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.networks.dice.bands import answered_in_bands
from vision.networks.loading import TaughtNetwork, load_network

# Channels of the answer, a cell of STEP px each.
UPPER, SIDE_FACE, OFFSET, SIZE, POWERS, LEAN, NUMBER, COCKED, HIDDEN, SPREAD = 0, 1, 2, 4, 5, 9, 11, 17, 18, 19
CHANNELS = 20
STEP, REACH = 4, 8.0  # px of a cell, and what an offset of 1 means
NATURAL_SIDE = 18.0  # px that sizes are measured against
SIDES = (11.0, 30.0)  # px of the faces that it was taught
_CHANCE = 0.1  # of an upper face from which it is listed
_MOST = 200
_ONE_FACE = 0.45  # sides between two measurements of one face at the most
_LEAST_LEVEL = 48  # px: in less there is no room for a die and what lies around it
_MULTIPLE = 16  # px: the network halves its picture four times
_AROUND = 96  # px of overlap of bands; it hardly sees farther
MOST_PX = 6_000_000  # larger pictures are shown smaller first: at their height they cost seconds
BAND_PX = 3_000_000  # that it is shown at once
# Logits: of the dice on the trays of its second lesson 29 in 100 are cocked, of those of the first, as of those that
# ``vision.dice`` weighs its word for, 15.
_RARER = 0.85


def powers_of(one: complex, other: complex) -> tuple[complex, complex]:
    """Half of a² + b² and of a⁴ + b⁴ of two edges (right + down i)."""
    return (one**2 + other**2) / 2, (one**4 + other**4) / 2


def edges_of(second: complex, fourth: complex) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two edges that meet, from :func:`powers_of` them: (right, down) each."""
    root = np.sqrt(complex(fourth - second**2))  # half of a² - b²
    one, other = np.sqrt(complex(second + root)), np.sqrt(complex(second - root))
    return (float(one.real), float(one.imag)), (float(other.real), float(other.imag))


@dataclass(frozen=True, slots=True)
class FaceThere:
    """An upper face as the tray's network sees it.

    Attributes:
        x, y: its middle, px. side: its mean edge, px.
        upper: chance that a die's upper face has its middle there. front: that another face of a die has.
        edges: (right, down) of two edges that meet, over the mean edge.
        lean: where its die's middle lies from its own: right and down, in sides.
        chances: (6,) of one to six pips. cocked, hidden: chances of either.
        spread: how far all this may be off, in sides; errors fall off as exp(-error / spread).
    """

    x: float
    y: float
    side: float
    upper: float
    front: float
    edges: tuple[tuple[float, float], tuple[float, float]]
    lean: tuple[float, float]
    chances: tuple[float, ...]
    cocked: float
    hidden: float
    spread: float


def _loaded() -> TaughtNetwork:
    """The network, loaded for each picture, since it keeps what lies between its layers (docs/findings/memory.md)."""
    return load_network(files("vision.networks.dice") / "tray.onnx")


def upper_faces(picture: Picture) -> list[FaceThere]:
    """Upper faces of dice in a BGR picture, likeliest first, each once."""
    found: list[FaceThere] = []
    network, level, scale = _loaded(), picture, 1.0
    while min(level.shape[:2]) >= _LEAST_LEVEL:
        if level.shape[0] * level.shape[1] <= MOST_PX:
            found += _faces(network, level, scale)
        level = np.asarray(cv2.pyrDown(level), np.uint8)
        scale /= 2
    kept: list[FaceThere] = []
    for face in sorted(found, key=lambda each: -each.upper):
        if not any(_same(face, other) for other in kept):
            kept.append(face)
    return kept[:_MOST]


def least_side(picture: Picture) -> float:
    """Side, px, of the smallest faces that :func:`upper_faces` looks for in such a picture."""
    rows, columns, side = *picture.shape[:2], SIDES[0]
    while rows * columns > MOST_PX:
        rows, columns, side = (rows + 1) // 2, (columns + 1) // 2, 2 * side
    return side


def _same(one: FaceThere, other: FaceThere) -> bool:
    return float(np.hypot(one.x - other.x, one.y - other.y)) < _ONE_FACE * max(one.side, other.side)


def _faces(network: TaughtNetwork, level: Picture, scale: float) -> list[FaceThere]:
    answer = answered_in_bands(network, level, multiple=_MULTIPLE, band_px=BAND_PX, around=_AROUND, step=STEP)
    heat = 1 / (1 + np.exp(-answer[UPPER]))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    return [
        _face(answer, heat, int(row), int(column), scale)
        for row, column in np.argwhere((heat >= highest) & (heat > _CHANCE))
    ]


def _face(answer: NDArray[np.float32], heat: NDArray[np.float32], row: int, column: int, scale: float) -> FaceThere:
    """What the cells about a peak say together, each as much as it is sure of the face."""
    rows, columns = heat.shape
    part = np.s_[max(0, row - 1) : min(rows, row + 2), max(0, column - 1) : min(columns, column + 2)]
    ys, xs = np.mgrid[part] * STEP + (STEP - 1) / 2
    trust = heat[part] ** 2 * (heat[part] > heat[row, column] / 2)
    trust = trust / trust.sum()
    said = np.asarray(answer[(np.s_[:], *part)], np.float64)

    def mean(values: NDArray[np.float64] | NDArray[np.float32]) -> float:
        return float((values * trust).sum())

    x, y = mean(xs + REACH * said[OFFSET]), mean(ys + REACH * said[OFFSET + 1])
    side = NATURAL_SIDE * float(np.exp(np.clip(mean(said[SIZE]), -1.0, 1.0)))
    second, fourth = (
        complex(mean(said[POWERS]), mean(said[POWERS + 1])),
        complex(mean(said[POWERS + 2]), mean(said[POWERS + 3])),
    )
    numbers = np.exp(np.array([mean(said[NUMBER + number]) for number in range(6)]))
    logits = mean(said[COCKED]) - _RARER, mean(said[HIDDEN]), mean(said[SIDE_FACE])
    cocked, hidden, front = (1 / (1 + float(np.exp(-logit))) for logit in logits)
    return FaceThere(
        x=(x + 0.5) / scale - 0.5,
        y=(y + 0.5) / scale - 0.5,
        side=side / scale,
        upper=float(heat[row, column]),
        front=front,
        edges=edges_of(second, fourth),
        lean=(mean(said[LEAN]), mean(said[LEAN + 1])),
        chances=tuple(float(chance) for chance in numbers / numbers.sum()),
        cocked=cocked,
        hidden=hidden,
        spread=float(np.exp(mean(said[SPREAD]))),
    )
