"""One knock against the table: how far everything goes so that the game stays in the picture."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import BUMP_DEG, BUMP_WIDTH_SHARE
from vision.simulator.players.laying import nudged
from vision.simulator.scene import PiecePose

SHARES = (0.45, 1.06, 1.0)  # of the way, picture by picture: it goes a little too far and comes back


def bumped_at(turns: int, rng: np.random.Generator, *, bump: bool, least: int = 2) -> int | None:
    """Before which of so many turns the table is bumped; None where nobody bumps it, or there are too few."""
    return int(rng.uniform(0.25, 0.9) * turns) if bump and turns >= least else None


def fitting_bump(
    camera: SimulatedCamera, spots: Float64Array, side_mm: float, rng: np.random.Generator
) -> tuple[tuple[float, float], float]:
    """A bump of up to 8 % of the picture's width and 6 degrees that keeps the whole map in view: mm, degrees.

    Args:
        camera: as it stands before.
        spots: (n, 2) middles of all places that the map will ever have, mm.
        side_mm: of a piece.
        rng: where it goes; far ones are tried first.
    """
    middle = spots.mean(axis=0)
    ends = camera.project(middle + np.array([[0.0, 0.0], [10.0, 0.0]]))
    mm_px = 10.0 / float(np.linalg.norm(ends[1] - ends[0]))
    margin = 0.95 * side_mm / mm_px  # half a piece's diagonal and something for how crookedly it lies
    most = BUMP_WIDTH_SHARE * camera.width * mm_px
    for attempt in range(60):
        reach = most * float(rng.uniform(0.4, 1.0)) * (1 - attempt / 80)
        angle = float(rng.uniform(0, 2 * np.pi))
        turn = float(rng.uniform(-BUMP_DEG, BUMP_DEG))
        shift = (reach * float(np.cos(angle)), reach * float(np.sin(angle)))
        moved = np.array(
            [
                (pose.x, pose.y)
                for pose in (nudged(PiecePose(x, y), shift, turn, (middle[0], middle[1])) for x, y in spots.tolist())
            ]
        )
        if camera.shows(camera.project(moved), margin).all():
            return shift, turn
    return (0.0, 0.0), float(rng.uniform(-1, 1))


def bumped(
    camera: SimulatedCamera, shift: tuple[float, float], turn_deg: float, about: tuple[float, float] = (0.0, 0.0)
) -> Iterator[SimulatedCamera]:
    """The camera as it sees a table that is being knocked against, picture by picture.

    Args:
        camera: as it stands before.
        shift, turn_deg: where the table goes, mm and degrees. about: what it turns about, mm.
    """
    for share in SHARES:
        yield camera.pushed((shift[0] * share, shift[1] * share), turn_deg * share, about)


def covered_by_push(pose: PiecePose, outline: Float64Array, shift: tuple[float, float], turn_deg: float) -> bool:
    """Whether something stands where a board with this ``outline`` (n, 2), mm, lies once it was pushed."""
    spots = [nudged(PiecePose(x, y), shift, turn_deg, (0.0, 0.0)) for x, y in outline.tolist()]
    corners = np.array([[spot.x, spot.y] for spot in spots], np.float32)
    return cv2.pointPolygonTest(corners, (pose.x, pose.y), False) >= 0
