"""Text in the roles of the type scale.

Kivy's own label keeps forty properties and binds each of them, and three rules of its language; a text of ours differs
from others in a dozen. Most widgets of a screen are texts, made anew with each list that opens: one is made in a third
of the time, and leaves the cycle collector a quarter as much to take apart.
"""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from companion.ui.kit.measured import FONTS, LINE_HEIGHT, MeasuredText, size_for_words
from companion.ui.kit.theme import DrawingStyle
from companion.ui.kit.unscaled_number import unscaled_number

# A line too long is cut after any letter, with dots; the script is how Kivy's own widget names what it draws.
_LETTERING = {"shorten_from": "right", "split_str": "", "font_script_name": "Latn", "line_height": LINE_HEIGHT}


def look() -> DrawingStyle:
    """The look of the running app."""
    running: DrawingStyle = App.get_running_app().look
    return running


class Words(Widget):
    """Text in one of the roles of the type scale.

    Attributes:
        role: size, a field of ``theme.TypeScale``.
        weight: regular, bold or black.
        ink: colour by its role in the palette; ``tint`` (RGBA) overrides it.
        fit: ``line`` (one line, shortened with an ellipsis), ``wrap`` (as high as the text needs), ``box`` (wrapped
            within the widget's size), ``free`` (as large as the text).
        factor: of the role's size, where a place is known to be too narrow.
        markup: ``[b]`` and the like are marks, not letters.
        font_name, font_size: px; follow ``role``, ``weight`` and ``factor`` until they are set by themselves. As large
            as :attr:`drawn_size` they are drawn.
        texture_size: width and height of what is drawn, px, as of the last frame.
        lettering: Kivy's label that laid it out; None before the first frame.
    """

    text = StringProperty("")
    role = StringProperty("body")
    weight = OptionProperty("regular", options=("regular", "bold", "black"))
    ink = StringProperty("text")
    tint = ObjectProperty(())
    fit = OptionProperty("box", options=("line", "wrap", "box", "free"))
    factor = unscaled_number(1.0)
    halign = OptionProperty("left", options=("left", "center", "right"))
    valign = OptionProperty("middle", options=("bottom", "middle", "top"))
    markup = BooleanProperty(False)
    font_name = StringProperty(FONTS["regular"])
    font_size = unscaled_number(0)

    size_hint_x: float | None  # Kivy's own, which have no types
    size_hint_y: float | None
    height: float
    size: Any
    line_height = LINE_HEIGHT
    texture_size: tuple[float, float] = (0, 0)
    lettering: CoreLabel | None = None
    _room: tuple[float | None, float | None] = (None, None)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._quad = Rectangle(size=(0, 0))
        self._stale = True
        # Several of these change with each layout and each new look: laid out once, before the next frame.
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        set_type, change, take_room = self._set_type, self._change, self._take_room  # each method is an object, too
        for name in ("role", "weight", "factor"):
            self.fbind(name, set_type)
        for name in ("text", "ink", "tint", "halign", "valign", "markup", "font_name", "font_size", "fit"):
            self.fbind(name, change)
        for name in ("fit", "size"):
            self.fbind(name, take_room)
        self.fbind("pos", self._draw_soon)
        self._set_type()
        self._take_room()
        self._draw_soon()

    @property
    def colour(self) -> tuple[float, ...]:
        """RGBA of its letters."""
        return tuple(self.tint or look().colour(self.ink))

    @property
    def drawn_size(self) -> float:
        """How large its letters are, px. In large print a word that is longer than its line is told smaller, though
        never smaller than usual: it would be broken."""
        wide, scale = self._room[0], look().text_scale
        if wide is None or scale <= 1 or self.fit == "line" or self.markup:
            return float(self.font_size)
        return size_for_words(self.text, self.font_name, (self.font_size / scale, self.font_size), wide)

    @property
    def max_lines(self) -> int:
        """How many lines it may have; 0: as many as it needs."""
        return 1 if self.fit == "line" else 0

    def _set_type(self, *_: object) -> None:
        self.font_name, self.font_size = FONTS[self.weight], look().type_px(self.role) * self.factor

    def _change(self, *_: object) -> None:
        self._stale = True
        self._draw_soon()

    def _take_room(self, *_: object) -> None:
        """Lay the text out anew only where it has other room than before: who is as high as the text needs isn't asked
        again for having become so."""
        room: tuple[float | None, float | None] = (None, None)
        match self.fit:
            case "line" | "box":
                room = (self.width, self.height)
            case "wrap":
                self.size_hint_y = None
                room = (self.width, None)
            case _:
                self.size_hint_x = self.size_hint_y = None
        if room != self._room:
            self._room, self._stale = room, True
        self._take_size()
        self._draw_soon()

    def _take_size(self) -> None:
        if self.fit == "wrap":
            self.height = self.texture_size[1]
        elif self.fit == "free":
            self.size = self.texture_size

    def _draw(self, _: float) -> None:
        if self._stale:
            self._stale = False
            self._lay_out()
            self._take_size()
        across, down = self.texture_size
        self._quad.pos = (int(self.x + self.width / 2 - across / 2), int(self.y + self.height / 2 - down / 2))

    def _lay_out(self) -> None:
        """Find out how large the text is; its letters are painted when they are first seen."""
        texture = None
        if self.text:
            lettering = self._lettered()
            lettering.refresh()
            texture = lettering.texture
        self.texture_size = texture.size if texture is not None else (0, 0)
        self._quad.texture, self._quad.size = texture, self.texture_size
        self.canvas.ask_update()

    def _lettered(self) -> CoreLabel:
        kind = MarkupLabel if self.markup else MeasuredText
        if type(self.lettering) is not kind:
            self.lettering = kind(**_LETTERING)
        lettering, colour, one_line = self.lettering, self.colour, self.fit == "line"
        lettering.options.update(
            color=colour, font_name=self.font_name, font_size=self.drawn_size, halign=self.halign, valign=self.valign,
            shorten=one_line, max_lines=self.max_lines,
        )  # fmt: skip
        lettering.text_size = self._room
        lettering.text = f"[color={get_hex_from_color(colour)}]{self.text}[/color]" if self.markup else self.text
        return lettering
