"""Docks: questions and tools that slide in under the board, never over the scores, and go when they are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.base import Panelled, Tap, Words, look
from companion.ui.kit.theme import RADIUS_DOCK


class Dock(Panelled, BoxLayout):
    """A dock. ``height_dp`` is how high it is; subclasses fill it."""

    y: float  # Kivy's own, which has no type
    height_dp: float = 304

    def __init__(self, **kwargs: Any) -> None:
        the = look()
        kwargs.setdefault("padding", the.px(12 if the.compact else 16))
        kwargs.setdefault("spacing", the.px(8 if the.compact else 12))
        kwargs.setdefault("orientation", "vertical")
        super().__init__(**kwargs)
        self.size_hint = (None, None)
        self.radius = RADIUS_DOCK
        self.fill = the.colour("raised")
        self.rim = the.colour("line", 0.5)
        self.rim_width = 1
        self.shade = True

    def on_touch_down(self, touch: Any) -> bool:
        """What lies below is not meant."""
        return bool(super().on_touch_down(touch) or self.collide_point(*touch.pos))

    def slide_in(self) -> None:
        """Come in from below; with reduced motion, fade."""
        motion = look().motion
        if motion.reduced:
            self.opacity = 0.0
            Animation(opacity=1, duration=motion.dock / 1000).start(self)
        else:
            y = self.y
            self.y = y - self.height * 0.35
            self.opacity = 0.3
            Animation(y=y, opacity=1, duration=motion.dock / 1000, t="out_cubic").start(self)


def title_row(text: str, on_close: Callable[[], None] | None, *extra: Any) -> BoxLayout:
    """The head of a dock: what it asks, more widgets, and a cross where it can be closed."""
    the = look()
    row = BoxLayout(size_hint_y=None, height=the.px(48 if the.compact else 56), spacing=the.px(8))
    row.add_widget(Words(text=text, role="body", weight="bold"))
    for widget in extra:
        row.add_widget(widget)
    if on_close is not None:
        cross = Tap(icon="cross", kind="plain", size_hint=(None, 1), width=the.px(56), side=26)
        cross.bind(on_release=lambda _: on_close())
        row.add_widget(cross)
    return row
