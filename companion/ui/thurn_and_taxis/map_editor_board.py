"""The map in the editor: roads and names that are a default of ours are told from the owner's."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, StringProperty

from companion.ui.kit.boards.board import BoardWidget
from companion.ui.thurn_and_taxis.board import MM, TAP, name_plates, texture_of
from companion.ui.thurn_and_taxis.map import plain_map
from companion.ui.thurn_and_taxis.pen import Pen, ink
from games.thurn_and_taxis.atlas import Atlas

_OURS = (0.86, 0.84, 0.80, 0.92)  # the plate of a name that is a default of ours
_OWN = (1.0, 0.985, 0.95, 0.95)
_CHOSEN = (0.56, 0.16, 0.10, 1.0)


class MapEditorBoard(BoardWidget):
    """A map to be corrected; ``view`` is the atlas.

    Attributes:
        chosen: cities that were tapped.
        moving: the city that goes where the next tap is; a tap anywhere is told then, as a point in mm.
    """

    chosen = ListProperty()
    moving = StringProperty("")
    most_cell_dp = 120.0

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._map: tuple[object, Texture] | None = None
        self.fbind("chosen", self.refresh)

    @property
    def atlas(self) -> Atlas:
        """The map as it is now."""
        atlas: Atlas = self.view
        return atlas

    def extent(self) -> tuple[float, float, float, float]:
        """The whole map."""
        if self.view is None:
            return 0.0, 0.0, 10.0, 7.0
        return -0.1, -0.1, self.atlas.board_mm[0] / MM + 0.1, self.atlas.board_mm[1] / MM + 0.1

    def city_at(self, name: str) -> tuple[float, float]:
        """The middle of a city, world units."""
        city = self.atlas.city[name]
        return city.x_mm / MM, city.y_mm / MM

    def thing_at(self, x: float, y: float) -> str | tuple[float, float] | None:
        """The city under a finger; while one is being moved, the spot in mm."""
        if self.moving:
            return x * MM, y * MM
        near = min(self.atlas.cities, key=lambda city: (city.x_mm / MM - x) ** 2 + (city.y_mm / MM - y) ** 2)
        reached = (near.x_mm / MM - x) ** 2 + (near.y_mm / MM - y) ** 2 <= TAP**2
        return near.name if reached else None

    def draw(self) -> None:
        """Land, roads, cities with their horses, names."""
        pen = Pen(self.to_px, self.cell)
        key = (self.atlas, self.cell)
        if self._map is None or self._map[0] != key:
            self._map = (key, texture_of(plain_map(self.atlas, self.cell / MM, doubtful=True)))
        texture = self._map[1]
        px, py = self.to_px(0, 0)
        Color(1, 1, 1, 1)
        Rectangle(pos=(px, py - texture.size[1]), size=texture.size, texture=texture)
        for name, x, y, wide in name_plates(self.atlas):
            city = self.atlas.city[name]
            pen.box(x - wide / 2, y - 0.16, wide, 0.32, _OURS if city.defaults else _OWN, 0.08)
            colour = (*ink()[:3], 0.72) if "name" in city.defaults else ink()
            pen.words(name, x, y, 0.29, 2.6, colour, align="middle")
        for city in self.atlas.cities:
            x, y = city.x_mm / MM, city.y_mm / MM
            if city.horses:
                shown = "/".join(str(number) for number in sorted(set(city.horses)))
                pen.words(shown, x, y, 0.3, 0.5, ink(), align="middle", weight="LatoBlack")
            if city.name in self.chosen:
                pen.circle(x, y, 0.42, _CHOSEN, 0.1)
