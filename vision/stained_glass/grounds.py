"""What glass lies on, and how film looks there: film lets through what it lies on, so a red cloth leaves of all its
colours the reds. Shown on white paper a film has the colours that it lets through; on another ground those are
multiplied with the ground's own, channel by channel (an sRGB value is about a power of light, so it is as in light).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.edition import GlassEdition

Grounds = NDArray[np.float64]  # (k, 3) BGR, the brightest channel of each is 1
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundsParameters(Parameters):
    """Which colours of a picture count as grounds that glass may lie on."""

    across: int = parameter(240, "px", "of a picture in which grounds are sought: noise is gone there", CHOSEN)
    bins: int = parameter(24, "count", "of shares of blue, and of red, that are told apart", CHOSEN)
    alike: float = parameter(0.09, "share of a channel", "within which colours are of the same ground", CHOSEN)
    least: float = parameter(0.08, "share of a picture", "beside the table from which its colour is a ground", CHOSEN)
    coloured: float = parameter(
        0.8, "of the brightest channel", "that the darkest has, below which a ground has a colour of its own", CHOSEN
    )
    apart: float = parameter(0.15, "of the brightest channel", "that two grounds differ by at the least", CHOSEN)
    printed_land: tuple[float, float, float] = parameter(
        (0.5, 0.95, 0.82), "BGR of the brightest", "grass and straw, which most tiles of Carcassonne show", CHOSEN
    )


PARAMETERS = GroundsParameters()


def grounds_of(image: Picture) -> Grounds:
    """The colours of what glass may lie on: of the table, of printed land, and of the rest of the picture, as far as
    they have one and differ. On white and grey film looks as it was shown."""
    factor = PARAMETERS.across / max(image.shape[:2])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    values = small.astype(np.float64) + 1.0  # black has no colour of its own
    table = _usual(values / values.sum(axis=1, keepdims=True))
    found = [np.median(values[table], axis=0), np.array(PARAMETERS.printed_land)]
    if (~table).mean() > PARAMETERS.least:
        found.append(np.median(values[~table], axis=0))
    kept: list[FloatArray] = []
    for colour in (one / one.max() for one in found):
        differs = all(np.abs(colour - other).max() > PARAMETERS.apart for other in kept)
        if colour.min() < PARAMETERS.coloured and differs:
            kept.append(colour)
    return np.array(kept).reshape(-1, 3)


def _usual(shares: FloatArray) -> NDArray[np.bool_]:
    """(n,) which px have the commonest colour, whatever their brightness; shares (n, 3) of blue, green and red."""
    counts, blue, red = np.histogram2d(shares[:, 0], shares[:, 2], bins=PARAMETERS.bins, range=((0.0, 1.0), (0.0, 1.0)))
    first, second = np.unravel_index(int(cv2.blur(counts, (3, 3)).argmax()), counts.shape)
    peak = np.array([blue[first : first + 2].mean(), 0.0, red[second : second + 2].mean()])
    peak[1] = 1.0 - peak.sum()
    near = np.abs(shares - peak).max(axis=1) < PARAMETERS.alike
    return np.asarray(np.abs(shares - np.median(shares[near], axis=0)).max(axis=1) < PARAMETERS.alike)


def on_grounds(edition: GlassEdition, grounds: Grounds) -> GlassEdition:
    """The edition with its views as they were shown and, after those, as film of it looks on each of the grounds."""
    views = [edition.images, *(np.rint(edition.images * ground).astype(np.uint8) for ground in grounds)]
    numbers = tuple(number for number in range(len(views)) for _ in edition.kinds)
    return replace(edition, kinds=edition.kinds * len(views), images=np.concatenate(views), grounds=numbers)
