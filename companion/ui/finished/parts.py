"""Parts of the screens that count a photographed table: tall taps, digits to type points with, the picture to tap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from kivy.uix.gridlayout import GridLayout

from companion.readings.finished.table import MOST_POINTS
from companion.readings.marks import Outline
from companion.ui.kit.base import Tap, look, words
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.pictures.live_picture import StillPicture
from vision.frames import Picture

ON_SCREEN = 1600  # px of a picture's longer side when it is shown: more than the tablet has
MOST_LARGER = 4.0  # times the photograph is enlarged
LEAST_PART = 40  # px of the photograph: less is never shown alone
CROP = 320  # px of the picture of one place
_AROUND = 0.3  # of what is cut out: how much more is shown on each side
_BESIDE = 0.06  # of all that is to be seen: how much more is shown on each side
_POINT = 0.05  # of the picture's longer side: shown on each side of a point


def tall_tap(
    text: str,
    do: Callable[[], None],
    *,
    icon: str = "",
    kind: str = "raised",
    height: float = 64,
    stacked: bool = False,
) -> Tap:
    """A line of words to tap, as high as fingers need; ``stacked`` with its icon above them."""
    the = look()
    tap = Tap(text=text, icon=icon, kind=kind, stacked=stacked, size_hint_y=None)
    tap.height = the.px(height if not the.compact or stacked else 52)
    tap.bind(on_release=lambda _: do())
    return tap


def colour_name(colour: str) -> str:
    """The colour as a player is called by it."""
    name = words(f"colour.{colour}")
    return name[:1].upper() + name[1:]


class PointsPad(GridLayout):
    """Digits for the points on the score track. ``changed`` takes what stands there after each tap."""

    def __init__(self, points: int, changed: Callable[[int], None], **kwargs: object) -> None:
        the = look()
        super().__init__(cols=3, spacing=the.px(8), **kwargs)
        for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9):
            self._add(str(digit), partial(self._type, points, digit, changed))
        self._add("", lambda: changed(points // 10), icon="undo")
        self._add("0", partial(self._type, points, 0, changed))
        self._add("", lambda: changed(0), icon="trash")

    def _add(self, text: str, do: Callable[[], None], icon: str = "") -> None:
        tap = Tap(text=text, icon=icon, role="ribbon", weight="black")
        tap.bind(on_release=lambda _: do())
        self.add_widget(tap)

    @staticmethod
    def _type(points: int, digit: int, changed: Callable[[int], None]) -> None:
        typed = 10 * points + digit
        changed(typed if typed <= MOST_POINTS else points)


@dataclass(frozen=True, slots=True)
class PhotographPart:
    """A part of a photograph that is shown: where it begins (px), how large it is (px), and how many times as large it
    is shown."""

    left: int
    top: int
    width: int
    height: int
    scale: float

    def shown(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the photograph is shown, px of the part."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def read(self, x: float, y: float) -> tuple[float, float]:
        """The point of the photograph that is shown there."""
        return x / self.scale + self.left, y / self.scale + self.top

    def cut(self, photograph: Picture) -> Picture:
        """The part as it is shown."""
        whole = photograph[self.top : self.top + self.height, self.left : self.left + self.width]
        how = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(whole, None, fx=self.scale, fy=self.scale, interpolation=how), np.uint8)


def part_to_show(photograph: Picture, outline: Outline) -> PhotographPart:
    """The part of a photograph about points (px) and some of what lies around them; all of it for no points."""
    height, width = photograph.shape[:2]
    left, top, right, bottom = 0, 0, width, height
    if outline:
        spots = np.array(outline)
        low, high = spots.min(axis=0), spots.max(axis=0)
        more = _BESIDE * float(max(high - low)) + _POINT * max(height, width)
        left, right = (int(np.clip(value, 0, width)) for value in (low[0] - more, high[0] + more))
        top, bottom = (int(np.clip(value, 0, height)) for value in (low[1] - more, high[1] + more))
    if min(right - left, bottom - top) < LEAST_PART:
        left, top, right, bottom = 0, 0, width, height
    scale = min(ON_SCREEN / max(right - left, bottom - top), MOST_LARGER)
    return PhotographPart(left, top, right - left, bottom - top, scale)


class TappedPicture(StillPicture):
    """A part of a photograph that tells where it was tapped, px of the whole photograph.

    Args:
        picture: as it is shown. part: how it was cut out.
    """

    def __init__(
        self, picture: Picture, part: PhotographPart, tapped: Callable[[float, float], None], **kwargs: object
    ) -> None:
        super().__init__(picture=picture, **kwargs)
        self._part, self._tapped = part, tapped

    def on_touch_down(self, touch: ScreenTouch) -> bool:
        """Only what is on the picture counts; the tap is told where it is let go."""
        if self._met(touch) is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: ScreenTouch) -> bool:
        """A tap."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        met = self._met(touch)
        if met is not None:
            self._tapped(*met)
        return True

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Where on the window a point of the read picture is shown."""
        left, low, width, height = self.frame()
        shown = self.picture
        assert shown is not None
        (column, row), part = self._part.shown(x, y), shown.shape
        u, v = column / part[1], row / part[0]
        at: tuple[float, float] = self.to_window(left + u * width, low + (1 - v) * height)
        return at

    def _met(self, touch: ScreenTouch) -> tuple[float, float] | None:
        left, low, width, height = self.frame()
        u, v = (touch.x - left) / max(width, 1), 1 - (touch.y - low) / max(height, 1)
        if not (0 <= u <= 1 and 0 <= v <= 1) or self.picture is None:
            return None
        return self._part.read(u * self.picture.shape[1], v * self.picture.shape[0])


def cut_around(photograph: Picture, outline: Outline) -> Picture | None:
    """The photograph about an outline (px), with some of what lies around it; None where there is nothing to show."""
    if not outline:
        return None
    height, width = photograph.shape[:2]
    spots = np.array(outline)
    (left, top), (right, bottom) = spots.min(axis=0), spots.max(axis=0)
    more = _AROUND * max(right - left, bottom - top) if len(outline) > 2 else _POINT * max(height, width)
    left, right = (int(np.clip(value, 0, width)) for value in (left - more, right + more))
    top, bottom = (int(np.clip(value, 0, height)) for value in (top - more, bottom + more))
    if min(right - left, bottom - top) < 8:
        return None
    crop = photograph[top:bottom, left:right]
    scale = CROP / max(crop.shape[:2])
    return np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
