"""Which one was it? Pictures of what could have happened, likeliest first, what differs circled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.views import Choice, TableView
from companion.ui.kit.base import Icon, Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockRow, title_row
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.live_picture import StillPicture
from companion.ui.kit.scrolled import scrolled
from companion.ui.screens.telling import deeds_of

OPTION_DP, OPTION_HIGH_DP = 220, 84  # of an option in a small dock


class ChooseDock(Dock):
    """The docked question. ``choose`` is called with the index of an option, or None for "none of these"."""

    def __init__(
        self, choice: Choice, view: TableView, face: Any, choose: Callable[[int | None], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        head = title_row(words("table.which_one"), None)
        self.add_widget(head)
        if the.compact:
            self.add_widget(_listed(choice, view, face, choose))
            return
        row = DockRow(spacing=the.px(12))
        art = the.px(the.measures.art if not the.portrait else 160)
        if choice.picture is not None and not the.compact:
            seen = BoxLayout(orientation="vertical", size_hint_x=None, width=art)
            seen.add_widget(StillPicture(picture=choice.picture))
            row.add_widget(seen)
        for number, proposal in enumerate(choice.options):
            does = deeds_of(face, view, proposal)
            shown = proposal if the.aids else proposal.unforetold
            picture = face.option_picture(view, shown, choice.options)
            told = say(does, the.language) if does is not None else ""
            option = OptionTap(picture, percent(proposal.probability), told, number=number)
            option.size_hint_x, option.width = None, art
            option.bind(on_release=lambda option: choose(option.number))
            row.add_widget(option)
        none = Tap(text=words("app.none_of_these"), icon="cross", stacked=True)
        none.bind(on_release=lambda _: choose(None))
        row.add_widget(none)
        self.add_widget(row)


def _listed(choice: Choice, view: TableView, face: Any, choose: Callable[[int | None], None]) -> Widget:
    """The pictures below each other, what they are beside them."""
    the = look()
    grid = grown_grid(the.px(OPTION_DP))
    for number, proposal in enumerate(choice.options):
        option, does = GrownTap(least_dp=OPTION_HIGH_DP), deeds_of(face, view, proposal)
        picture = face.option_picture(view, proposal, choice.options)
        picture.size_hint, picture.width = (None, 1), the.px(OPTION_HIGH_DP)
        option.put_before(picture)
        option.say(percent(proposal.probability), role="body", weight="bold")
        if does is not None:
            option.say(say(does, the.language), role="least", ink="text2")
        option.bind(on_release=lambda _, number=number: choose(number))
        grid.add_widget(option)
    none = GrownTap(least_dp=56)
    none.put_before(Icon(name="cross", side=24, pos_hint={"center_y": 0.5}))
    none.say(words("app.none_of_these"), role="label", weight="bold")
    none.bind(on_release=lambda _: choose(None))
    grid.add_widget(none)
    return scrolled(grid)


class OptionTap(Tap):
    """One picture to choose: how likely it is, and what it is in words where somebody said."""

    def __init__(self, picture: Widget, text: str, told: str, *, number: int, **kwargs: Any) -> None:
        self.number = number
        super().__init__(**kwargs)
        the = look()
        self.orientation = "vertical"
        self.padding = [the.px(6)] * 4
        self.fill, self.rim, self.rim_width = the.colour("surface"), the.colour("line", 0.6), 1
        self.add_widget(picture)
        head = Words(text=text, role="body", weight="bold", halign="center", size_hint_y=None)
        head.height = 1.3 * the.type_px("body")
        self.add_widget(head)
        if told:
            self.add_widget(Words(text=told, role="least", ink="text2", halign="center", fit="wrap"))

    def dress(self, *_: Any) -> None:
        """Built whole at once."""


def percent(probability: float) -> str:
    """A chance as people read it: never 0 or 100, which would be certainty."""
    return f"{min(99, max(1, round(100 * probability)))} %"
