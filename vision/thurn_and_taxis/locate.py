"""Finds the board in a photograph, from any side, by its own picture.

Points of interest of the photograph are paired with those of the empty board (SIFT, Lowe 2004), a homography is fitted
to the pairs (MAGSAC++, Barath et al. 2020), and then a full view with its lens to pairs that are sought again where
they must be.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_finding import Agreement, FoundBoard, refined, view_from_matches
from vision.registration.interest_points import Points, matched, photograph_points
from vision.thurn_and_taxis.postal_set import PostalSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ThurnAndTaxisLocateParameters(Parameters):
    """How features are matched, and how well the board must agree where it was found."""

    reference_px_per_mm: float = parameter(1.6, "px a mm", "at which the print is looked at", CHOSEN)
    soften_px: float = parameter(0.8, "px", "takes the grain off", CHOSEN)
    bent_px: float = parameter(14.0, "px", "how far a lens may bend the picture off a homography", CHOSEN)
    reaches_px: tuple[float, float, float] = parameter(
        (14.0, 7.0, 4.0), "px", "within which a point is sought of its place, look by look", CHOSEN
    )
    alike: float = parameter(
        0.78, "likeness", "least likeness (cosine) of a pair that is sought where it must be", CHOSEN
    )
    least: int = parameter(14, "pairs", "that must agree", CHOSEN)
    agrees_px: float = parameter(2.5, "px", "from its place within which a point agrees", CHOSEN)
    # On boards it was 0.2 to 0.5, before another camera in the dark up to 1.5; where four of nine other tables seemed
    # to show one, 2.7 to 3.0.
    most_error_px: float = parameter(
        2.2, "px", "from their places that points are seen at the median: pairs by chance lie anywhere in reach", CHOSEN
    )
    quickly: tuple[int, int] = parameter(
        (1200, 3500), "points", "the strongest of the board and of the photograph, at first", CHOSEN
    )
    thoroughly: tuple[int, int] = parameter(
        (4000, 9000), "points", "the strongest of both where few were not enough", CHOSEN
    )


PARAMETERS = ThurnAndTaxisLocateParameters()


def _agreement() -> Agreement:
    return Agreement(alike=PARAMETERS.alike, least=PARAMETERS.least, within_px=PARAMETERS.agrees_px, square=True)


class PostalBoardFinder:
    """Finds one copy's board."""

    def __init__(self, prints: PostalSet) -> None:
        soft = cv2.GaussianBlur(prints.board_at(PARAMETERS.reference_px_per_mm), (0, 0), 0.8)
        self._soft = _grey(np.asarray(soft, np.uint8))
        self._board_points: dict[int, Points] = {}

    def _points_of_board(self, most: int) -> Points:
        if most not in self._board_points:
            points = photograph_points(self._soft, 1.0, most)
            at = (points.at + 0.5) / PARAMETERS.reference_px_per_mm
            size = points.size / PARAMETERS.reference_px_per_mm
            self._board_points[most] = Points(at, size, points.angle, points.descriptors)
        return self._board_points[most]

    def find(self, image: Picture) -> FoundBoard | None:
        """The board in a BGR picture, or None."""
        grey = _grey(image)
        soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), PARAMETERS.soften_px), np.uint8)
        for of_board, of_picture in (PARAMETERS.quickly, PARAMETERS.thoroughly):
            found = self._found(self._points_of_board(of_board), photograph_points(soft, 1.0, of_picture), grey)
            if found is not None:
                return found
        return None

    def _found(self, board: Points, points: Points, grey: Picture) -> FoundBoard | None:
        pairs = matched(board, points)
        if len(pairs) < PARAMETERS.least:
            return None
        bent = PARAMETERS.bent_px
        view = view_from_matches(
            board, points, pairs, grey.shape, PARAMETERS.least, bent, most_tries=20_000, fitted_px=bent / 2, rounds=25
        )
        found = None if view is None else refined(view, board, points, PARAMETERS.reaches_px, _agreement())
        return found if found is not None and found.error_px <= PARAMETERS.most_error_px else None


def _grey(image: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
