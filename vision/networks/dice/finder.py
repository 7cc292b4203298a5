"""The finder: a small network that looks over the whole picture, at several sizes, for whatever may be a die.

It is generous: what it finds is only worth a look (``vision.networks.dice.judge``). The network knows dice whose side
is 9 to 22 px, so the picture is shown to it halved again and again until no die could be larger.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import cv2
import numpy as np

from vision.frames import Picture
from vision.networks.dice.bands import answered_in_bands
from vision.networks.loading import TaughtNetwork, load_network

NATURAL_SIDE = 14.0  # px that the network measures sides against
LEAST_SIDE = 11.0  # px: nobody can count pips on smaller dice
_MULTIPLE = 8  # px: the network halves its picture three times
_STRIDE, _REACH = 4, 8.0  # px of a cell, and what an offset of 1 means
_CHANCE = 0.15
_MOST = 200  # a coarse cloth full of dice has over a hundred
BAND_PX = 6_000_000  # that the network is shown at once: half a gigabyte
_AROUND = 64  # px of overlap; the network sees no farther


@dataclass(frozen=True, slots=True)
class DieProposal:
    """Where a die may be: the middle of its upper face and its side, px; the finder's chance for it."""

    x: float
    y: float
    side: float
    chance: float


def _loaded() -> TaughtNetwork:
    """The network, loaded for each picture: after one of 1920 x 1080 px it holds 140 MB of what lies between its layers
    (docs/findings/memory.md)."""
    return load_network(files("vision.networks.dice") / "finder.onnx")


def find(picture: Picture, least_side: float = LEAST_SIDE) -> list[DieProposal]:
    """Places of a BGR picture worth a look, likeliest first, each only once."""
    found: list[DieProposal] = []
    network, level, scale = _loaded(), picture, 1.0
    while min(level.shape[:2]) >= 40:
        if least_side * scale <= 22.0:
            found += _places(network, level, scale)
        level = np.asarray(cv2.pyrDown(level), np.uint8)
        scale /= 2
    found.sort(key=lambda place: -place.chance)
    kept: list[DieProposal] = []
    for place in found:
        if place.side >= least_side and not any(_same(place, other) for other in kept):
            kept.append(place)
    return kept[:_MOST]


def _same(one: DieProposal, other: DieProposal) -> bool:
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    return apart < 0.4 * min(one.side, other.side) and abs(np.log(one.side / other.side)) < 0.6


def _places(network: TaughtNetwork, level: Picture, scale: float) -> list[DieProposal]:
    answer = answered_in_bands(network, level, multiple=_MULTIPLE, band_px=BAND_PX, around=_AROUND, step=_STRIDE)
    heat = 1 / (1 + np.exp(-answer[0]))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    places = []
    for row, column in np.argwhere((heat >= highest) & (heat > _CHANCE)):
        dx, dy, log = answer[1:, row, column]
        x = (column * _STRIDE + 1.5 + _REACH * float(dx)) / scale
        y = (row * _STRIDE + 1.5 + _REACH * float(dy)) / scale
        side = NATURAL_SIDE * float(np.exp(np.clip(log, -1, 1))) / scale
        places.append(DieProposal(x + 0.5 / scale - 0.5, y + 0.5 / scale - 0.5, side, float(heat[row, column])))
    return places
