"""A simulated table of Thurn and Taxis or Power & Glory: a game stopped somewhere and photographed, its truth told."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from games.game import Seat
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS, ThurnAndTaxis
from games.thurn_and_taxis.state import State
from vision.artwork.thurn_and_taxis.board import BOARD_THICK_MM, SQUARE_MM
from vision.frames import Picture
from vision.imaging.values import Colour
from vision.simulator.beside import Beside, clutter_about, lamps_for, resting_hand, spot_at_edge
from vision.simulator.camera import NotInView, SimulatedCamera, scale_for_piece
from vision.simulator.conditions import RANGES, Conditions, Level
from vision.simulator.figures import PAINT
from vision.simulator.framing import camera_aimed, shows_all
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.thurn_and_taxis.pieces import (
    BOX_COLOURS,
    PLACE_MM,
    area_pieces,
    board_piece,
    display_pieces,
    house_piece,
    house_poses,
    tile_pieces,
)
from vision.simulator.truth import pieces_truth

GAMES: dict[str, ThurnAndTaxis] = {game.key: game for game in (THURN_AND_TAXIS, POWER_AND_GLORY)}
_MOST_UNDER = 0.64  # of a card that its right neighbour lies on: what more is hidden, something else hides
_TURNS = (0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0, 90.0)


@dataclass(frozen=True, slots=True)
class HouseTruth:
    """A house on the board: its city, its colour, the picture px of its middle, and how much of it is hidden."""

    city: str
    colour: str
    x: float
    y: float
    covered: float


@dataclass(frozen=True, slots=True)
class RouteTruth:
    """A route that lies face up before a player, from left to right; whether all of it is in view, under nothing else
    than its own cards."""

    seat: int
    cities: tuple[str, ...]
    in_view: bool


@dataclass(frozen=True, eq=False, slots=True)
class PostalPhotograph:
    """A picture of the table and what is on it.

    Attributes:
        image: BGR.
        state: the game as it stands.
        houses: every house on the board.
        camera: where it stood; the table's frame is the board's.
        conditions: what it was taken under.
        routes: every route on the table.
    """

    image: Picture
    state: State
    houses: tuple[HouseTruth, ...]
    camera: SimulatedCamera
    conditions: Conditions
    routes: tuple[RouteTruth, ...] = ()

    @property
    def board_px(self) -> Float64Array:
        """(4, 2) the board's corners on the picture, px: upper left, upper right, lower right, lower left as read."""
        return self.camera.project(_board_rim(self.state.setup.atlas))


def _board_rim(atlas: Atlas) -> Float64Array:
    """(4, 3) corners of the board's face, mm."""
    return np.column_stack([np.array(atlas.corners_mm), np.full(4, BOARD_THICK_MM)])


def random_state(game: ThurnAndTaxis, rng: random.Random, share: float | None = None) -> State:
    """A casual game of 2 to 4 players, stopped after this share of it (any, if not told)."""
    colours = rng.sample(BOX_COLOURS, rng.randint(2, 4))
    first = game.new(game.setup(tuple(Seat(colour.title(), colour) for colour in colours)))
    states = [first]
    while game.player_to_move(states[-1]) is not None:
        states.append(game.apply(states[-1], game.sample(states[-1], rng))[0])
    wanted = rng.random() if share is None else share
    return states[min(len(states) - 1, int(wanted * len(states)))]


class LaidHouses:
    """Puts houses down by hand and remembers where each stands, so that a growing board stays as it is."""

    def __init__(
        self, atlas: Atlas, conditions: Conditions, rng: np.random.Generator, *, engraved: bool = False
    ) -> None:
        self._atlas = atlas
        self._off_mm = conditions.lay_mm
        self._rng = rng
        self._poses: dict[tuple[str, str], PiecePose] = {}
        self._pieces: dict[tuple[str, str], SolidPiece] = {}
        wear = conditions.wear
        self.paints: dict[str, Colour] = {}
        for colour in BOX_COLOURS:
            fade = 1 + wear * rng.uniform(-0.12, 0.12) + wear * rng.uniform(-0.05, 0.05, 3)
            blue, green, red = np.clip(np.array(PAINT[colour]) * fade, 0, 255).tolist()
            self.paints[colour] = (blue, green, red)
        self.board = board_piece(atlas, wear * 0.6, rng, engraved)

    def house(self, city: str, colour: str) -> SolidPiece:
        """This player's house in a city, where it was put down."""
        key = (city, colour)
        if key not in self._pieces:
            beside = [pose for (there, _), pose in self._poses.items() if there == city]
            self._poses[key] = house_poses(self._atlas, city, beside, self._off_mm, self._rng)
            self._pieces[key] = house_piece(f"house {city} {colour}", self.paints[colour], self._poses[key])
        return self._pieces[key]

    def houses(self, state: State) -> tuple[SolidPiece, ...]:
        """Every house of a state."""
        return tuple(
            self.house(city, state.setup.seats[seat].colour)
            for seat, player in enumerate(state.players)
            for city in sorted(player.houses)
        )


def city_rim(atlas: Atlas, reach_mm: float = SQUARE_MM + 4.0) -> Float64Array:
    """(4 n, 3) points around every city at the height of a roof, that must be in view."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach_mm
    middles = np.array([[city.x_mm, city.y_mm] for city in atlas.cities])
    flat = (middles[:, None] + corners[None]).reshape(-1, 2)
    return np.column_stack([flat, np.full(len(flat), BOARD_THICK_MM + 5.0)])


def frame_board(conditions: Conditions, atlas: Atlas) -> tuple[Conditions, SimulatedCamera]:
    """A camera that has every city in view, and the conditions as they became.

    The size is the drawn one where it fits, else the largest of the level's range that does; where none fits, the
    board is turned under the camera. Raises :class:`NotInView` where no turn helps.
    """
    rim = city_rim(atlas)
    middle = (rim[:, :2].min(axis=0) + rim[:, :2].max(axis=0)) / 2
    least = RANGES[conditions.level].piece_px.least
    for turn in _TURNS:
        turned = replace(conditions, rotation_deg=(conditions.rotation_deg + turn) % 360.0)
        for piece_px in np.linspace(conditions.piece_px, least, 6):
            scale = scale_for_piece(float(piece_px), PLACE_MM, turned.tilt_deg, turned.rotation_deg)
            for nudge in ((0.0, 0.0), (0.0, 18.0), (0.0, -18.0), (18.0, 0.0), (-18.0, 0.0)):
                camera = camera_aimed(turned, (float(middle[0] + nudge[0]), float(middle[1] + nudge[1])), scale)
                if shows_all(camera, rim, 8.0):
                    return replace(turned, piece_px=float(piece_px)), camera
    raise NotInView((float(middle[0]), float(middle[1])))


def frame_whole(conditions: Conditions, atlas: Atlas) -> tuple[Conditions, SimulatedCamera]:
    """A camera that has the whole board in view, right way up, as people hold it to enrol a board; conditions with it.

    Raises :class:`NotInView` where no distance does.
    """
    (wide, high), rim = atlas.board_mm, _board_rim(atlas)
    upright = replace(conditions, rotation_deg=(conditions.rotation_deg % 60.0) - 30.0)
    for piece_px in np.linspace(conditions.piece_px, conditions.piece_px * 0.4, 25):
        scale = scale_for_piece(float(piece_px), PLACE_MM, upright.tilt_deg, upright.rotation_deg)
        camera = camera_aimed(upright, (wide / 2, high / 2), scale)
        if shows_all(camera, rim, 8.0):
            return replace(upright, piece_px=float(piece_px)), camera
    raise NotInView((wide / 2, high / 2))


def around_game(conditions: Conditions, atlas: Atlas, camera: SimulatedCamera, rng: np.random.Generator) -> Beside:
    """As much clutter as the conditions tell; on hard tables some of it touches or covers the board's rim."""
    cities = city_rim(atlas, SQUARE_MM)[:, :2]
    wide, high = atlas.board_mm
    grid = np.stack(np.meshgrid(np.linspace(0, wide, 21), np.linspace(0, high, 15)), axis=-1).reshape(-1, 2)
    pieces = clutter_about(conditions, np.vstack([cities, grid]), 16.0, camera, rng)
    return Beside.of(pieces, _hand(cities, camera, rng) if conditions.hand_at_rest else ())


def _hand(cities: Float64Array, camera: SimulatedCamera, rng: np.random.Generator) -> tuple[FlatPiece, ...]:
    """A hand that rests at the edge of the picture, clear of the cities; none where there is no room."""
    arm = Arm(rng)
    for _ in range(60):
        spot, inward = spot_at_edge(camera, rng, (0.1, 0.9), (40, 150))
        reach = np.linspace(0, 1, 6)[:, None] * -inward * 3 + spot
        if np.linalg.norm(cities[:, None] - reach[None], axis=2).min() > 75:
            hand = resting_hand(arm, spot, inward)
            if _before(camera, hand):
                return (hand,)
    return ()


def _before(camera: SimulatedCamera, piece: FlatPiece) -> bool:
    """Whether all of a piece is before the camera, not behind: a sleeve may reach further than a tilted camera sees."""
    cloud = np.vstack([piece.corners(), piece.upper_outline(), piece.lower_outline()])
    try:
        camera.project(np.vstack([cloud, cloud * [1, 1, 0]]))
    except NotInView:
        return False
    return True


def still_board(
    game: str,
    level: Level | str,
    seed: int,
    *,
    share: float | None = None,
    empty: bool = False,
    engraved: bool = False,
) -> PostalPhotograph:
    """A photograph of a game somewhere between its first turn and its end; all that is random comes from the seed.

    Args:
        game: ``thurn-and-taxis`` or ``power-and-glory``. level, seed: of the picture.
        share: how far the game has come, 0 to 1; any, if not told. empty: the bare board, as when it is enrolled.
        engraved: another printing of the board, that nobody but its owner has seen.
    """
    rng = np.random.default_rng([seed, 1490])
    conditions = Conditions.from_level(level, rng)
    state = random_state(GAMES[game], random.Random(seed * 7919 + 3), 0.0 if empty else share)
    atlas = state.setup.atlas
    conditions, camera = frame_whole(conditions, atlas) if empty else frame_board(conditions, atlas)
    layer = LaidHouses(atlas, conditions, rng, engraved=engraved)
    beside = around_game(conditions, atlas, camera, rng)
    flats, spare = ((), ()) if empty else area_pieces(state, layer.paints, rng, conditions.wear)
    houses = layer.houses(state)
    tiles = () if empty else tile_pieces(state, rng)
    scene = TableScene(
        ground(conditions.surface, rng, **table_extent(atlas)),
        (*beside.flats, *flats, *display_pieces(state, conditions.wear, rng), layer.board, *tiles),
        (*beside.solids, *spare, *houses),
        beside.hands,
        lamps=lamps_for(rng),
    )
    middles = np.array([[city.x_mm, city.y_mm] for city in atlas.cities])
    image = Photographer(camera, conditions, rng, middles, PLACE_MM).take(scene)
    routes = () if empty else route_truths(scene, camera, state)
    return PostalPhotograph(image, state, house_truths(scene, camera, houses), camera, conditions, routes)


def table_extent(atlas: Atlas) -> dict[str, float]:
    """How large a table stands under the board, as keywords of ``vision.simulator.surfaces.ground``."""
    wide, high = atlas.board_mm
    return {"left_mm": -420.0, "top_mm": -420.0, "width_mm": wide + 840.0, "depth_mm": high + 840.0}


def house_truths(scene: TableScene, camera: SimulatedCamera, houses: tuple[SolidPiece, ...]) -> tuple[HouseTruth, ...]:
    """Where each house on the board shows."""
    truth, found = pieces_truth(scene, camera), []
    for house in houses:
        _, city, colour = house.name.split()
        middle = camera.project(np.array([[house.pose.x, house.pose.y, BOARD_THICK_MM + 4.0]]))[0]
        found.append(HouseTruth(city, colour, float(middle[0]), float(middle[1]), truth[house.name].covered))
    return tuple(found)


def route_truths(scene: TableScene, camera: SimulatedCamera, state: State) -> tuple[RouteTruth, ...]:
    """Every route, and whether it is in view: no card cut off, the last card free, the others' left parts too."""
    truth, found = pieces_truth(scene, camera), []
    for seat, player in enumerate(state.players):
        cards = [truth[f"route {seat} {number}"] for number in range(len(player.route))]
        corners = [card.corners_px for card in cards]
        inside = all(((px > 2) & (px < (camera.width - 2, camera.height - 2))).all() for px in corners)
        free = all(card.covered < (0.03 if card is cards[-1] else _MOST_UNDER) for card in cards)
        if cards:
            found.append(RouteTruth(seat, player.route, inside and free))
    return tuple(found)
