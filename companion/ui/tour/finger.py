"""A finger on the glass: touches that reach the app as real ones do."""

from __future__ import annotations

from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent


class Finger(MotionEvent):
    """A finger at a point of the window, px from the lower left."""

    def __init__(self, x: float, y: float) -> None:
        width, height = Window.size
        super().__init__("finger", 1, {"x": x / width, "y": y / height}, is_touch=True, type_id="touch")

    def depack(self, args: dict[str, Any]) -> None:
        """Take in where it is."""
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ["pos"]
        super().depack(args)

    def down(self) -> None:
        """Put it on the glass."""
        EventLoop.post_dispatch_input("begin", self)

    def to(self, x: float, y: float) -> None:
        """Move it there, on the glass."""
        width, height = Window.size
        self.move({"x": x / width, "y": y / height})
        EventLoop.post_dispatch_input("update", self)

    def up(self) -> None:
        """Lift it."""
        EventLoop.post_dispatch_input("end", self)
