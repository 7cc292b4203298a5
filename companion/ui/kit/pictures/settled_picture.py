"""A picture that is painted once, when it is as large as it will be."""

from __future__ import annotations

from abc import abstractmethod

from kivy.clock import Clock
from kivy.uix.widget import Widget


class SettledPicture(Widget):
    """On its way into its place a widget passes through several sizes within one frame, and a card or a tile would be
    painted for each: it is painted in the next frame. Where it only moves it is drawn at once."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._paint_soon = Clock.create_trigger(lambda _: self._paint_now())
        self._painted_size: tuple[float, float] | None = None
        self.bind(pos=self._moved, size=self._moved)
        self._paint_soon()

    @abstractmethod
    def paint(self) -> None:
        """Draw it on its empty canvas, in its place and as large as that."""

    def _moved(self, *_: object) -> None:
        if self._painted_size == tuple(self.size):
            self._paint_now()
        else:
            self._paint_soon()

    def _paint_now(self) -> None:
        self._painted_size = tuple(self.size)
        self.canvas.clear()
        self.paint()
