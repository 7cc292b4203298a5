"""How a card lies on a picture: its pose (3, 3) from the unit square (right, then down, as the card is read) to px."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.cards import edition
from vision.imaging.patches import grid
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import project, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseParameters(Parameters):
    """How near to a card another lies to be of the same group."""

    beside: float = parameter(
        1.6, "card widths", "from a card's middle within which the next one lies in the same group", CHOSEN
    )
    below: float = parameter(
        1.2, "card heights", "from a card's middle within which the next one lies in the same group", CHOSEN
    )
    same_way_deg: float = parameter(40.0, "degrees", "by which cards of one group are turned, at most", CHOSEN)


PARAMETERS = PoseParameters()


class Posed:
    """Something that lies on a picture as its ``pose`` (3, 3) tells."""

    __slots__ = ()
    pose: Float64Array

    @property
    def middle(self) -> Float64Array:
        """(2,) px."""
        return spot_of(self.pose)

    @property
    def quad(self) -> Float64Array:
        """(4, 2) px: its own north-west, north-east, south-east, south-west."""
        return quad_of(self.pose)

    @property
    def wide(self) -> float:
        """Its width, px."""
        return wide_of(self.pose)


def spot_of(pose: Float64Array, across: float = 0.5, down: float = 0.5) -> Float64Array:
    """(2,) px of a place on the card, told in its own widths and heights: its middle, if not told."""
    x, y, depth = pose @ np.array([across, down, 1.0])  # not by `project`: it is asked thousands of times a picture
    return np.array([x / depth, y / depth])


def wide_of(pose: Float64Array) -> float:
    """The card's width, px."""
    return math.hypot(pose[0, 0], pose[1, 0])


def px_per_mm(pose: Float64Array, size_mm: tuple[float, float]) -> float:
    """How many px a millimetre is where a card of this size lies: by its area, which says the same whichever way it is
    turned before a camera that looks from aside."""
    outline = quad_of(pose).astype(np.float32)
    return math.sqrt(cv2.contourArea(outline) / (size_mm[0] * size_mm[1]))


def middle_within(pose: Float64Array, other: Float64Array) -> Float64Array:
    """(2,) the middle of another card in this one's own widths and heights."""
    return spot_of(np.asarray(np.linalg.inv(pose)), *spot_of(other))


def taken(pose: Float64Array, others: Iterable[Float64Array], widths: float, across: float = 0.5) -> bool:
    """Whether another card lies within so many widths of this one, from middle to middle or from another place across
    the card to the same of the other."""
    spot, near = spot_of(pose, across), widths * wide_of(pose)
    return any(math.dist(spot, spot_of(other, across)) < near for other in others)


def in_view(pose: Float64Array, size: tuple[int, int]) -> bool:
    """Whether the card's middle lies in a picture of (height, width) px."""
    x, y = spot_of(pose)
    return bool(0 <= x < size[1] and 0 <= y < size[0])


def left_open(poses: Float64Array, above: Float64Array, n: int) -> Float32Array:
    """(b, n, n): 1 where the card above, a little enlarged, does not lie on these cards."""
    centres = project(np.linalg.inv(above) @ poses, np.broadcast_to(grid(n), (len(poses), n * n, 2)))
    covered = (np.abs(centres - 0.5) < 0.5 + 1.0 / n).all(axis=-1)
    return (~covered).reshape(-1, n, n).astype(np.float32)


def beside(pose: Float64Array, offset: tuple[float, float]) -> Float64Array:
    """The pose moved by so many of its own widths and heights."""
    shift = np.array([[1.0, 0.0, offset[0]], [0.0, 1.0, offset[1]], [0.0, 0.0, 1.0]])
    return np.asarray(pose @ shift)


def turned(pose: Float64Array, degrees: float, size_mm: tuple[float, float] | None = None) -> Float64Array:
    """The pose of a card of this size turned about its middle, clockwise."""
    wide, high = size_mm or edition.PARAMETERS.card_mm
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.array([[c, -s * high / wide, 0.0], [s * wide / high, c, 0.0], [0.0, 0.0, 1.0]])
    middle = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
    return np.asarray(pose @ middle @ turn @ np.linalg.inv(middle))


def groups_of(poses: Sequence[Float64Array]) -> list[list[int]]:
    """Cards that lie side by side, or one row below the other, and face the same way: places among ``poses``."""
    left, groups = list(range(len(poses))), []
    while left:
        group, waiting = [], [left.pop(0)]
        while waiting:
            card = waiting.pop()
            group.append(card)
            near = [other for other in left if _together(poses[card], poses[other])]
            left = [other for other in left if other not in near]
            waiting += near
        groups.append(sorted(group))
    return groups


def _together(one: Float64Array, other: Float64Array) -> bool:
    across, down = middle_within(one, other)
    turn = math.atan2(other[1, 0], other[0, 0]) - math.atan2(one[1, 0], one[0, 0])
    turned = abs((turn + math.pi) % (2 * math.pi) - math.pi)
    return bool(
        turned < math.radians(PARAMETERS.same_way_deg)
        and abs(across - 0.5) < PARAMETERS.beside
        and abs(down - 0.5) < PARAMETERS.below
    )
