"""The pieces of a Carcassonne game as they really lie on the simulated table, and what is true of a picture of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.tiles import OFFSETS, FeatureKind, tile_type
from vision.artwork.carcassonne.shapes import follower_spot
from vision.artwork.carcassonne.style import ORCHARD, TileStyle
from vision.artwork.carcassonne.tiles import VARIANTS, tile_back, tile_picture
from vision.frames import Picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.figures import BIG, PAINT, follower
from vision.simulator.players.laying import Habit, HandLaid
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, TableScene
from vision.simulator.truth import PieceTruth, pieces_truth
from vision.simulator.wear import faded, worn

TILE_MM, THICK_MM = 45.0, 2.0
GAP_MM = 0.4  # between neighbours if everything were perfect
_TEXTURE_PX = 160
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * TILE_MM


class MapPlace(NamedTuple):
    """A place on the map: x to the right, y down; the start tile lies at (0, 0)."""

    x: int
    y: int


@dataclass(frozen=True, eq=False, slots=True)
class TileTruth:
    """A tile that lies on the table.

    Attributes:
        place: on the map. key: its kind. turns: quarter turns clockwise.
        sides: city, road or field at north, east, south and west of the map, as it lies.
        pose: of the tile that is not turned: its middle, mm, and the turn of its own north, degrees clockwise.
        corners_px: (4, 2) picture px of its upper face's corners: north-west, north-east, south-east and south-west
            of the map, whatever its turn.
        covered: share of it that something hides, 0 to 1. in_view: share of it that is in the picture.
    """

    place: MapPlace
    key: str
    turns: int
    sides: tuple[str, ...]
    pose: PiecePose
    corners_px: Float64Array
    covered: float
    in_view: float


@dataclass(frozen=True, eq=False, slots=True)
class FollowerTruth:
    """A follower that stands on the map.

    Attributes:
        place: of its tile. colour: as in ``games.game.SEAT_COLOURS``. kind: ``small`` or ``big``.
        feature, location: what it stands on, as its tile lies.
        foot_px: (2,) picture px of the middle of its foot (of its body's underside where it lies).
        outline_px: (n, 2) picture px of its silhouette. lying: on its back. covered: share that is hidden.
    """

    place: MapPlace
    colour: str
    kind: str
    feature: FeatureKind
    location: str
    foot_px: Float64Array
    outline_px: Float64Array
    lying: bool
    covered: float


@dataclass(frozen=True, eq=False, slots=True)
class BoardTruth:
    """Everything that is true of one picture of a Carcassonne table; ``camera`` maps mm to its px."""

    tiles: tuple[TileTruth, ...]
    followers: tuple[FollowerTruth, ...]
    camera: SimulatedCamera
    conditions: Conditions
    others: tuple[PieceTruth, ...]


class OnTile(NamedTuple):
    """A follower by the place of its tile and what it stands on."""

    place: MapPlace
    feature: FeatureKind
    location: str


class Tabletop:
    """The pieces of a game in progress as they really lie. It is changed by laying, deploying and nudging.

    Args:
        conditions: how carefully people lay, how worn the pieces are, how many followers lie.
        rng: the people's hands and the pieces' history.
        style: the drawing on the tiles.
    """

    def __init__(self, conditions: Conditions, rng: np.random.Generator, style: TileStyle = ORCHARD) -> None:
        habit = Habit(conditions.lay_mm, conditions.lay_deg, conditions.lay_adds_up, GAP_MM)
        self.conditions = conditions
        self.style = style
        self._rng = rng
        self._laid = HandLaid(habit, SQUARE, rng)
        self._tiles: dict[MapPlace, tuple[str, int, FlatPiece]] = {}
        self._followers: dict[OnTile, tuple[str, str, bool, SolidPiece, tuple[float, float]]] = {}
        self._copies: Counter[str] = Counter()

    @property
    def places(self) -> tuple[MapPlace, ...]:
        """Where tiles lie, in the order in which they were laid."""
        return tuple(self._tiles)

    @property
    def flats(self) -> tuple[FlatPiece, ...]:
        """The tiles."""
        return tuple(piece for _, _, piece in self._tiles.values())

    @property
    def solids(self) -> tuple[SolidPiece, ...]:
        """The followers on the map."""
        return tuple(entry[3] for entry in self._followers.values())

    def pose_of(self, place: MapPlace) -> PiecePose:
        """Where a tile really lies."""
        return self._laid.poses[place]

    def new_tile(self, key: str, name: str) -> FlatPiece:
        """The next copy of a kind, not yet on the table."""
        number = self._copies[key]
        self._copies[key] += 1
        picture = tile_picture(key, _TEXTURE_PX, number % VARIANTS, self.style)
        texture = worn(picture, self.conditions.wear, self._rng)
        return FlatPiece(name, texture, (TILE_MM, TILE_MM), PiecePose(0, 0), THICK_MM)

    def lay(self, action: Lay, piece: FlatPiece | None = None) -> FlatPiece:
        """Lay a tile beside its neighbours, some of which may give way. Returns it as it lies."""
        place = MapPlace(action.x, action.y)
        piece = piece or self.new_tile(action.tile, tile_name(place))
        pitch = TILE_MM + self._laid.habit.gap_mm
        ideal = PiecePose(place.x * pitch, place.y * pitch, 90.0 * action.turns)
        beside = tuple(other for dx, dy in OFFSETS if (other := MapPlace(place.x + dx, place.y + dy)) in self._tiles)
        changed = self._laid.lay(place, ideal, beside)
        lifts = (0.0, 0.0, 0.0, 0.0)
        if beside and self._rng.random() < self.conditions.ride_chance:
            other = beside[int(self._rng.integers(len(beside)))]
            self._laid.ride(place, other, float(self._rng.uniform(1.0, 2.5)))
            lifts = _lifted_towards(place, other, action.turns)
        self._tiles[place] = (
            action.tile,
            action.turns,
            replace(piece, pose=self._laid.poses[place], lifts_mm=lifts, height_mm=0.0),
        )
        for moved in self._tiles.keys() & changed.keys():
            self._carry_along(moved)
        return self._tiles[place][2]

    def deploy(self, place: MapPlace, colour: str, action: Deploy, *, lying: bool | None = None) -> SolidPiece:
        """Put a follower on a feature of the tile at this place. Raises KeyError where it has no such feature."""
        key, turns, _ = self._tiles[place]
        u, v = follower_spot(key, turns, action.feature, action.location, self.style, self._rng)
        lies = bool(self._rng.random() < self.conditions.lying_share) if lying is None else lying
        turn = float(self._rng.uniform(0, 360))
        scale = self.conditions.figure_scale * (BIG if action.kind == "big" else 1.0)
        name = f"follower {place.x},{place.y} {action.feature.value} {action.location}"
        paint = faded(PAINT[colour], self.conditions.wear, self._rng)
        figure = follower(name, paint, PiecePose(0, 0, turn), lying=lies, scale=scale, height_mm=THICK_MM)
        on = OnTile(place, action.feature, action.location)
        self._followers[on] = (colour, action.kind, lies, figure, (u, v))
        self._stand(on)
        return self._followers[on][3]

    def has(self, on: OnTile) -> bool:
        """Whether a follower stands there."""
        return on in self._followers

    def figure(self, on: OnTile) -> SolidPiece:
        """The follower that stands there. Raises KeyError where there is none."""
        return self._followers[on][3]

    def owner(self, on: OnTile) -> tuple[str, str]:
        """Colour and kind of the follower that stands there. Raises KeyError where there is none."""
        return self._followers[on][0], self._followers[on][1]

    def take_home(self, on: OnTile) -> SolidPiece:
        """Take a follower off the map. Raises KeyError where there is none."""
        return self._followers.pop(on)[3]

    def nudge(self, shift: tuple[float, float], turn_deg: float) -> None:
        """Push the whole map: turn it about its middle and shift it, mm. Followers ride on their tiles."""
        poses = [self._laid.poses[place] for place in self._tiles]
        about = (float(np.mean([pose.x for pose in poses])), float(np.mean([pose.y for pose in poses])))
        self._laid.move_all(shift, turn_deg, about)
        for place in self._tiles:
            self._carry_along(place)

    def _carry_along(self, place: MapPlace) -> None:
        key, turns, piece = self._tiles[place]
        self._tiles[place] = (key, turns, piece.at(self._laid.poses[place]))
        for on in self._followers:
            if on.place == place:
                self._stand(on)

    def _stand(self, on: OnTile) -> None:
        colour, kind, lying, figure, (u, v) = self._followers[on]
        pose = self._laid.poses[on.place]
        _, turns, _ = self._tiles[on.place]
        # (u, v) is told for the tile as it lies; the pose's own turn includes the quarter turns.
        as_it_lies = PiecePose(pose.x, pose.y, pose.turn_deg - 90.0 * turns)
        spot = as_it_lies.carry(np.array([[(u - 0.5) * TILE_MM, (v - 0.5) * TILE_MM]]))[0]
        self._followers[on] = (
            colour,
            kind,
            lying,
            figure.at(PiecePose(float(spot[0]), float(spot[1]), figure.pose.turn_deg)),
            (u, v),
        )

    def truth(self, scene: TableScene, camera: SimulatedCamera) -> BoardTruth:
        """What is true of a picture of this scene. A tile or follower that is still in a hand is not on the table."""
        known = pieces_truth(scene, camera)
        lying = {piece.name for piece in (*scene.flats, *scene.solids)}
        tiles = []
        for place, (key, turns, piece) in self._tiles.items():
            if piece.name not in lying:
                continue
            truth = known.pop(piece.name)
            sides = tile_type(key).turned[turns].sides
            corners = np.roll(truth.corners_px, turns, axis=0)
            tiles.append(TileTruth(place, key, turns, sides, truth.pose, corners, truth.covered, truth.in_view))
        followers = []
        for on, (colour, kind, on_back, figure, _) in self._followers.items():
            if figure.name not in lying:
                continue
            truth = known.pop(figure.name)
            foot = camera.project([(figure.pose.x, figure.pose.y, figure.height_mm)])[0]
            followers.append(
                FollowerTruth(
                    on.place, colour, kind, on.feature, on.location, foot, truth.outline_px, on_back, truth.covered
                )
            )
        return BoardTruth(tuple(tiles), tuple(followers), camera, self.conditions, tuple(known.values()))


def tile_name(place: MapPlace) -> str:
    """What truth calls the tile at a place."""
    return f"tile {place.x},{place.y}"


def _lifted_towards(place: MapPlace, other: MapPlace, turns: int) -> tuple[float, float, float, float]:
    """Lifts of a tile's own four corners where its side towards a neighbour rests on that neighbour."""
    side = OFFSETS.index((other.x - place.x, other.y - place.y))
    on_map = [0.0, 0.0, 0.0, 0.0]  # north-west, north-east, south-east, south-west of the map
    on_map[side], on_map[(side + 1) % 4] = THICK_MM, THICK_MM
    own = [on_map[(corner + turns) % 4] for corner in range(4)]
    return own[0], own[1], own[2], own[3]


@lru_cache(maxsize=4)
def back_texture(style: TileStyle = ORCHARD) -> Picture:
    """The tiles' back as it lies on the table."""
    return tile_back(_TEXTURE_PX, style)
