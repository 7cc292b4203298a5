"""Correcting a piece: a halo of the likeliest corrections around it, everything else behind "...". Two taps do it;
where more than the piece would change, a preview says what, to be kept or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.session.rewriting import Preview
from companion.ui.docks.holes import HOLE_DP, HoleTap
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockRow, DockStrip, title_row
from companion.ui.kit.face import Amends

CHIP_DP = 96
HALO = 4


class AmendsTap(Tap):
    """One correction, as a picture."""

    def __init__(self, amends: Amends, **kwargs: Any) -> None:
        self.amends = amends
        super().__init__(**kwargs)
        the = look()
        self.padding = [the.px(6)] * 4
        self.fill, self.rim, self.rim_width = the.colour("raised"), the.colour("text"), 2
        self.shade = True
        self.add_widget(amends.picture())

    def dress(self, *_: Any) -> None:
        """Built whole at once."""


class Halo(FloatLayout):
    """Four corrections around a piece, then "...", "Remove" and a cross. A tap elsewhere closes it.

    Args:
        middle: of the piece, px.
        reach: from its middle to its edge, px.
    """

    def __init__(
        self,
        found: Sequence[Amends],
        removal: Amends | None,
        *,
        middle: tuple[float, float],
        reach: float,
        amend: Callable[[Amends], None],
        more: Callable[[], None],
        close: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._middle, self._reach, self._close = middle, reach, close
        self._chips = []
        for one in found[:HALO]:
            chip = AmendsTap(one, size_hint=(None, None), size=(look().px(CHIP_DP),) * 2)
            chip.bind(on_release=lambda chip: amend(chip.amends))
            self._chips.append(chip)
        self._buttons: list[Widget] = []
        if len(found) > HALO:
            self._button("…", "", more)
        if removal is not None:
            self._button("", "trash", lambda: amend(removal))
        self._button("", "cross", close)
        for widget in (*self._chips, *self._buttons):
            self.add_widget(widget)
        self.bind(size=self._arrange, pos=self._arrange)

    def _button(self, text: str, icon: str, do: Callable[[], None]) -> None:
        side = look().px(56)
        button = Tap(text=text, icon=icon, role="body", size_hint=(None, None), size=(side, side))
        button.bind(on_release=lambda _: do())
        button.shade = True
        self._buttons.append(button)

    def _arrange(self, *_: Any) -> None:
        """Chips left, above, right and below; buttons in a row beneath. All within the board."""
        the = look()
        chip, gap = the.px(CHIP_DP), the.px(8)
        away = self._reach + gap + chip / 2
        buttons_width = len(self._buttons) * the.px(56) + (len(self._buttons) - 1) * gap
        half_width = max(away + chip / 2, buttons_width / 2)
        below = away + chip / 2 + gap + the.px(56)
        x = min(max(self._middle[0], self.x + half_width + gap), self.x + self.width - half_width - gap)
        y = min(max(self._middle[1], self.y + below + gap), self.y + self.height - away - chip / 2 - gap)
        for widget, (dx, dy) in zip(self._chips, ((-1, 0), (0, 1), (1, 0), (0, -1)), strict=False):
            widget.pos = (x + dx * away - chip / 2, y + dy * away - chip / 2)
        left = x - buttons_width / 2
        for widget in self._buttons:
            widget.pos = (left, y - below)
            left += the.px(56) + gap

    def on_touch_down(self, touch: Any) -> bool:
        """A tap beside everything closes."""
        if super().on_touch_down(touch):
            return True
        if self.collide_point(*touch.pos):
            self._close()
            return True
        return False


class AllAmendsDock(Dock):
    """Every correction that the rules take."""

    def __init__(
        self, found: Sequence[Amends], amend: Callable[[Amends], None], close: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(words("app.what_lies_there"), close))
        side = the.px(72 if the.compact else CHIP_DP)
        grid = GridLayout(
            size_hint_y=None, spacing=the.px(8), col_default_width=side, row_default_height=side,
            col_force_default=True, row_force_default=True,
        )  # fmt: skip
        grid.cols = 6
        grid.bind(minimum_height=grid.setter("height"))
        grid.bind(
            width=lambda grid, width: setattr(grid, "cols", max(1, int((width + the.px(8)) / (side + the.px(8)))))
        )
        for one in found:
            chip = AmendsTap(one)
            chip.bind(on_release=lambda chip: amend(chip.amends))
            grid.add_widget(chip)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(grid)
        self.add_widget(scroll)


class PreviewDock(Dock):
    """What a correction would change besides the piece: turns that no longer count, and the scores."""

    height_dp = 304

    def __init__(
        self,
        preview: Preview,
        face: Any,
        letters: Sequence[str],
        *,
        keep: Callable[[], None],
        cancel: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(
            Words(text=words("app.preview"), role="body", weight="bold", size_hint_y=None, height=the.px(36))
        )
        if preview.holes:
            taps = [HoleTap(preview.record, one, face, letters) for one in preview.holes]
            self.add_widget(DockStrip(taps, HOLE_DP))
        told = Words(text="   ".join(told_changes(preview, face)), role="label", ink="text2")
        if preview.holes:
            told.size_hint_y, told.height = None, the.px(32)
        self.add_widget(told)
        high = 56 if the.compact else 64
        buttons = DockRow(each_dp=high, size_hint_y=None, height=the.px(high), spacing=the.px(12))
        for key, kind, do in (("app.cancel", "raised", cancel), ("app.keep", "primary", keep)):
            button = Tap(text=words(key), role="body", kind=kind)
            button.bind(on_release=lambda _, do=do: do())
            buttons.add_widget(button)
        self.add_widget(buttons)


def told_changes(preview: Preview, face: Any) -> list[str]:
    """Scores before and after, turns that count again, and who is next then, in words."""
    seats = preview.record.setup.seats
    told = [
        words("app.preview_score", name=seat.name, before=before, after=after)
        for seat, before, after in zip(seats, preview.before, preview.after, strict=True)
        if before != after
    ]
    if preview.mended:
        told.append(words("app.preview_mended", turns=", ".join(f"{one.name} {one.turn}" for one in preview.mended)))
    if preview.mover_after is not None and preview.mover_after != preview.mover_before:
        told.append(words("app.preview_mover", name=seats[preview.mover_after].name))
    return told
