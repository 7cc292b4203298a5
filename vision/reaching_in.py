"""What reaches into the picture: a hand, a sleeve, and not a gleam, nor a hand that went."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, ByteMask, Float32Array
from vision.frames import Picture
from vision.imaging.change import PictureStatistics, Planes, alike, level_change, strongest, structural_change
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachingInParameters(Parameters):
    """What crosses the picture's edge and is in the way. Small px are those of the small picture."""

    level_ratio: float = parameter(
        0.35,
        "log of brightness",
        "from which a place is another: a sleeve on a bare table has no structure of its own",
        CHOSEN,
    )
    of_a_hand: float = parameter(1.5, "times", "what counts as a change elsewhere is one of a hand", CHOSEN)
    hand_pixels: int = parameter(150, "small px", "that a hand covers at the least", "docs/findings/hands.md")
    crossing_pixels: int = parameter(4, "small px", "of the rim that a hand crosses", "docs/findings/hands.md")
    crossing_levels: float = parameter(8.0, "grey levels", "by which the rim differs there", "docs/findings/hands.md")
    # Glass that lay beside the map it was taken for reached 7 px beyond what was watched, arms 121 to 199.
    comes_from: float = parameter(
        40.0,
        "small px",
        "beyond what is watched, from which something comes there that lies in the picture whole: an arm is long",
        "docs/findings/hands.md",
    )
    # A gleam that went out with its lamp showed nowhere another structure, and 0.95 of it the wood as before; of 384
    # hands, sleeves and their shadows on seven evenings none of the former had less than 0.11 of another structure but
    # on smooth tables, where 0.02 at the most looked as before.
    other_structure: float = parameter(
        0.02, "share", "of what is new with another structure, below which it may be light", "docs/findings/hands.md"
    )
    as_before: float = parameter(
        0.1, "squared correlation", "of a window from which the table shows there as it did", "docs/findings/hands.md"
    )
    shows_through: float = parameter(
        0.8, "share", "of what is new that shows the table as it did, from which it is light", "docs/findings/hands.md"
    )
    earlier: int = parameter(
        8, "readings", "before the last with which what seems to reach in is compared", "docs/findings/hands.md"
    )


PARAMETERS = ReachingInParameters()


class EarlierReadings:
    """Of one table, as small pictures.

    A hand that held still may have been read with the table, more than once. When it goes the table beneath it is new
    where it was, and from there to the picture's edge: compared with the last reading alone that is a hand, for the
    rest of the evening. A hand is nowhere on the readings before it came.
    """

    def __init__(self) -> None:
        self._small: deque[Picture] = deque(maxlen=PARAMETERS.earlier)

    def add(self, small: Picture) -> None:
        """This was read before the one that is the last now."""
        self._small.append(small)

    def show_table(
        self, scene: PictureStatistics, reach: ByteMask | None, least_change: Callable[[Float32Array], float]
    ) -> bool:
        """Whether nothing reaches into a picture that did not on one of them; ``least_change`` tells grey levels from
        which a window has changed."""
        for small in reversed(self._small):
            if small.shape == scene.small.shape and not reaches_in_since(small, scene, reach, least_change):
                return True
        return False


def reaches_in_since(
    small: Picture, scene: PictureStatistics, reach: ByteMask | None, least_change: Callable[[Float32Array], float]
) -> bool:
    """The same as :func:`reaches_in` against a small picture of before of which nothing was worked out yet."""
    before = PictureStatistics.of(small)
    covariance = before.covariance(scene)
    change = structural_change(before, scene, covariance)
    return reaches_in(before, scene, change > PARAMETERS.of_a_hand * least_change(change), covariance, reach)


def reaches_in(
    before: PictureStatistics, scene: PictureStatistics, changed: BoolMask, covariance: Planes, reach: ByteMask | None
) -> bool:
    """Does something new cross the picture's edge and come to where it is in the way? See :func:`reaching`."""
    return reaching(before, scene, changed, covariance, reach).crosses_edge


@dataclass(frozen=True, slots=True)
class Reaching:
    """How something new is in the way.

    Attributes:
        crosses_edge: it comes from beyond the picture: a hand.
        from_afar: it lies in the picture whole and comes from far beyond what is watched: an arm that a camera far away
            sees all of, or a thing that was put down. Not asked where something crosses the edge.
    """

    crosses_edge: bool = False
    from_afar: bool = False


def reaching(
    before: PictureStatistics,
    scene: PictureStatistics,
    changed: BoolMask,
    covariance: Planes,
    reach: ByteMask | None,
    watched: ByteMask | None = None,
) -> Reaching:
    """What is new and comes to where it is in the way.

    Args:
        before, scene: the table as it was read, and now.
        changed: (h, w) of the small picture, where its structure has changed.
        covariance: of both.
        reach: where a hand is in the way, non-zero inside; everywhere without.
        watched: where pieces may lie, non-zero inside; None: nothing comes from afar.
    """
    new = (changed | (level_change(before, scene) > PARAMETERS.level_ratio)).astype(np.uint8)
    closed = np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((7, 7))), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    crossed = np.bincount(labels[_crossed(before, scene)], minlength=count)
    whole = []
    for one in range(1, count):
        if stats[one, cv2.CC_STAT_AREA] < PARAMETERS.hand_pixels:
            continue
        here = labels == one
        if reach is None or bool(np.any(reach[here])):
            if crossed[one] < PARAMETERS.crossing_pixels:
                whole.append(here)
            elif not _is_light(before, scene, changed, covariance, here & (new > 0)):
                return Reaching(crosses_edge=True)
    if watched is None or not whole:
        return Reaching()
    away = cv2.distanceTransform((watched == 0).astype(np.uint8), cv2.DIST_L2, 3)
    far = (here for here in whole if float(away[here].max()) >= PARAMETERS.comes_from)
    return Reaching(from_afar=any(not _is_light(before, scene, changed, covariance, here & (new > 0)) for here in far))


def _is_light(
    before: PictureStatistics, scene: PictureStatistics, changed: BoolMask, covariance: Planes, where: BoolMask
) -> bool:
    """Whether what is new there is a gleam or a shadow: the table shows through as it did. It may stay for the rest
    of the evening, and nothing would be read any more if it were a hand."""
    if changed[where].mean() > PARAMETERS.other_structure:
        return False
    as_before = alike(before, scene, covariance)[where] > PARAMETERS.as_before
    return bool(as_before.mean() >= PARAMETERS.shows_through)


_SIDES = (np.s_[:1], np.s_[-1:], np.s_[:, :1], np.s_[:, -1:])  # of a picture's rim


def _crossed(before: PictureStatistics, after: PictureStatistics) -> NDArray[np.bool_]:
    """(h, w) px of the picture's rim that differ, not windows about them: what lies near the rim crosses nothing."""
    old, new = (cv2.blur(scene.small.astype(np.float32), (3, 3)) for scene in (before, after))
    gain = np.median((new[::4, ::4] + 8) / (old[::4, ::4] + 8), axis=(0, 1))
    differs = np.zeros(old.shape[:2], bool)
    for side in _SIDES:
        differs[side] = strongest(np.abs(new[side] - ((old[side] + 8) * gain - 8))) > PARAMETERS.crossing_levels
    return differs
