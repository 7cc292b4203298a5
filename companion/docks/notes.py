"""Small docks: what a chip means and its remedy, what no longer fits after a correction, and the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.locale import say
from companion.session import Chip
from companion.widgets.base import Tap, Words, look, words
from companion.widgets.dock import Dock, title_row
from games.record import Misfit


class RemedyDock(Dock):
    """What is not well and what helps."""

    height_dp = 152

    def __init__(self, chip: Chip, close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_widget(title_row(words(f"app.chip_{chip.kind.value}"), close))
        text = say(chip.phrase, look().language)
        self.add_widget(Words(text=text, role="body", ink="bad" if chip.lost else "warn", valign="top"))


class MisfitsDock(Dock):
    """Later moves that no longer fit after a correction: listed, not lost."""

    height_dp = 232

    def __init__(self, misfits: Sequence[Misfit], close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_widget(title_row(words("app.misfits", moves=len(misfits)), close))
        language = look().language
        lines = [f"{misfit.notation}   {say(misfit.refusal.phrase, language)}" for misfit in misfits]
        text = Words(text="\n".join(lines), role="label", ink="text2", fit="wrap")
        scroll = ScrollView(do_scroll_x=False, bar_width=look().px(4))
        scroll.add_widget(text)
        self.add_widget(scroll)


class MenuDock(Dock):
    """Where else to go: ``entries`` are (icon, words, what to do)."""

    height_dp = 168

    def __init__(
        self, entries: Sequence[tuple[str, str, Callable[[], None]]], close: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(words("app.menu"), close))
        grid = GridLayout(rows=1, spacing=the.px(8))
        for icon, text, do in entries:
            button = Tap(icon=icon, text=text, stacked=True)
            button.bind(on_release=lambda _, do=do: do())
            grid.add_widget(button)
        self.add_widget(grid)
