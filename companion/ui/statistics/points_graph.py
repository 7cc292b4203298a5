"""Points of one game after the other, as bars with their numbers where these have room."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui.kit.base import look
from companion.ui.kit.players import letter_texture

MOST_BARS = 30  # games that a graph shows, the last ones


class PointsGraph(Widget):
    """Points of one game after the other as bars, the last one bright."""

    def __init__(self, points: tuple[int, ...], **kwargs: object) -> None:
        self._points = points[-MOST_BARS:]
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        the, most = look(), max((*self._points, 1))
        self.canvas.clear()
        if self.height < 8:
            return
        wide = min(the.px(40), self.width / max(1, len(self._points)))
        numbers = [letter_texture(str(points), the.type_px("least"), "Lato") for points in self._points]
        numbered = max((one.width for one in numbers), default=0) < wide - 3
        room = self.height - (max(one.height for one in numbers) if numbered else 0)
        with self.canvas:
            for number, points in enumerate(self._points):
                last = number == len(self._points) - 1
                Color(*the.colour("primary" if last else "line"))
                high = max(the.px(2), max(0, points) / most * room)
                left, across = round(self.x + number * wide), max(2, round(wide) - 3)
                Rectangle(pos=(left, round(self.y)), size=(across, round(high)))
                if numbered:
                    text = numbers[number]
                    Color(*the.colour("text2"))
                    pos = (round(left + (across - text.width) / 2), round(self.y + high))
                    Rectangle(pos=pos, size=text.size, texture=text)
