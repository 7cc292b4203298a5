"""Small pictures of the postal games: a city card, and a route with the houses of a closing."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.views import TableView
from companion.ui.kit.base import look
from companion.ui.thurn_and_taxis.adviser import RouteMap
from companion.ui.thurn_and_taxis.at_table import PostalView
from companion.ui.thurn_and_taxis.board import draw_card
from companion.ui.thurn_and_taxis.pen import Pen
from games.game import Seat
from games.thurn_and_taxis.actions import HIDDEN
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.state import State

_ASPECT = 1.46  # width to height


class CityCard(Widget):
    """A city card; where it was played with its back up, its horses."""

    def __init__(self, atlas: Atlas, city: str, *, horses: int = 0, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._atlas, self._city, self._horses = atlas, city, horses
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        wide = min(self.width, self.height * _ASPECT)
        if wide < 16:
            return
        unit = wide / _ASPECT
        left, top = self.x + (self.width - wide) / 2, self.y + (self.height + unit) / 2
        pen = Pen(lambda x, y: (round(left + x * unit), round(top - y * unit)), unit)
        with self.canvas:
            if self._city and self._city != HIDDEN and not self._horses:
                draw_card(pen, self._atlas, self._city, 0, 0, _ASPECT, 1.0)
                return
            pen.box(0, 0, _ASPECT, 1.0, look().colour("surface"))
            for number in range(self._horses):
                x = _ASPECT / 2 + (number - (self._horses - 1) / 2) * 0.42
                pen.icon("horseshoe", x, 0.5, 0.4, look().colour("text"))


class HousesPicture(RouteMap):
    """A closing, as the board stood before it."""

    def __init__(self, before: State, seats: tuple[Seat, ...], cities: tuple[str, ...]) -> None:
        view: PostalView = TableView("", seats, before.seat, (0,) * len(seats), before)
        super().__init__(view, cities)
