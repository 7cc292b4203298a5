"""What the simulated tables of all games share: a sequence of frames behind them, where people sit, what they play."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Frame
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions, Level
from vision.simulator.dice.tray import SimulatedDiceTray
from vision.simulator.players.gestures import Throw, Touch
from vision.simulator.players.hands import Arm
from vision.simulator.players.pace import USUAL, Pace
from vision.simulator.sequence import FrameTruth, LiveSequence, SimulatedPress

_CURIOUS = 0.8  # of a curious player's actions: how often something is tried that nobody has done yet
# Where people sit, as shares of the picture's width and height: along its longer sides first.
_CHAIRS = ((0.3, 1.0), (0.7, 0.0), (0.7, 1.0), (0.3, 0.0), (1.0, 0.5))


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a game on the simulated table is up against, but for who plays what.

    Attributes:
        conditions: what the pictures are up against; a :class:`Level` draws them.
        seed: light, hands, clutter: everything that the conditions leave open.
        fps: frames a second of the table's own clock.
        pace: how long things take.
        bump, light_change: whether the table is bumped once, and the light changes once.
    """

    conditions: Conditions | Level | str = Level.ORDINARY
    seed: int = 0
    fps: float = 10.0
    pace: Pace = USUAL
    bump: bool = True
    light_change: bool = True


class PlayedTable:
    """A frame source that plays a game. Those who inherit it make its sequence."""

    _source: LiveSequence
    tray: SimulatedDiceTray | None = None  # where dice are thrown before a camera; without one they tell by wire

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
    def presses(self) -> tuple[SimulatedPress | Touch | Throw, ...]:
        """Every press so far, and every touch and throw where the game has them, in order."""
        return tuple(self._source.presses)

    @property
    def truth(self) -> FrameTruth | None:
        """What is true of the frame that was read last."""
        return self._source.truth


def seated_around(
    count: int, camera: SimulatedCamera, rng: np.random.Generator
) -> tuple[tuple[Float64Array, Arm], ...]:
    """Where everybody's arm comes from, (2,) mm outside the picture, and the arm."""
    wide, high = camera.width, camera.height
    players = []
    for u, v in _CHAIRS[:count]:
        edge = np.array([(u + float(rng.uniform(-0.06, 0.06))) * wide, v * high])
        inward = np.array([wide / 2, high / 2]) - edge
        outside = camera.to_table([edge - inward / np.linalg.norm(inward) * 60], 40.0)[0]
        players.append((outside, Arm(rng)))
    return tuple(players)


class CuriousPlayers:
    """People who now and then try what nobody has done yet in this game, where it is legal: what casual play comes to
    once in a hundred games (a tile that fits nowhere, a round in the Tavern) is rehearsed as well.

    Args:
        game: has ``legal`` and ``sample``.
    """

    def __init__(self, game: Any) -> None:
        self._game = game
        self._done: set[type] = set()

    def sample(self, state: Any, rng: random.Random) -> Any:
        """What they do, legal in this state."""
        action = None
        if rng.random() < _CURIOUS:
            new: dict[str, list[Any]] = {}
            for one in self._game.legal(state):
                if type(one) not in self._done:
                    new.setdefault(type(one).__name__, []).append(one)
            if new:
                action = rng.choice(new[rng.choice(sorted(new))])
        if action is None:
            action = self._game.sample(state, rng)
        self._done.add(type(action))
        return action


def sampled_turns(
    game: Any, setup: Any, seed: int, turns: int | None = None, *, curious: bool = False
) -> tuple[Any, ...]:
    """A game as casual players might play it, or :class:`CuriousPlayers`: its actions, up to so many turns or to its
    end.

    ``game`` has ``new``, ``sample``, ``apply`` and ``player_to_move``; its states tell whose turn it is as ``seat``.
    """
    rng = random.Random(seed)
    state, players = game.new(setup), CuriousPlayers(game) if curious else game
    actions: list[Any] = []
    done = 0
    while game.player_to_move(state) is not None and done != turns:
        action = players.sample(state, rng)
        seat = state.seat
        state, _ = game.apply(state, action)
        done += state.seat != seat
        actions.append(action)
    return tuple(actions)
