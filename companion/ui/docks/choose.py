"""Which one was it? Pictures of what could have happened, likeliest first, what differs circled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.views import AnyChoice, AnyProposal, AnyView
from companion.titles.registry import game_named
from companion.ui.kit.base import Tap, look
from companion.ui.kit.dock import Dock, DockRow, title_row
from companion.ui.kit.face import AnyFace
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import scrolled
from companion.ui.table.telling import deeds_of
from games.game import HasTwins, Phrase

OPTION_DP, OPTION_HIGH_DP = 260, (112, 84)  # of an option, and how high its picture is; the second in a small dock


class ChooseDock(Dock):
    """The docked question. ``choose`` is called with the index of an option, or None for "none of these"."""

    def __init__(
        self, choice: AnyChoice, view: AnyView, face: AnyFace, choose: Callable[[int | None], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        if choice.then is not None:
            view = replace(view, state=choice.then)
        head = title_row(say(choice.asks, the.language), None)
        self.add_widget(head)
        row = DockRow(spacing=the.px(12))
        if choice.picture is not None and not the.compact:
            seen = StillPicture(picture=choice.picture, size_hint=(None, 0.4), width=the.px(the.measures.art))
            row.add_widget(seen)  # what is chosen from has most of the room
        row.add_widget(_listed(choice, view, face, choose))
        self.add_widget(row)
        self._add_none(choice, choose)

    def _add_none(self, choice: AnyChoice, choose: Callable[[int | None], None]) -> None:
        """Always in sight, however long the list is."""
        text = say(choice.none, look().language)
        none = Tap(text=text, icon="cross", size_hint_y=None, height=look().px(56), side=24)
        none.bind(on_release=lambda _: choose(None))
        self.add_widget(none)


def _listed(choice: AnyChoice, view: AnyView, face: AnyFace, choose: Callable[[int | None], None]) -> Widget:
    """The pictures below each other, what they are beside them."""
    the = look()
    high = OPTION_HIGH_DP[the.compact]
    grid = grown_grid(the.px(OPTION_DP))
    for number, proposal in enumerate(choice.options):
        option, does = OptionTap(number, least_dp=high), deeds_of(face, view, proposal)
        if choice.about is not None:
            does = _twin_in_words(view, proposal)
        picture = face.option_picture(view, proposal, choice.options)
        picture.size_hint, picture.width = (None, 1), the.px(high)
        option.put_before(picture)
        if choice.about is None:  # else nobody can say how likely each is
            option.say(percent(proposal.probability), role="body", weight="bold")
            if does is not None:
                option.say(say(does, the.language), role="least", ink="text2")
        elif does is not None:
            option.say(say(does, the.language), role="body", weight="bold")
        option.bind(on_release=lambda option: choose(option.number))
        grid.add_widget(option)
    return scrolled(grid)


def _twin_in_words(view: AnyView, proposal: AnyProposal) -> Phrase | None:
    game = game_named(view.game_key)
    return game.twin_in_words(proposal.actions[0]) if isinstance(game, HasTwins) else None


class OptionTap(GrownTap):
    """One of the pictures to choose from, by its number."""

    def __init__(self, number: int, **kwargs: Any) -> None:
        self.number = number
        super().__init__(**kwargs)


def percent(probability: float) -> str:
    """A chance as people read it: never 0 or 100, which would be certainty."""
    return f"{min(99, max(1, round(100 * probability)))} %"
