"""What is asked of a finger on the glass: Kivy's own touches have no types, so what we use of them is named here."""

from __future__ import annotations

from typing import Protocol


class ScreenTouch(Protocol):
    """A finger from when it comes down until it is lifted; lengths in px of the window, from its lower left corner.

    Attributes:
        uid: tells it from the other fingers on the glass.
        x, y, pos: where it is.
        px, py: where it was before it moved last.
        dx, dy: how far that took it.
        sx, sy, osx, osy: where it is, and where it came down, as shares of the window's width and height.
        is_mouse_scrolling: no finger, but the wheel of a mouse.
        grab_current: the widget that took it for its own and is told of it now.
        ud: what widgets note about it.
    """

    uid: int
    x: float
    y: float
    pos: tuple[float, float]
    px: float
    py: float
    dx: float
    dy: float
    sx: float
    sy: float
    osx: float
    osy: float
    is_mouse_scrolling: bool
    grab_current: object
    ud: dict[str, object]

    def grab(self, widget: object) -> None:
        """Tell this widget of all that it does, wherever it moves."""

    def ungrab(self, widget: object) -> None:
        """No longer."""
