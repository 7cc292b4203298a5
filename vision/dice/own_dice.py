"""The owner's own dice, known from a few throws: their colours in this light and how large they are.

Whoever has seen three throws of a pair of dice knows the fourth in a blur or in a corner, and takes no spots on a board
for them. Nobody has to say anything for that: what was told beyond doubt teaches.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.dice import pattern
from vision.dice.pattern import straightened
from vision.dice.sighting import DieSighting, face_of
from vision.frames import Picture
from vision.networks.dice.judge import Verdict
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDiceParameters(Parameters):
    """What teaches, how many are remembered, and how far dice of one make differ from throw to throw."""

    teaches: float = parameter(
        7.0, "log-odds", "of being a die from which one that was told teaches what the others look like", CHOSEN
    )
    remembered: int = parameter(12, "dice", "that were told last: the light changes in an evening", CHOSEN)
    few: int = parameter(3, "dice", "from which on these are known", CHOSEN)
    ours: float = parameter(
        0.7, "share", "of dice thrown later that look so: others may be taken, and a lamp be lit", CHOSEN
    )
    most: float = parameter(3.0, "log-odds", "that colours tell: other things may have them as well", CHOSEN)
    # Of a body's brightness and colours, and of its pips', which small faces blur into the body.
    apart: tuple[float, ...] = parameter(
        (0.3, 0.12, 0.12, 0.4, 0.2, 0.2), "log", "by which they differ in another place or light", CHOSEN
    )
    anything: tuple[float, ...] = parameter(
        (2.5, 1.0, 1.0, 2.5, 1.0, 1.0), "log", "over which those of other things lie", CHOSEN
    )
    middle: float = parameter(0.36, "sides", "from its middle that a face is looked at", CHOSEN)
    dark: float = parameter(10.0, "levels", "beside which the colour of something dark counts for little", CHOSEN)


PARAMETERS = OwnDiceParameters()


@dataclass(slots=True, eq=False)
class OwnDice:
    """The dice that were told last.

    Attributes:
        colours: (n,) of the body and the pips of each: see :func:`colours_of`.
        edges: how long the edge of each was, over the camera's height above it (``vision.dice.upper_face.edge_there``).
    """

    colours: deque[Float64Array] = field(default_factory=lambda: deque(maxlen=PARAMETERS.remembered))
    edges: deque[float] = field(default_factory=lambda: deque(maxlen=PARAMETERS.remembered))

    @property
    def known(self) -> bool:
        """Whether enough were seen to know them by."""
        return len(self.colours) >= PARAMETERS.few

    def learn(self, picture: Picture, die: DieSighting, edge: float) -> None:
        """Take in a die that was told, if it was one beyond doubt by itself; ``edge`` as ``edges`` has them."""
        if die.evidence - die.ours >= PARAMETERS.teaches and die.face_ends:
            self.colours.append(colours_of(picture, die.verdict))
            self.edges.append(edge)

    def likeness(self, picture: Picture, verdict: Verdict) -> float:
        """Log-odds that a face's colours tell of its being one of these dice; 0 before they are known."""
        if not self.known:
            return 0.0
        apart = np.array(self.colours) - colours_of(picture, verdict)
        widths = np.array(PARAMETERS.apart)
        densities = np.exp(-0.5 * (apart / widths) ** 2) / (np.sqrt(2 * np.pi) * widths) * np.array(PARAMETERS.anything)
        same = float(densities.prod(axis=1).mean())
        return min(PARAMETERS.most, float(np.log(PARAMETERS.ours * same + 1 - PARAMETERS.ours)))


def colours_of(picture: Picture, verdict: Verdict) -> Float64Array:
    """(6,) brightness, and blue and red against green, in logarithms: of a face's body and of its pips."""
    face = straightened(picture, face_of(verdict)).reshape(-1, 3).astype(np.float64)
    flat = np.log(face[_inside(len(face))] + PARAMETERS.dark)
    middle = np.median(flat, axis=0)
    off = np.abs(flat - middle).sum(axis=1)
    pips = flat[off >= np.quantile(off, 0.92)]  # the only pip covers no less of a face
    return np.concatenate([_apart(middle), _apart(np.median(pips, axis=0))])


def _apart(colour: Float64Array) -> Float64Array:
    blue, green, red = colour
    return np.array([colour.mean(), blue - green, red - green])


def _inside(places: int) -> NDArray[np.bool_]:
    """Which places of a straightened face lie on it however it is turned."""
    cells = round(places**0.5)
    across = (np.arange(cells) + 0.5 - cells / 2) / cells * 2 * pattern.PARAMETERS.reach
    return np.asarray(np.hypot(*np.meshgrid(across, across)).ravel() <= PARAMETERS.middle, np.bool_)
