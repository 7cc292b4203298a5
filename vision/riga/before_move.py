"""The table of Riga before what is laid down next, and what has come to it since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.cards.judging import CardSighting
from vision.frames import Picture
from vision.imaging.change import PictureStatistics, small_of, structural_change
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.carried_picture import carried, closely, on_small
from vision.registration.lattice import Matrix, project
from vision.riga import changed
from vision.riga.changed import changed_enough


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeMoveParameters(Parameters):
    """When something has come since."""

    come: float = parameter(
        0.15, "share", "of a card's picture that has changed since before the move, if it was laid down in it", CHOSEN
    )
    same: float = parameter(0.4, "widths", "within which two sightings are of one card", CHOSEN)
    much: float = parameter(
        0.25, "share", "of the picture that differs after a knock from which nobody can tell what has come", CHOSEN
    )


PARAMETERS = BeforeMoveParameters()


class BeforeMove:
    """The small picture of the table as it was before the move that is due, as far as that is known.

    Attributes:
        picture: it; None where nobody has looked since the last move.
        is_lost: nobody can tell what has come since: the table lies elsewhere.
    """

    def __init__(self) -> None:
        self.picture: PictureStatistics | None = None
        self.is_lost = False
        self._waiting: list[Float64Array] = []  # (2,) px, of what may have come before anybody compared

    def begin(self, picture: PictureStatistics) -> None:
        """A move is due, and this is the table; what is known from before it stays."""
        self.picture = self.picture or picture

    def wait_for(self, found: Iterable[CardSighting]) -> None:
        """These lie on a table of which nobody knows how it was: any of them may have been laid down just now."""
        if self.picture is None:
            self._waiting = [one.middle for one in found]

    def is_over(self, left: Iterable[CardSighting], now: PictureStatistics | None, scale: float) -> None:
        """The record has moved on. What lies there now was there before what comes next, but for what had come since
        the last move, and is ``left``: the next one may have been made already."""
        known = self.picture is not None
        waiting = (one for one in left if (self.has_come(one, now, scale) if known else self._waits(one)))
        self._waiting = [one.middle for one in waiting]
        self.picture, self.is_lost = None, False

    def knocked(self, image: Picture, motion: Matrix | None) -> None:
        """The table was knocked and lies elsewhere, by ``motion`` from px to px of the whole picture; None where
        nothing tells that."""
        if motion is None:
            self._waiting, self.picture, self.is_lost = [], None, True
            return
        self._waiting = [project(motion, middle[None])[0] for middle in self._waiting]
        if self.picture is None:
            return
        small, now = self.picture.small, small_of(image)
        if small.shape != now.shape:
            self.picture, self.is_lost = None, True
            return
        onto = closely(small, now, on_small(motion, image, now))
        self.picture = PictureStatistics.of(carried(small, now, onto))
        away = structural_change(self.picture, PictureStatistics.of(now))
        if (away > changed.PARAMETERS.changed).mean() > PARAMETERS.much:  # then grain does not tell how much is change
            self.picture, self.is_lost = None, True

    def has_come(self, one: CardSighting, now: PictureStatistics | None, scale: float) -> bool:
        """Whether a card on the table of ``now`` may have been laid down since; what lay there before anybody could is
        no building, whatever it looks like.

        Args:
            scale: full-size px for one px of the small picture.
        """
        if self.picture is None or now is None:
            return True
        if self._waits(one):
            return True
        mask = np.zeros(now.small.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(one.quad / scale).astype(np.int32), 1)
        differs = changed_enough(structural_change(self.picture, now))
        return not mask.any() or float(differs[mask > 0].mean()) > PARAMETERS.come

    def _waits(self, one: CardSighting) -> bool:
        return any(np.hypot(*(one.middle - middle)) < PARAMETERS.same * one.wide for middle in self._waiting)
