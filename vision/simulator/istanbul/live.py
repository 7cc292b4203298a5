"""Whole games of Istanbul before the simulated camera: hands carry merchants, family members, companions and figures
from place to place. What no camera sees (cards, goods, lira, letters, bids) is tapped on the tablet, and dice are
thrown in the tray.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from weakref import proxy

import numpy as np

from calibration.arrays import Float64Array
from games.istanbul.actions import Action, End, Move, Recall, Roll, Use
from games.istanbul.expansions.letters import GENERAL, CompanionStep, Escort, own_state
from games.istanbul.expansions.letters import KEY as LETTERS
from games.istanbul.layout import FOUNTAIN, Layout, random_layout
from games.istanbul.rules import Istanbul
from games.istanbul.standing import StandingPieces, distinct_pieces, standing
from games.istanbul.state import POLICE, Setup, State
from vision.artwork.istanbul.style import PLACE_MM
from vision.simulator.beside import lamps_for
from vision.simulator.bump import bumped_at
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.istanbul.table import LaidPlaces, beside, camera_for, clutter_around, hands_at_rest
from vision.simulator.played import PlayedTable, Scenario, seated_around
from vision.simulator.players.gestures import Throw, Touch
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import reaching_hand
from vision.simulator.players.reaching_moments import TableMoments
from vision.simulator.scene import FlatPiece, SolidPiece, TableScene
from vision.simulator.sequence import LiveSequence, ShownMoment, SimulatedPress, Weather
from vision.simulator.surfaces import ground

SEEN = (Move, CompanionStep, Escort, Recall)  # what moves pieces in a way that tells by itself what was done
_ABOVE_MM = 40.0  # how high hands carry pieces


BRISK = Pace(reach=1, rest=3, tap=0)


def laid_out(game: Istanbul, setup: Setup, seed: int) -> Setup:
    """The set-up with a layout drawn by the rules of the game."""
    layout = random_layout(game.layout_rule(), random.Random(seed))
    return Setup(setup.seats, layout, setup.expansions, setup.corrections, setup.any_layout)


def shows_by_itself(action: Action, before: State, after: State) -> bool:
    """Whether the places alone show what was done, so that a press of the button commits what the camera saw."""
    at_fountain = isinstance(action, Use) and before.place == FOUNTAIN
    if at_fountain and LETTERS in before.own and own_state(before).players[before.seat].companion == GENERAL:
        return False  # a companion that may come from the general supply is nowhere to be seen
    moves = isinstance(action, SEEN) or (isinstance(action, Use) and before.place in (FOUNTAIN, POLICE))
    return moves and distinct_pieces(before) != distinct_pieces(after)


class PlayedIstanbul(PlayedTable):
    """A frame source that plays a game.

    Args:
        game, setup: which game, who plays, how the places lie.
        actions: what they do; every one legal in its turn.
        scenario: under which conditions, how fast and with what mishaps.
    """

    def __init__(self, game: Istanbul, setup: Setup, actions: Sequence[Action], scenario: Scenario) -> None:
        rng = np.random.default_rng([scenario.seed, 0x1453])
        drawn = Conditions.of(scenario.conditions, rng)
        self.conditions = drawn
        self.game, self.setup, self.actions = game, setup, tuple(actions)
        layout = game.rulebook(setup).layout
        camera = camera_for(drawn, layout, rng)
        moves = sum(isinstance(action, Move) for action in actions)
        self._play = _IstanbulPlay(self, layout, camera, scenario.pace, rng)
        self._play.bump_at = bumped_at(moves, rng, bump=scenario.bump, least=3)
        self._source = LiveSequence(
            drawn,
            camera,
            self._play.moments(),
            rng,
            fps=scenario.fps,
            middles_mm=_middles(layout),
            side_mm=PLACE_MM[1],
            weather=Weather.draw(rng, moves, scenario.light_change),
        )

    @property
    def presses(self) -> tuple[SimulatedPress | Touch | Throw, ...]:
        """Every press, tap and throw so far, in order."""
        return tuple(self._play.gestures)


class _IstanbulPlay(TableMoments):
    """Turns actions into moments and gestures. What it keeps is as the moment that was told last shows it."""

    def __init__(
        self, live: PlayedIstanbul, layout: Layout, camera: SimulatedCamera, pace: Pace, rng: np.random.Generator
    ) -> None:
        # The table holds this: held in return, neither would go with its pictures when the game is over.
        self._live, self._layout = proxy(live), layout
        self.camera = camera
        self.gestures: list[SimulatedPress | Touch | Throw] = []
        self.pace, self._rng = pace, rng
        conditions = live.conditions
        self._layer = LaidPlaces(layout, conditions, rng)
        self._flats = self._layer.flats()
        clutter = clutter_around(conditions, self._layer, camera, rng)
        self._clutter_flat = tuple(piece for piece in clutter if isinstance(piece, FlatPiece))
        self._clutter_solid = tuple(piece for piece in clutter if isinstance(piece, SolidPiece))
        self._resting_hands = tuple(hands_at_rest(conditions, layout, camera, rng))
        self._ground = ground(conditions.surface, rng)
        self._lamps = lamps_for(rng)
        self._seated = seated_around(len(live.setup.seats), camera, rng)
        self._beside_seed = int(rng.integers(2**31))
        self._state: State = live.game.new(live.setup)
        self._shown: tuple[StandingPieces, ...] = ()
        self._solids: tuple[SolidPiece, ...] = ()
        self._spare: tuple[SolidPiece, ...] = ()
        self._spares_of: tuple[int, ...] = ()
        self._done = 0
        self._show(standing(self._state))

    def moments(self) -> Iterator[ShownMoment]:
        """The whole game."""
        yield from self._resting(6)
        moves = 0
        for action in self._live.actions:
            if isinstance(action, Move):
                if moves == self.bump_at:
                    yield from self._knocked(_middles(self._layout), PLACE_MM[0], self._rng)
                    yield from self._resting(self.pace.rest + 4)
                moves += 1
            yield from self._act(action)
        yield from self._resting(4)

    # --- one action -------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> Iterator[ShownMoment]:
        game, before = self._live.game, self._state
        after, _ = game.apply(before, action)
        seat = game.player_to_move(before)
        assert seat is not None
        self._done += 1
        if isinstance(action, Roll):
            # A tray always tells both of its dice: a single one is typed, unless a camera sees it.
            by_wire = action.second or self._live.tray is not None
            pips = tuple(value for value in (action.first, action.second) if value)
            self.gestures.append(Throw(seat, pips) if by_wire else Touch(action))
            yield self._moment()
            yield from self._carry(seat, after)
        elif shows_by_itself(action, before, after):
            yield from self._carry(seat, after)
            yield from self._resting(self.pace.rest)
            yield from self._press(seat)
        elif isinstance(action, End) and game.closing(before) == action:
            yield from self._press(seat)
        else:
            yield from self._carry(seat, after)
            self.gestures.append(Touch(action))
            yield from self._resting(self.pace.tap)
        self._state = after

    def _press(self, seat: int) -> Iterator[ShownMoment]:
        self.gestures.append(SimulatedPress(0.0, seat, self._done))
        yield self._moment(press=seat, calm=True)

    def _carry(self, seat: int, after: State) -> Iterator[ShownMoment]:
        """A hand takes up what stands elsewhere afterwards and puts it down there."""
        wanted = standing(after)
        if wanted == self._shown:
            return
        gone = [piece.place for piece in self._shown if piece not in wanted]
        come = [piece.place for piece in wanted if piece not in self._shown]
        start = self._spot(gone[0]) if gone else None
        goal = self._spot(come[-1]) if come else self._seated[seat][0] * 0.6
        chair = self._seated[seat][0]
        frm = start if start is not None else chair * 0.6
        for share in np.linspace(0.5, 0.0, self.pace.reach + 1)[1:]:
            yield self._moment(hand=self._hand(seat, frm * (1 - share) + chair * share, 14.0 + _ABOVE_MM * share))
        held = tuple(piece for piece in self._shown if piece in wanted)
        self._show(held)
        for share in np.linspace(0.0, 1.0, self.pace.reach + 1)[1:-1]:
            yield self._moment(hand=self._hand(seat, frm * (1 - share) + goal * share, _ABOVE_MM))
        self._show(wanted)
        self._state_spares(after)
        yield self._moment(hand=self._hand(seat, goal, 24.0))
        for share in np.linspace(0.0, 0.6, self.pace.reach + 1)[1:-1]:
            yield self._moment(hand=self._hand(seat, goal * (1 - share) + chair * share, 14.0 + _ABOVE_MM * share))

    def _spot(self, place: int) -> Float64Array:
        pose = self._layer.pose_of(place)
        return np.array([pose.x, pose.y])

    # --- scenes -----------------------------------------------------------------------------------------------------

    def _show(self, pieces: tuple[StandingPieces, ...]) -> None:
        self._shown = pieces
        self._solids = self._layer.standing_pieces(pieces)
        if not self._spare:
            self._state_spares(self._state)

    def _state_spares(self, state: State) -> None:
        asides = tuple(player.aside for player in state.players)
        if asides != self._spares_of:
            self._spares_of = asides
            self._spare = tuple(beside(state, self._layout, np.random.default_rng(self._beside_seed)))

    def _hand(self, seat: int, spot: Float64Array, height: float) -> FlatPiece:
        chair, arm = self._seated[seat]
        return reaching_hand(arm, chair, spot, height)

    def _moment(
        self, *, hand: FlatPiece | None = None, press: int | None = None, still: bool = True, calm: bool = False
    ) -> ShownMoment:
        scene = TableScene(
            self._ground,
            (*self._clutter_flat, *self._flats),
            (*self._clutter_solid, *self._spare, *self._solids),
            (*self._resting_hands, *(() if hand is None else (hand,))),
            lamps=self._lamps,
        )
        return ShownMoment(scene, self.camera, hand is not None, still and hand is None, press, self._done, calm)


def _middles(layout: Layout) -> Float64Array:
    """(places, 2) mm where the places belong."""
    rows, columns = len(layout), len(layout[0])
    return np.array(
        [
            [(column - (columns - 1) / 2) * PLACE_MM[0], (row - (rows - 1) / 2) * PLACE_MM[1]]
            for row in range(rows)
            for column in range(columns)
        ]
    )
