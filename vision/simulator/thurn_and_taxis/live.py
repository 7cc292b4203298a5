"""Whole games of Thurn and Taxis or Power & Glory before the simulated camera: hands put houses on cities.

Cards are held in hands and entered on the tablet, so they come as :class:`Touch`; a turn ends with a press of the
button, and so does a closing whose houses tell which it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import proxy

import numpy as np

from calibration.arrays import Float64Array
from games.thurn_and_taxis.actions import Action, Close, End
from games.thurn_and_taxis.closing import closings
from games.thurn_and_taxis.rules import ThurnAndTaxis
from games.thurn_and_taxis.state import Setup, State
from vision.simulator.beside import lamps_for
from vision.simulator.bump import bumped_at
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.played import PlayedTable, Scenario, seated_around
from vision.simulator.players.gestures import Touch
from vision.simulator.players.hands import Arm
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import reaching_hand
from vision.simulator.players.reaching_moments import TableMoments
from vision.simulator.scene import FlatPiece, SolidPiece, TableScene
from vision.simulator.sequence import LiveSequence, ShownMoment, Weather
from vision.simulator.surfaces import ground
from vision.simulator.thurn_and_taxis.pieces import PLACE_MM, area_pieces, display_pieces, tile_pieces
from vision.simulator.thurn_and_taxis.table import LaidHouses, around_game, city_rim, frame_board, table_extent

_ABOVE_MM = 30.0  # how high hands carry houses


UNHURRIED, BRISK = Pace(reach=3, rest=6), Pace(reach=1, rest=4, after=1)


class PlayedThurn(PlayedTable):
    """A frame source that plays a game.

    Args:
        game, setup: which game, who plays.
        actions: what they do; every one legal in its turn.
        scenario: under which conditions, how fast and with what mishaps.
    """

    def __init__(self, game: ThurnAndTaxis, setup: Setup, actions: Sequence[Action], scenario: Scenario) -> None:
        rng = np.random.default_rng([scenario.seed, 0x7A15])
        drawn = Conditions.of(scenario.conditions, rng)
        self.conditions, camera = frame_board(drawn, setup.atlas)
        self.game, self.setup, self.actions = game, setup, tuple(actions)
        placing = sum(isinstance(action, Close) and bool(action.cities) for action in actions)
        self._play = _PostalPlay(self, camera, scenario.pace, rng)
        self._play.bump_at = bumped_at(placing, rng, bump=scenario.bump)
        self._source = LiveSequence(
            self.conditions,
            camera,
            self._play.moments(),
            rng,
            fps=scenario.fps,
            middles_mm=np.array([[city.x_mm, city.y_mm] for city in setup.atlas.cities]),
            side_mm=PLACE_MM,
            weather=Weather.draw(rng, placing, scenario.light_change),
        )

    def touch(self, action: Action) -> None:
        """Somebody enters an action on the tablet, before the next frame."""
        self._source.presses.append(Touch(action))


class _PostalPlay(TableMoments):
    """Turns actions into moments. What it keeps is as the moment that was told last shows it."""

    def __init__(self, live: PlayedThurn, camera: SimulatedCamera, pace: Pace, rng: np.random.Generator) -> None:
        # The table holds this: held in return, neither would go with its pictures when the game is over.
        self._live = proxy(live)
        self.camera, self.pace = camera, pace
        self._rng = rng
        atlas, conditions = live.setup.atlas, live.conditions
        self._layer = LaidHouses(atlas, conditions, rng)
        self._beside = around_game(conditions, atlas, camera, rng)
        self._ground = ground(conditions.surface, rng, **table_extent(atlas))
        self._lamps = lamps_for(rng)
        self._rim = city_rim(atlas)[:, :2]
        x, y = self._rim.mean(axis=0)
        self._middle_mm = float(x), float(y)
        self._seated = seated_around(len(live.setup.seats), camera, rng)
        self._state: State = live.game.new(live.setup)
        self._houses: tuple[SolidPiece, ...] = ()
        self._cards: tuple[FlatPiece, ...] = ()
        self._spare: tuple[SolidPiece, ...] = ()
        self._tiles: tuple[FlatPiece, ...] = ()
        self._done = 0

    def moments(self) -> Iterator[ShownMoment]:
        """The whole game."""
        self._tidy()
        yield from self._resting(6)
        placings = 0
        for action in self._live.actions:
            before = self._state
            if isinstance(action, Close) and action.cities:
                if placings == self.bump_at:
                    yield from self._knocked(self._rim, 10.0, self._rng, self._middle_mm)
                    yield from self._resting(self.pace.rest + 6)
                placings += 1
                yield from self._place(before, action)
            self._state, _ = self._live.game.apply(before, action)
            self._done += 1
            if isinstance(action, End) or (isinstance(action, Close) and _shown_by_houses(before, action)):
                yield self._moment(press=before.seat)
            else:
                self._live.touch(action)
            if isinstance(action, Close):
                self._tidy()
                yield from self._resting(self.pace.after)
        yield from self._resting(self.pace.rest)

    def _place(self, state: State, action: Close) -> Iterator[ShownMoment]:
        """A hand comes, puts one house after the other down, and goes."""
        chair, arm = self._seated[state.seat]
        colour = state.setup.seats[state.seat].colour
        yield from self._resting(1, calm=True)
        spot = chair
        for city in action.cities:
            house = self._layer.house(city, colour)
            goal = np.array([house.pose.x, house.pose.y])
            for share in np.linspace(0, 1, self.pace.reach + 1)[:-1]:
                yield self._moment(hand=self._hand(arm, chair, spot + (goal - spot) * (0.4 + 0.6 * share), _ABOVE_MM))
            self._houses = (*self._houses, house)
            yield self._moment(hand=self._hand(arm, chair, goal, 14.0))
            spot = goal
        for share in np.linspace(0, 1, self.pace.reach + 2)[1:-1]:
            yield self._moment(hand=self._hand(arm, chair, spot + (chair - spot) * float(share), _ABOVE_MM))
        yield self._moment(still=False)
        yield from self._resting(self.pace.rest)

    def _tidy(self) -> None:
        """Tiles are taken, cards are laid out anew, as the record has them."""
        rng = np.random.default_rng(1516)
        wear = self._live.conditions.wear
        flats, self._spare = area_pieces(self._state, self._layer.paints, rng, 0.0)
        self._cards = (*flats, *display_pieces(self._state, 0.0, np.random.default_rng(1517)))
        self._tiles = tile_pieces(self._state, np.random.default_rng(round(1000 * wear)))

    def _hand(self, arm: Arm, chair: Float64Array, spot: Float64Array, height: float) -> FlatPiece:
        return reaching_hand(arm, chair, spot, height, self._rim.mean(axis=0))

    def _moment(
        self, *, hand: FlatPiece | None = None, press: int | None = None, still: bool = True, calm: bool = False
    ) -> ShownMoment:
        scene = TableScene(
            self._ground,
            (*self._beside.flats, self._layer.board, *self._tiles, *self._cards),
            (*self._beside.solids, *self._spare, *self._houses),
            (*self._beside.hands, *(() if hand is None else (hand,))),
            lamps=self._lamps,
        )
        return ShownMoment(scene, self.camera, hand is not None, still and hand is None, press, self._done, calm)


def _shown_by_houses(state: State, action: Close) -> bool:
    """Whether the houses alone tell how the route was closed."""
    same = [one for one in closings(state) if sorted(one.cities) == sorted(action.cities)]
    return bool(action.cities) and len(same) == 1
