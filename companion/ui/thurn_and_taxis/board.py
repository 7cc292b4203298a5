"""Thurn and Taxis and Power & Glory on the screen: the map with everybody's route and houses, the open cards below it,
and beside it what lies in front of each player.

World: one unit is 60 mm of the printed board; x right, y down, the map's upper left corner at 0, 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache, partial

import cv2
import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty

from companion.ui.kit.base import look, words
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.boards.piece import BoardPiece, Pieces, Spot
from companion.ui.kit.boards.turning import Extent
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.question_mark import draw_question
from companion.ui.kit.players import draw_badge
from companion.ui.kit.theme import PLAYERS, rgba
from companion.ui.thurn_and_taxis.map import DrawnRoute, map_picture
from companion.ui.thurn_and_taxis.pen import Pen, ink
from companion.ui.thurn_and_taxis.strip import draw_strip
from games.game import ScoreLine
from games.thurn_and_taxis.actions import HIDDEN, Close
from games.thurn_and_taxis.atlas import Atlas, City
from games.thurn_and_taxis.state import State
from vision.artwork.thurn_and_taxis.land import province_colour
from vision.frames import Picture

MM = 60.0  # of the printed board in a world unit
GAP, CARD_W, CARD_H, STRIPS = 0.2, 1.44, 1.0, 6.1
CARD_GAP, LEAST_PILE = 0.08, 0.88
STRIP_BELOW = 1.75  # height of a row of players' things below the map
BADGE, NAME = 0.36, 0.29
TAP = 0.62  # how near a city a finger means it
_NEAR = rgba("#B45A00")
_TWO = ((-0.19, 0.0), (0.19, 0.0))  # where houses stand on a plaza
_FOUR = ((-0.19, -0.19), (0.19, -0.19), (-0.19, 0.19), (0.19, 0.19))


class ThurnBoard(BoardWidget):
    """The table.

    Attributes:
        letters: badge letters by seat index.
        open_places: cities, ``open:CITY`` and ``pile`` that may be tapped now.
        picked: cities that a half-made move names already.
    """

    letters = ListProperty()
    open_places = ListProperty()
    picked = ListProperty()
    most_cell_dp = 90.0
    least_cell_dp = 14.0
    foot_dp = 104.0
    target_units = 1.0  # an open card is so high

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._map: tuple[object, Texture] | None = None
        self.fbind("letters", self.refresh)
        self.fbind("picked", self.refresh)

    # Where things are

    @property
    def atlas(self) -> Atlas:
        """The map that is played on."""
        atlas: Atlas = self.view.state.setup.atlas
        return atlas

    @property
    def map_size(self) -> tuple[float, float]:
        """Width and height of the map, world units."""
        return self.atlas.board_mm[0] / MM, self.atlas.board_mm[1] / MM

    def extent(self) -> Extent:
        """The map, the open cards and the players."""
        return self.extents()[self.arrangement]

    def extents(self) -> tuple[Extent, ...]:
        """Players' things beside the map, or two in a row below it."""
        if self.view is None:
            return ((0.0, 0.0, 16.0, 9.0),) * 2
        wide, high = self.map_size
        high += GAP + CARD_H
        below = GAP + STRIP_BELOW * -(-len(self.view.seats) // 2)
        return (-0.1, -0.1, wide + GAP + STRIPS + 0.1, high + 0.1), (-0.1, -0.1, wide + 0.1, high + below)

    def city_at(self, name: str) -> tuple[float, float]:
        """The middle of a city."""
        city = self.atlas.city[name]
        return city.x_mm / MM, city.y_mm / MM

    def thing_at(self, x: float, y: float) -> str | None:
        """The city, card or strip under a finger: ``Ulm``, ``open:Ulm``, ``pile`` or ``seat:1``."""
        if self.view is None:
            return None
        for place, (left, top, wide, high) in self.cards():
            if left <= x <= left + wide and top <= y <= top + high:
                return place
        near = min(self.atlas.cities, key=lambda city: (city.x_mm / MM - x) ** 2 + (city.y_mm / MM - y) ** 2)
        if (near.x_mm / MM - x) ** 2 + (near.y_mm / MM - y) ** 2 <= TAP**2:
            return near.name
        for seat in range(len(self.view.seats)):
            left, top, wide, high = self.strip(seat)
            if left <= x <= left + wide and top <= y <= top + high:
                return f"seat:{seat}"
        return None

    def pieces(self) -> Pieces:
        """Houses, each where it stands alone."""
        found: dict[Hashable, BoardPiece] = {}
        for seat, player in enumerate(self.view.state.players):
            for city in player.houses:
                spot = self.city_at(city)
                found[seat, city] = BoardPiece(spot, partial(self._draw_house, seat, spot), seat, mark=0.6)
        return found

    def _draw_house(self, seat: int, spot: Spot) -> None:
        side = BADGE * 1.2
        px, py = self.to_px(spot[0] - side / 2, spot[1] + side / 2)
        letter = self.letters[seat] if self.letters else ""
        draw_badge(self.view.seats[seat].colour, letter, px, py, side * self.cell, rim=ink())

    def spot_of_place(self, place: str) -> Spot | None:
        """A city."""
        return self.city_at(place) if place in self.atlas.city else None

    def cards(self) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
        """The open cards and the pile, as (place, (left, top, width, height))."""
        state: State = self.view.state
        top, places = self.map_size[1] + GAP, state.number("display")
        each = min(CARD_W + CARD_GAP, (self.map_size[0] - LEAST_PILE) / places)  # a box may lay out more than six
        for number, city in enumerate(state.display):
            yield f"open:{city}", (number * each, top, each - CARD_GAP, CARD_H)
        left = places * each
        yield "pile", (left, top, self.map_size[0] - left, CARD_H)

    def strip(self, seat: int) -> tuple[float, float, float, float]:
        """Where a player's things stand: left, top, width, height."""
        wide, high = self.map_size
        if self.arrangement == 1:
            across, gap = (wide - 0.12) / 2, 0.12
            top = high + CARD_H + 2 * GAP + STRIP_BELOW * (seat // 2)
            return (seat % 2) * (across + gap), top, across, STRIP_BELOW - gap
        each = (high + CARD_H + GAP + 0.12) / len(self.view.seats)
        return wide + GAP, seat * each, STRIPS, min(each, 2.9) - (0.12 if seat < len(self.view.seats) - 1 else 0)

    # Drawing

    def draw(self) -> None:
        """Everything, from the ground up."""
        pen = Pen(self.to_px, self.cell)
        self._draw_map()
        self._draw_open(pen)
        self._draw_names(pen)
        self._draw_houses(pen)
        self._draw_near(pen)
        self._draw_cards(pen)
        for seat in range(len(self.view.seats)):
            letter = self.letters[seat] if self.letters else ""
            draw_strip(pen, self.view, seat, letter, self.strip(seat))

    def _draw_map(self) -> None:
        scale = self.cell / MM
        state: State = self.view.state
        routes = tuple(self._routes(state))
        key = (self.atlas, scale, routes)
        if self._map is None or self._map[0] != key:
            self._map = (key, texture_of(map_picture(self.atlas, scale, routes)))
        texture = self._map[1]
        px, py = self.to_px(0, 0)
        Color(1, 1, 1, 1)
        Rectangle(pos=(px, py - texture.size[1]), size=texture.size, texture=texture)

    def _routes(self, state: State) -> Iterator[DrawnRoute]:
        """Everybody's route, the mover's last and widest; side by side where they share a road."""
        order = sorted(range(len(state.players)), key=lambda seat: seat == self.view.active)
        for place, seat in enumerate(order):
            fill = PLAYERS[self.view.seats[seat].colour].fill
            colour = (int(fill[5:7], 16), int(fill[3:5], 16), int(fill[1:3], 16))
            mine = seat == self.view.active
            aside = 0.0 if mine else (5.5, -5.5, 9.5)[place % 3]
            yield DrawnRoute(state.players[seat].route, colour, 7.5 if mine else 4.0, aside)

    def _draw_names(self, pen: Pen) -> None:
        for name, x, y, wide in name_plates(self.atlas):
            pen.box(x - wide / 2, y - 0.16, wide, 0.32, (1.0, 0.985, 0.95, 0.88), 0.08)
            pen.words(name, x, y, NAME, 2.6, ink(), align="middle")

    def _draw_houses(self, pen: Pen) -> None:
        state: State = self.view.state
        ghost = self._ghost()
        differing = {one.place for one in self.view.discrepancies}
        for city in self.atlas.cities:
            x, y = self.city_at(city.name)
            here = [seat for seat, player in enumerate(state.players) if city.name in player.houses]
            new = ghost[1] if city.name in ghost[0] else None
            shown = [*here, *([new] if new is not None else [])]
            side = BADGE if len(shown) > 1 else BADGE * 1.2
            spots = ((0.0, 0.0),) if len(shown) < 2 else _TWO if len(shown) == 2 else _FOUR
            for (dx, dy), seat in zip(spots, shown, strict=False):
                px, py = self.to_px(x + dx - side / 2, y + dy + side / 2)
                letter = self.letters[seat] if self.letters else ""
                draw_badge(self.view.seats[seat].colour, letter, px, py, side * self.cell, rim=ink())
            if new is not None:
                pen.circle(x, y, 0.36, look().colour("ok"), 0.09)
                if self.view.proposal.doubtful:
                    draw_question(*self.to_px(x + 0.3, y - 0.3), round(0.42 * self.cell))
            if city.name in differing:
                pen.circle(x, y, 0.42, rgba("#A3221A"), 0.09)
            if city.name in self.picked:
                pen.circle(x, y, 0.36, ink(), 0.1)

    def _ghost(self) -> tuple[tuple[str, ...], int]:
        """The houses that the proposal would place, and whose."""
        proposal = self.view.proposal
        seat = self.view.active or 0
        for action in proposal.actions if proposal is not None else ():
            if isinstance(action, Close):
                return action.cities, seat
        return (), seat

    def _draw_near(self, pen: Pen) -> None:
        """The city that a province of the mover still lacks: its tile is one house away."""
        seat = self.view.active
        if seat is None:
            return
        state: State = self.view.state
        houses = state.players[seat].houses
        for stack in self.atlas.stacks:
            if not stack.provinces or not state.left_in(stack.key):
                continue
            lacking = [c for p in stack.provinces for c in self.atlas.provinces.get(p, ()) if c not in houses]
            if len(lacking) == 1:
                x, y = self.city_at(lacking[0])
                pen.circle(x, y, 0.4, _NEAR, 0.06)
                right = min(x + 0.8, self.map_size[0] - 0.05)
                named_above = any(name == lacking[0] and at < y for name, _, at, _ in name_plates(self.atlas))
                off = 0.36 if named_above else -0.34
                pen.pill(f"+{state.left_in(stack.key)[0]}", right, y + off, 0.26, _NEAR, (1, 1, 1, 1))

    def _draw_open(self, pen: Pen) -> None:
        for place in self.open_places:
            if place in self.atlas.city:
                x, y = self.city_at(place)
                pen.circle(x, y, 0.36, (1.0, 1.0, 1.0, 0.95), 0.08)
                pen.circle(x, y, 0.4, ink(), 0.04)

    def _draw_cards(self, pen: Pen) -> None:
        for place, (left, top, wide, high) in self.cards():
            if place == "pile":
                self._draw_pile(pen, left, top, wide, high)
            else:
                draw_card(pen, self.atlas, place.removeprefix("open:"), left, top, wide, high)
            if place in self.open_places:
                pen.ring(left - 0.05, top - 0.05, wide + 0.1, high + 0.1, look().colour("text"), 0.045)
            if place.removeprefix("open:") in self.picked and place != "pile":
                pen.ring(left - 0.05, top - 0.05, wide + 0.1, high + 0.1, look().colour("ok"), 0.07)

    def _draw_pile(self, pen: Pen, left: float, top: float, wide: float, high: float) -> None:
        pen.box(left, top, wide, high, look().colour("raised"))
        text = look().colour("text2")
        pen.icon("cards", left + wide / 2, top + high * 0.34, 0.4, text)
        pen.words(str(self.view.state.pile), left + wide / 2, top + high * 0.74, 0.32, wide, text, align="middle")

    def celebrate(self, lines: list[ScoreLine]) -> None:
        """Houses and tiles speak for themselves."""


@lru_cache(maxsize=8)
def name_plates(atlas: Atlas) -> tuple[tuple[str, float, float, float], ...]:
    """Where names stand, (name, middle x, middle y, width) in world units: beside their plaza, off the others."""
    plates: dict[str, tuple[float, float, float]] = {}
    for _ in range(3):  # a second and third look, when the others stand
        for city in sorted(atlas.cities, key=lambda one: (one.y_mm, one.x_mm)):
            others = [plate for name, plate in plates.items() if name != city.name]
            plates[city.name] = _best_plate(atlas, city, others)
    return tuple((name, *plate) for name, plate in plates.items())


def _best_plate(atlas: Atlas, city: City, others: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """The first of a few spots around a city that is off the board's edge, other plates and plazas."""
    wide, high = atlas.board_mm[0] / MM, atlas.board_mm[1] / MM
    x, y, long = city.x_mm / MM, city.y_mm / MM, 0.148 * len(city.name) + 0.16
    side = long / 2 + 0.34
    spots = ((x, y + 0.45), (x, y - 0.46), (x + side, y), (x - side, y), (x + 0.4, y + 0.46), (x - 0.4, y + 0.46))

    def cost(rank: int) -> float:
        across, down = spots[rank]
        out = max(0.0, 0.05 + long / 2 - across) + max(0.0, across + long / 2 - wide + 0.05)
        out += max(0.0, 0.2 - down) + max(0.0, down - high + 0.2)
        over = sum(max(0.0, (long + w) / 2 - abs(across - u)) for u, v, w in others if abs(down - v) < 0.34)
        hidden = sum(
            max(0.0, long / 2 + 0.3 - abs(across - one.x_mm / MM))
            for one in atlas.cities
            if abs(down - one.y_mm / MM) < 0.42
        )
        return 20 * out + 4 * over + 3 * hidden + 0.05 * rank

    return (*spots[min(range(len(spots)), key=cost)], long)


def draw_card(pen: Pen, atlas: Atlas, name: str, left: float, top: float, wide: float, high: float) -> None:
    """A city card: its province's tint, its name, its horses where the game has them."""
    city = atlas.city.get(name)
    if city is None or name == HIDDEN:
        return
    blue, green, red = province_colour(atlas, city.province)
    pen.box(left, top, wide, high, (red / 255, green / 255, blue / 255, 1.0))
    pen.ring(left, top, wide, high, ink(), 0.03)
    pen.words(name, left + wide / 2, top + high * 0.34, 0.3, wide - 0.08, ink(), align="middle", shrinks=True)
    second = city.province or words("thurn.free_city")
    if city.horses:
        unsure = "horses" in city.defaults
        count = city.usual_horses + unsure
        for number in range(city.usual_horses):
            pen.icon("horseshoe", left + wide / 2 + (number - (count - 1) / 2) * 0.3, top + high * 0.72, 0.3, ink())
        if unsure:  # a default of ours, which the card on the table may not keep to
            pen.words("?", left + wide / 2 + count * 0.15 - 0.15, top + high * 0.72, 0.3, 0.3, ink(), align="middle")
    else:
        paler = (*ink()[:3], 0.75)
        pen.words(second, left + wide / 2, top + high * 0.7, 0.25, wide - 0.12, paler, align="middle", shrinks=True)


def texture_of(picture: Picture, radius: int = 10) -> Texture:
    """A BGR picture with rounded corners as a texture."""
    corner = masks.rounded_picture_mask(picture.shape[1], picture.shape[0], radius)
    coloured = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA), np.uint8)
    coloured[..., 3] = corner
    return masks.texture_from_rgba(coloured)
