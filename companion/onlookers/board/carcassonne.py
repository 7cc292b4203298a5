"""Carcassonne's map: tiles, and followers where they stand."""

from __future__ import annotations

from functools import partial

from companion.onlookers.board.drawing import BoardDrawing
from games.carcassonne.board import Follower
from games.carcassonne.state import State
from games.carcassonne.tiles import MOST_FEATURES, FeatureKind
from games.game import Seat
from vision.artwork.carcassonne.shapes import follower_spot
from vision.artwork.carcassonne.tiles import tile_picture

TILE_PX = 200
_MARGIN, _FIGURE = 0.3, 0.42


def draw(state: State, seats: tuple[Seat, ...], language: str) -> BoardDrawing:
    """The map with everybody on it; a world unit is a tile."""
    del language
    xs, ys = [tile.x for tile in state.board.laid], [tile.y for tile in state.board.laid]
    board = BoardDrawing(min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + 1 + _MARGIN, max(ys) + 1 + _MARGIN)
    for tile in state.board.laid:
        key = tile.turned.key
        name = key.replace("/", ".")
        board.picture(name, partial(tile_picture, key, TILE_PX), tile.x, tile.y, 1, 1, 90 * tile.turned.turns)
    if state.board.laid:
        last = state.board.laid[-1]
        board.newest = (last.x + 0.5, last.y + 0.5)
        board.box(last.x + 0.02, last.y + 0.02, 0.96, 0.96, "newest-rim", 0.03)
        board.box(last.x + 0.02, last.y + 0.02, 0.96, 0.96, "newest", 0.03)
    for follower in state.board.followers():
        _stand(board, state, follower, seats)
    return board


def _stand(board: BoardDrawing, state: State, follower: Follower, seats: tuple[Seat, ...]) -> None:
    tile = state.board.tile_of(follower.part)
    feature = tile.turned.features[follower.part % MOST_FEATURES]
    u, v = follower_spot(tile.turned.key, tile.turned.turns, feature.kind, feature.location)
    side = _FIGURE * (1.3 if follower.kind == "big" else 1.0)
    lying = feature.kind is FeatureKind.FIELD
    board.figure(tile.x + u, tile.y + v, side, seats[follower.seat].colour, lying=lying)
