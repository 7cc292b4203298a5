"""Rhombi of a copy that is being enrolled: a card each, and an editor for the four numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.editions.cronberg_draft import CronbergDraft
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.pictures import masks
from vision.cronberg.enrolling.enrolled import EnrolledRhomb

LARGEST = 9


@lru_cache(maxsize=8)
def _inside(height: int, width: int) -> NDArray[np.uint8]:
    """255 within the rhomb that fills a picture of this size, px, 0 around it."""
    ys, xs = np.mgrid[0:height, 0:width]
    inside = np.abs(xs / (width - 1) - 0.5) + np.abs(ys / (height - 1) - 0.5) <= 0.5
    return np.where(inside, 255, 0).astype(np.uint8)


class RhombFace(Widget):
    """A rhomb's picture, a tip up, as large as fits."""

    def __init__(self, rhomb: EnrolledRhomb, **kwargs: object) -> None:
        super().__init__(**kwargs)
        picture = rhomb.picture
        rgba = np.dstack([picture[..., ::-1], _inside(*picture.shape[:2])])
        self._texture = masks.texture_from_rgba(np.ascontiguousarray(rgba, np.uint8))
        self.bind(pos=self._draw, size=self._draw)

    def frame(self) -> tuple[float, float, float, float]:
        """Where it is shown."""
        scale = min(self.width / self._texture.width, self.height / self._texture.height)
        width, height = self._texture.width * scale, self._texture.height * scale
        return self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if min(self.size) < 4:
            return
        x, y, width, height = self.frame()
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(x, y), size=(width, height), texture=self._texture)


class RhombCard(Tap):
    """A rhomb with the numbers that were read; a doubtful one says so."""

    def __init__(self, draft: CronbergDraft, place: int, *, chosen: bool, **kwargs: object) -> None:
        self.place = place
        self._draft, self._is_chosen = draft, chosen
        self._shown = draft.rhombi[place], draft.is_doubtful(place)
        super().__init__(**kwargs)

    def still_shows(self, draft: CronbergDraft, place: int, *, chosen: bool) -> bool:
        """True where a new card of this place would look the same."""
        rhomb, doubtful = self._shown
        same = draft is self._draft and rhomb is draft.rhombi[place]
        return same and (self.place, self._is_chosen, doubtful) == (place, chosen, draft.is_doubtful(place))

    def dress(self, *_: object) -> None:
        """Picture above, numbers below."""
        the = look()
        self.clear_widgets()
        self.orientation = "vertical"
        self.padding, self.spacing = [the.px(4)] * 4, the.px(2)
        doubtful = self._draft.is_doubtful(self.place)
        self.fill = the.colour("raised")
        self.rim = (
            the.colour("text") if self._is_chosen else the.colour("warn") if doubtful else the.colour("line", 0.5)
        )
        self.rim_width = 3 if self._is_chosen or doubtful else 1
        rhomb = self._draft.rhombi[self.place]
        self.add_widget(RhombFace(rhomb))
        text = in_words(rhomb.numbers) + ("  ?" if doubtful else "")
        line = Words(text=text, role="least", weight="bold", halign="center", fit="line", size_hint_y=None)
        line.height = the.px(26)
        if doubtful:
            line.ink = "warn"
        self.add_widget(line)


def in_words(numbers: tuple[int, ...]) -> str:
    """Numbers as people read them: with a real minus sign, a dash where nothing was read."""
    return "  ".join(str(number).replace("-", "−") if number else "–" for number in numbers)


class NumberEditor(BoxLayout):
    """A rhomb large, each corner with its number: less, more; the sign of all; away with it."""

    def __init__(
        self, draft: CronbergDraft, place: int, done: Callable[[], None], drop: Callable[[], None], **kwargs: object
    ) -> None:
        the = look()
        super().__init__(orientation="vertical", spacing=the.px(8), **kwargs)
        self._draft, self._place = draft, place
        rhomb = draft.rhombi[place]
        self.numbers = list(rhomb.numbers)
        title = words("cronberg.enrol.rhomb_number", number=place + 1)
        self.add_widget(Words(text=title, role="ribbon", weight="bold", size_hint_y=None, height=the.px(40)))
        picture = FloatLayout()
        picture.add_widget(RhombFace(rhomb, pos_hint={"x": 0.1, "y": 0.02}, size_hint=(0.8, 0.96)))
        self.add_widget(picture)
        self._shown: list[Words] = []
        for corner in range(4):
            self.add_widget(self._corner(corner))
        row = BoxLayout(size_hint_y=None, height=the.px(60), spacing=the.px(8))
        for text, icon, do in (
            (words("cronberg.enrol.change_sign"), "swap", self.change_sign),
            (words("cronberg.enrol.no_rhomb"), "trash", drop),
        ):
            tap = Tap(text=text, icon=icon, role="least", side=22)
            tap.bind(on_release=lambda _, do=do: do())
            row.add_widget(tap)
        self.add_widget(row)
        ready = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(68))
        ready.bind(on_release=lambda _: self._ready(done))
        self.add_widget(ready)

    def _corner(self, corner: int) -> Widget:
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(8))
        row.add_widget(Words(text=words(f"cronberg.enrol.corner_{corner}"), role="label", ink="text2"))
        value = Words(text=in_words((self.numbers[corner],)), role="ribbon", weight="black", halign="center")
        value.size_hint_x, value.width = None, the.px(64)
        self._shown.append(value)
        for icon, step in (("bar", -1), ("add", 1)):
            tap = Tap(icon=icon, size_hint_x=None, width=the.px(64), side=24)
            tap.corner, tap.step = corner, step
            tap.bind(on_release=lambda _, step=step: self.move(corner, step))
            if step > 0:
                row.add_widget(value)
            row.add_widget(tap)
        return row

    def move(self, corner: int, step: int) -> None:
        """One more or less; there is no nought."""
        value = self.numbers[corner] + step
        value = value or step
        self.numbers[corner] = max(-LARGEST, min(LARGEST, value))
        self._shown[corner].text = in_words((self.numbers[corner],))

    def change_sign(self) -> None:
        """All four."""
        for corner, value in enumerate(self.numbers):
            self.numbers[corner] = -value
            self._shown[corner].text = in_words((-value,))

    def _ready(self, done: Callable[[], None]) -> None:
        head, right, tail, left = self.numbers
        self._draft.correct(self._place, (head, right, tail, left))
        done()
