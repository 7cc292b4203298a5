"""A simulated table of Cronberg: a real game stopped somewhere, laid by hand, and photographed. Truth comes with it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from games.cronberg.components import CronbergBox, default_edition
from games.cronberg.lattice import Site
from games.cronberg.rules import CRONBERG
from games.cronberg.state import Setup, State
from games.game import Seat
from vision.artwork.cronberg.board import BOARD_THICK_MM, board_outline_mm
from vision.artwork.cronberg.rhombi import EDGE_MM, THICK_MM
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture
from vision.simulator.beside import lamps_for
from vision.simulator.camera import SimulatedCamera
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.cronberg.pieces import (
    board_piece,
    crossing_mm,
    marker_pieces,
    printed_board,
    printed_rhomb,
    rhomb_piece,
    site_pose,
    stack_pieces,
    token_piece,
)
from vision.simulator.framing import camera_aimed
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, Piece, PiecePose, SolidPiece, TableScene
from vision.simulator.surfaces import ground

COLOURS = ("red", "yellow", "green", "blue")  # what the box holds
_PULL = 0.5  # how much of its neighbours' mean error a rhomb takes over; the printed net pulls the rest back


@dataclass(frozen=True, eq=False)
class CronbergPhotograph:
    """A picture of the table and what is on it.

    Attributes:
        image: BGR.
        state: the game as it stands; a token's colour is that of its seat.
        camera: where it stood; the table's frame is the board's (see ``cronberg_pieces``).
        conditions: what it was taken under. photographer: who took it, who knows the light.
    """

    image: Picture
    state: State
    camera: SimulatedCamera
    conditions: Conditions
    photographer: Photographer

    @property
    def rhombi(self) -> frozenset[tuple[str, Site]]:
        """Kind and site of each rhomb."""
        return frozenset((self.state.edition.kinds[rhomb.kind].key, rhomb.site) for rhomb in self.state.rhombi)

    @property
    def tokens(self) -> dict[int, str]:
        """Crossing -> colour."""
        return {crossing: self.state.setup.seats[seat].colour for crossing, seat in self.state.tokens}


def random_state(rng: random.Random, edition: CronbergBox, rhombi: int | None = None) -> State:
    """A casual game of 2 to 4 players, stopped once so many rhombi lie (any number, if not told)."""
    colours = rng.sample(COLOURS, rng.randint(2, 4))
    state = CRONBERG.new(Setup(tuple(Seat(colour.title(), colour) for colour in colours), edition))
    wanted = rng.randint(0, len(edition.symbols) // 2) if rhombi is None else rhombi
    while state.to_move is not None and (len(state.rhombi) < wanted or rng.random() < 0.5):
        if len(state.rhombi) > wanted:
            break
        state, _ = CRONBERG.apply(state, CRONBERG.sample(state, rng))
    return state


@dataclass(frozen=True, eq=False, slots=True)
class PrintedSet:
    """Another copy than Tableside's own, edges of 45 mm: its pictures, and its card's outline (n, 2), mm."""

    prints: CronbergSet
    outline_mm: Float64Array


class LaidRhombi:
    """Lays a game's pieces by hand: remembers how far off each rhomb lies, so that a growing board stays as it is."""

    def __init__(
        self, edition: CronbergBox, conditions: Conditions, rng: np.random.Generator, printed: PrintedSet | None = None
    ) -> None:
        self._edition = edition
        self._printed = printed
        self._conditions = conditions
        self._rng = rng
        self._errors: dict[frozenset[int], Float64Array] = {}
        wear = conditions.wear * 0.6
        if printed is None:
            self._board = board_piece(edition, wear, rng)
        else:
            self._board = printed_board(printed.prints, printed.outline_mm, wear, rng)
        self._rhombi: dict[tuple[int, Site], FlatPiece] = {}
        self._tokens: dict[tuple[int, str, bool], SolidPiece] = {}

    def flats(self, state: State) -> tuple[FlatPiece, ...]:
        """The board and the rhombi of a state, in the order of laying."""
        return (self._board, *(self._rhomb(rhomb.kind, rhomb.site) for rhomb in state.rhombi))

    def tokens(self, state: State) -> tuple[SolidPiece, ...]:
        """The tokens on the board; a token that was put down stays as it was put."""
        pieces = []
        for crossing, seat in state.tokens:
            raised = any(crossing in rhomb.site.corners for rhomb in state.rhombi)
            pieces.append(self._token(crossing, state.setup.seats[seat].colour, raised))
        return tuple(pieces)

    def _rhomb(self, kind: int, site: Site) -> FlatPiece:
        key = (kind, site)
        if key not in self._rhombi:
            dx, dy, turn = self._error(site)
            pose = site_pose(self._edition, site).moved(float(dx), float(dy), float(turn))
            wear = float(np.clip(self._conditions.wear * self._rng.uniform(0.5, 1.5), 0, 1))
            name = self._edition.kinds[kind]
            if self._printed is None:
                piece = rhomb_piece(f"rhomb-{name.key}", name, pose, wear, self._rng)
            else:
                piece = printed_rhomb(self._printed.prints, kind, pose, wear, self._rng)
            if self._rng.random() < self._conditions.ride_chance:
                lifts = [0.0, THICK_MM] if self._rng.random() < 0.5 else [THICK_MM, 0.0]
                piece = replace(piece, lifts_mm=(lifts[0], lifts[1], lifts[1], lifts[0]))
            self._rhombi[key] = piece
        return self._rhombi[key]

    def _error(self, site: Site) -> Float64Array:
        """mm, mm, degrees off the printed net: its own share, and half of what its neighbours are off."""
        own = self._rng.uniform(-1, 1, 3) * [self._conditions.lay_mm, self._conditions.lay_mm, self._conditions.lay_deg]
        if self._conditions.lay_adds_up:
            near = {t for triangle in site.triangles for t in self._edition.lattice.neighbours_of[triangle]}
            beside = [error for triangles, error in self._errors.items() if triangles & near]
            if beside:
                own = own + _PULL * np.mean(beside, axis=0)
        self._errors[frozenset(site.triangles)] = own
        return own

    def _token(self, crossing: int, colour: str, raised: bool) -> SolidPiece:
        key = (crossing, colour, raised)
        if key not in self._tokens:
            other = self._tokens.get((crossing, colour, not raised))
            height = BOARD_THICK_MM + (THICK_MM if raised else 0.0)
            if other is not None:
                self._tokens[key] = other.at(other.pose, height)
            else:
                x, y = crossing_mm(self._edition, crossing)
                dx, dy = self._rng.uniform(-1, 1, 2) * self._conditions.lay_mm
                turn = float(self._rng.uniform(0, 360))
                self._tokens[key] = token_piece(f"token-{crossing}", colour, PiecePose(x + dx, y + dy, turn), height)
        return self._tokens[key]


def camera_for(conditions: Conditions, rng: np.random.Generator) -> SimulatedCamera:
    """A camera that shows the whole board, an edge in its middle at the conditions' size or little more.

    Of the three directions of the net's edges, the one that the tilt shortens most has the length asked for.
    """
    squeeze = math.cos(math.radians(conditions.tilt_deg))
    turns = [math.radians(conditions.rotation_deg + direction) for direction in (0, 60, 120)]
    shortest = min(math.hypot(math.cos(turn), math.sin(turn) * squeeze) for turn in turns)
    scale = conditions.piece_px / (EDGE_MM * shortest)
    spare = np.array([conditions.width, conditions.height * 0.95]) / scale - 2 * board_outline_mm(3).max()
    target = rng.uniform(-0.25, 0.25, 2) * np.maximum(0, spare)  # somewhere about the middle of the picture
    return camera_aimed(conditions, (float(target[0]), float(target[1])), scale)


def surroundings(state: State, rng: np.random.Generator) -> tuple[list[FlatPiece], list[SolidPiece]]:
    """The face-down stack and the players' spare tokens beside the board."""
    turn = float(rng.uniform(0, 2 * math.pi))
    reach = 215.0
    flats = list(
        stack_pieces(
            sum(state.left), PiecePose(reach * math.cos(turn), reach * math.sin(turn), float(rng.uniform(0, 360))), rng
        )
    )
    solids = []
    for seat, player in enumerate(state.setup.seats):
        at = turn + (seat + 1) * 2 * math.pi / (len(state.setup.seats) + 1)
        for spare in range(state.tokens_in_hand(seat)):
            x, y = 200 * math.cos(at) + rng.uniform(-22, 22), 200 * math.sin(at) + rng.uniform(-22, 22)
            solids.append(token_piece(f"spare-{seat}-{spare}", player.colour, PiecePose(float(x), float(y)), 0.0))
    return flats, solids


def clutter_around(conditions: Conditions, camera: SimulatedCamera, rng: np.random.Generator) -> tuple[Piece, ...]:
    """Things that do not belong to the game; on hard tables some touch the board's rim."""

    def inside(spot: Float64Array) -> bool:
        return bool(camera.shows(camera.project(spot[None]), 20).all())

    rim = board_outline_mm(3)
    ring = np.vstack([rim[k] + (rim[k - 1] - rim[k]) * share for k in range(6) for share in (0, 0.25, 0.5, 0.75)])
    keep_clear = np.vstack([ring, ring * 0.6, [[0, 0]]])
    touching = conditions.clutter // 3 if conditions.level is Level.HARD else 0
    return spread(things(conditions.clutter, rng), keep_clear, 50.0, inside, rng, touching)


def hands_at_rest(conditions: Conditions, camera: SimulatedCamera, rng: np.random.Generator) -> tuple[FlatPiece, ...]:
    """On hard tables a hand lies at the edge of the picture, clear of the board."""
    if not conditions.hand_at_rest:
        return ()
    side = float(rng.uniform(0, 2 * math.pi))
    reach = 300.0
    arm = Arm.of(rng).at(
        "hand", Grip.REST, reach * math.cos(side), reach * math.sin(side), math.degrees(side) + 180, 2.0
    )
    return (arm,) if camera.shows(camera.project([[arm.pose.x, arm.pose.y]]), -400).all() else ()


def still_board(
    level: Level | str,
    seed: int,
    *,
    edition: CronbergBox | None = None,
    rhombi: int | None = None,
    printed: PrintedSet | None = None,
) -> CronbergPhotograph:
    """A photograph of a game somewhere between its first turn and its end; all that is random comes from the seed."""
    edition = printed.prints.edition if printed is not None else edition or default_edition()
    return photographed(random_state(random.Random(seed * 7919 + 1), edition, rhombi), level, seed, printed)


def photographed(state: State, level: Level | str, seed: int, printed: PrintedSet | None = None) -> CronbergPhotograph:
    """A photograph of this game as it stands; light, camera, hands and clutter come from the seed."""
    rng = np.random.default_rng([seed, 1726])
    edition = state.edition
    conditions = Conditions.from_level(level, rng)
    camera = camera_for(conditions, rng)
    layer = LaidRhombi(edition, conditions, rng, printed)
    flats, solids = surroundings(state, rng)
    scores = {seat.colour: state.scores[number] for number, seat in enumerate(state.setup.seats)}
    clutter = clutter_around(conditions, camera, rng)
    scene = TableScene(
        ground(conditions.surface, rng),
        (*(piece for piece in clutter if isinstance(piece, FlatPiece)), *flats, *layer.flats(state)),
        (
            *(piece for piece in clutter if isinstance(piece, SolidPiece)),
            *solids,
            *layer.tokens(state),
            *marker_pieces(scores, edition.side, rng),
        ),
        hands_at_rest(conditions, camera, rng),
        lamps=lamps_for(rng),
    )
    middles = np.array([[site_pose(edition, r.site).x, site_pose(edition, r.site).y] for r in state.rhombi] or [[0, 0]])
    photographer = Photographer(camera, conditions, rng, middles, EDGE_MM)
    return CronbergPhotograph(photographer.take(scene), state, camera, conditions, photographer)
