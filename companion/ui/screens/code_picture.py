"""A QR code on the screen, and the same twice as large for phones across the table."""

from __future__ import annotations

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout

from companion.exports.result_code import Modules
from companion.ui.kit.base import Tap, look
from companion.ui.kit.pictures import masks
from companion.ui.screen import Screen


class CodePicture(Tap):
    """A QR code on white, ink modules of whole px."""

    def __init__(self, *, modules: Modules, **kwargs: object) -> None:
        self.modules = modules
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw)

    def dress(self, *_: object) -> None:
        """Drawn in :meth:`_draw`."""

    def _draw(self, *_: object) -> None:
        side = round(min(self.size))
        self.canvas.clear()
        if side < 32:
            return
        modules = len(self.modules)
        module = max(1, side // modules)
        picture = np.kron(self.modules, np.ones((module, module), np.uint8))
        rgba_picture = np.dstack([picture, picture, picture, np.full_like(picture, 255)])
        inner = module * modules  # the margin is among the modules
        # Told of its place a widget still has its old ``center``, which Kivy works out after this.
        pos = (round(self.x + (self.width - inner) / 2), round(self.y + (self.height - inner) / 2))
        with self.canvas:
            Color(1, 1, 1, 1)
            texture = masks.texture_from_rgba(rgba_picture)
            texture.mag_filter = texture.min_filter = "nearest"
            Rectangle(pos=pos, size=(inner, inner), texture=texture)


class WholeScreenCode(Tap):
    """Lies over the whole screen until it is tapped; never dressed as a button."""

    def dress(self, *_: object) -> None:
        """It keeps the fill that it was made with."""


def enlarge(screen: Screen, modules: Modules) -> None:
    """The code as large as the screen has room; any tap ends it."""
    the = look()
    side = min(the.px(678), screen.width, screen.height)
    cover = WholeScreenCode(fill=the.colour("bg", 0.92), radius=1)
    cover.fill, cover.rim = the.colour("bg", 0.94), (0, 0, 0, 0)
    code = CodePicture(modules=modules, size_hint=(None, None), size=(side, side))
    cover.bind(on_release=lambda _: screen.remove_widget(cover))
    code.bind(on_release=lambda _: screen.remove_widget(cover))
    place = FloatLayout()
    code.pos_hint = {"center_x": 0.5, "center_y": 0.5}
    place.add_widget(code)
    cover.add_widget(place)
    screen.add_widget(cover)
