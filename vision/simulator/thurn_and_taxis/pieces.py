"""The pieces of the postal games as they lie on the simulated table. Its frame is the board's (see ``thurn_board``)."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from calibration.arrays import Float64Array
from games.thurn_and_taxis.atlas import Atlas, StackKind
from games.thurn_and_taxis.state import State
from vision.artwork.thurn_and_taxis.board import (
    BOARD_THICK_MM,
    FREE_TILE_MM,
    HOUSE_DEEP_MM,
    HOUSE_HIGH_MM,
    HOUSE_WIDE_MM,
    board_picture,
    stack_places,
)
from vision.artwork.thurn_and_taxis.cards import CARD_MM, TILE_MM, card_back, card_front, tile_picture
from vision.artwork.thurn_and_taxis.engraved import engraved_board
from vision.frames import Picture
from vision.imaging.values import Colour
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, disc, slab
from vision.simulator.wear import worn

BOX_COLOURS = ("red", "yellow", "green", "blue")  # of the houses
EAVES_MM = 5.0  # of a house
PLACE_MM = 30.0  # width of a city as it is printed, rings and ribbon
TILE_THICK_MM = 2.0
_SLOT_MM = 7.2  # how far from the middle of a square houses stand
_APART_MM = 9.6  # between the middles of two houses
_PX_PER_MM = 3.0


def board_piece(atlas: Atlas, wear: float, rng: np.random.Generator, engraved: bool = False) -> FlatPiece:
    """The board, flat on the table; our own, or another printing of it."""
    wide, high = atlas.board_mm
    printed = engraved_board(atlas, _PX_PER_MM) if engraved else board_picture(atlas, _PX_PER_MM)
    picture = worn(printed, wear, rng)
    return FlatPiece("board", picture, (wide, high), PiecePose(wide / 2, high / 2), BOARD_THICK_MM)


def house_piece(name: str, paint: Colour, pose: PiecePose, height_mm: float = BOARD_THICK_MM) -> SolidPiece:
    """A little wooden house with a gabled roof, its ridge along y of its own frame."""
    half = HOUSE_WIDE_MM / 2
    outline = [(-half, 0.0), (half, 0.0), (half, EAVES_MM), (0.0, HOUSE_HIGH_MM), (-half, EAVES_MM)]
    return SolidPiece(name, (slab(outline, HOUSE_DEEP_MM, paint),), pose, height_mm, gloss=0.2)


def house_poses(atlas: Atlas, city: str, taken: list[PiecePose], off_mm: float, rng: np.random.Generator) -> PiecePose:
    """Where the next house is put down in a city: beside the others, as carefully as people do.

    Args:
        atlas, city: where. taken: houses that stand there already. off_mm: the most that a hand is off.
        rng: the hand.
    """
    middle = np.array([atlas.city[city].x_mm, atlas.city[city].y_mm])
    best: tuple[float, PiecePose] | None = None
    for _ in range(60):
        angle = math.radians(45 + 90 * int(rng.integers(4)))
        spot = middle + _SLOT_MM * np.array([math.cos(angle), math.sin(angle)]) + rng.uniform(-1, 1, 2) * off_mm
        pose = PiecePose(float(spot[0]), float(spot[1]), float(rng.integers(2)) * 90 + float(rng.normal(0, 8)))
        apart = min((math.hypot(pose.x - one.x, pose.y - one.y) for one in taken), default=math.inf)
        if best is None or apart > best[0]:
            best = (apart, pose)
        if apart >= _APART_MM:
            break
    assert best is not None
    return best[1]


@lru_cache(maxsize=64)
def _round_tile(atlas: Atlas, key: str, value: int) -> Picture:
    """A free city's tile, BGRA: a disc."""
    picture = tile_picture(atlas, key, value)
    side = picture.shape[0]
    ys, xs = np.mgrid[0:side, 0:side]
    inside = np.hypot(xs - (side - 1) / 2, ys - (side - 1) / 2) < side / 2
    return np.dstack([picture, np.where(inside, 255, 0).astype(np.uint8)])


def tile_pieces(state: State, rng: np.random.Generator, off_mm: float = 1.0) -> tuple[FlatPiece, ...]:
    """The stacks of bonus tiles on the board, every tile of them."""
    atlas = state.setup.atlas
    places, pieces = stack_places(atlas), []
    for key, values in state.stacks:
        if key not in places:
            continue
        x, y = places[key]
        free = atlas.stack[key].kind is StackKind.FREE_CITY
        for level, value in enumerate(reversed(values)):
            dx, dy = rng.uniform(-1, 1, 2) * off_mm
            pose = PiecePose(x + float(dx), y + float(dy), float(rng.normal(0, 4)))
            texture = _round_tile(atlas, key, value) if free else tile_picture(atlas, key, value)
            size = 2 * FREE_TILE_MM if free else TILE_MM
            outline = np.array(disc(FREE_TILE_MM, 24)) if free else None
            pieces.append(
                FlatPiece(
                    f"tile {key} {value}",
                    texture,
                    (size, size),
                    pose,
                    TILE_THICK_MM,
                    BOARD_THICK_MM + level * TILE_THICK_MM,
                    outline_mm=outline,
                )
            )
    return tuple(pieces)


def card_piece(
    name: str, atlas: Atlas, city: str | None, pose: PiecePose, wear: float, rng: np.random.Generator
) -> FlatPiece:
    """A city card face up, or (``city`` None) from its back."""
    picture = card_back(0 if not atlas.cities[0].horses else 1 + int(rng.integers(3))) if city is None else None
    texture = picture if picture is not None else card_front(atlas, str(city))
    return FlatPiece(name, worn(texture, wear, rng), CARD_MM, pose, 0.4)


def display_pieces(state: State, wear: float, rng: np.random.Generator) -> tuple[FlatPiece, ...]:
    """The open cards and the pile in a row above the board."""
    atlas, pieces = state.setup.atlas, []
    for number, city in enumerate((*state.display, None)):
        askew = rng.normal(0, 2.0, 3)
        pose = PiecePose(70.0 + number * 66.0 + float(askew[0]), -62.0 + float(askew[1]), float(askew[2]))
        pieces.append(card_piece(f"open {number}" if city else "pile", atlas, city, pose, wear, rng))
    return tuple(pieces)


def area_pieces(
    state: State, paints: dict[str, Colour], rng: np.random.Generator, wear: float
) -> tuple[tuple[FlatPiece, ...], tuple[SolidPiece, ...]]:
    """What lies before the players: routes face up below and above the board, houses not yet placed."""
    atlas = state.setup.atlas
    wide, high = atlas.board_mm
    flats: list[FlatPiece] = []
    solids: list[SolidPiece] = []
    spots: list[Float64Array] = [
        np.array(spot) for spot in ((150, high + 75), (wide - 150, high + 75), (-190, 200), (wide + 165, 200))
    ]
    for seat, (player, spot) in enumerate(zip(state.players, spots, strict=False)):
        for number, city in enumerate(player.route):
            pose = PiecePose(
                float(spot[0]) - 90 + number * 24.0, float(spot[1]) + float(rng.normal(0, 2)), float(rng.normal(0, 2))
            )
            flats.append(card_piece(f"route {seat} {number}", atlas, city, pose, wear, rng))
        colour = state.setup.seats[seat].colour
        for number in range(state.houses_left(seat)):
            dx, dy = 11.5 * (number % 5) + rng.normal(0, 1.2), 12.0 * (number // 5) + rng.normal(0, 1.2)
            pose = PiecePose(float(spot[0] + 60 + dx), float(spot[1] - 20 + dy), float(rng.uniform(0, 360)))
            solids.append(house_piece(f"spare {seat} {number}", paints[colour], pose, 0.0))
    return tuple(flats), tuple(solids)
