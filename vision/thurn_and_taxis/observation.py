"""What a picture of the board tells, before any rule of play is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.registration.board_camera import CameraAboveBoard
from vision.thurn_and_taxis.houses import HouseEvidence


@dataclass(frozen=True, slots=True, eq=False)
class SeenHouse:
    """A house that was read: its city, its colour, the probability of both, and its middle (2,) on the picture, px."""

    city: str
    colour: str
    confidence: float
    middle: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class UnreadCity:
    """A city whose square could not be read, and why."""

    city: str
    why: Phrase


@dataclass(frozen=True, slots=True, eq=False)
class PostalObservation:
    """One still picture, read.

    Attributes:
        houses: what stands in the cities. unread: cities that could not be read.
        view: where the camera stands; None where the board was not found.
        evidence: what the reading weighed, for explaining with the rules; None without a board.
        trouble: why nothing was read, for people, or None.
        size: (height, width) of the picture.
    """

    houses: tuple[SeenHouse, ...] = ()
    unread: tuple[UnreadCity, ...] = ()
    view: CameraAboveBoard | None = None
    evidence: HouseEvidence | None = None
    trouble: Phrase | None = None
    size: tuple[int, int] = (0, 0)
