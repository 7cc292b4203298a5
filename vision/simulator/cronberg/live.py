"""Whole games of Cronberg before the simulated camera: hands put down tokens, draw rhombi and push them home, take
scored and driven tokens home and move the score markers along the wall.

:class:`PlayedCronberg` follows a list of actions of the rules, turn by turn. Its truth is told for every frame.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from calibration.arrays import Float64Array
from games.cronberg.rules import CRONBERG
from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken, Setup, State
from vision.artwork.cronberg.board import STONES, board_outline_mm, stone_places
from vision.artwork.cronberg.rhombi import EDGE_MM
from vision.simulator.beside import lamps_for
from vision.simulator.bump import SHARES, bumped_at, covered_by_push, fitting_bump
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.cronberg.pieces import crossing_mm, marker_pieces, stack_pieces, token_piece
from vision.simulator.cronberg.table import LaidRhombi, PrintedSet, camera_for, clutter_around, hands_at_rest
from vision.simulator.played import PlayedTable, Scenario, seated_around
from vision.simulator.players.laying import nudged
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import SeatedPerson
from vision.simulator.players.reaching_moments import ReachingMoments
from vision.simulator.scene import FlatPiece, Piece, PiecePose, SolidPiece, TableScene
from vision.simulator.sequence import LiveSequence, ShownMoment, Weather, eased
from vision.simulator.surfaces import ground

_PUSHES = 1.05  # of the board's outline: half a token more
_SUPPLY_MM = 205.0  # from the middle of the board to what lies beside it

P = TypeVar("P", FlatPiece, SolidPiece)


BRISK = Pace(reach=2, push=1, rest=4, after=1, idle=1)


def sampled_game(setup: Setup, seed: int, turns: int | None = None) -> tuple[Action, ...]:
    """A game as casual players might play it: its actions, up to so many or to its end."""
    rng = random.Random(seed)
    state = CRONBERG.new(setup)
    actions: list[Action] = []
    while state.to_move is not None and (turns is None or len(actions) < turns):
        action = CRONBERG.sample(state, rng)
        state, _ = CRONBERG.apply(state, action)
        actions.append(action)
    return tuple(actions)


class PlayedCronberg(PlayedTable):
    """A frame source that plays a game of Cronberg.

    Args:
        setup: who plays, with which copy.
        actions: what they do; every one legal in its turn.
        scenario: under which conditions, how fast and with what mishaps.
        printed: another copy than Tableside's own.
    """

    def __init__(
        self, setup: Setup, actions: Sequence[Action], scenario: Scenario, *, printed: PrintedSet | None = None
    ) -> None:
        rng = np.random.default_rng([scenario.seed, 0xC20B])
        self.conditions = Conditions.of(scenario.conditions, rng)
        camera = camera_for(self.conditions, rng)
        self.setup, self.actions = setup, tuple(actions)
        turns = len(self.actions)
        play = _CronbergPlay(self, camera, scenario.pace, rng, printed)
        play.bump_at = bumped_at(turns, rng, bump=scenario.bump)
        crossings = range(len(setup.edition.lattice.crossing_names))
        self._source = LiveSequence(
            self.conditions,
            camera,
            play.moments(),
            rng,
            fps=scenario.fps,
            middles_mm=np.array([crossing_mm(setup.edition, crossing) for crossing in crossings]),
            side_mm=EDGE_MM,
            weather=Weather.draw(rng, turns, scenario.light_change),
        )


class _CronbergPlay(ReachingMoments):
    """Turns actions into moments. What it keeps is as the moment that was told last shows it."""

    def __init__(
        self,
        live: PlayedCronberg,
        camera: SimulatedCamera,
        pace: Pace,
        rng: np.random.Generator,
        printed: PrintedSet | None,
    ) -> None:
        self.actions, self.setup = live.actions, live.setup
        self.camera = camera
        self.pace = pace
        self._rng = rng
        conditions, edition = live.conditions, live.setup.edition
        self._layer = LaidRhombi(edition, conditions, rng, printed)
        self._seated = _seated_around(live.setup, camera, rng)
        self._stack_spot = _clear_of([person.supply_mm for person in self._seated], rng)
        self._stack_turn = float(rng.uniform(0, 360))
        clutter = clutter_around(conditions, camera, rng)
        self._beside = clutter
        self._resting_hands = hands_at_rest(conditions, camera, rng)
        self._ground = ground(conditions.surface, rng)
        self._lamps = lamps_for(rng)
        self._rim = board_outline_mm(edition.side)
        self._marker_seed = int(rng.integers(2**31))
        self._nudge: tuple[tuple[float, float], float] = ((0.0, 0.0), 0.0)
        self._scores = (0,) * len(live.setup.seats)  # as the markers stand
        self._state: State = CRONBERG.new(live.setup)
        self._shown: State = self._state  # what lies on the board
        self._spare = {
            (seat.colour, number): self._spare_token(person, number)
            for seat, person in zip(live.setup.seats, self._seated, strict=True)
            for number in range(edition.tokens_each)
        }
        self._kept: dict[str, tuple[object, Piece]] = {}
        self._marked: tuple[tuple[int, ...], tuple[SolidPiece, ...]] | None = None  # the scores, and their markers
        self._stacks: tuple[int, tuple[FlatPiece, ...]] = (-1, ())
        self._done = 0

    def moments(self) -> Iterator[ShownMoment]:
        """The whole game."""
        yield from self._resting(6)
        while self._done < len(self.actions):
            if self._done == self.bump_at:
                yield from self._bump()
            assert self._state.to_move is not None
            yield from self._turn(self._state.to_move)
        yield from self._resting(self.pace.rest)

    # --- one turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Iterator[ShownMoment]:
        person = self._seated[seat]
        yield from self._resting(self.pace.idle, calm=True)
        action = self.actions[self._done]
        before = self._state
        self._state, events = CRONBERG.apply(before, action)
        home = [self.setup.edition.lattice.crossing_named[place] for event in events for place in event.leaves]
        owners = dict(before.tokens)
        match action:
            case PlaceToken(crossing):
                yield from self._place(person, crossing)
            case LayRhomb():
                yield from self._lay(person, home, owners)
            case Pass():
                pass
        self._done += 1
        yield from self._resting(self.pace.rest)
        yield self._moment(press=seat)
        yield from self._resting(self.pace.after)
        if home:
            yield from self._take_home(home, owners)
        if self._state.to_move is not None:
            yield from self._mark_scores()

    def _place(self, person: SeatedPerson, crossing: str) -> Iterator[ShownMoment]:
        x, y = crossing_mm(self.setup.edition, self.setup.edition.lattice.crossing_named[crossing])
        goal = self._lies(PiecePose(x, y))
        for hand in self._coming(person, goal):
            yield self._moment(hand=hand)
        self._shown = self._state
        yield self._moment(hand=self._hand(person, goal, 18.0))
        yield from self._withdraw(person, goal)

    def _lay(self, person: SeatedPerson, home: list[int], owners: dict[int, int]) -> Iterator[ShownMoment]:
        """The rhomb comes from the stack, is put down nearby and pushed home."""
        stay = {**dict(self._state.tokens), **{crossing: owners[crossing] for crossing in home}}
        after = replace(self._state, tokens=tuple(sorted(stay.items())))
        piece = self._layer.flats(after)[-1]
        goal = self._lies(piece.pose)
        off = self._rng.normal(0, 1, 2)
        off = off / np.linalg.norm(off) * self._rng.uniform(5, 12)
        start = goal.moved(float(off[0]), float(off[1]), float(self._rng.uniform(-9, 9)))
        shown = self._shown
        for held, hand in self._carrying(person, start, piece):
            yield self._moment(above=(held,), hand=hand, state=shown)
        for share in eased(self.pace.push)[:-1]:
            pose = start.towards(goal, share)
            yield self._moment(above=(piece.at(pose),), hand=self._hand(person, pose, 14.0), state=shown)
        self._shown = after
        yield self._moment(hand=self._hand(person, goal, 14.0))
        yield from self._withdraw(person, goal)

    def _take_home(self, home: list[int], owners: dict[int, int]) -> Iterator[ShownMoment]:
        """Everybody takes the own tokens off the board."""
        for crossing in home:
            person = self._seated[owners[crossing]]
            x, y = crossing_mm(self.setup.edition, crossing)
            spot = self._lies(PiecePose(x, y))
            for hand in self._coming(person, spot):
                yield self._moment(hand=hand)
            left = tuple(token for token in self._shown.tokens if token[0] != crossing)
            self._shown = replace(self._shown, tokens=left)
            yield self._moment(hand=self._hand(person, spot, 18.0))
            yield from self._withdraw(person, spot)

    def _mark_scores(self) -> Iterator[ShownMoment]:
        """Everybody who has scored moves the own marker along the wall."""
        places = stone_places(self.setup.edition.side)
        for seat, person in enumerate(self._seated):
            if self._state.scores[seat] == self._scores[seat]:
                continue
            x, y, _ = places[self._state.scores[seat] % STONES]
            spot = self._lies(PiecePose(x * EDGE_MM, y * EDGE_MM))
            yield self._moment(hand=self._hand(person, spot, 18.0))
            self._scores = (*self._scores[:seat], self._state.scores[seat], *self._scores[seat + 1 :])
            yield from self._withdraw(person, spot)

    # --- scenes -----------------------------------------------------------------------------------------------------

    @property
    def _middle_mm(self) -> Float64Array:
        return np.zeros(2)

    def _moment(
        self,
        *,
        state: State | None = None,
        above: tuple[FlatPiece, ...] = (),
        hand: FlatPiece | None = None,
        press: int | None = None,
        still: bool = True,
        calm: bool = False,
    ) -> ShownMoment:
        shown = self._shown if state is None else state
        board = [self._moved(piece) for piece in self._layer.flats(shown)]
        standing = [self._moved(piece) for piece in (*self._layer.tokens(shown), *self._markers())]
        scene = TableScene(
            self._ground,
            (
                *(piece for piece in self._beside if isinstance(piece, FlatPiece)),
                *self._stack(sum(shown.left)),
                *board,
            ),
            (
                *(self._pushed(piece) for piece in self._beside if isinstance(piece, SolidPiece)),
                *(self._pushed(piece) for piece in self._spares(shown)),
                *standing,
            ),
            (*self._resting_hands, *above, *(() if hand is None else (hand,))),
            lamps=self._lamps,
        )
        moving = hand is not None or bool(above)
        return ShownMoment(scene, self.camera, moving, still and not moving, press, self._done, calm)

    def _lies(self, pose: PiecePose) -> PiecePose:
        """Where a pose on the board is on the table, since the board may have been pushed."""
        shift, turn = self._nudge
        return nudged(pose, shift, turn, (0.0, 0.0))

    def _moved(self, piece: P) -> P:
        """The piece where the board has been pushed to: the same object as long as nothing moves."""
        kept = self._kept.get(piece.name)
        if kept is not None and kept[0] is piece and isinstance(kept[1], type(piece)):
            return kept[1]
        moved = piece if self._nudge == ((0.0, 0.0), 0.0) else replace(piece, pose=self._lies(piece.pose))
        self._kept[piece.name] = (piece, moved)
        return moved

    def _pushed(self, piece: SolidPiece) -> SolidPiece:
        """What stands where the board is pushed to is pushed along: a board does not slide beneath it."""
        in_the_way = covered_by_push(piece.pose, self._rim * _PUSHES, *self._nudge)
        return self._moved(piece) if in_the_way else piece

    def _markers(self) -> tuple[SolidPiece, ...]:
        colours = [seat.colour for seat in self.setup.seats]
        scores = tuple(self._scores)
        if self._marked is None or self._marked[0] != scores:
            rng = np.random.default_rng(self._marker_seed)
            pieces = marker_pieces(dict(zip(colours, scores, strict=True)), self.setup.edition.side, rng)
            self._marked = (scores, pieces)
        return self._marked[1]

    def _stack(self, left: int) -> tuple[FlatPiece, ...]:
        if self._stacks[0] != left:
            spot = PiecePose(float(self._stack_spot[0]), float(self._stack_spot[1]), self._stack_turn)
            self._stacks = (left, stack_pieces(left, spot, np.random.default_rng(self._marker_seed)))
        return self._stacks[1]

    def _spare_token(self, person: SeatedPerson, number: int) -> SolidPiece:
        x, y = person.supply_mm + self._rng.uniform(-22, 22, 2)
        name = f"spare-{person.seat.colour}-{number}"
        return token_piece(
            name, person.seat.colour, PiecePose(float(x), float(y), float(self._rng.uniform(0, 360))), 0.0
        )

    def _spares(self, shown: State) -> tuple[SolidPiece, ...]:
        """The tokens in front of their owners."""
        return tuple(
            self._spare[player.colour, number]
            for seat, player in enumerate(self.setup.seats)
            for number in range(shown.tokens_in_hand(seat))
        )

    def _bump(self) -> Iterator[ShownMoment]:
        """Somebody knocks against the table: everything is shifted and turned, or only the board is."""
        shift, turn = fitting_bump(self.camera, self._rim, EDGE_MM / 2, self._rng)
        whole_table = bool(self._rng.random() < 0.5)
        before = self.camera
        for share in SHARES:
            part = (shift[0] * share, shift[1] * share)
            if whole_table:
                self.camera = before.pushed(part, turn * share, (0.0, 0.0))
            else:
                self._nudge = (part, turn * share)
                self._kept = {}
            yield self._moment(still=False)


def _seated_around(setup: Setup, camera: SimulatedCamera, rng: np.random.Generator) -> tuple[SeatedPerson, ...]:
    """Everybody sits outside the picture; tokens lie between board and owner."""
    around = seated_around(len(setup.seats), camera, rng)
    return tuple(
        SeatedPerson(seat, arm, outside, outside / np.linalg.norm(outside) * _SUPPLY_MM)
        for seat, (outside, arm) in zip(setup.seats, around, strict=True)
    )


def _clear_of(spots: Sequence[Float64Array], rng: np.random.Generator) -> Float64Array:
    """Somewhere beside the board for the stack, well clear of what lies at these spots."""
    best, apart = np.array([_SUPPLY_MM, 0.0]), 0.0
    for _ in range(40):
        turn = float(rng.uniform(0, 2 * np.pi))
        spot = (_SUPPLY_MM + 12.0) * np.array([np.cos(turn), np.sin(turn)])
        nearest = min(float(np.linalg.norm(spot - other)) for other in spots)
        if nearest > apart:
            best, apart = spot, nearest
    return best
