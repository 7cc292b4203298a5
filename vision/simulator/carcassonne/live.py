"""Whole games of Carcassonne before the simulated camera: hands lay tiles, place followers, take them home.

:class:`PlayedCarcassonne` follows a list of actions of the rules, turn by turn. Its truth is told for every frame.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from weakref import proxy

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.actions import Action, Deploy, Discard, Lay
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup, State
from vision.artwork.carcassonne.style import ORCHARD, TileStyle
from vision.simulator.beside import lamps
from vision.simulator.bump import SHARES, bumped_at, fitting_bump
from vision.simulator.camera import SimulatedCamera
from vision.simulator.carcassonne.seated import Supply, clear_spot, seated_around
from vision.simulator.carcassonne.table import (
    THICK_MM,
    TILE_MM,
    BoardTruth,
    MapPlace,
    OnTile,
    Tabletop,
    back_texture,
    tile_name,
)
from vision.simulator.carcassonne.view import PITCH, around_map, frame_map, table_extent
from vision.simulator.conditions import Conditions
from vision.simulator.played import CuriousPlayers, PlayedTable, Scenario
from vision.simulator.players.gestures import Touch
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import SeatedPerson
from vision.simulator.players.reaching_moments import ReachingMoments
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, TableScene, prism
from vision.simulator.sequence import LiveSequence, ShownMoment, SimulatedPress, Weather, eased
from vision.simulator.surfaces import ground

BRISK = Pace(reach=2, push=1, rest=4, after=1, idle=1)


def sampled_game(setup: Setup, seed: int, turns: int | None = None, *, curious: bool = False) -> tuple[Action, ...]:
    """A game as casual players might play it, or curious ones: its actions, up to so many tiles or to its end."""
    rng = random.Random(seed)
    state, players = CARCASSONNE.new(setup), CuriousPlayers(CARCASSONNE) if curious else CARCASSONNE
    actions: list[Action] = []
    laid = 0
    while not state.is_over:
        action = players.sample(state, rng)
        if isinstance(action, Lay):
            if laid == turns:
                break
            laid += 1
        state, _ = CARCASSONNE.apply(state, action)
        actions.append(action)
    return tuple(actions)


class PlayedCarcassonne(PlayedTable):
    """A frame source that plays a game of Carcassonne.

    Args:
        setup: who plays, with what.
        actions: what they do; every one legal in its turn.
        scenario: under which conditions, how fast and with what mishaps.
        style: the drawing on the tiles.

    Raises :class:`vision.simulator.carcassonne.still.DoesNotFit` where the final map is too large for the picture.
    """

    def __init__(
        self, setup: Setup, actions: Sequence[Action], scenario: Scenario, *, style: TileStyle = ORCHARD
    ) -> None:
        rng = np.random.default_rng([scenario.seed, 0xCA11])
        drawn = Conditions.of(scenario.conditions, rng)
        places = (MapPlace(0, 0), *(MapPlace(action.x, action.y) for action in actions if isinstance(action, Lay)))
        self.setup, self.actions = setup, tuple(actions)
        self._touches: list[tuple[int, Touch]] = []
        self.conditions, camera = self._framed(drawn, places, rng)
        turns = len(places) - 1
        self._play = self._playing(camera, places, scenario.pace, rng, style)
        self._play.bump_at = bumped_at(turns, rng, bump=scenario.bump)
        self._source = LiveSequence(
            self.conditions,
            camera,
            self._play.moments(),
            rng,
            fps=scenario.fps,
            middles_mm=np.array(places, np.float64) * PITCH,
            side_mm=TILE_MM,
            weather=Weather.draw(rng, turns, scenario.light_change),
        )

    def _framed(
        self, drawn: Conditions, places: tuple[MapPlace, ...], rng: np.random.Generator
    ) -> tuple[Conditions, SimulatedCamera]:
        """Where the camera stands; an expansion that needs room beside the map frames more."""
        return frame_map(drawn, places)

    def _playing(
        self,
        camera: SimulatedCamera,
        places: tuple[MapPlace, ...],
        pace: Pace,
        rng: np.random.Generator,
        style: TileStyle,
    ) -> TableSequence:
        """What turns actions into moments; an expansion brings actions of its own."""
        return TableSequence(self, camera, places, pace, rng, style)

    def touch(self, action: Action) -> None:
        """Somebody enters an action on the tablet now: of a tile that fitted nowhere the map shows nothing."""
        self._touches.append((len(self._source.presses), Touch(action)))

    @property
    def presses(self) -> tuple[SimulatedPress | Touch, ...]:
        """Every press and touch so far, in order."""
        presses: list[SimulatedPress | Touch] = []
        pressed = tuple(self._source.presses)
        for number in range(len(pressed) + 1):
            presses += [touch for after, touch in self._touches if after == number]
            presses += pressed[number : number + 1]
        return tuple(presses)

    @property
    def actions_shown(self) -> tuple[Action, ...]:
        """The actions that the table shows in the frame that was read last."""
        return self.actions[: self._source.truth.actions] if self._source.truth else ()

    def board_truth(self) -> BoardTruth:
        """Where everything lies in the frame that was read last. Raises LookupError before the first."""
        moment = self._source.moment
        if moment is None:
            raise LookupError("no frame has been read")
        return self._play.table.truth(moment.scene, moment.camera)


class TableSequence(ReachingMoments):
    """Turns actions into moments. The table it keeps is as the moment that was told last shows it."""

    def __init__(
        self,
        live: PlayedCarcassonne,
        camera: SimulatedCamera,
        places: tuple[MapPlace, ...],
        pace: Pace,
        rng: np.random.Generator,
        style: TileStyle,
    ) -> None:
        conditions = live.conditions
        # The table holds this: held in return, neither would go with its pictures when the game is over.
        self._live = proxy(live)
        self.actions, self.setup = live.actions, live.setup
        self.table = Tabletop(conditions, rng, style)
        self.camera = camera
        self.pace = pace
        self._rng = rng
        self._places = places
        self._spots = np.array(places, np.float64) * PITCH
        self._seated = seated_around(live.setup, camera, places, rng)
        pile = clear_spot(camera, self._spots, places, rng)
        taken = [person.supply_mm for person in self._seated] + ([] if pile is None else [pile])
        near_supply = tuple(MapPlace(round(x / PITCH), round(y / PITCH)) for x, y in taken)
        self._beside = around_map(conditions, (*places, *near_supply), camera, rng)
        self._ground = ground(conditions.surface, rng, **table_extent(places))
        self._lamps = lamps(rng)
        self._pile, self._pile_turn, self._style = pile, float(rng.uniform(0, 90)), style
        self._discarded: tuple[FlatPiece, ...] = ()
        self._piles: tuple[int, tuple[SolidPiece, ...]] = (0, ())
        self._supply = Supply(self._seated, CARCASSONNE.new(live.setup).supply[0], self._spots, camera, conditions, rng)
        self._state: State = CARCASSONNE.new(live.setup)
        self._done = 0

    def moments(self) -> Iterator[ShownMoment]:
        """The whole game."""
        self.table.lay(Lay(self._state.board.laid[0].turned.key, 0, 0, 0))
        yield from self._resting(6)
        turn = 0
        while self._done < len(self.actions):
            if turn == self.bump_at:
                yield from self._bump()
            seat = self._state.seat
            yield from self._turn(seat)
            turn += 1
        yield from self._resting(self.pace.rest)

    # --- one turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Iterator[ShownMoment]:
        person = self._seated[seat]
        yield from self._resting(self.pace.idle, calm=True)
        last: MapPlace | None = None
        home: list[OnTile] = []
        while self._done < len(self.actions) and self._state.seat == seat:
            action = self.actions[self._done]
            before = self._standing(self._state)
            self._state, _ = CARCASSONNE.apply(self._state, action)
            if isinstance(action, Lay):
                last = MapPlace(action.x, action.y)
                yield from self._lay(person, action)
            elif isinstance(action, Discard):
                yield from self._discard(person, action)
            elif isinstance(action, Deploy) and last is not None:
                yield from self._deploy(person, last, action)
                before.add(OnTile(last, action.feature, action.location))
            self._done += 1
            if isinstance(action, Discard):
                self._live.touch(action)
            home += sorted(before - self._standing(self._state))
            if self._state.step is StepKey.OVER or self._done == len(self.actions):
                break
        if last is None:
            return  # nothing could be laid: the tablet knows all of it
        yield from self._resting(self.pace.rest)
        yield self._moment(press=seat)
        yield from self._resting(self.pace.after)
        on_map = [on for on in home if self.table.has(on)] if not self._state.is_over else []
        if on_map:
            yield from self._take_home(person, on_map)

    def _standing(self, state: State) -> set[OnTile]:
        board = state.board
        found = set()
        for piece in board.followers():
            tile, feature = board.tile_of(piece.part), board.feature_of(piece.part)
            found.add(OnTile(MapPlace(tile.x, tile.y), feature.kind, feature.location))
        return found

    def _lay(self, person: SeatedPerson, action: Lay) -> Iterator[ShownMoment]:
        place = MapPlace(action.x, action.y)
        piece = self.table.new_tile(action.tile, tile_name(place))
        before = self.table.flats
        lies = self.table.lay(action, piece)
        after, goal = self.table.flats, lies.pose
        off = self._rng.normal(0, 1, 2)
        off = off / np.linalg.norm(off) * self._rng.uniform(5, 12)
        start = goal.moved(float(off[0]), float(off[1]), float(self._rng.uniform(-9, 9)))
        # Until it is pushed home, the neighbours lie as they did.
        for held, hand in self._carrying(person, start, piece):
            yield self._moment(flats=before, above=(held,), hand=hand)
        for share in eased(self.pace.push):
            pose = start.towards(goal, share)
            here = lies if share == 1.0 else piece.at(pose, 0.0)
            flats = after if share == 1.0 else before
            yield self._moment(flats=flats, above=(here,), hand=self._hand(person, pose, 14.0))
        yield from self._withdraw(person, goal)

    def _discard(self, person: SeatedPerson, action: Discard) -> Iterator[ShownMoment]:
        spot = person.supply_mm if self._pile is None else self._pile + np.array([70.0, 0.0])
        heap = THICK_MM * len(self._discarded)
        goal = PiecePose(float(spot[0]), float(spot[1]), float(self._rng.uniform(-20, 20)))
        piece = self.table.new_tile(action.tile, f"discarded {len(self._discarded)}")
        for held, hand in self._carrying(person, goal, piece):
            yield self._moment(above=(held,), hand=hand)
        self._discarded = (*self._discarded, piece.at(goal, heap))
        yield from self._withdraw(person, goal)

    def _deploy(self, person: SeatedPerson, place: MapPlace, action: Deploy) -> Iterator[ShownMoment]:
        shown = self.table.solids
        figure = self.table.deploy(place, person.seat.colour, action)
        self._supply.take(person.seat, action.kind)
        for hand in self._coming(person, figure.pose):
            yield self._moment(map_solids=shown, hand=hand)
        yield self._moment(hand=self._hand(person, figure.pose, 18.0))
        yield from self._withdraw(person, figure.pose)

    def _take_home(self, person: SeatedPerson, home: list[OnTile]) -> Iterator[ShownMoment]:
        first = self.table.figure(home[0]).pose
        for hand in self._coming(person, first):
            yield self._moment(hand=hand)
        here = first
        for on in home:
            there = self.table.figure(on).pose
            yield self._moment(hand=self._hand(person, here.towards(there, 0.6), 24.0))
            colour, kind = self.table.owner(on)
            figure = self.table.take_home(on)
            self._supply.give(colour, kind)
            yield self._moment(hand=self._hand(person, figure.pose, 18.0))
            here = there
        yield from self._withdraw(person, here)

    # --- scenes -----------------------------------------------------------------------------------------------------

    @property
    def _middle_mm(self) -> Float64Array:
        return np.asarray(self._spots.mean(axis=0))

    def _moment(
        self,
        *,
        flats: tuple[FlatPiece, ...] | None = None,
        map_solids: tuple[SolidPiece, ...] | None = None,
        above: tuple[FlatPiece, ...] = (),
        hand: FlatPiece | None = None,
        press: int | None = None,
        still: bool = True,
        calm: bool = False,
    ) -> ShownMoment:
        tiles = self.table.flats if flats is None else flats
        # The piece that is being laid is drawn above the others, with the hand that holds it.
        held = {piece.name for piece in above}
        scene = TableScene(
            self._ground,
            (*self._beside.flats, *self._discarded, *(piece for piece in tiles if piece.name not in held)),
            (
                *self._beside.solids,
                *self._pile_solid(),
                *self._supply.solids,
                *(self.table.solids if map_solids is None else map_solids),
            ),
            (*self._beside.hands, *above, *(() if hand is None else (hand,))),
            self._lamps,
        )
        moving = hand is not None or bool(above)
        return ShownMoment(scene, self.camera, moving, still and not moving, press, self._done, calm)

    def _pile_solid(self) -> tuple[SolidPiece, ...]:
        left = self._state.tiles_left
        if self._pile is None or left == 0:
            return ()
        if self._piles[0] == left:  # the same pieces again, so that nothing has to be painted anew
            return self._piles[1]
        half = TILE_MM / 2
        square = [(-half, -half), (half, -half), (half, half), (-half, half)]
        piles = []
        for number in range(min(3, 1 + left // 24)):
            tall = THICK_MM * max(1, left // min(3, 1 + left // 24))
            body = prism(square, 0, tall, (178, 196, 204))
            spot = self._pile + np.array([0.0, 52.0 * number])
            pose = PiecePose(float(spot[0]), float(spot[1]), self._pile_turn + 7.0 * number)
            piles.append(SolidPiece(f"pile {number}", (body,), pose, gloss=0.05, top=back_texture(self._style)))
        self._piles = (left, tuple(piles))
        return self._piles[1]

    def _map_has_room(self, shift: tuple[float, float], turn_deg: float) -> bool:
        """Whether the map alone can be pushed so; an expansion that lies beside it may be in the way."""
        return True

    def _bump(self) -> Iterator[ShownMoment]:
        """Somebody knocks against the table: everything is shifted and turned, or only the map is."""
        shift, turn = fitting_bump(self.camera, self._spots, TILE_MM, self._rng)
        whole_table = bool(self._rng.random() < 0.5) or not self._map_has_room(shift, turn)
        before = self.camera
        about = (float(self._spots[:, 0].mean()), float(self._spots[:, 1].mean()))
        done = 0.0
        for share in SHARES:
            if whole_table:
                self.camera = before.pushed((shift[0] * share, shift[1] * share), turn * share, about)
            else:
                step = share - done
                self.table.nudge((shift[0] * step, shift[1] * step), turn * step)
                done = share
            yield self._moment(still=False)
