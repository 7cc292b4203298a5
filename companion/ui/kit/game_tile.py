"""A game to tap, with its picture and name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.titles.registry import title_named
from companion.titles.title import AnyTitle
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.picture_canvas import PictureCanvas, game_picture
from companion.ui.kit.scrolled import scrolled
from companion.ui.screen import load_kv


class GameTile(Tap):
    """A game that can be started: its picture and name."""

    game = StringProperty("")
    _painted: Rectangle | None = None

    def dress(self, *_: object) -> None:
        """Built by :meth:`build`."""
        the = look()
        self.fill, self.rim, self.rim_width = the.colour("surface"), the.colour("line", 0.45), 1

    def build(self, *, known: bool) -> None:
        """Fill in; a game that this version does not have yet can't be tapped."""
        self.disabled = not known
        picture = Widget()
        picture.bind(size=self._paint, pos=self._move)
        self.add_widget(picture)
        name = words(f"app.game_{self.game}") + ("" if known else " · " + words("app.not_yet"))
        title = Words(text=name, role="least" if not known else "label", weight="bold", halign="center")
        title.ink = "text" if known else "text2"
        title.fit = "wrap"
        self.add_widget(title)

    def _paint(self, picture: Widget, *_: object) -> None:
        width, height = (int(side) for side in picture.size)
        picture.canvas.clear()
        self._painted = None
        title = title_named(self.game)
        paint = title.picture or (title_named(title.expands).picture if title.expands else None)
        if width < 8 or height < 8 or paint is None:
            return
        rgba = _rounded(paint, width, height, round(look().px(10)))
        with picture.canvas:
            Color(1, 1, 1, 0.45 if self.disabled else 1)
            self._painted = Rectangle(pos=picture.pos, size=(width, height), texture=masks.texture_from_rgba(rgba))

    def _move(self, picture: Widget, *_: object) -> None:
        if self._painted is not None:
            self._painted.pos = picture.pos


@lru_cache(maxsize=16)  # 0.1 MB each: all games in one size, and a second one while a tablet is turned
def _rounded(paint: Callable[[PictureCanvas], None], width: int, height: int, radius: int) -> NDArray[np.uint8]:
    """A game's picture with round corners, RGBA (height, width, 4): home shows the same ones each time it is opened."""
    alpha = masks.rounded_picture_mask(width, height, radius)
    return np.asarray(np.dstack([game_picture(paint, width, height)[..., ::-1], alpha]), np.uint8)


def games_to_choose(titles: Sequence[AnyTitle], room_px: float, chosen: Callable[[str], None]) -> Widget:
    """Tiles of these games on a screen ``room_px`` wide, as many beside each other as fit, the rest to be scrolled to.
    ``chosen`` is told the key of the one that is tapped."""
    the = look()
    wide = 232 if not the.compact else 160
    across = max(1, int((room_px - the.px(48)) / the.px(wide + 14)))
    grid = GridLayout(cols=across, spacing=the.px(14), size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    for title in titles:
        tile = GameTile(game=title.key)
        tile.size_hint_x = 1  # what is left of the width is theirs
        tile.build(known=True)
        tile.bind(on_release=lambda tile: chosen(tile.game))
        grid.add_widget(tile)
    return scrolled(grid)


load_kv(__file__)
