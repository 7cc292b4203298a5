"""Learns the owner's places of Istanbul from photographs of them laid apart on a table: which is which is told by the
number that is printed on each.

Where an edition prints its numbers is nowhere assumed: of everything on the places that reads like a number, what
stands in the same spot on most of them, and is another one on each, is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.istanbul.layout import edition
from vision.istanbul.layout.edition import MOST_PLACES, SETS
from vision.istanbul.layout.numerals import NumberOnPicture, Spot, agreed_spot, printed_numbers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.assignment import cheapest
from vision.registration.lattice import UNIT_CORNERS, Points, quad_of
from vision.registration.quads import loose_squares, straightened


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesLaidOutParameters(Parameters):
    """How surely a printed number is read on a place that lies apart, and where an edition prints it."""

    oblong: float = parameter(
        2.2, "times", "as long as wide: a place is no square, and perspective shortens one of its sides", CHOSEN
    )
    least_read: int = parameter(3, "numbers", "in one spot, from which it is where the edition prints them", CHOSEN)
    unlikely: float = parameter(1e-4, "probability", "of a number that is not what was read", CHOSEN)
    legible: float = parameter(0.5, "probability", "from which a number is told", CHOSEN)


PARAMETERS = PlacesLaidOutParameters()

EVERY = range(1, MOST_PLACES + 1)


class TooManyPlaces(ValueError):
    """More places than there are: ``found``."""

    def __init__(self, found: int) -> None:
        super().__init__(f"{found} places, {MOST_PLACES} at most")
        self.found = found


@dataclass(frozen=True, slots=True, eq=False)
class LaidPlace:
    """A place that was laid out.

    Attributes:
        number: that was read on it, 0 where none was.
        picture: straightened and upright, BGR (h, KEPT_PX, 3).
        outline: on its photograph, (4, 2) px, from its own upper left corner.
        confidence: probability of the number.
    """

    number: int
    picture: Picture
    outline: NDArray[np.float64]
    confidence: float

    def read_as(self, number: int, confidence: float) -> LaidPlace:
        """The same with its number, or with none where that is not likely enough."""
        legible = confidence > PARAMETERS.legible
        return replace(self, number=number if legible else 0, confidence=confidence if legible else 0.0)

    def turned(self) -> LaidPlace:
        """The same, which lay upside down."""
        picture = np.ascontiguousarray(self.picture[::-1, ::-1])
        return replace(self, picture=picture, outline=np.roll(self.outline, 2, axis=0))


def read_laid_out_places(photographs: Sequence[Picture]) -> tuple[tuple[LaidPlace, ...], ...]:
    """The places on each photograph, as one reads; each number is there once on all of them.

    Args:
        photographs: BGR uint8 from above. The places lie apart from each other, upright as the photograph shows them or
            upside down, which is seen where numbers are read.

    Raises :class:`TooManyPlaces` where more lie there than any game has.
    """
    outlines = [_single([quad_of(pose) for pose in loose_squares(shown, PARAMETERS.oblong)]) for shown in photographs]
    if sum(map(len, outlines)) > MOST_PLACES:
        raise TooManyPlaces(sum(map(len, outlines)))
    laid = [
        _straightened(photograph, _as_seen_upright(corners))
        for photograph, some in zip(photographs, outlines, strict=True)
        for corners in some
    ]
    readings = iter(_numbered(laid) if laid else ())
    return tuple(tuple(next(readings) for _ in some) for some in outlines)


def _single(outlines: Sequence[Points]) -> list[Points]:
    """Without what runs around two neighbours and the gap between them."""
    middles = [corners.mean(axis=0) for corners in outlines]
    return [
        corners
        for index, corners in enumerate(outlines)
        if not any(_within(corners, middle) for other, middle in enumerate(middles) if other != index)
    ]


def _within(corners: Points, point: NDArray[np.float64]) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def _as_seen_upright(corners: Points) -> Points:
    """Corners (4, 2) clockwise from the one at the upper left: the first side is level, or nearly, to the right."""
    along = np.roll(corners, -1, axis=0) - corners
    return np.roll(corners, -int(np.abs(np.arctan2(along[:, 1], along[:, 0])).argmin()), axis=0)


def _straightened(photograph: Picture, corners: Points) -> LaidPlace:
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    size = (
        edition.PARAMETERS.kept_px,
        round(edition.PARAMETERS.kept_px * float((sides[1] + sides[3]) / (sides[0] + sides[2]))),
    )
    pose = cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), corners.astype(np.float32))
    return LaidPlace(0, straightened(photograph, np.asarray(pose, np.float64), size), corners, 0.0)


def _numbered(laid: Sequence[LaidPlace]) -> list[LaidPlace]:
    """The places upright and with their numbers, as far as these are read."""
    ways = [(place, place.turned()) for place in laid]
    found = [[list(printed_numbers(way.picture)) for way in both] for both in ways]
    spot = agreed_spot([one.spot for both in found for way in both for one in way], PARAMETERS.least_read)
    if spot is None:
        return list(laid)
    upright, shares = [], np.full((len(laid), MOST_PLACES), PARAMETERS.unlikely)
    for place, (both, each) in enumerate(zip(ways, found, strict=True)):
        there = [_in_spot(way, spot) for way in each]
        turned = bool(there[1] and not there[0])
        upright.append(both[turned])
        for one in there[turned]:
            shares[place, one.number - 1] = np.exp(one.log_likelihood)
    columns = cheapest(-np.log(shares))
    readings = [
        place.read_as(EVERY[column], float(share[column]))
        for place, column, share in zip(upright, columns, shares, strict=True)
    ]
    return _last_one_by_the_others(readings)


def _in_spot(found: Sequence[NumberOnPicture], spot: Spot) -> list[NumberOnPicture]:
    """What is read there; of a number with two digits each digit alone is no number."""
    there = [one for one in found if one.spot.agrees_with(spot) and one.number in EVERY]
    pairs = [one for one in there if one.number > 9]
    return pairs or there


def _last_one_by_the_others(readings: list[LaidPlace]) -> list[LaidPlace]:
    """Where all places of a game lie there and one is not read, it is the one that is missing."""
    read = {place.number for place in readings if place.number}
    unread = [index for index, place in enumerate(readings) if not place.number]
    left = next((numbers - read for numbers in SETS if len(numbers) == len(readings) and read < numbers), frozenset())
    if len(unread) == len(left) == 1:
        readings[unread[0]] = readings[unread[0]].read_as(
            min(left), min(place.confidence for place in readings if place.number)
        )
    return readings
