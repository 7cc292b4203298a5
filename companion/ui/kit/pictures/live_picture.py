"""Pictures from the camera: the live inset, and stills."""

from __future__ import annotations

import cv2
import numpy as np
from kivy.graphics import BorderImage, Color, Line, Rectangle, ScissorPop, ScissorPush
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from vision.frames import Picture

FINGER_DP = 24  # from the middle of a ring, within which a finger means it, however small it is
RING = 1.1  # the radius of a ring over the distance of the farthest corner of what it stands around
RING_STEP_PX = 4  # rings are this much apart in size: a picture is kept of each


class StillPicture(Widget):
    """A BGR picture, as large as fits, in the middle. ``outlines`` and ``hatched`` are polylines (n, 2) as shares of
    the picture; what is hatched needs somebody."""

    picture = ObjectProperty(None, allownone=True, force_dispatch=True)  # arrays have no truth to compare by
    outlines = ListProperty(force_dispatch=True)
    hatched = ListProperty(force_dispatch=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        for name in ("pos", "size", "outlines", "hatched"):
            self.fbind(name, self.redraw)
        self.fbind("picture", self._take)
        self._take()

    def frame(self) -> tuple[float, float, float, float]:
        """Where the picture is shown: x, y, width, height, px."""
        if self._texture is None:
            return self.x, self.y, self.width, self.height
        scale = min(self.width / self._texture.width, self.height / self._texture.height)
        width, height = round(self._texture.width * scale), round(self._texture.height * scale)
        return (
            round(self.x + (self.width - width) / 2),
            round(self.y + (self.height - height) / 2),
            width,
            height,
        )

    def _take(self, *_: object) -> None:
        picture: Picture | None = self.picture
        if picture is None:
            self._texture = None
        else:
            height, width = picture.shape[:2]
            if self._texture is None or self._texture.size != (width, height):
                self._texture = Texture.create(size=(width, height), colorfmt="rgba")
                self._texture.flip_vertical()
            data = np.ascontiguousarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA))
            self._texture.blit_buffer(data.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self.redraw()

    def redraw(self, *_: object) -> None:
        """Draw picture and outlines."""
        self.canvas.clear()
        if self._texture is None or min(self.size) < 4:
            return
        x, y, width, height = self.frame()
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(x, y), size=(width, height), texture=self._texture)
            self.draw_over(x, y, width, height)

    def draw_over(self, x: float, y: float, width: float, height: float) -> None:
        """What lies over the picture."""
        Color(*look().colour("text"))
        for outline in self.outlines:
            points = [value for u, v in outline for value in (x + u * width, y + (1 - v) * height)]
            if len(points) >= 4:
                Line(points=points, width=look().px(1.2), close=True)
        Color(*look().colour("warn"))
        for outline in self.hatched:
            corners = [(x + u * width, y + (1 - v) * height) for u, v in outline]
            Line(points=[value for corner in corners for value in corner], width=look().px(2), close=True)
            for stroke in hatching(corners, look().px(7)):
                Line(points=stroke, width=look().px(1))


def hatching(corners: list[tuple[float, float]], step: float) -> list[tuple[float, float, float, float]]:
    """Slanted strokes that fill a convex polygon, ``step`` px apart: x, y of both ends."""
    sums = [x + y for x, y in corners]
    strokes = []
    level = min(sums) + step
    while level < max(sums):
        ends = []
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            low, high = x0 + y0, x1 + y1
            if (low < level) != (high < level):
                share = (level - low) / (high - low)
                ends.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        if len(ends) == 2:
            strokes.append((*ends[0], *ends[1]))
        level += step
    return strokes


class LiveInset(StillPicture):
    """The live picture beside the board; ``icon`` says what the eyes do (eye: reading, hand: waiting). What is
    ``circled`` (polylines (n, 2) as shares of the picture) has just been seen."""

    icon = StringProperty("")
    active = BooleanProperty(True)
    circled = ListProperty(force_dispatch=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("icon", self.redraw)

    def draw_over(self, x: float, y: float, width: float, height: float) -> None:
        """A frame, and the icon on a dark ground."""
        the = look()
        ScissorPush(x=int(x), y=int(y), width=int(width), height=int(height))  # the map may go on beyond the picture
        super().draw_over(x, y, width, height)
        self._draw_rings(x, y, width, height)
        ScissorPop()
        Color(*the.colour("line"))
        BorderImage(
            pos=(x, y),
            size=(width, height),
            border=masks.rounded_border(4),
            texture=masks.rounded_line(4, the.px(2)),
        )
        if not self.icon:
            return
        side = round(the.px(40))
        inset = round(the.px(8))
        pos = (round(x + inset), round(y + height - side - inset))
        inner = round(the.px(26))
        Color(*the.colour("bg", 0.85))
        Rectangle(pos=pos, size=(side, side), texture=masks.badge("circle", side))
        Color(*the.colour("text"))
        Rectangle(
            pos=(pos[0] + (side - inner) // 2, pos[1] + (side - inner) // 2),
            size=(inner, inner),
            texture=masks.icon(self.icon, inner),
        )

    def rings_at(self, x: float, y: float) -> bool:
        """Whether a finger at this point of the window, px, is on something that is circled."""
        left, low, width, height = self.frame()
        rings = (_ring(outline, left, low, width, height) for outline in self.circled)
        return any(np.hypot(x - u, y - v) <= max(reach, look().px(FINGER_DP)) for u, v, reach in rings)

    def _draw_rings(self, x: float, y: float, width: float, height: float) -> None:
        """A ring around each outline, light on dark, so that it is seen on any table; pictures, for a line around a
        circle is hundreds of triangles."""
        the = look()
        rings = [_ring(outline, x, y, width, height) for outline in self.circled]
        for colour, wide in (("bg", 6.0), ("text", 3.0)):
            Color(*the.colour(colour))
            for u, v, reach in rings:
                side = round(2 * reach / RING_STEP_PX) * RING_STEP_PX
                pos = (round(u - side / 2), round(v - side / 2))
                Rectangle(pos=pos, size=(side, side), texture=masks.circle_line(side, the.px(wide)))


def _ring(outline: NDArray[np.float32], x: float, y: float, width: float, height: float) -> tuple[float, float, float]:
    """The ring around an outline (n, 2; shares of a picture that is shown there): middle and radius, px."""
    corners = np.array(outline) * (width, height)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    reach = RING * float(np.linalg.norm(corners - middle, axis=1).max())
    return x + float(middle[0]), y + height - float(middle[1]), max(reach, look().px(10))
