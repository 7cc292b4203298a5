"""A simulated Carcassonne table: tiles laid by hand, followers on their features, what lies beside, and the truth.

:class:`Tabletop` follows actions of the rules and knows where every piece lies; :func:`still_board` draws one
photograph with its truth. ``vision.simulated.carcassonne_live`` plays whole games before a camera.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.board import Board
from games.carcassonne.tiles import OFFSETS, FeatureKind, TileType, stock, tile_type
from games.game import SEAT_COLOURS
from vision.frames import Picture
from vision.simulated.camera import Camera, Floats, NotInView, scale_for_piece
from vision.simulated.carcassonne_art import tile_back, tile_picture
from vision.simulated.carcassonne_shapes import follower_spot
from vision.simulated.carcassonne_style import ORCHARD, Style
from vision.simulated.clutter import spread, things
from vision.simulated.conditions import RANGES, Conditions, Level
from vision.simulated.figures import BIG, PAINT, follower
from vision.simulated.hands import Arm, Grip
from vision.simulated.laying import Habit, HandLaid
from vision.simulated.photograph import Photographer
from vision.simulated.scene import Colour, FlatPiece, Lamp, Piece, Pose, Scene, SolidPiece
from vision.simulated.surfaces import ground
from vision.simulated.truth import PieceTruth, pieces_truth
from vision.simulated.wear import worn

TILE_MM, THICK_MM = 45.0, 2.0
VARIANTS = 2  # how many different drawings the copies of a kind have
_TEXTURE_PX = 160
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * TILE_MM


class Place(NamedTuple):
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

    place: Place
    key: str
    turns: int
    sides: tuple[str, ...]
    pose: Pose
    corners_px: Floats
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

    place: Place
    colour: str
    kind: str
    feature: FeatureKind
    location: str
    foot_px: Floats
    outline_px: Floats
    lying: bool
    covered: float


@dataclass(frozen=True, eq=False, slots=True)
class BoardTruth:
    """Everything that is true of one picture of a Carcassonne table; ``camera`` maps mm to its px."""

    tiles: tuple[TileTruth, ...]
    followers: tuple[FollowerTruth, ...]
    camera: Camera
    conditions: Conditions
    others: tuple[PieceTruth, ...]


@dataclass(frozen=True, eq=False, slots=True)
class StillBoard:
    """One photograph and what is true of it."""

    picture: Picture
    truth: BoardTruth


class OnTile(NamedTuple):
    """A follower by the place of its tile and what it stands on."""

    place: Place
    feature: FeatureKind
    location: str


class DoesNotFit(ValueError):
    """The map is too large for the picture at the least size that the level allows: ``places`` as (columns, rows)."""

    def __init__(self, places: tuple[int, int]) -> None:
        self.places = places
        super().__init__(f"a map of {places[0]} x {places[1]} tiles does not fit into the picture")


class Tabletop:
    """The pieces of a game in progress as they really lie. It is changed by laying, deploying and nudging.

    Args:
        conditions: how carefully people lay, how worn the pieces are, how many followers lie.
        rng: the people's hands and the pieces' history.
        style: the drawing on the tiles.
    """

    def __init__(self, conditions: Conditions, rng: np.random.Generator, style: Style = ORCHARD) -> None:
        habit = Habit(conditions.lay_mm, conditions.lay_deg, conditions.lay_adds_up)
        self.conditions = conditions
        self.style = style
        self._rng = rng
        self._laid = HandLaid(habit, _SQUARE, rng)
        self._tiles: dict[Place, tuple[str, int, FlatPiece]] = {}
        self._followers: dict[OnTile, tuple[str, str, bool, SolidPiece, tuple[float, float]]] = {}
        self._copies: Counter[str] = Counter()

    @property
    def places(self) -> tuple[Place, ...]:
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

    def pose_of(self, place: Place) -> Pose:
        """Where a tile really lies."""
        return self._laid.poses[place]

    def new_tile(self, key: str, name: str) -> FlatPiece:
        """The next copy of a kind, not yet on the table."""
        copy = self._copies[key]
        self._copies[key] += 1
        picture = tile_picture(key, _TEXTURE_PX, copy % VARIANTS, self.style)
        texture = worn(picture, self.conditions.wear, self._rng)
        return FlatPiece(name, texture, (TILE_MM, TILE_MM), Pose(0, 0), THICK_MM)

    def lay(self, action: Lay, piece: FlatPiece | None = None) -> FlatPiece:
        """Lay a tile beside its neighbours, some of which may give way. Returns it as it lies."""
        place = Place(action.x, action.y)
        piece = piece or self.new_tile(action.tile, tile_name(place))
        pitch = TILE_MM + self._laid.habit.gap_mm
        ideal = Pose(place.x * pitch, place.y * pitch, 90.0 * action.turns)
        beside = tuple(other for dx, dy in OFFSETS if (other := Place(place.x + dx, place.y + dy)) in self._tiles)
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
        for moved in changed:
            self._carry_along(moved)
        return self._tiles[place][2]

    def deploy(self, place: Place, colour: str, action: Deploy, *, lying: bool | None = None) -> SolidPiece:
        """Put a follower on a feature of the tile at this place. Raises KeyError where it has no such feature."""
        key, turns, _ = self._tiles[place]
        u, v = follower_spot(key, turns, action.feature, action.location, self.style, self._rng)
        lies = bool(self._rng.random() < self.conditions.lying_share) if lying is None else lying
        turn = float(self._rng.uniform(0, 360))
        scale = BIG if action.kind == "big" else 1.0
        name = f"follower {place.x},{place.y} {action.feature.value} {action.location}"
        paint = faded(PAINT[colour], self.conditions.wear, self._rng)
        figure = follower(name, paint, Pose(0, 0, turn), lying=lies, scale=scale, height_mm=THICK_MM)
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

    def _carry_along(self, place: Place) -> None:
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
        as_it_lies = Pose(pose.x, pose.y, pose.turn_deg - 90.0 * turns)
        spot = as_it_lies.carry(np.array([[(u - 0.5) * TILE_MM, (v - 0.5) * TILE_MM]]))[0]
        self._followers[on] = (
            colour,
            kind,
            lying,
            figure.at(Pose(float(spot[0]), float(spot[1]), figure.pose.turn_deg)),
            (u, v),
        )

    def truth(self, scene: Scene, camera: Camera) -> BoardTruth:
        """What is true of a picture of this scene, which must hold this table's pieces."""
        known = pieces_truth(scene, camera)
        tiles = []
        for place, (key, turns, piece) in self._tiles.items():
            told = known.pop(piece.name)
            sides = tile_type(key).turned[turns].sides
            corners = np.roll(told.corners_px, turns, axis=0)
            tiles.append(TileTruth(place, key, turns, sides, piece.pose, corners, told.covered, told.in_view))
        followers = []
        for on, (colour, kind, lying, figure, _) in self._followers.items():
            told = known.pop(figure.name)
            foot = camera.project([(figure.pose.x, figure.pose.y, figure.height_mm)])[0]
            followers.append(
                FollowerTruth(
                    on.place, colour, kind, on.feature, on.location, foot, told.outline_px, lying, told.covered
                )
            )
        return BoardTruth(tuple(tiles), tuple(followers), camera, self.conditions, tuple(known.values()))


def tile_name(place: Place) -> str:
    """What truth calls the tile at a place."""
    return f"tile {place.x},{place.y}"


def faded(colour: Colour, wear: float, rng: np.random.Generator) -> Colour:
    """Painted wood after years: each piece a little brighter, darker or paler."""
    grey = sum(colour) / 3
    pale, bright = rng.uniform(0, 0.22) * wear, 1 + rng.uniform(-0.14, 0.14) * wear
    blue, green, red = (float(np.clip((c + (grey - c) * pale) * bright, 0, 255)) for c in colour)
    return blue, green, red


def _lifted_towards(place: Place, other: Place, turns: int) -> tuple[float, float, float, float]:
    """Lifts of a tile's own four corners where its side towards a neighbour rests on that neighbour."""
    side = OFFSETS.index((other.x - place.x, other.y - place.y))
    on_map = [0.0, 0.0, 0.0, 0.0]  # north-west, north-east, south-east, south-west of the map
    on_map[side], on_map[(side + 1) % 4] = THICK_MM, THICK_MM
    own = [on_map[(corner + turns) % 4] for corner in range(4)]
    return own[0], own[1], own[2], own[3]


# --- the camera and what lies beside --------------------------------------------------------------------------------


def camera_over(conditions: Conditions, target_mm: tuple[float, float], piece_px: float | None = None) -> Camera:
    """The camera of these conditions, looking at a point of the table."""
    scale = scale_for_piece(
        conditions.piece_px if piece_px is None else piece_px, TILE_MM, conditions.tilt_deg, conditions.rotation_deg
    )
    return Camera.looking_at(
        target_mm,
        scale_px_mm=scale,
        tilt_deg=conditions.tilt_deg,
        rotation_deg=conditions.rotation_deg,
        focal_px=conditions.focal_px,
        k1=conditions.k1,
        width=conditions.width,
        height=conditions.height,
    )


def frame_map(conditions: Conditions, places: tuple[Place, ...], margin_px: float = 30.0) -> tuple[Conditions, Camera]:
    """A camera that has the whole map in view, and the conditions as they became.

    The size is the drawn one where it fits, else the largest of the level's range that does; where none fits, the
    table is turned under the camera. Raises :class:`DoesNotFit`.
    """
    pitch = TILE_MM + 0.4
    spots = np.array([(place.x * pitch, place.y * pitch) for place in places])
    low, high = spots.min(axis=0) - 0.75 * pitch, spots.max(axis=0) + 0.75 * pitch
    middle = (float((low[0] + high[0]) / 2), float((low[1] + high[1]) / 2))
    cells = np.vstack([spots + corner * 1.3 for corner in _SQUARE])
    least = RANGES[conditions.level].piece_px.least
    for turn in (0.0, 30.0, -30.0, 60.0, 90.0):
        turned = replace(conditions, rotation_deg=(conditions.rotation_deg + turn) % 360.0)
        for piece_px in np.linspace(conditions.piece_px, least, 6):
            camera = camera_over(turned, middle, float(piece_px))
            try:
                if camera.shows(camera.project(cells), margin_px).all():
                    return replace(turned, piece_px=float(piece_px)), camera
            except NotInView:
                continue
    raise DoesNotFit((int(np.ptp(spots[:, 0]) / pitch) + 1, int(np.ptp(spots[:, 1]) / pitch) + 1))


def lamps(rng: np.random.Generator) -> tuple[Lamp, ...]:
    """A main light and often a second, weaker one."""
    main = Lamp(
        float(rng.uniform(0, 360)),
        float(rng.uniform(38, 70)),
        float(rng.uniform(0.3, 0.55)),
        float(rng.uniform(0.15, 0.5)),
    )
    if rng.random() < 0.6:
        other = Lamp(float(rng.uniform(0, 360)), float(rng.uniform(35, 65)), float(rng.uniform(0.08, 0.2)), 0.4)
        return (main, other)
    return (main,)


@dataclass(frozen=True, eq=False, slots=True)
class Surroundings:
    """What lies and rests on the table beside the game."""

    flats: tuple[FlatPiece, ...]
    solids: tuple[SolidPiece, ...]
    hands: tuple[FlatPiece, ...]

    @classmethod
    def draw(
        cls, conditions: Conditions, places: tuple[Place, ...], camera: Camera, rng: np.random.Generator
    ) -> Surroundings:
        """As much as the conditions tell, clear of these places (some of it touching them on the hard level)."""
        pitch = TILE_MM + 0.4
        spots = np.array([(place.x * pitch, place.y * pitch) for place in places])

        def inside(spot: Floats) -> bool:
            return bool(camera.shows(camera.project(spot[None]), -40.0).all())

        touching = conditions.clutter // 3 if conditions.level is Level.HARD else 0
        pieces = spread(things(conditions.clutter, rng), spots, 46.0, inside, rng, touching)
        flats = tuple(piece for piece in pieces if isinstance(piece, FlatPiece))
        solids = tuple(piece for piece in pieces if isinstance(piece, SolidPiece))
        hands = (_resting_hand(spots, camera, rng),) if conditions.hand_at_rest else ()
        return cls(flats, solids, hands)


def _resting_hand(spots: Floats, camera: Camera, rng: np.random.Generator) -> FlatPiece:
    """A hand that rests at the picture's edge, its fingers clear of the map."""
    arm = Arm(rng)
    best: tuple[float, FlatPiece] | None = None
    for _ in range(40):
        edge = int(rng.integers(4))
        along = rng.uniform(0.15, 0.85)
        inset = rng.uniform(90, 170)
        wide, high = camera.width, camera.height
        at_px = [
            (along * wide, inset),
            (wide - inset, along * high),
            (along * wide, high - inset),
            (inset, along * high),
        ]
        spot = camera.to_table([at_px[edge]])[0]
        outside_px = [(along * wide, 0.0), (wide, along * high), (along * wide, high), (0.0, along * high)]
        outside = camera.to_table([outside_px[edge]])[0]
        inward = spot - outside
        hand = arm.at(
            "hand at rest",
            Grip.REST,
            float(spot[0]),
            float(spot[1]),
            float(np.degrees(np.arctan2(inward[1], inward[0]))),
            6.0,
        )
        apart = float(np.linalg.norm(spots - spot, axis=1).min())
        if best is None or apart > best[0]:
            best = (apart, hand)
        if apart > 60:
            break
    assert best is not None
    return best[1]


@lru_cache(maxsize=4)
def back_texture(style: Style = ORCHARD) -> Picture:
    """The tiles' back as it lies on the table."""
    return tile_back(_TEXTURE_PX, style)


# --- single boards --------------------------------------------------------------------------------------------------


def still_board(
    seed: int,
    level: Level | str,
    n_tiles: int = 24,
    players: int = 4,
    *,
    style: Style = ORCHARD,
    sets: tuple[str, ...] = ("basic",),
    conditions: Conditions | None = None,
) -> StillBoard:
    """A legal map of so many tiles with followers on it, photographed under the level's conditions.

    Args:
        seed: everything follows from it; the same arguments give the same picture.
        level: easy, ordinary or hard.
        n_tiles: tiles on the map, the start tile among them.
        players: how many colours there are, 2 to 6; each has seven followers (and a large one with the
            ``inns-and-cathedrals`` set).
        style: the drawing on the tiles.
        sets: tile sets as in ``games.carcassonne.tiles``.
        conditions: instead of drawing them from the level.
    """
    rng = np.random.default_rng([seed, n_tiles, players])
    drawn = conditions or Conditions.from_level(level, rng)
    middle = (float(rng.uniform(-30, 30)), float(rng.uniform(-30, 30)))
    camera = camera_over(drawn, middle)
    lays = grown_map(n_tiles, sets, camera, rng)
    table = Tabletop(drawn, rng, style)
    for lay in lays:
        table.lay(lay)
    _people(table, lays, players, "inns-and-cathedrals" in sets, rng)
    places = table.places
    beside = Surroundings.draw(drawn, places, camera, rng)
    scene = Scene(
        ground(drawn.surface, rng, **table_extent(places)),
        (*beside.flats, *table.flats),
        (*beside.solids, *table.solids),
        beside.hands,
        lamps(rng),
    )
    middles = np.array([(piece.pose.x, piece.pose.y) for piece in table.flats])
    photographer = Photographer(camera, drawn, rng, middles, TILE_MM)
    return StillBoard(photographer.take(scene), table.truth(scene, camera))


def table_extent(places: tuple[Place, ...]) -> dict[str, float]:
    """How large a table stands under a map, as keywords of ``vision.simulated.surfaces.ground``."""
    spots = np.array(places, np.float64) * TILE_MM
    low, high = spots.min(axis=0) - 430, spots.max(axis=0) + 430
    low, high = np.minimum(low, [-750, -500]), np.maximum(high, [750, 500])
    return {
        "left_mm": float(low[0]),
        "top_mm": float(low[1]),
        "width_mm": float(high[0] - low[0]),
        "depth_mm": float(high[1] - low[1]),
    }


def grown_map(n_tiles: int, sets: tuple[str, ...], camera: Camera, rng: np.random.Generator) -> list[Lay]:
    """A legal map in view of the camera, the start tile first. Tiles like gaps, so that maps are not mere threads.

    Raises :class:`DoesNotFit` where no further tile has a place in view.
    """
    bag = stock(sets)
    if n_tiles > sum(bag.values()):
        raise ValueError(f"{n_tiles} tiles of {sum(bag.values())}")
    board = Board.start("BA/RCr")
    bag["BA/RCr"] -= 1
    lays = [Lay("BA/RCr", 0, 0, 0)]
    while len(lays) < n_tiles:
        left = [key for key, count in sorted(bag.items()) for _ in range(count)]
        for pick in rng.permutation(len(left)):
            lay = _some_place(board, tile_type(left[pick]), camera, rng)
            if lay is not None:
                break
        else:
            raise DoesNotFit((len(lays), n_tiles))
        board = board.lay(tile_type(lay.tile).turned[lay.turns], lay.x, lay.y)
        bag[lay.tile] -= 1
        lays.append(lay)
    return lays


def _some_place(board: Board, kind: TileType, camera: Camera, rng: np.random.Generator) -> Lay | None:
    options = [at for at in board.placements(kind) if in_view(camera, Place(at[0], at[1]))]
    if not options:
        return None
    beside = np.array([sum((x + dx, y + dy) in board.at for dx, dy in OFFSETS) for x, y, _ in options], np.float64)
    weights = np.exp(0.9 * beside)
    x, y, turns = options[int(rng.choice(len(options), p=weights / weights.sum()))]
    return Lay(kind.key, x, y, turns)


def in_view(camera: Camera, place: Place, margin_px: float = 25.0) -> bool:
    """Whether a tile at this place is wholly in the picture, with room for how it may drift."""
    pitch = TILE_MM + 0.4
    corners = np.array([place.x * pitch, place.y * pitch]) + _SQUARE * 1.5
    try:
        return bool(camera.shows(camera.project(corners), margin_px).all())
    except NotInView:
        return False


def _people(table: Tabletop, lays: list[Lay], players: int, with_big: bool, rng: np.random.Generator) -> None:
    """Followers on the share of tiles that the conditions tell, as far as the players' supply goes."""
    colours = [SEAT_COLOURS[k] for k in rng.permutation(len(SEAT_COLOURS))[:players]]
    supply = [(colour, "small") for colour in colours for _ in range(7)]
    if with_big:
        supply += [(colour, "big") for colour in colours]
    wanted = min(round(table.conditions.follower_share * len(lays)), len(supply))
    chosen = rng.choice(len(lays), wanted, replace=False)
    pieces = [supply[k] for k in rng.permutation(len(supply))[:wanted]]
    for number, (colour, kind) in zip(chosen, pieces, strict=True):
        lay = lays[int(number)]
        features = tile_type(lay.tile).turned[lay.turns].features
        feature = features[int(rng.integers(len(features)))]
        table.deploy(Place(lay.x, lay.y), colour, Deploy(kind, feature.kind, feature.location))


__all__ = ["BoardTruth", "FollowerTruth", "Piece", "Place", "StillBoard", "Tabletop", "TileTruth", "still_board"]
