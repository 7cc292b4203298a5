"""Switches: a line that is on or off, and one of several."""

from __future__ import annotations

from kivy.graphics import BorderImage, Color, Rectangle
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.kit.base import Tap, Words, look
from companion.ui.kit.pictures import masks


class OnOff(Tap):
    """A line with a switch at its end; ``active``: it is on. Shown by place and a check mark, not by colour."""

    height: float  # Kivy's own, which has no type
    active = BooleanProperty(False)
    detail = StringProperty("")
    _least: float | None = None  # how high it was made

    def dress(self, *_: object) -> None:
        """Words left, switch right."""
        if not self.text or self._words is not None:
            return
        the = look()
        self.fill, self.rim, self.rim_width = the.colour("raised"), the.colour("line", 0.45), 1
        self.padding = [the.px(16), the.px(8)]
        column = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
        column.bind(minimum_height=self._grow)
        self._words = Words(text=self.text, role="body" if self.detail else "label", weight="bold", fit="wrap")
        column.add_widget(self._words)
        if self.detail:
            column.add_widget(Words(text=self.detail, role="least", ink="text2", fit="wrap"))
        self.add_widget(column)
        self._track = _Track(size_hint=(None, None), size=(the.px(64), the.px(36)), pos_hint={"center_y": 0.5})
        self._track.active = self.active
        self.add_widget(self._track)
        self.fbind("active", lambda *_: setattr(self._track, "active", self.active))

    def _grow(self, column: BoxLayout, height: float) -> None:
        """As high as its words need, where nobody else says how high it is."""
        column.height = height
        if self.size_hint_y is None:
            self._least = self.height if self._least is None else self._least
            self.height = max(self._least, height + self.padding[1] + self.padding[3])

    def on_release(self) -> None:
        """Flip."""
        self.active = not self.active
        super().on_release()


class _Track(Widget):
    active = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, active=self._draw)

    def _draw(self, *_: object) -> None:
        the = look()
        height = round(self.height)
        knob = height - round(the.px(8))
        x = round((self.x + self.width) - knob - the.px(4) if self.active else self.x + the.px(4))
        y = round((self.y + self.height / 2) - knob / 2)
        self.canvas.clear()
        with self.canvas:
            Color(*the.colour("primary" if self.active else "surface"))
            border = masks.rounded_border(height // 2 - 1)
            BorderImage(pos=self.pos, size=self.size, border=border, texture=masks.rounded(height // 2 - 1))
            Color(*the.colour("line"))
            BorderImage(
                pos=self.pos, size=self.size, border=border, texture=masks.rounded_line(height // 2 - 1, the.px(2))
            )
            Color(*the.colour("on_primary" if self.active else "line"))
            Rectangle(pos=(x, y), size=(knob, knob), texture=masks.badge("circle", knob))
            if self.active:
                Color(*the.colour("primary"))
                side = round(knob * 0.7)
                Rectangle(
                    pos=(x + (knob - side) // 2, y + (knob - side) // 2),
                    size=(side, side),
                    texture=masks.icon("check", side),
                )


class Segments(BoxLayout):
    """One of several: ``options`` are (value, words); ``value`` is the chosen one. ``by_length`` gives long words more
    room than short ones, in type of the ``role``."""

    options = ListProperty()
    value = ObjectProperty(None, allownone=True)
    by_length = BooleanProperty(False)
    role = StringProperty("label")

    def __init__(self, **kwargs: object) -> None:
        kwargs.setdefault("spacing", look().px(8))
        super().__init__(**kwargs)
        self.fbind("options", self._fill_in)
        self.fbind("value", self._mark)
        self._fill_in()

    def _fill_in(self, *_: object) -> None:
        self.clear_widgets()
        for value, text in self.options:
            tap = Tap(text=text, role=self.role, kind="chosen" if value == self.value else "raised")
            tap.value = value
            if self.by_length:
                tap.size_hint_x, tap.padding = 2 + len(text), [look().px(4)] * 4
            tap.bind(on_release=lambda tap: setattr(self, "value", tap.value))
            self.add_widget(tap)

    def _mark(self, *_: object) -> None:
        for tap in self.children:
            tap.kind = "chosen" if tap.value == self.value else "raised"
