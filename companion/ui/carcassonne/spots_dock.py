"""The tile that is about to lie, large, with every spot for a follower to tap, and what else can be done with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.ui.carcassonne.at_table import CarcassonneView
from companion.ui.carcassonne.tile_art import corners, spot_of, tile_texture
from companion.ui.kit.base import Panelled, Tap, Words, board_turns, look
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.grown_tap import grown_grid
from companion.ui.kit.pictures import masks
from companion.ui.kit.theme import PLAYERS, rgba
from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind, tile_type

SPOT_DP = 56  # a spot for a follower
TILE_DP, TILE_COMPACT_DP, TILE_LEAST_DP = 272, 176, 120  # how large the tile is shown
BUTTON_DP, BUTTON_HIGH_DP = 150, 64
MOST_PUSHES = 120


class SpotsDock(Dock):
    """A large tile and what is asked about it.

    Args:
        art: the tile, which is as large as the words and buttons leave room for.
        asks, text: the question, and what is chosen so far.
        buttons: what else can be done with the tile.
        close: puts it away; None where it stays.
    """

    def __init__(
        self, art: SpotsTile, asks: str, text: str, buttons: Sequence[Tap], close: Callable[[], None] | None
    ) -> None:
        the = look()
        super().__init__(**({} if the.compact else {"orientation": "horizontal", "spacing": the.px(20)}))
        self._art, self._column = (
            art,
            None
            if the.compact
            else BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None, pos_hint={"center_y": 0.5}),
        )
        art.size_hint, art.pos_hint = (None, None), {"center_x": 0.5, "center_y": 0.5}
        if self._column is None:
            self._fill_small(asks, buttons, close)
            return
        self._column.bind(minimum_height=self._column.setter("height"))
        self._column.add_widget(title_row(asks, close))
        if text:
            role = "body" if the.text_scale == 1 else "label"  # two lines of large words need the room
            self._column.add_widget(Words(text=text, role=role, ink="text2", fit="wrap"))
        grid = grown_grid(the.px(BUTTON_DP))
        for button in buttons:
            button.size_hint_y, button.size_hint_min_y = None, None
            button.height = the.px(BUTTON_HIGH_DP) * the.text_scale
            grid.add_widget(button)
        self._column.add_widget(grid)
        self.add_widget(art)
        self.add_widget(self._column)
        self._column.fbind("height", self._fit_tile)
        self.fbind("size", self._fit_tile)
        self._fit_tile()

    def stand(self, *, beside: bool) -> None:
        """Words and buttons stand beside the tile or below it."""
        super().stand(beside=beside)
        self._fit_tile()

    def least_height(self) -> float:
        """With the tile as large as it is meant to be, not as it happens to be."""
        if self._column is None or self.orientation == "horizontal":
            return super().least_height()
        return super().least_height() - float(self._art.height) + look().px(TILE_DP)

    def _fill_small(self, asks: str, buttons: Sequence[Tap], close: Callable[[], None] | None) -> None:
        """On a small tablet the buttons are icons below each other."""
        the = look()
        side = the.px(TILE_COMPACT_DP)
        self._art.size = (side, side)
        self.add_widget(title_row(asks, close))
        if not buttons:
            self.add_widget(self._art)
            return
        row = BoxLayout(size_hint_y=None, height=side, spacing=the.px(8))
        column = BoxLayout(orientation="vertical", spacing=the.px(4), size_hint_x=None, width=the.px(56))
        for button in buttons:
            button.text, button.size_hint_y, button.height = "", None, the.px(56)
            column.add_widget(button)
        row.add_widget(self._art)
        row.add_widget(column)
        self.add_widget(row)

    def _fit_tile(self, *_: object) -> None:
        """As large as there is room for, so that no word lies on it."""
        if self._column is None:
            return
        the = look()
        side, inner = the.px(TILE_DP), self.height - self.padding[1] - self.padding[3]
        if self.orientation == "vertical":
            inner -= self._column.height + self.spacing
        side = max(the.px(TILE_LEAST_DP), min(side, inner))
        self._art.size = (side, side)


class SpotsTile(Panelled, FloatLayout):
    """The laid tile, large, with every spot for a follower as something to tap."""

    def __init__(
        self, *, key: str, turns: int, seat: int, view: CarcassonneView, chosen: Deploy | None, **kwargs: object
    ) -> None:
        self.key, self.turns, self.seat, self.view, self.chosen = key, turns, seat, view, chosen
        super().__init__(**kwargs)
        with self.canvas.before:
            Color(1, 1, 1, 1)
            self._tile = Rectangle(tex_coords=corners(self.shown_turns))
        self._spots: list[tuple[SpotTap, tuple[float, float]]] = []
        self.bind(pos=self._draw, size=self._draw)

    @property
    def shown_turns(self) -> int:
        """How the tile is shown: as on the map, turned perhaps."""
        return (self.turns + board_turns()) % 4

    def _draw(self, *_: object) -> None:
        side = round(min(self.size))
        if side >= 8:
            self._tile.texture = tile_texture(self.key, side)
            self._tile.tex_coords = corners(self.shown_turns)
            self._tile.pos, self._tile.size = (round(self.x), round(self.y)), (side, side)
            self._part()

    def offer(self, spots: tuple[Deploy, ...], deploy: Callable[[Deploy], None]) -> None:
        """Show these spots; a tap on one calls ``deploy``."""
        turned = tile_type(self.key).turned[self.turns]
        indexed = [(spot, turned.index_at(spot.feature, spot.location)) for spot in spots]
        shown = [(spot, spot_of(self.key, self.shown_turns, index)) for spot, index in indexed if index is not None]
        for spot, at in shown:
            target = SpotTap(colour=self.view.seats[self.seat].colour, spot=spot, chosen=spot == self.chosen)
            target.bind(on_release=lambda target: deploy(target.spot))
            self._spots.append((target, at))
            self.add_widget(target)
        self._part()

    def _part(self) -> None:
        """Put the spots where they are on the tile, or beside each other where fingers would meet two."""
        apart = (look().px(SPOT_DP) + 2) / max(1, *self.size)
        for (target, _), (u, v) in zip(self._spots, kept_apart([at for _, at in self._spots], apart), strict=True):
            target.pos_hint = {"center_x": u, "center_y": 1 - v}


def kept_apart(points: Sequence[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    """Middles of squares with sides ``apart`` as near to these points of a unit square as lets no two lie on each
    other, where there is room for that: whatever overlaps is pushed apart again and again, the shorter way but for
    every seventh time, which lets three in a line out of it."""
    found = [[min(1 - apart / 2, max(apart / 2, part)) for part in point] for point in points]
    for push_number in range(MOST_PUSHES):
        moved = False
        for one, other in combinations(found, 2):
            away = [b - a for a, b in zip(one, other, strict=True)]
            lack = [apart - abs(part) for part in away]
            if min(lack) <= 1e-6:
                continue
            moved, axis = True, int((lack[0] > lack[1]) != (push_number % 7 == 6))
            push = lack[axis] / 2 * (1 if away[axis] >= 0 else -1)
            for point, by in ((one, -push), (other, push)):
                point[axis] = min(1 - apart / 2, max(apart / 2, point[axis] + by))
        if not moved:
            return [(x, y) for x, y in found]
    return _on_a_grid(points, apart)  # so many that pushing finds no way out


def _on_a_grid(points: Sequence[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    """Each point at a place of a square grid of its own; the nearest pair of both is decided first."""
    across = max(int(1 / apart), math.ceil(math.sqrt(len(points))))
    places = [((x + 0.5) / across, (y + 0.5) / across) for y in range(across) for x in range(across)]
    far = {(number, place): math.dist(point, place) for number, point in enumerate(points) for place in places}
    found: dict[int, tuple[float, float]] = {}
    for number, place in sorted(far, key=lambda pair: far[pair]):
        if number not in found and place not in found.values():
            found[number] = place
    return [found[number] for number in range(len(points))]


class SpotTap(Tap):
    """A spot for a follower: a ring, filled with the player's figure once chosen."""

    def __init__(self, *, colour: str, spot: Deploy, chosen: bool, **kwargs: object) -> None:
        self.colour, self.spot, self.chosen = colour, spot, chosen
        super().__init__(**kwargs)
        self.size_hint = (None, None)
        self.size = (look().px(SPOT_DP), look().px(SPOT_DP))
        self.bind(pos=self._draw, size=self._draw)

    def dress(self, *_: object) -> None:
        """Drawn in :meth:`_draw`."""

    def _draw(self, *_: object) -> None:
        the, paint = look(), PLAYERS[self.colour]
        side = round(the.px(46))
        inner = round(side * 0.66)
        x, y = round(self.x + (self.width - side) / 2), round(self.y + (self.height - side) / 2)
        inset = (side - inner) // 2
        lying = 1 if self.spot.feature is FeatureKind.FIELD else 0
        self.canvas.clear()
        with self.canvas:
            Color(*the.colour("text"))
            Rectangle(pos=(x, y), size=(side, side), texture=masks.badge("circle", side))
            Color(*(rgba(paint.fill) if self.chosen else the.colour("bg", 0.92)))
            Rectangle(pos=(x, y), size=(side, side), texture=masks.badge_inside("circle", side, the.px(3)))
            Color(*(rgba(paint.letter) if self.chosen else the.colour("text")))
            Rectangle(pos=(x + inset, y + inset), size=(inner, inner), texture=masks.figure(inner, lying))
