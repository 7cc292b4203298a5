"""What glass lies on, and how film looks there: film lets through what it lies on, so a red cloth leaves of all its
colours the reds. Shown on white paper a film has the colours that it lets through; on another ground those are
multiplied with the ground's own, channel by channel (an sRGB value is about a power of light, so it is as in light).

On a ground that is nearly black hardly any light passes twice, and what the film itself throws back is added to it. Of
light that comes from below the pattern is then a small part on a veil that is the same all over: its bright panes stand
out, and its dark ones and the lead are hardly told apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.srgb import light_to_srgb, srgb_to_light
from vision.stained_glass.edition import GlassEdition

Grounds = NDArray[np.float64]  # (k, 3) BGR, the brightest channel of each is 1
BlackGround = NDArray[np.float64]  # (3,) linear BGR, 1 as bright as the picture can be
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
    black: float = parameter(0.05, "of white light", "of the table, below which film veils more than it shows", CHOSEN)
    veil: float = parameter(
        1.0,
        "of the light that comes from the ground",
        "that film throws back on a black table: 0.3 to 10 are about as like what lies there, 0 is not",
        "docs/findings/stained-glass.md",
    )


PARAMETERS = GroundsParameters()


def grounds_of(image: Picture) -> Grounds:
    """The colours of what glass may lie on: of the table, of printed land, and of the rest of the picture, as far as
    they have one and differ. On white and grey film looks as it was shown; for black see :func:`black_ground_of`."""
    values, table = _small(image)
    found = [np.array(PARAMETERS.printed_land)]
    if not _is_black(_colour(values, table)):
        found.insert(0, _colour(values, table))
    if (~table).mean() > PARAMETERS.least:
        found.append(_colour(values, ~table))
    kept: list[FloatArray] = []
    for colour in (one / one.max() for one in found):
        differs = all(np.abs(colour - other).max() > PARAMETERS.apart for other in kept)
        if colour.min() < PARAMETERS.coloured and differs:
            kept.append(colour)
    return np.array(kept).reshape(-1, 3)


def black_ground_of(image: Picture) -> BlackGround | None:
    """The light of a table that is nearly black; None of any other."""
    colour = _colour(*_small(image))
    return srgb_to_light(colour) if _is_black(colour) else None


def _is_black(colour: FloatArray) -> bool:
    return bool(srgb_to_light(colour).max() < PARAMETERS.black)


def _small(image: Picture) -> tuple[FloatArray, NDArray[np.bool_]]:
    """(n, 3) BGR of a picture so small that noise is gone, and (n,) which of them are the table."""
    factor = PARAMETERS.across / max(image.shape[:2])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    values = small.astype(np.float64) + 1.0  # black has no colour of its own
    return values, _usual(values / values.sum(axis=1, keepdims=True))


def _colour(values: FloatArray, which: NDArray[np.bool_]) -> FloatArray:
    return np.asarray(np.median(values[which], axis=0), np.float64)


def _usual(shares: FloatArray) -> NDArray[np.bool_]:
    """(n,) which px have the commonest colour, whatever their brightness; shares (n, 3) of blue, green and red."""
    counts, blue, red = np.histogram2d(shares[:, 0], shares[:, 2], bins=PARAMETERS.bins, range=((0.0, 1.0), (0.0, 1.0)))
    first, second = np.unravel_index(int(cv2.blur(counts, (3, 3)).argmax()), counts.shape)
    peak = np.array([blue[first : first + 2].mean(), 0.0, red[second : second + 2].mean()])
    peak[1] = 1.0 - peak.sum()
    near = np.abs(shares - peak).max(axis=1) < PARAMETERS.alike
    return np.asarray(np.abs(shares - np.median(shares[near], axis=0)).max(axis=1) < PARAMETERS.alike)


def on_grounds(edition: GlassEdition, grounds: Grounds, black: BlackGround | None = None) -> GlassEdition:
    """The edition with its views as they were shown and, after those, as film of it looks on each of the grounds; last
    on the black one, if there is any."""
    views = [edition.images, *(np.rint(edition.images * ground).astype(np.uint8) for ground in grounds)]
    if black is not None:
        views.append(_veiled(edition.images, black))
    return replace(
        edition,
        kinds=edition.kinds * len(views),
        images=np.concatenate(views),
        grounds=tuple(number for number in range(len(views)) for _ in edition.kinds),
        black=0 if black is None else len(views) - 1,
    )


def _veiled(images: NDArray[np.uint8], black: BlackGround) -> NDArray[np.uint8]:
    """Views (n, size, size, 3) as film of them looks on a black ground: as bright as that is there, so that in one
    picture the pattern is as much weaker on black than on print as it really is."""
    light = (srgb_to_light(images) + PARAMETERS.veil) * black
    return np.asarray(np.rint(light_to_srgb(np.minimum(light, 1.0))), np.uint8)
