"""Points of one game after the other, as bars."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui.kit.base import look

MOST_BARS = 30  # games that a graph shows, the last ones


class PointsGraph(Widget):
    """Points of one game after the other as bars, the last one bright."""

    def __init__(self, points: tuple[int, ...], **kwargs: Any) -> None:
        self._points = points[-MOST_BARS:]
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        the, most = look(), max((*self._points, 1))
        self.canvas.clear()
        if self.height < 8:
            return
        wide = min(the.px(36), self.width / max(1, len(self._points)))
        with self.canvas:
            for number, points in enumerate(self._points):
                last = number == len(self._points) - 1
                Color(*the.colour("primary" if last else "line"))
                high = max(the.px(2), max(0, points) / most * self.height)
                Rectangle(
                    pos=(round(self.x + number * wide), round(self.y)), size=(max(2, round(wide) - 3), round(high))
                )
