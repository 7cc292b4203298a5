"""The judge: a small network that looks at one die, in eight positions, and says what it shows and how sure it is.

For each patch it gives 15 numbers: logits of "no die" and of one to six pips, the logit that the die is cocked, where
the middle of its upper face lies (right and down, in sides), the logarithm of its side against the patch's, its lean
(where its own middle lies below that face's, in sides), the logarithm of how far that lean may be from the truth, and
the logit that too much of it is hidden.

A network has no opinion on a patch turned by a quarter or mirrored that it should not have on the patch itself. So each
die is shown to it in all eight positions: the mean is better than any one of them, and where they quarrel the die
is not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.networks.dice.finder import DieProposal
from vision.networks.loading import TaughtNetwork, load_network

Spot = tuple[float, float, float]  # x, y, side: px

PATCH, PATCH_SIDE = 48, 22.0  # px of a patch, and of a die's side on it
OUTPUTS = 15
_WORTH_A_LOOK = 0.05  # chance of being a die from which a place is looked at again
# (2, 2) turns and mirrors of a patch: multiplied with (x, y) right and down.
POSITIONS = tuple(
    np.array(m, np.float64)
    for m in (
        [[1, 0], [0, 1]],
        [[0, -1], [1, 0]],
        [[-1, 0], [0, -1]],
        [[0, 1], [-1, 0]],
        [[-1, 0], [0, 1]],
        [[0, 1], [1, 0]],
        [[1, 0], [0, -1]],
        [[0, -1], [-1, 0]],
    )
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge makes of a place.

    Attributes:
        x, y: middle of the upper face, px. side: its mean edge, px.
        chances: (7,) of no die and of one to six pips.
        cocked, hidden: chances that it does not lie level, and that too much of it is hidden.
        agreeing: share of the positions that see the likeliest number.
        lean: where the die's middle lies below the face's: right and down, in sides.
        spread: how far that may be from the truth; errors fall off as exp(-error / spread).
    """

    x: float
    y: float
    side: float
    chances: tuple[float, ...]
    cocked: float
    hidden: float
    agreeing: float
    lean: tuple[float, float]
    spread: float

    @property
    def is_die(self) -> float:
        """Chance that there is a die at all."""
        return 1.0 - self.chances[0]

    @property
    def pips(self) -> int:
        """The likeliest number."""
        return 1 + int(np.argmax(self.chances[1:]))

    @property
    def confidence(self) -> float:
        """Chance of that number."""
        return self.chances[self.pips]


@cache
def _network() -> TaughtNetwork:
    return load_network(files("vision.networks.dice") / "judge.onnx")


def judge(picture: Picture, places: Sequence[DieProposal], refinements: int = 2) -> list[Verdict]:
    """Look at places of a BGR picture: at each once, then at what may be a die from all sides, each time nearer."""
    verdicts = []
    for glance in _verdicts(picture, [(place.x, place.y, place.side) for place in places], POSITIONS[:1]):
        verdict = glance
        for _ in range(refinements):
            if verdict.is_die < _WORTH_A_LOOK:
                break
            verdict = _verdicts(picture, [(verdict.x, verdict.y, verdict.side)], POSITIONS)[0]
        verdicts.append(verdict)
    return verdicts


def judged_again(picture: Picture, verdict: Verdict) -> Verdict:
    """The same verdict where its face was measured anew: its number as this look or the one before tells it better,
    or, where they quarrel, as the one that is less sure has it."""
    (look,) = _verdicts(picture, [(verdict.x, verdict.y, verdict.side)], POSITIONS)
    surer, other = sorted((look, verdict), key=lambda each: -each.confidence)
    better = surer if look.pips == verdict.pips else other
    return replace(verdict, chances=better.chances, agreeing=better.agreeing)


def _verdicts(picture: Picture, spots: Sequence[Spot], squares: Sequence[Float64Array]) -> list[Verdict]:
    """A verdict on each spot, looked at in so many positions."""
    if not spots:
        return []
    answers = ask(_network(), picture, spots, squares)
    return [_verdict(*spot, answer, squares) for spot, answer in zip(spots, answers, strict=True)]


def ask(
    network: TaughtNetwork, picture: Picture, spots: Sequence[Spot], squares: Sequence[Float64Array]
) -> Float64Array:
    """(spots, positions, OUTPUTS): what a network answers to a patch about each spot in each of the positions."""
    patches = [straight_patch(picture, x, y, PATCH_SIDE / side) for x, y, side in spots]
    network.setInput(cv2.dnn.blobFromImages([moved(patch, square) for patch in patches for square in squares]))
    return np.asarray(network.forward(), np.float64).reshape(len(spots), len(squares), OUTPUTS)


def _verdict(x: float, y: float, side: float, answers: Float64Array, squares: Sequence[Float64Array]) -> Verdict:
    chances = _softmax(answers[:, :7])
    mean = _softmax(answers[:, :7].mean(axis=0, keepdims=True))[0]
    back = [square.T for square in squares]
    place = side * np.median([square @ answer[8:10] for square, answer in zip(back, answers, strict=True)], axis=0)
    lean = np.median([square @ answer[11:13] for square, answer in zip(back, answers, strict=True)], axis=0)
    likeliest = int(np.argmax(mean[1:]))
    cocked, hidden = 1 / (1 + np.exp(-answers[:, [7, 14]].mean(axis=0)))
    return Verdict(
        x=float(x + place[0]),
        y=float(y + place[1]),
        side=float(side * np.exp(np.clip(np.median(answers[:, 10]), -0.5, 0.5))),
        chances=tuple(float(chance) for chance in mean),
        cocked=float(cocked),
        hidden=float(hidden),
        agreeing=float((chances[:, 1:].argmax(axis=1) == likeliest).mean()),
        lean=(float(lean[0]), float(lean[1])),
        spread=float(np.exp(answers[:, 13].mean())),
    )


def straight_patch(picture: Picture, x: float, y: float, scale: float, size: int = PATCH) -> Picture:
    """(size, size, 3) px around (x, y), ``scale`` times as large, black beyond the picture's edge."""
    reach = size / 2 / scale + 2
    left, top = int(np.floor(x - reach)), int(np.floor(y - reach))
    wide = int(np.ceil(2 * reach)) + 1
    rows, columns = picture.shape[:2]
    x0, y0, x1, y1 = max(0, left), max(0, top), min(columns, left + wide), min(rows, top + wide)
    if x1 <= x0 or y1 <= y0:
        return np.zeros((size, size, 3), np.uint8)
    part = picture[y0:y1, x0:x1]
    if scale < 0.7:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.35 / scale), np.uint8)
    affine = np.array([[scale, 0, (size - 1) / 2 - scale * (x - x0)], [0, scale, (size - 1) / 2 - scale * (y - y0)]])
    return np.asarray(
        cv2.warpAffine(part, affine, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.uint8
    )


def moved(patch: Picture, square: Float64Array) -> Picture:
    """The patch turned or mirrored so that what lay at p from its middle lies at ``square`` p."""
    turned = patch if square[0, 0] != 0 else patch.transpose(1, 0, 2)
    across, down = (square[0, 0], square[1, 1]) if square[0, 0] != 0 else (square[0, 1], square[1, 0])
    if across < 0:
        turned = turned[:, ::-1]
    if down < 0:
        turned = turned[::-1]
    return np.ascontiguousarray(turned)


def _softmax(logits: Float64Array) -> Float64Array:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float64)
