"""Small docks: what a chip means and its remedy, and the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.locale import say
from companion.session.views import Chip
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.dock import Dock, title_row
from companion.unsaved_game import NOT_SAVED


class RemedyDock(Dock):
    """What is not well and what helps."""

    height_dp = 192

    def __init__(self, chip: Chip, close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        subject = "not_saved" if chip.phrase.key == NOT_SAVED else chip.kind.value
        self.add_widget(title_row(words(f"app.chip_{subject}"), close))
        text = say(chip.phrase, look().language)
        self.add_widget(Words(text=text, role="label", ink="bad" if chip.lost else "warn", valign="top"))


MOST_IN_A_ROW = 6  # of a compact menu: beside more of them words would break


class MenuDock(Dock):
    """Where else to go: ``entries`` are (icon, words, what to do)."""

    height_dp = 168

    def __init__(
        self, entries: Sequence[tuple[str, str, Callable[[], object]]], close: Callable[[], None], **kwargs: Any
    ) -> None:
        the = look()
        crowded = the.compact and len(entries) > MOST_IN_A_ROW
        if crowded:
            self.height_dp = 256
        super().__init__(**kwargs)
        self.add_widget(title_row(words("app.menu"), close))
        usual = -(-len(entries) // (1 + crowded))
        grid = GridLayout(cols=usual, spacing=the.px(8))
        grid.bind(width=lambda grid, width: setattr(grid, "cols", max(2, min(usual, int(width // the.px(80))))))
        for icon, text, do in entries:
            button = Tap(icon=icon, text=text, stacked=True, side=20 if crowded else 28)
            button.bind(on_release=lambda _, do=do: do())
            grid.add_widget(button)
        self.add_widget(grid)
