"""Whole games with Stained Glass before the simulated camera: a map, and everybody's glass in front of them.

Tiles, followers, thieves and all that happens to glass are seen. A tile that fits nowhere leaves no trace that tells it
from others, so people enter it on the tablet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from games.carcassonne.actions import Action, Deploy, Discard, Lay
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.windows import tiles_of
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import FeatureKind
from vision.artwork.carcassonne.style import TileStyle
from vision.artwork.stained_glass.glass import GLASS_MM, glass_picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.carcassonne.live import PlayedCarcassonne, TableSequence
from vision.simulator.carcassonne.table import MapPlace, OnTile
from vision.simulator.carcassonne.view import PITCH
from vision.simulator.conditions import Conditions
from vision.simulator.played import CuriousPlayers
from vision.simulator.players.laying import nudged
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import SeatedPerson, on_the_way
from vision.simulator.players.reaching_moments import ABOVE_MM
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece
from vision.simulator.sequence import ShownMoment, eased
from vision.simulator.stained_glass.mats import Mat, framed_with_mats, needs_of
from vision.simulator.wear import worn
from vision.stained_glass.live.changes import Follower, outcomes

THICK_MM = 2.0
_TEXTURE_PX = 160


def sampled_glass_game(
    setup: Setup, seed: int, turns: int | None = None, *, curious: bool = False
) -> tuple[Action, ...]:
    """A game as casual players might play it, or curious ones, up to so many tiles or to its end, turns as
    :func:`canonical_turn`."""
    rng = random.Random(seed)
    state, players = GAME.new(setup), CuriousPlayers(GAME) if curious else GAME
    actions: list[Action] = []
    laid = 0
    while not state.is_over and laid != turns:
        begun, turn = state, []
        while not state.is_over and state.turn == begun.turn:
            turn.append(players.sample(state, rng))
            state, _ = GAME.apply(state, turn[-1])
        actions += canonical_turn(begun, turn, state)
        laid += any(isinstance(action, Lay) for action in turn)
    return tuple(actions)


def canonical_turn(begun: State, turn: Sequence[Action], after: State) -> list[Action]:
    """A turn as people tell it where it could be told in several ways that come to the same: see
    :func:`vision.stained_glass.live.changes.outcomes`."""
    first = next((number for number, action in enumerate(turn, 1) if isinstance(action, Lay)), len(turn))
    state = begun
    for action in turn[:first]:
        state, _ = GAME.apply(state, action)
    if after.is_over or first == len(turn):
        return list(turn)
    followers: list[Follower] = []
    for action in turn:
        if isinstance(action, Deploy):
            followers.append((action.kind, action.feature, action.location))
        elif isinstance(action, PlaceThief):
            followers.append((action.kind, FeatureKind.ROAD, action.location))
    ways = outcomes(GAME, state, glass_of(after).held, followers)
    return [*turn[:first], *ways[after.scores]]


class GlassTable(PlayedCarcassonne):
    """A frame source that plays Carcassonne with Stained Glass. Arguments as for :class:`PlayedCarcassonne`."""

    actions: tuple[Action, ...]

    def _framed(
        self, drawn: Conditions, places: tuple[MapPlace, ...], rng: np.random.Generator
    ) -> tuple[Conditions, SimulatedCamera]:
        conditions, camera, self._mats = framed_with_mats(drawn, places, needs_of(self.setup, self.actions), rng)
        return conditions, camera

    def _playing(
        self,
        camera: SimulatedCamera,
        places: tuple[MapPlace, ...],
        pace: Pace,
        rng: np.random.Generator,
        style: TileStyle,
    ) -> GlassPlay:
        self._glass_play = GlassPlay(self, camera, places, pace, rng, style, self._mats)
        return self._glass_play

    def glass_truth(self) -> dict[str, list[tuple[str, PiecePose]]]:
        """By player: the kinds that lie there and where, mm, as the frame that was read last shows them."""
        return self._glass_play.glass_truth()


class GlassPlay(TableSequence):
    """Turns actions, those with glass among them, into moments."""

    def __init__(
        self,
        live: GlassTable,
        camera: SimulatedCamera,
        places: tuple[MapPlace, ...],
        pace: Pace,
        rng: np.random.Generator,
        style: TileStyle,
        mats: tuple[Mat, ...],
    ) -> None:
        middles = np.vstack([np.empty((0, 2)), *(mat.middles() for mat in mats)])
        beside = tuple(MapPlace(round(x / PITCH), round(y / PITCH)) for x, y in middles)
        super().__init__(live, camera, (*places, *beside), pace, rng, style)
        self._mats = mats
        self._map_spots = np.array(places, np.float64) * PITCH
        # seat, kind, number among the doubles (None: on its place in the window) -> as it lies
        self._glass: dict[tuple[int, str, int | None], FlatPiece] = {}
        self._made = 0

    def glass_truth(self) -> dict[str, list[tuple[str, PiecePose]]]:
        """See :meth:`GlassTable.glass_truth`."""
        tiles: dict[str, list[tuple[str, PiecePose]]] = {seat.name: [] for seat in self.setup.seats}
        for (seat, kind, _), piece in self._glass.items():
            tiles[self.setup.seats[seat].name].append((kind, piece.pose))
        return tiles

    def _map_has_room(self, shift: tuple[float, float], turn_deg: float) -> bool:
        """Not where a place of the map, now or later, would come to lie under somebody's glass."""
        laid = np.array(list(self._state.board.at)) * PITCH
        about = (float(laid[:, 0].mean()), float(laid[:, 1].mean()))
        pushed = [nudged(PiecePose(x, y), shift, turn_deg, about) for x, y in self._map_spots.tolist()]
        return all(mat.is_clear_of(np.array([(pose.x, pose.y) for pose in pushed])) for mat in self._mats)

    # --- one turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Iterator[ShownMoment]:
        person = self._seated[seat]
        yield from self._resting(self.pace.idle, calm=True)
        last: MapPlace | None = None
        home: list[OnTile] = []
        turn = self._state.turn
        while self._done < len(self.actions) and self._state.turn == turn and not self._state.is_over:
            action = self.actions[self._done]
            before = self._standing(self._state)
            self._state, _ = CARCASSONNE.apply(self._state, action)
            if isinstance(action, Lay):
                last = MapPlace(action.x, action.y)
            yield from self._shown(person, seat, action, last)
            if isinstance(action, Deploy | PlaceThief) and last is not None:
                kind = action.feature if isinstance(action, Deploy) else FeatureKind.ROAD
                before.add(OnTile(last, kind, action.location))
            self._done += 1
            if isinstance(action, Discard):
                self._live.touch(action)
            home += sorted(before - self._standing(self._state))
        if last is None:
            return  # nothing could be laid: the tablet knows all of it
        yield from self._resting(self.pace.rest)
        yield self._moment(press=seat)
        yield from self._resting(self.pace.after)
        on_map = [on for on in home if self.table.has(on)] if not self._state.is_over else []
        if on_map:
            yield from self._take_home(person, on_map)

    def _shown(self, person: SeatedPerson, seat: int, action: Action, last: MapPlace | None) -> Iterator[ShownMoment]:
        match action:
            case Lay():
                yield from self._lay(person, action)
            case Discard():
                yield from self._discard(person, action)
            case Deploy() if last is not None:
                yield from self._deploy(person, last, action)
            case PlaceThief(kind, location) if last is not None:
                yield from self._deploy(person, last, Deploy(kind, FeatureKind.ROAD, location))
            case TakeGlass(tile):
                yield from self._put(person, seat, self._new(tile), tile, from_hand=True)
            case Steal(tile, victim):
                piece = self._glass.pop(self._taken(victim, tile))
                for hand in self._coming(person, piece.pose):
                    yield self._moment(hand=hand)
                yield from self._put(person, seat, piece, tile, from_hand=False)
            case CountWindow(window):
                yield from self._to_the_bag(person, seat, tiles_of(window))

    # --- glass ------------------------------------------------------------------------------------------------------

    def _new(self, kind: str) -> FlatPiece:
        texture = worn(glass_picture(kind, _TEXTURE_PX), self.table.conditions.wear, self._rng)
        self._made += 1
        return FlatPiece(f"glass {self._made} {kind}", texture, (GLASS_MM, GLASS_MM), PiecePose(0, 0), THICK_MM)

    def _put(
        self, person: SeatedPerson, seat: int, piece: FlatPiece, kind: str, *, from_hand: bool
    ) -> Iterator[ShownMoment]:
        """A tile goes to its place before its new owner, out of the bag or from where it lay."""
        key, goal = self._free_place(seat, kind)
        start = piece.pose
        for share in eased(self.pace.reach):
            pose, height = on_the_way(person, goal, 1 - share, ABOVE_MM)
            if not from_hand:
                pose, height = start.towards(goal, share), 30.0
            held = self._held(piece, goal, pose, height, share)
            yield self._moment(above=(held,), hand=self._hand(person, pose, height))
        self._glass[key] = piece.at(goal, 0.0)
        yield from self._withdraw(person, goal)

    def _to_the_bag(self, person: SeatedPerson, seat: int, kinds: tuple[str, ...]) -> Iterator[ShownMoment]:
        keys = [self._taken(seat, kind) for kind in kinds]
        for hand in self._coming(person, self._glass[keys[0]].pose):
            yield self._moment(hand=hand)
        here = self._glass[keys[0]].pose
        for key in keys:
            here = self._glass.pop(key).pose
            yield self._moment(hand=self._hand(person, here, 18.0))
        yield from self._withdraw(person, here)

    def _taken(self, seat: int, kind: str) -> tuple[int, str, int | None]:
        """Which of a player's tiles of a kind is taken: the one in the window, where it is there."""
        keys = [key for key in self._glass if key[:2] == (seat, kind)]
        return min(keys, key=lambda key: -1 if key[2] is None else key[2])

    def _free_place(self, seat: int, kind: str) -> tuple[tuple[int, str, int | None], PiecePose]:
        mat = self._mats[seat]
        double: int | None = None
        if (seat, kind, None) in self._glass:
            used = {key[2] for key in self._glass if key[0] == seat}
            double = next(number for number in range(mat.needs.doubles) if number not in used)
        ideal = mat.pose(kind, double)
        drawn: Conditions = self.table.conditions
        shift, turn = self._rng.normal(0, 0.3 * drawn.lay_mm, 2), float(self._rng.normal(0, 0.4 * drawn.lay_deg))
        return (seat, kind, double), ideal.moved(float(shift[0]), float(shift[1]), turn)

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
        moment = super()._moment(
            flats=flats, map_solids=map_solids, above=above, hand=hand, press=press, still=still, calm=calm
        )
        held = {piece.name for piece in above}
        glass = tuple(piece for piece in self._glass.values() if piece.name not in held)
        return replace(moment, scene=replace(moment.scene, flats=(*moment.scene.flats, *glass)))
