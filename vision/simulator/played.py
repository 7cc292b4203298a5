"""What the simulated tables of all games share: a sequence of frames behind them, where people sit, what they play."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Frame
from vision.simulator.camera import SimulatedCamera
from vision.simulator.hands import Arm
from vision.simulator.sequence import FrameTruth, LiveSequence

# Where people sit, as shares of the picture's width and height: along its longer sides first.
_CHAIRS = ((0.3, 1.0), (0.7, 0.0), (0.7, 1.0), (0.3, 0.0), (1.0, 0.5))


class PlayedTable:
    """A frame source that plays a game. Those who inherit it make its sequence."""

    _source: LiveSequence

    def read(self) -> Frame | None:
        """The next frame, or None after the last action."""
        return self._source.read()

    def close(self) -> None:
        """End the game."""
        self._source.close()

    @property
    def paused(self) -> bool:
        """While True, frames show the table as it is and the game does not go on."""
        return self._source.paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._source.paused = value

    @property
    def blind(self) -> bool:
        """While True frames are black: for those who need only some of them."""
        return self._source.blind

    @blind.setter
    def blind(self, value: bool) -> None:
        self._source.blind = value

    @property
    def presses(self) -> tuple[Any, ...]:
        """Every press so far, and every touch and throw where the game has them, in order."""
        return tuple(self._source.presses)

    @property
    def truth(self) -> FrameTruth | None:
        """What is true of the frame that was read last."""
        return self._source.truth


def people_around(
    count: int, camera: SimulatedCamera, rng: np.random.Generator
) -> tuple[tuple[Float64Array, Arm], ...]:
    """Where everybody's arm comes from, (2,) mm outside the picture, and the arm."""
    wide, high = camera.width, camera.height
    people = []
    for u, v in _CHAIRS[:count]:
        edge = np.array([(u + float(rng.uniform(-0.06, 0.06))) * wide, v * high])
        inward = np.array([wide / 2, high / 2]) - edge
        outside = camera.to_table([edge - inward / np.linalg.norm(inward) * 60], 40.0)[0]
        people.append((outside, Arm(rng)))
    return tuple(people)


def sampled_turns(game: Any, setup: Any, seed: int, turns: int | None = None) -> tuple[Any, ...]:
    """A game as casual players might play it: its actions, up to so many turns or to its end.

    ``game`` has ``new``, ``sample``, ``apply`` and ``player_to_move``; its states tell whose turn it is as ``seat``.
    """
    rng = random.Random(seed)
    state = game.new(setup)
    actions: list[Any] = []
    done = 0
    while game.player_to_move(state) is not None and done != turns:
        action = game.sample(state, rng)
        seat = state.seat
        state, _ = game.apply(state, action)
        done += state.seat != seat
        actions.append(action)
    return tuple(actions)
