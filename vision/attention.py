"""Attention: is the table still, is a hand in view, did anything change, was it knocked?

Every frame is made small and compared with the one before it (does anything move?). Once that has ended, it is
compared with the last still table that was read: what is left as a change of *structure* is worth reading, a change
of light is not. A change that hangs together with the edge of the picture and comes near the map is a hand or a
sleeve, at rest or not. When most of the map has changed at once, features decide whether it moved as a whole.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask, Float32Array
from games.game import Phrase
from vision import reaching_in
from vision.eyes import TOO_DARK, Attention, Glance
from vision.frames import Frame, Picture
from vision.imaging.change import (
    PictureStatistics,
    Planes,
    alike,
    banded_as,
    movement,
    small_of,
    structural_change,
)
from vision.imaging.scatter import median_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.reaching_in import EarlierReadings, reaches_in_since, reaching
from vision.registration.scene_motion import Landmarks, SceneMotion, motion_between


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionParameters(Parameters):
    """When a table counts as still, changed, reached over or knocked. Small px are those of the small picture."""

    moving_levels: float = parameter(
        14.0,
        "grey levels",
        "between two frames from which a px moves: averaged, grain of sigma 12 stays below a third of it",
        CHOSEN,
    )
    moving_pixels: int = parameter(6, "small px", "that have to move: fewer than a follower covers", CHOSEN)
    changed_levels: float = parameter(
        7.0, "grey levels", "root of the unexplained variance in a window from which it has changed", CHOSEN
    )
    above_grain: float = parameter(
        2.2, "times", "the median of a whole picture, which is grain alone, from which a window has changed", CHOSEN
    )
    changed_pixels: int = parameter(9, "small px", "that have to have changed", CHOSEN)
    knocked_share: float = parameter(
        0.3, "share", "of the map's own structure that has to have changed before a knock is asked about", CHOSEN
    )
    knocked_px: float = parameter(2.0, "px of the full picture", "by which a scene has moved that was knocked", CHOSEN)
    shown_levels: float = parameter(
        3.0, "grey levels", "contrast in a window that grain has not: something is shown there", CHOSEN
    )
    shown_share: float = parameter(
        0.001, "share", "of a picture that shows something at the least; below it the lens is covered", CHOSEN
    )
    same: float = parameter(0.5, "squared correlation", "from which a place of the map shows what it did", CHOSEN)
    seen_share: float = parameter(0.2, "share", "of the map's places that must, for the map to be in view", CHOSEN)
    # What is read then is only shown once a later picture bears it out, by which time nothing has moved for 150 ms.
    settle_ms: float = parameter(
        60.0, "ms", "without movement after which a table is read", "docs/findings/a-live-table.md"
    )
    displaced_ms: float = parameter(
        150.0, "ms", "without movement after which a map that is not where it was is searched for", CHOSEN
    )
    # Who pushes a map has a hand on it; what looks like one for longer may be a sleeve that was read with the table.
    pushed_ms: float = parameter(
        1000.0, "ms", "without movement after which it is searched for although a hand is seen over it", CHOSEN
    )
    # On a striped cloth that was knocked no motion was found, and its stripes, a little aside, crossed the picture's
    # edge: that passed for a hand for the rest of an evening.
    out_of_sight_ms: float = parameter(
        3000.0,
        "ms",
        "without movement after which a table is sought of which nothing shows where it lay, hand or none",
        "docs/findings/hands.md",
    )
    light_steady: float = parameter(
        0.05, "log of brightness", "that may pass within light_ms while the light counts as steady", CHOSEN
    )
    light_ms: float = parameter(
        600.0, "ms", "that a lamp which was switched, or a camera that makes up for it, takes", CHOSEN
    )
    dazzled: float = parameter(
        0.15, "log of sRGB", "half a stop up: what it burns out is white until the camera helps", CHOSEN
    )
    dazzled_ms: float = parameter(1000.0, "ms", "that this takes at the most", CHOSEN)
    judge_again_ms: float = parameter(
        2000.0, "ms", "after which a still table is judged again: what creeps in too slowly is not seen moving", CHOSEN
    )
    banded_ms: float = parameter(
        3000.0, "ms", "for which people are told of bands that rolled through the light", CHOSEN
    )
    draws_back_ms: float = parameter(
        1000.0,
        "ms",
        "without movement for which what reaches over the map and crosses no edge of the picture may be an arm",
        "docs/findings/hands.md",
    )
    slow_ms: float = parameter(
        600.0, "ms", "between pictures that are each a moment of its own, as those of a folder are", CHOSEN
    )
    dark_level: float = parameter(28.0, "grey levels", "mean below which a picture is too dark", CHOSEN)
    burnt_share: float = parameter(0.04, "share", "of a picture that is burnt out from which people are told", CHOSEN)


PARAMETERS = AttentionParameters()


@dataclass(frozen=True)
class Sight:
    """What a frame told: the glance for the session, and for the reader where it changed.

    Attributes:
        glance: see :class:`vision.eyes.Glance`.
        change: unexplained change against the last still table that was read, grey levels, (h, w) of the small
            picture; None where nothing was compared.
        scale: full-size px for one px of the small picture.
        motion: how the whole scene moved, where it did.
        settled: nothing has moved for a while: the picture is worth working on, whatever the glance says.
        same_light: the light is as bright as on the picture before: what does not show is not burnt out or in the dark.
        seen: the map that was read is in view, where it lay; True also where none was read yet.
        may_draw_back: something that lies in the picture whole reaches over what is watched: an arm, or a thing that
            was put down.
    """

    glance: Glance
    change: Float32Array | None
    scale: float
    motion: SceneMotion | None = None
    settled: bool = False
    same_light: bool = True
    seen: bool = True
    may_draw_back: bool = False


class Watch:
    """Watches one table. Its owner says where the map lies (:meth:`look_at`) and what was read (:meth:`was_read`)."""

    def __init__(self, *, settle_ms: float | None = None) -> None:
        self._settle_ms = PARAMETERS.settle_ms if settle_ms is None else settle_ms
        self._last: tuple[Picture, float] | None = None
        self._moved_ms = -1e12
        self._read: PictureStatistics | None = None
        self._earlier = EarlierReadings()
        self._still: tuple[Picture, ByteMask | None] | None = (
            None  # the picture that was read, and where pieces lie on it
        )
        self._landmarks: Landmarks | None = None  # its own; sought once a knock asks for them
        self._zone: ByteMask | None = None  # where a change is worth reading
        self._map: ByteMask | None = None  # where pieces lie
        self._reach: ByteMask | None = None  # where a hand is in the way
        self._settled: Sight | None = None
        self._knocked = False
        self._same_light = True
        self._banded_ms = -1e12  # when bands of light were last seen to roll
        self._dazzled_ms = -1e12  # when the light was last seen to become much brighter
        # Time and log brightness here and there, the last PARAMETERS.light_ms.
        self._levels: deque[tuple[float, Float32Array]] = deque()

    def look_at(self, zone: ByteMask | None, pieces: ByteMask | None, reach: ByteMask | None = None) -> None:
        """Where to look: ``zone`` (a change there is worth reading), ``pieces`` (what must not move) and ``reach`` (a
        hand there is in the way; the zone unless told), non-zero inside, at any size of the frame's shape. None:
        everywhere."""
        self._zone, self._map = zone, pieces
        self._reach = zone if reach is None else reach
        self._settled = None

    @property
    def changed(self) -> bool:
        """Whether the still picture that was looked at last differs from the one that was read; True where nobody has
        looked since."""
        return self._settled is None or self._settled.glance.changed

    def reads_anew(self) -> None:
        """A still picture is about to be read: the one before is needed no more, and is 6 MB of a camera's."""
        self._still = self._landmarks = None

    def was_read(self, image: Picture) -> None:
        """This still picture was read (or locked on anew): later frames are compared with it."""
        if self._read is not None:
            self._earlier.add(self._read.small)
        self._read = PictureStatistics.of(small_of(image))
        grown = None if self._map is None else np.asarray(cv2.dilate(self._map, np.ones((5, 5))), np.uint8)
        self._still, self._landmarks = (image, grown), None
        self._settled = None
        self._knocked = False

    def look(self, frame: Frame) -> Sight:
        """Take a frame in."""
        small = small_of(frame.image)
        scale = frame.image.shape[1] / small.shape[1]
        moving = self._moving(small, frame.time_ms)
        if not self._steady(small, frame.time_ms):
            self._settled = None
            self._moved_ms = max(self._moved_ms, frame.time_ms - self._settle_ms)
            if not moving:
                return Sight(self._busy(frame), None, scale)
        if moving:
            self._moved_ms = frame.time_ms
            self._settled = None
            motion = self._knock(frame.image, small)
            if motion is not None:
                self._knocked = True
            return Sight(self._busy(frame), None, scale, motion)
        if frame.time_ms - self._moved_ms < self._settle_ms:
            return Sight(self._busy(frame), None, scale)
        if self._settled is None or frame.time_ms - self._settled.glance.time_ms > PARAMETERS.judge_again_ms:
            sight = self._judge(frame, small, scale)
            if frame.time_ms - self._moved_ms < _judged_after_ms(sight):
                hand = sight.glance.hand or sight.may_draw_back
                return replace(sight, glance=replace(self._busy(frame), hand=hand), settled=False)
            self._settled = sight
        return replace(self._settled, glance=_again(self._settled.glance, frame), same_light=self._same_light)

    def _moving(self, small: Picture, time_ms: float) -> bool:
        before, self._last = self._last, (small, time_ms)
        if before is None or before[0].shape != small.shape:
            self._read = None
            return False
        if time_ms - before[1] >= PARAMETERS.slow_ms:
            self._settled = None
            return False
        if not moves(before[0], small):
            return False
        banded = banded_as(before[0], small)
        if banded is None or moves(banded, small):
            return True
        self._banded_ms = time_ms
        return False

    def _steady(self, small: Picture, time_ms: float) -> bool:
        """Whether the light has kept its brightness for a while. What lies in a light that is on its way somewhere has
        colours that nothing tells of."""
        level = np.log(small[::16, ::16].astype(np.float32).mean(axis=2) + 4)
        levels = self._levels
        comparable = bool(levels) and levels[-1][1].shape == level.shape
        self._same_light = not comparable or abs(_brightened(levels[-1][1], level)) < PARAMETERS.light_steady
        if levels and (time_ms - levels[-1][0] >= PARAMETERS.slow_ms or levels[-1][1].shape != level.shape):
            levels.clear()
        levels.append((time_ms, level))
        while levels[0][0] < time_ms - PARAMETERS.light_ms:
            levels.popleft()
        brightened = _brightened(levels[0][1], level)
        if brightened > PARAMETERS.dazzled:  # what is burnt out looks as steady as it looks white
            self._dazzled_ms = time_ms
        return abs(brightened) < PARAMETERS.light_steady and time_ms - self._dazzled_ms >= PARAMETERS.dazzled_ms

    def _busy(self, frame: Frame) -> Glance:
        return Glance(frame.number, frame.time_ms, Attention.BUMPED if self._knocked else Attention.WAITING)

    def _judge(self, frame: Frame, small: Picture, scale: float) -> Sight:
        """The table has gone still: what is different from the table that was read?"""
        light = light_trouble(small, self._sized(self._map, small))
        if light is None and frame.time_ms - self._banded_ms < PARAMETERS.banded_ms:
            light = Phrase.of("vision.light_bands")
        scene = PictureStatistics.of(small)
        lost = Glance(frame.number, frame.time_ms, Attention.LOST, light=light)
        if not _shows_anything(scene):  # a covered lens, a lamp straight into it, a stream that has died
            return Sight(lost, None, scale, seen=False)
        if self._read is None:
            return Sight(replace(lost, attention=Attention.STILL, changed=True), None, scale, settled=True)
        covariance = self._read.covariance(scene)
        change = structural_change(self._read, scene, covariance)
        displaced = self._displaced(small, change)
        motion = self._motion(frame.image) if displaced else None
        # A hand that reached across may have passed for a knock: once it is gone the map lies where it lay.
        self._knocked = motion is not None or (self._knocked and displaced)
        if self._knocked:
            hand = motion is not None and self._reached_over(scene, motion, scale)
            glance = Glance(frame.number, frame.time_ms, Attention.BUMPED, hand, light=light)
            return Sight(glance, change, scale, motion, True)
        zone, reach = self._sized(self._zone, small), self._sized(self._reach, small)
        least = _least_change(change)
        new = change > reaching_in.PARAMETERS.of_a_hand * least
        came = reaching(self._read, scene, new, covariance, reach, zone)
        hand = came.crosses_edge and not self._earlier.show_table(scene, reach, _least_change)
        seen = self._in_view(scene, covariance)
        rests_ms = frame.time_ms - self._moved_ms
        if not seen and (not hand or rests_ms >= PARAMETERS.out_of_sight_ms):
            # Some other picture: the floor above takes it for grain all over.
            return Sight(lost, change, scale, settled=True, seen=False)
        inside = change > least
        if zone is not None:
            inside &= zone > 0
        changed = int(np.count_nonzero(inside)) >= PARAMETERS.changed_pixels
        attention = Attention.WAITING if hand else Attention.STILL
        glance = Glance(frame.number, frame.time_ms, attention, hand, changed and not hand, light)
        return Sight(glance, change, scale, settled=True, seen=seen, may_draw_back=came.from_afar)

    def _reached_over(self, scene: PictureStatistics, motion: SceneMotion, scale: float) -> bool:
        """Whether something reaches into a picture the map on which has moved, full-size px, since it was read."""
        assert self._read is not None
        small = motion.matrix.astype(np.float64).copy()
        small[:, 2] /= scale
        moved = cv2.warpAffine(self._read.small, small, scene.small.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        reach = self._sized(self._reach, scene.small)
        return reaches_in_since(np.asarray(moved, np.uint8), scene, reach, _least_change)

    def _in_view(self, scene: PictureStatistics, covariance: Planes) -> bool:
        """Whether enough of the map's own structure still shows where it was, in whatever light."""
        assert self._read is not None
        where = self._structure(scene.small)
        same = int(np.count_nonzero(alike(self._read, scene, covariance)[where] > PARAMETERS.same))
        return same >= PARAMETERS.seen_share * int(np.count_nonzero(where))

    def _structure(self, small: Picture) -> NDArray[np.bool_]:
        """Where on the small picture the map that was read has structure of its own."""
        assert self._read is not None
        pieces = self._sized(self._map, small)
        contrasts = self._read.strongest_variance > PARAMETERS.changed_levels**2
        return contrasts if pieces is None else contrasts & (pieces > 0)

    def _knock(self, image: Picture, small: Picture) -> SceneMotion | None:
        """How the whole map moved, where much of its structure is no longer where it was."""
        if self._read is None or self._read.small.shape != small.shape:
            return None
        displaced = self._displaced(small, structural_change(self._read, PictureStatistics.of(small)))
        return self._motion(image) if displaced else None

    def _displaced(self, small: Picture, change: Float32Array) -> bool:
        """Whether much of the map's structure is no longer where it was."""
        if self._read is None:
            return False
        where = self._structure(small)
        gone = int(np.count_nonzero(change[where] > PARAMETERS.changed_levels))
        return gone >= PARAMETERS.knocked_share * max(1, int(np.count_nonzero(where)))

    def _motion(self, image: Picture) -> SceneMotion | None:
        """How the map's own features moved, where enough of them agree and it is more than a little."""
        if self._still is None:
            return None
        if self._landmarks is None:
            self._landmarks = Landmarks.of(*self._still)
        motion = motion_between(self._landmarks, Landmarks.of(image))
        if motion is None or motion.inliers < 0.3 * motion.matched:
            return None
        return motion if motion.moved_px(self._landmarks.points) > PARAMETERS.knocked_px else None

    @staticmethod
    def _sized(mask: ByteMask | None, small: Picture) -> ByteMask | None:
        if mask is None or mask.shape == small.shape[:2]:
            return mask
        return np.asarray(cv2.resize(mask, small.shape[1::-1], interpolation=cv2.INTER_NEAREST), np.uint8)


def _judged_after_ms(sight: Sight) -> float:
    """Without movement, where the map may not be where it was, or what is in the way may go."""
    if sight.glance.attention not in (Attention.BUMPED, Attention.LOST):
        return PARAMETERS.draws_back_ms if sight.may_draw_back else 0.0
    return PARAMETERS.pushed_ms if sight.glance.hand else PARAMETERS.displaced_ms


def moves(before: Picture, after: Picture) -> bool:
    """Whether anything has moved between two small pictures."""
    return int(np.count_nonzero(movement(before, after) > PARAMETERS.moving_levels)) >= PARAMETERS.moving_pixels


def _least_change(change: Float32Array) -> float:
    """Grey levels from which a window has changed. Grain is a larger part of what is seen in little light: most of a
    table has not changed."""
    return max(PARAMETERS.changed_levels, PARAMETERS.above_grain * float(median_of(change.ravel())))


def _brightened(before: Float32Array, after: Float32Array) -> float:
    """By how much the log brightness has gone up: the median of all places, for a hand covers some of them and a lamp
    reaches most."""
    return float(median_of((after - before).ravel()))


def _shows_anything(scene: PictureStatistics) -> bool:
    """Whether there is any structure in the picture: without any, no piece of any game is in view."""
    return float(np.mean(scene.strongest_variance > PARAMETERS.shown_levels**2)) >= PARAMETERS.shown_share


def light_trouble(small: Picture, pieces: ByteMask | None) -> Phrase | None:
    """What people should know about the light on the pieces, or None where it is good enough."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    inside = grey if pieces is None else grey[pieces > 0]
    if inside.size == 0:
        return None
    if float(np.percentile(inside, 80)) < PARAMETERS.dark_level:
        return TOO_DARK
    if pieces is not None and float(np.mean(inside >= 252)) > PARAMETERS.burnt_share:
        return Phrase.of("vision.light_glare")
    return None


def _again(glance: Glance, frame: Frame) -> Glance:
    """What a settled table told, said of a later frame of it."""
    return replace(glance, frame_number=frame.number, time_ms=frame.time_ms)
