"""A live picture of a simulated table: moments that a game tells, seen by a camera whose exposure drifts.

A game hands over :class:`ShownMoment` after :class:`ShownMoment`; this turns them into frames at a steady rate, adds
one change of light and the camera's own restlessness, and keeps the truth of the frame that was read last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Frame, Picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import LIGHT_CHANGE_EV, LIGHT_CHANGE_MS, Conditions
from vision.simulator.photograph import Drift, Photographer
from vision.simulator.players.gestures import Touch
from vision.simulator.scene import FlatPiece, PiecePose, TableScene

_RECOVERS_MS = 1800.0  # how long a camera takes to follow a change of light, after a moment of surprise
_SURPRISED_MS = 600.0
_RECOVERS_SHARE = 0.85


@dataclass(frozen=True, eq=False, slots=True)
class ShownMoment:
    """What a frame shows.

    Attributes:
        scene: the table.
        camera: where it is seen from.
        hand: whether a hand or sleeve reaches over the table (one that only rests at the edge does not count).
        still: whether nothing moves from here to the next moment.
        press: seat whose button is pressed at this moment, or None.
        actions: how many actions of the game the table shows by now.
        calm: a change of light may begin here.
    """

    scene: TableScene
    camera: SimulatedCamera
    hand: bool = False
    still: bool = True
    press: int | None = None
    actions: int = 0
    calm: bool = False


@dataclass(frozen=True, slots=True)
class SimulatedPress:
    """A button that was pressed: when, by whom (seat index), and how many actions the table showed then."""

    time_ms: float
    seat: int
    actions: int


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """What is true of a frame.

    Attributes:
        number, time_ms: the frame's.
        actions: how many actions of the game the table shows.
        still: nothing moves, no hand is over the table and the light is steady.
        hand_in_view: a hand or sleeve reaches over the table.
        bumped: the table or the map has been pushed since the frame before.
        ev: stops by which the light differs from the sequence's beginning.
    """

    number: int
    time_ms: float
    actions: int
    still: bool
    hand_in_view: bool
    bumped: bool
    ev: float


@dataclass(slots=True)
class Weather:
    """How exposure and white balance wander, and when the light changes by 1.5 stops.

    ``change_at_moment`` counts calm moments; None leaves the light alone.
    """

    phase: tuple[float, float, float]
    change_ev: float
    change_at_moment: int | None
    _since_ms: float | None = field(default=None)
    _calm: int = 0

    @classmethod
    def draw(cls, rng: np.random.Generator, calm_moments: int, changes: bool = True) -> Weather:
        """A restless camera; the light changes at one of the calm moments of the middle of the game."""
        when = int(rng.uniform(0.3, 0.8) * calm_moments) if changes and calm_moments > 0 else None
        return cls(
            (float(rng.uniform(0, 6.3)), float(rng.uniform(0, 6.3)), float(rng.uniform(0, 6.3))),
            float(rng.choice([-LIGHT_CHANGE_EV, LIGHT_CHANGE_EV])),
            when,
        )

    def notice(self, moment: ShownMoment, time_ms: float) -> None:
        """A moment has come; the light may begin to change."""
        if moment.calm:
            if self._calm == self.change_at_moment:
                self._since_ms = time_ms
            self._calm += 1

    def drift(self, time_ms: float) -> Drift:
        """The light at this time."""
        seconds = time_ms / 1000.0
        ev = 0.10 * np.sin(seconds / 17.0 + self.phase[0]) + self.changed_ev(time_ms)
        blue = 1 + 0.025 * np.sin(seconds / 23.0 + self.phase[1])
        red = 1 + 0.025 * np.sin(seconds / 31.0 + self.phase[2])
        # In steps: the eye of a camera regulates now and then, and pictures of a still table can be used again.
        return Drift(round(float(ev) * 50) / 50, (round(float(blue) * 200) / 200, 1.0, round(float(red) * 200) / 200))

    def changed_ev(self, time_ms: float) -> float:
        """Stops that the change of light has brought by now: within a second there, then the camera follows."""
        if self._since_ms is None:
            return 0.0
        passed = time_ms - self._since_ms
        full = self.change_ev * min(1.0, passed / (0.9 * LIGHT_CHANGE_MS))
        follows = np.clip((passed - LIGHT_CHANGE_MS - _SURPRISED_MS) / _RECOVERS_MS, 0, 1)
        return float(full * (1 - _RECOVERS_SHARE * follows))

    def is_steady(self, time_ms: float) -> bool:
        """Whether the change of light is not going on."""
        if self._since_ms is None:
            return True
        passed = time_ms - self._since_ms
        return not 0 <= passed <= LIGHT_CHANGE_MS + _SURPRISED_MS + _RECOVERS_MS


_DRAWS_BACK_MS = 800.0  # default: a hand over the table waits so long for others before it draws back


class LiveSequence:
    """A :class:`vision.frames.FrameSource` over moments.

    Args:
        conditions: what the pictures are up against.
        moments: what happens; at least one.
        rng: light and grain.
        fps: frames a second of the sequence's own clock.
        middles_mm, side_mm: the pieces that glare avoids or hits.
        weather: how the light wanders.
    """

    def __init__(
        self,
        conditions: Conditions,
        camera: SimulatedCamera,
        moments: Iterator[ShownMoment],
        rng: np.random.Generator,
        *,
        fps: float,
        middles_mm: Float64Array,
        side_mm: float,
        weather: Weather,
    ) -> None:
        self._photographer = Photographer(camera, conditions, rng, middles_mm, side_mm)
        self._moments = moments
        self._weather = weather
        self._step_ms = 1000.0 / fps
        self._number = 0
        self._moment: ShownMoment | None = None
        self._free: ShownMoment | None = None  # the last at which nobody's hand was over the table
        self._held = 0  # frames since the game was paused
        self.blind = False  # while True frames are black: nobody looks, and drawing takes the longest
        # While True the table stays as it is: frames go on, the game does not. Whoever is reaching in then draws back
        # after a moment, for nobody holds a hand over the table until others have told the tablet something.
        self.paused = False
        self.presses: list[SimulatedPress | Touch] = []
        self.truth: FrameTruth | None = None

    @property
    def moment(self) -> ShownMoment | None:
        """What the frame that was read last shows."""
        return self._moment

    def read(self) -> Frame | None:
        """The next frame, or None when the game is over."""
        before = self._moment
        time_ms = self._number * self._step_ms
        if before is None or not self.paused:
            following = next(self._moments, None)
            if following is None:
                return None
            self._moment = following
            self._weather.notice(self._moment, time_ms)
            if self._moment.press is not None:
                self.presses.append(SimulatedPress(time_ms, self._moment.press, self._moment.actions))
            self._held, self._free = 0, self._free if self._moment.hand else self._moment
        else:
            self._held += 1
            if self._moment is not None and self._moment.hand and self._held * self._step_ms > _DRAWS_BACK_MS:
                self._moment = self._free or self._moment
        moment = self._moment
        assert moment is not None
        moved = moment.camera is not self._photographer.camera
        if moved:
            self._photographer.stand(moment.camera)
        drift = self._weather.drift(time_ms)
        image = self._dark() if self.blind else self._photographer.take(moment.scene, drift)
        image.flags.writeable = False
        still = moment.still and not moment.hand and self._weather.is_steady(time_ms)
        self.truth = FrameTruth(
            self._number, time_ms, moment.actions, still, moment.hand, moved and before is not None, drift.ev
        )
        frame = Frame(image, time_ms, self._number)
        self._number += 1
        return frame

    def _dark(self) -> Picture:
        camera = self._photographer.camera
        return np.zeros((camera.height, camera.width, 3), np.uint8)

    def close(self) -> None:
        """End the sequence."""
        self._moments = iter(())
        self.paused = False


def eased(steps: int) -> list[float]:
    """Shares of a movement that starts and ends gently: ``steps`` of them, the last is 1."""
    t = np.arange(1, steps + 1) / steps
    return [float(v) for v in t * t * (3 - 2 * t)]


def carried(piece: FlatPiece, pose: PiecePose, height_mm: float) -> FlatPiece:
    """A piece in somebody's hand."""
    return piece.at(pose, height_mm)
