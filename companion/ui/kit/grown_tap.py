"""A button that is as high as its words need: in a grid, a row is as high as its highest."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui.kit.base import Tap, Words, look
from companion.ui.kit.measured import text_size

FINE_PX = 4.0  # how finely a width is sought


class GrownTap(Tap):
    """Words below each other, filled in with :meth:`say`, a picture before them and something small after them.

    Args:
        least_dp: how high it is where its words need less.
    """

    size_hint_y: float | None  # Kivy's own, which have no types
    size_hint_min_y: float | None
    height: float

    def __init__(self, *, least_dp: float, **kwargs: object) -> None:
        self._least = look().px(least_dp)
        super().__init__(**kwargs)
        the = look()
        self.padding, self.spacing = [the.px(10), the.px(6)], the.px(10)
        self.size_hint_y, self.size_hint_min_y = 1, self._least
        self._column = BoxLayout(
            orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5}, spacing=the.px(2)
        )
        self._column.bind(minimum_height=self._grow)
        self.add_widget(self._column)

    def say(self, text: str, **kwargs: object) -> Words:
        """One more text below those that it has."""
        label = Words(text=text, fit="wrap", **kwargs)
        self._column.add_widget(label)
        return label

    def put_before(self, widget: Widget) -> None:
        """A picture before the words."""
        self.add_widget(widget, index=len(self.children))

    def put_after(self, widget: Widget) -> None:
        """Something after them."""
        self.add_widget(widget)

    def width_for_longest_word(self) -> float:
        """How wide it must be, px, for no word in it to be broken or made smaller."""
        beside = [one.width for one in self.children if one is not self._column]
        return float(
            self._longest_word() + sum(beside) + len(beside) * self.spacing + self.padding[0] + self.padding[2]
        )

    def width_for_height(self, high: float) -> float:
        """The least width, px, in which its words stand whole in so much height; that of all in one line where none
        is enough."""
        the, said = look(), [one for one in self._column.children if isinstance(one, Words)]
        room = high - self.padding[1] - self.padding[3] - (len(said) - 1) * self._column.spacing

        def needed(wide: float | None) -> float:
            return sum(text_size(one.text, the.type_px(one.role), one.weight, wide)[1] for one in said)

        least = self.width_for_longest_word()
        lines = [text_size(one.text, the.type_px(one.role), one.weight)[0] for one in said]
        around = least - self._longest_word()
        narrow, wide = self._longest_word(), max(lines, default=0.0) + 1
        while wide - narrow > FINE_PX:
            middle = (narrow + wide) / 2
            narrow, wide = (narrow, middle) if needed(middle) <= room else (middle, wide)
        return max(least, wide + around)

    def _longest_word(self) -> float:
        the, said = look(), [one for one in self._column.children if isinstance(one, Words)]
        words = ((word, one) for one in said for word in one.text.split())
        return max((text_size(word, the.type_px(one.role), one.weight)[0] for word, one in words), default=0.0)

    def _grow(self, column: BoxLayout, height: float) -> None:
        column.height = height
        self.size_hint_min_y = max(self._least, height + self.padding[1] + self.padding[3])


def grown_grid(least_width: float) -> GridLayout:
    """A grid as high as its rows, with as many columns as there is room for, each ``least_width`` px or more."""
    spacing = look().px(8)
    grid = GridLayout(size_hint_y=None, spacing=spacing, cols=1)
    grid.bind(minimum_height=grid.setter("height"))

    def share(grid: GridLayout, _: object) -> None:
        left, _top, right, _bottom = grid.padding  # the bar beside it has its room, too
        grid.cols = max(1, int((grid.width - left - right + spacing) // (least_width + spacing)))

    grid.bind(width=share, padding=share)
    return grid
