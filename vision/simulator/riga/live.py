"""Whole games of Riga before the simulated camera: hands lay the Grand Masters out and buildings down; what no camera
sees (what is taken, paid, discarded, declared) is tapped on the tablet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.arrays import Float64Array
from games.riga.actions import Action, Build, Spring, TakeBuilding, TakeRow
from games.riga.moment import Step as Due
from games.riga.rules import RIGA
from games.riga.scorer import actions as tapped
from games.riga.scorer import rules as scorer
from games.riga.scorer.actions import Lay
from games.riga.state import Setup, State
from vision.artwork.riga.cards import CARD_MM
from vision.simulator.beside import lamps_for
from vision.simulator.bump import bumped_at
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.played import CuriousPlayers, PlayedTable, Scenario
from vision.simulator.players.gestures import Touch
from vision.simulator.players.hands import Arm
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import reaching_hand
from vision.simulator.players.reaching_moments import TableMoments
from vision.simulator.riga.table import LaidCards, around_game, display_pose, extent, frame_table, glare_spots
from vision.simulator.scene import FlatPiece, PiecePose, TableScene
from vision.simulator.sequence import LiveSequence, ShownMoment, SimulatedPress, Weather
from vision.simulator.surfaces import ground

_ABOVE_MM = 42.0  # how high hands carry things


BRISK = Pace(reach=1, rest=4, tap=0)


@dataclass(frozen=True, slots=True)
class RehearsedStep:
    """What happens next on the table: the action of the game that is rehearsed (None: only the table changes), whether
    the camera sees it, and the table after it."""

    action: Any
    seen: bool
    seat: int
    what: Action
    after: State


def sampled_game(
    setup: Setup, seed: int, turns: int | None = None, *, curious: bool = False
) -> tuple[RehearsedStep, ...]:
    """A game of Riga as casual players might play it, or curious ones, up to so many buildings or to its end."""
    rng, state, steps, built = random.Random(seed), RIGA.new(setup), [], 0
    players = CuriousPlayers(RIGA) if curious else RIGA
    while RIGA.player_to_move(state) is not None:
        # People lay the row out in one go, and press once, whatever else they try.
        action = (RIGA if state.step is Due.ROW else players).sample(state, rng)
        if isinstance(action, Build):
            if built == turns:
                break
            built += 1
        seat = state.seat
        state, _ = RIGA.apply(state, action)
        steps.append(RehearsedStep(action, isinstance(action, Build | Lay), seat, action, state))
    return tuple(steps)


def scored_game(steps: Sequence[RehearsedStep]) -> tuple[RehearsedStep, ...]:
    """The same game for the scorer alone: the row is seen, every building is tapped in as it is built, and at the end
    everybody's cash is told."""
    found: list[RehearsedStep] = []
    for step in steps:
        if isinstance(step.what, Lay):
            found.append(step)
        elif isinstance(step.what, Build):
            card = step.after.card(step.what.building)
            found.append(
                RehearsedStep(tapped.Build(step.seat, card.city, card.persons), False, step.seat, step.what, step.after)
            )
        elif isinstance(step.what, Spring | TakeRow | TakeBuilding):
            found.append(RehearsedStep(None, False, step.seat, step.what, step.after))
    last = steps[-1]
    if last.after.step is not Due.OVER:
        return tuple(found)
    found.append(RehearsedStep(tapped.End(), False, 0, last.what, last.after))
    if any(placed.master.is_money for placed in last.after.row):
        for seat in range(len(last.after.players)):
            found.append(RehearsedStep(tapped.Cash(seat, last.after.cash(seat)), False, seat, last.what, last.after))
    return tuple(found)


class PlayedRiga(PlayedTable):
    """A frame source that plays a game.

    Args:
        first: the table before the first step.
        steps: what happens, in order.
        scenario: under which conditions, how fast and with what mishaps.
    """

    def __init__(self, first: State, steps: Sequence[RehearsedStep], scenario: Scenario) -> None:
        rng = np.random.default_rng([scenario.seed, 0x2161])
        drawn = Conditions.of(scenario.conditions, rng)
        self.conditions, camera = frame_table(drawn, len(first.players))
        self.actions = tuple(step.action for step in steps if step.action is not None)
        builds = sum(isinstance(step.what, Build) for step in steps)
        self._play = _RigaPlay(self.conditions, camera, first, tuple(steps), scenario.pace, rng)
        self._play.bump_at = bumped_at(builds, rng, bump=scenario.bump, least=3)
        self._source = LiveSequence(
            self.conditions,
            camera,
            self._play.moments(),
            rng,
            fps=scenario.fps,
            middles_mm=glare_spots(),
            side_mm=CARD_MM[0],
            weather=Weather.draw(rng, builds, scenario.light_change),
        )

    @property
    def presses(self) -> tuple[SimulatedPress | Touch, ...]:
        """Every press and tap so far, in order."""
        return tuple(self._play.gestures)


class _RigaPlay(TableMoments):
    """Turns steps into moments and gestures."""

    def __init__(
        self,
        conditions: Conditions,
        camera: SimulatedCamera,
        first: State,
        steps: tuple[RehearsedStep, ...],
        pace: Pace,
        rng: np.random.Generator,
    ) -> None:
        self.camera = camera
        self.gestures: list[SimulatedPress | Touch] = []
        self.pace = pace
        self._state, self._steps, self._rng = first, steps, rng
        self._players = len(first.players)
        self._layer = LaidCards(conditions, rng, self._players)
        self._beside = around_game(conditions, self._players, camera, rng)
        self._ground = ground(conditions.surface, rng, **extent())
        self._lamps = lamps_for(rng)
        self._arms = [Arm(rng) for _ in first.players]
        self._done = 0

    def moments(self) -> Iterator[ShownMoment]:
        """The whole game."""
        yield from self._resting(6, calm=True)
        built = 0
        for step in self._steps:
            if isinstance(step.what, Build):
                if built == self.bump_at:
                    yield from self._knocked(glare_spots(), CARD_MM[0], self._rng)
                    yield from self._resting(self.pace.rest + 3, calm=True)
                built += 1
                yield from self._lay_building(step)
            elif isinstance(step.what, Lay | Spring | TakeRow | TakeBuilding) and step.after is not self._state:
                yield from self._reach_into_market(step)
            self._state = step.after
            yield from self._tell(step)
        yield from self._resting(3, calm=True)

    def _tell(self, step: RehearsedStep) -> Iterator[ShownMoment]:
        """The people tell what they did: with their button where the camera saw it, else on the tablet."""
        if step.action is None:
            return
        self._done += 1
        if step.seen:
            yield from self._resting(self.pace.rest, calm=True)
            self.gestures.append(SimulatedPress(0.0, step.seat, self._done))
            yield self._moment(press=step.seat)
        else:
            self.gestures.append(Touch(step.action))
            yield from self._resting(self.pace.tap, calm=True)

    def _lay_building(self, step: RehearsedStep) -> Iterator[ShownMoment]:
        """A card is carried to its place and left there."""
        assert isinstance(step.what, Build)
        number = len(step.after.players[step.seat].built) - 1
        piece = self._layer.built(step.after, step.seat, number, step.what.building)
        frm = self._chair(step.seat)
        for share in np.linspace(0.7, 0.0, self.pace.reach + 1)[:-1]:
            spot = np.array([piece.pose.x, piece.pose.y]) * (1 - share) + frm * share
            held = piece.at(
                PiecePose(float(spot[0]), float(spot[1]), piece.pose.turn_deg), _ABOVE_MM * min(1.0, 2 * share)
            )
            yield self._moment(hand=self._hand(step.seat, spot, held.height_mm + 8), above=(held,))
        spot = np.array([piece.pose.x, piece.pose.y])
        yield self._moment(hand=self._hand(step.seat, spot, 12.0), above=(piece,))
        self._state = step.after
        for share in np.linspace(0.0, 0.8, self.pace.reach + 1)[1:]:
            yield self._moment(hand=self._hand(step.seat, spot * (1 - share) + frm * share, 12.0 + _ABOVE_MM * share))

    def _reach_into_market(self, step: RehearsedStep) -> Iterator[ShownMoment]:
        """A hand comes, things in the middle change, the hand goes."""
        goal = np.array([-400.0, 10.0]) if isinstance(step.what, Lay) else np.array([60.0, 0.0])
        frm = self._chair(step.seat)
        for share in np.linspace(0.6, 0.0, self.pace.reach)[:-1]:
            yield self._moment(hand=self._hand(step.seat, goal * (1 - share) + frm * share, 12.0 + _ABOVE_MM * share))
        self._state = step.after
        yield self._moment(hand=self._hand(step.seat, goal * 0.6 + frm * 0.4, 30.0))

    def _chair(self, seat: int) -> Float64Array:
        pose = display_pose(self._players, seat, 4)
        return np.array([pose.x, pose.y + (420.0 if pose.y > 0 else -420.0)])

    def _hand(self, seat: int, spot: Float64Array, height: float) -> FlatPiece:
        return reaching_hand(self._arms[seat], self._chair(seat), spot, height)

    def _moment(
        self,
        *,
        hand: FlatPiece | None = None,
        above: tuple[FlatPiece, ...] = (),
        press: int | None = None,
        calm: bool = False,
        still: bool = True,
    ) -> ShownMoment:
        state, beside = self._state, self._beside
        masters = tuple(placed.master for placed in state.row)
        scene = TableScene(
            self._ground,
            (*beside.flats, *self._layer.tiles(masters), *self._layer.market(state), *self._layer.display(state)),
            beside.solids,
            (*beside.hands, *above, *(() if hand is None else (hand,))),
            self._lamps,
        )
        return ShownMoment(scene, self.camera, hand is not None, still and hand is None, press, self._done, calm)


def scorer_setup(setup: Setup) -> scorer.Setup:
    """The scorer's set-up for the people of a game of Riga."""
    return scorer.Setup(setup.seats, setup.riga_buildings, setup.victual_brothers)
