"""A simulated table of Istanbul: places laid by hand, people standing on them, photographed. Truth comes with it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from games.game import SEAT_COLOURS, Seat
from games.istanbul.layout import Layout, random_layout
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS
from games.istanbul.standing import NEUTRAL, StandingPieces, standing
from games.istanbul.state import State
from vision.artwork.istanbul.places import place_picture
from vision.artwork.istanbul.style import PLACE_MM, PLACE_THICK_MM
from vision.frames import Picture
from vision.simulator.beside import lamps_for
from vision.simulator.camera import SimulatedCamera
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.face_wear import worn
from vision.simulator.framing import camera_aimed
from vision.simulator.istanbul.pieces import FIGURE_REACH_MM, REACH_MM, paint_of, single_piece, stack_piece
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.players.laying import Habit, HandLaid
from vision.simulator.scene import FlatPiece, Piece, PiecePose, SolidPiece, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.wear import faded

TEXTURE_PX_PER_MM = 2.5
GAP_MM = 1.5
_GAMES = {game.key: game for game in (ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR)}
_AIMS = 24  # how often the camera is set up until the whole layout is in view
Cell = tuple[int, int]
Spot = tuple[int, str, str, int]  # place, kind, colour, which of those that are alike there


@dataclass(frozen=True, eq=False)
class IstanbulPhotograph:
    """A picture of the table and what is on it.

    Attributes:
        image: BGR.
        layout: rows of place numbers as the places' own top is up.
        pieces: what stands where, by place number.
        camera: where it stood.
        conditions: what it was taken under.
        corners_px: place number -> (4, 2) px of its corners, from its own upper left clockwise.
    """

    image: Picture
    layout: Layout
    pieces: tuple[StandingPieces, ...]
    camera: SimulatedCamera
    conditions: Conditions
    corners_px: dict[int, Float64Array]


class LaidPlaces:
    """Lays the places and stands people on them; what is not touched stays where it was put."""

    def __init__(self, layout: Layout, conditions: Conditions, rng: np.random.Generator) -> None:
        self.layout = layout
        self._conditions = conditions
        self._rng = rng
        wide, high = PLACE_MM
        outline = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        habit = Habit(conditions.lay_mm, conditions.lay_deg, conditions.lay_adds_up, GAP_MM)
        self._laid = HandLaid(habit, outline, rng)
        self._spots: dict[Spot, tuple[float, float, float]] = {}
        self._paint: dict[tuple[str, str], tuple[float, float, float]] = {}
        self._standing: dict[
            tuple[StandingPieces, int, PiecePose], SolidPiece
        ] = {}  # kept: painters know again what they painted
        self._textures = {
            number: worn(place_picture(number, TEXTURE_PX_PER_MM), conditions.wear, rng)
            for line in layout
            for number in line
        }
        self._lay()

    def _lay(self) -> None:
        rows, columns = len(self.layout), len(self.layout[0])
        pitch = (PLACE_MM[0] + GAP_MM, PLACE_MM[1] + GAP_MM)
        for row in range(rows):
            for column in range(columns):
                ideal = PiecePose((column - (columns - 1) / 2) * pitch[0], (row - (rows - 1) / 2) * pitch[1])
                beside = [cell for cell in ((row - 1, column), (row, column - 1)) if cell in self._laid.poses]
                self._laid.lay((row, column), ideal, tuple(beside))

    def pose_of(self, number: int) -> PiecePose:
        """Where a place lies."""
        for row, line in enumerate(self.layout):
            if number in line:
                return self._laid.poses[row, line.index(number)]
        raise KeyError(number)

    def nudge(self, shift: tuple[float, float], turn_deg: float) -> None:
        """Push all places, and who stands on them, over the table."""
        self._laid.move_all(shift, turn_deg, (0.0, 0.0))

    def flats(self) -> tuple[FlatPiece, ...]:
        """The places."""
        return tuple(
            FlatPiece(f"place-{n}", self._textures[n], PLACE_MM, self.pose_of(n), PLACE_THICK_MM)
            for line in self.layout
            for n in line
        )

    def standing_pieces(self, pieces: Iterable[StandingPieces]) -> tuple[SolidPiece, ...]:
        """Everybody on the places. Who stood there before stands as before; newcomers find a free spot."""
        pieces = tuple(pieces)
        stacks = {(p.place, p.colour): p.count for p in pieces if p.kind == "assistant"}
        merchants = {(p.place, p.colour) for p in pieces if p.kind == "merchant"}
        single = tuple(_side_by_side(pieces))
        present = {spot for _, spot in single}
        for gone in [key for key in self._spots if key not in present]:
            del self._spots[gone]
        shown: dict[tuple[StandingPieces, int, PiecePose], SolidPiece] = {}
        for piece, spot in single:
            if piece.kind == "assistant" and (piece.place, piece.colour) in merchants:
                continue  # under the merchant
            stacked = piece.kind == "merchant" and piece.colour != NEUTRAL
            under = stacks.get((piece.place, piece.colour), 0) if stacked else 0
            paint, key = self._paint_of(piece.kind, piece.colour), (piece, under, self._pose_at(piece, spot))
            shown[key] = self._standing.get(key) or _wooden(*key, paint)
        self._standing = shown
        return tuple(shown.values())

    def _paint_of(self, kind: str, colour: str) -> tuple[float, float, float]:
        key = (kind, colour)
        if key not in self._paint:
            self._paint[key] = faded(paint_of(kind, colour), self._conditions.wear, self._rng)
        return self._paint[key]

    def _pose_at(self, piece: StandingPieces, spot: Spot) -> PiecePose:
        if spot not in self._spots:
            self._spots[spot] = self._free_spot(piece)
        x, y, turn = self._spots[spot]
        place = self.pose_of(piece.place)
        at = place.carry(np.array([[x, y]]))[0]
        return PiecePose(float(at[0]), float(at[1]), place.turn_deg + turn)

    def _free_spot(self, piece: StandingPieces) -> tuple[float, float, float]:
        """Somewhere on the place, beside who is there already and rather clear of the number."""
        reach = REACH_MM.get(piece.kind, FIGURE_REACH_MM)
        others = [
            (spot, REACH_MM.get(kind, FIGURE_REACH_MM))
            for (place, kind, *_), spot in self._spots.items()
            if place == piece.place
        ]
        limit = np.array(PLACE_MM) / 2 - reach - 1.0
        best, least = (0.0, 0.0), -math.inf
        for attempt in range(200):
            x, y = (float(v) for v in self._rng.uniform(-limit, limit))
            room = min((math.hypot(x - s[0], y - s[1]) - reach - r for s, r in others), default=9.0)
            room = min(room, 3.0) - (2.0 if x < -22 and y < -12 else 0.0)
            if room > least:
                best, least = (x, y), room
            if room > 1.0 and attempt > 3:
                break
        return (*best, float(self._rng.uniform(0, 360)))


def _side_by_side(pieces: Iterable[StandingPieces]) -> Iterator[tuple[StandingPieces, Spot]]:
    """Every piece that has a spot of its own: assistants are piled up, nobody's merchants are not."""
    for piece in pieces:
        alike = piece.count if piece.kind == "merchant" else 1
        for number in range(alike):
            yield piece, (piece.place, piece.kind, piece.colour, number)


def _wooden(piece: StandingPieces, under: int, pose: PiecePose, paint: tuple[float, float, float]) -> SolidPiece:
    """A piece, and so many assistants under a merchant."""
    name = f"{piece.kind} {piece.colour} {piece.place}"
    if piece.kind == "merchant":
        return stack_piece(name, paint, under, pose, PLACE_THICK_MM)
    return single_piece(name, piece.kind, paint, piece.count, pose, PLACE_THICK_MM)


def random_state(
    rng: random.Random, game_key: str, players: int | None = None, actions: int | None = None, layout: Layout = ()
) -> State:
    """A casual game, stopped after so many actions (any number up to 400, if not told)."""
    game = _GAMES[game_key]
    colours = rng.sample(SEAT_COLOURS, players or rng.randint(2, 5))
    setup = game.setup(tuple(Seat(colour.title(), colour) for colour in colours))
    layout = layout or random_layout(game.layout_rule(), rng)
    state = game.new(type(setup)(setup.seats, layout, setup.expansions))
    for _ in range(rng.randint(0, 400) if actions is None else actions):
        following, _ = game.apply(state, game.sample(state, rng))
        if following.is_over:
            break
        state = following
    return state


def camera_for(conditions: Conditions, layout: Layout, rng: np.random.Generator) -> SimulatedCamera:
    """A camera whose picture's middle is somewhere about the layout's; its scale makes a place's width as told."""
    turn, squeeze = math.radians(conditions.rotation_deg), math.cos(math.radians(conditions.tilt_deg))
    scale = conditions.piece_px / (PLACE_MM[0] * math.hypot(math.cos(turn), math.sin(turn) * squeeze))
    half = np.array([len(layout[0]) * PLACE_MM[0], len(layout) * PLACE_MM[1]]) / 2 + PLACE_MM[1] / 4
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
    spare = np.array([conditions.width, conditions.height * 0.95]) / scale - 2 * math.hypot(*half)
    for attempt in range(_AIMS):
        reach = 0.3 * (1 - attempt / _AIMS)
        target = rng.uniform(-reach, reach, 2) * np.maximum(0, spare)
        camera = camera_aimed(conditions, (float(target[0]), float(target[1])), scale)
        if camera.shows(camera.project(corners), 4.0).all():  # people who set a camera up see to that
            break
    return camera


def beside(state: State, layout: Layout, rng: np.random.Generator) -> list[SolidPiece]:
    """What is not in play lies with its players: assistants aside and companions at home."""
    reach = math.hypot(len(layout[0]) * PLACE_MM[0], len(layout) * PLACE_MM[1]) / 2 + 45
    found = []
    for number, (seat, player) in enumerate(zip(state.setup.seats, state.players, strict=True)):
        turn = 2 * math.pi * (number + 0.3) / len(state.players)
        for spare in range(player.aside):
            x, y = reach * math.cos(turn) + rng.uniform(-20, 20), reach * math.sin(turn) + rng.uniform(-20, 20)
            pose = PiecePose(float(x), float(y), 0.0)
            found.append(single_piece(f"aside-{number}-{spare}", "assistant", paint_of("", seat.colour), 1, pose, 0.0))
    return found


def clutter_around(
    conditions: Conditions, layer: LaidPlaces, camera: SimulatedCamera, rng: np.random.Generator
) -> tuple[Piece, ...]:
    """Things that do not belong to the game; on hard tables some touch the places."""

    def inside(spot: Float64Array) -> bool:
        return bool(camera.shows(camera.project(spot[None]), 20).all())

    poses = [layer.pose_of(number) for line in layer.layout for number in line]
    keep_clear = np.array([[pose.x + dx, pose.y + dy] for pose in poses for dx in (-30, 0, 30) for dy in (-20, 0, 20)])
    touching = conditions.clutter // 3 if conditions.level is Level.HARD else 0
    return spread(things(conditions.clutter, rng), keep_clear, 30.0, inside, rng, touching)


def hands_at_rest(
    conditions: Conditions, layout: Layout, camera: SimulatedCamera, rng: np.random.Generator
) -> list[FlatPiece]:
    """On hard tables a hand lies at the edge, clear of the places."""
    if not conditions.hand_at_rest:
        return []
    side = float(rng.uniform(0, 2 * math.pi))
    reach = math.hypot(len(layout[0]) * PLACE_MM[0], len(layout) * PLACE_MM[1]) / 2 + 70
    x, y = reach * math.cos(side), reach * math.sin(side)
    arm = Arm.of(rng).at("hand", Grip.REST, x, y, math.degrees(side) + 180, 2.0)
    return [arm] if camera.shows(camera.project([[arm.pose.x, arm.pose.y]]), -400).all() else []


def still_table(
    level: Level | str,
    seed: int,
    *,
    game_key: str | None = None,
    layout: Layout = (),
    actions: int | None = None,
) -> IstanbulPhotograph:
    """A photograph of a game somewhere between its first turn and its end; all that is random comes from the seed.

    Args:
        game_key: which game; any of the three if not told.
        layout: how the places lie; a random one that keeps the rules if not told.
        actions: how far the game has come.
    """
    rng = np.random.default_rng([seed, 1453])
    chance = random.Random(seed * 7919 + 3)
    conditions = Conditions.from_level(level, rng)
    key = game_key or tuple(_GAMES)[chance.randrange(3)]
    state = random_state(chance, key, actions=actions, layout=layout)
    layout = state.setup.layout
    return photographed(layout, standing(state), conditions, rng, beside(state, layout, rng))


def photographed(
    layout: Layout,
    pieces: tuple[StandingPieces, ...],
    conditions: Conditions,
    rng: np.random.Generator,
    others: Iterable[SolidPiece] = (),
) -> IstanbulPhotograph:
    """The picture of any layout, kept by the rules or not, with these pieces on it."""
    camera = camera_for(conditions, layout, rng)
    layer = LaidPlaces(layout, conditions, rng)
    clutter = clutter_around(conditions, layer, camera, rng)
    flats = layer.flats()
    scene = TableScene(
        ground(conditions.surface, rng),
        (*(piece for piece in clutter if isinstance(piece, FlatPiece)), *flats),
        (*(piece for piece in clutter if isinstance(piece, SolidPiece)), *others, *layer.standing_pieces(pieces)),
        tuple(hands_at_rest(conditions, layout, camera, rng)),
        lamps=lamps_for(rng),
    )
    middles = np.array([[flat.pose.x, flat.pose.y] for flat in flats])
    photographer = Photographer(camera, conditions, rng, middles, PLACE_MM[1])
    corners = {int(flat.name.split("-")[1]): camera.project(flat.corners()) for flat in flats}
    return IstanbulPhotograph(photographer.take(scene), layout, pieces, camera, conditions, corners)
