"""The map of Thurn and Taxis and Power & Glory: everybody's route and houses, and the open cards below it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from companion.onlookers.board.drawing import BoardDrawing
from companion.ui.kit.theme import badge_letters
from companion.ui.thurn_and_taxis.map import PLAZA_MM, plain_map
from games.game import Seat
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.state import State
from vision.artwork.thurn_and_taxis.board import road_line

_PX_PER_MM = 2.4
_CARD, _GAP = (88.0, 38.0), 8.0  # mm
_TWO = ((-9.0, 0.0), (9.0, 0.0))
_FOUR = ((-9.0, -9.0), (9.0, -9.0), (-9.0, 9.0), (9.0, 9.0))


def draw(state: State, seats: tuple[Seat, ...], language: str) -> BoardDrawing:
    """The table; a world unit is a millimetre of the printed board."""
    del language
    atlas = state.setup.atlas
    wide, high = atlas.board_mm
    board = BoardDrawing(-4, -4, wide + 4, high + _GAP + _CARD[1] + 4)
    board.picture("map", partial(plain_map, atlas, _PX_PER_MM), 0, 0, wide, high)
    for seat, player in enumerate(state.players):
        _route(board, atlas, player.route, seats[seat].colour, 5.0 * (seat - (len(seats) - 1) / 2))
    letters = badge_letters([player.name for player in seats])
    for city in atlas.cities:
        board.words(city.name, city.x_mm, city.y_mm + 23, 14, "name")
        here = [seat for seat, player in enumerate(state.players) if city.name in player.houses]
        spots = ((0.0, 0.0),) if len(here) < 2 else _TWO if len(here) == 2 else _FOUR
        for (dx, dy), seat in zip(spots, here, strict=False):
            board.badge(seats[seat].colour, letters[seat], city.x_mm + dx, city.y_mm + dy, 24 if len(here) == 1 else 18)
    for number, name in enumerate(state.display):
        x, y = number * (_CARD[0] + 4), high + _GAP
        board.box(x, y, _CARD[0], _CARD[1], "card", 6)
        board.words(name, x + _CARD[0] / 2, y + _CARD[1] / 2, min(15.0, 125 / max(1, len(name))), "ink")
    return board


def _route(board: BoardDrawing, atlas: Atlas, cities: tuple[str, ...], colour: str, aside: float) -> None:
    for one, other in pairwise(cities):
        points = [(float(x) + aside * 0.3, float(y) + aside) for x, y in road_line(atlas, one, other)]
        board.line(points, "route-rim", 9.5)
        board.line(points, f"route seat-{colour}", 7.0)
    for name in cities:
        city = atlas.city[name]
        board.disc(city.x_mm, city.y_mm, PLAZA_MM + 2.5, f"on-route seat-{colour}")
