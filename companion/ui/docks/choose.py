"""Which one was it? Pictures of what could have happened, likeliest first, what differs circled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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
from companion.ui.table.telling import deeds_in_order, what_differs
from games.game import HasTwins, Phrase

OPTION_DP = 224  # wide, at the least: two of them stand beside the live picture and what the camera saw
SEEN_DP = 140  # of what the camera saw, which stands beside them
MANY_DP = 352  # how high the dock is at a board's foot, where there are many
HIGH_DP, LOWER_DP, LOW_COMPACT_DP = 112, 84, 80  # of it; the second where there are many, the third on a small tablet
PICTURE_COMPACT_DP = 72  # wide: beside it the longest words have room
ALONE = 1.7  # how much wider a picture is beside which no words tell what is done
AMPLE = 2  # so many options have large pictures


class ChooseDock(Dock):
    """The docked question. ``choose`` is called with the index of an option, or None for "none of these"."""

    takes_height = True
    takes_side = True

    def __init__(
        self, choice: AnyChoice, view: AnyView, face: AnyFace, choose: Callable[[int | None], None], **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        if choice.then is not None:
            view = replace(view, state=choice.then)
        if len(choice.options) > AMPLE:
            self.height_dp = MANY_DP
        self._none = self._none_tap(choice, choose)
        if the.compact:  # the ribbon asks the question: what is chosen from needs the height, and the board its own
            self.padding, self.spacing = the.px(8), the.px(6)
            self.add_widget(_listed(choice, view, face, choose))
            self.add_widget(self._none)
            return
        self.add_widget(title_row(say(choice.asks, the.language), None))
        row = DockRow(spacing=the.px(12))
        if choice.picture is not None:
            seen = StillPicture(picture=choice.picture, size_hint=(None, 0.4), width=the.px(SEEN_DP))
            row.add_widget(seen)  # what is chosen from has most of the room
        row.add_widget(_listed(choice, view, face, choose))
        self.add_widget(row)
        self.add_widget(self._none)

    @staticmethod
    def _none_tap(choice: AnyChoice, choose: Callable[[int | None], None]) -> Tap:
        """Always in sight, however long the list above it is."""
        the = look()
        text = say(choice.none, the.language)
        none = Tap(text=text, icon="cross", size_hint_y=None, height=the.px(48 if the.compact else 56), side=24)
        none.bind(on_release=lambda _: choose(None))
        return none


def _listed(choice: AnyChoice, view: AnyView, face: AnyFace, choose: Callable[[int | None], None]) -> Widget:
    """The pictures below each other, what they are beside them."""
    the = look()
    high = LOW_COMPACT_DP if the.compact else LOWER_DP if len(choice.options) > AMPLE else HIGH_DP
    grid = grown_grid(the.px(OPTION_DP))
    for number, (proposal, does) in enumerate(zip(choice.options, _deeds_of_options(choice, view, face), strict=True)):
        option = OptionTap(number, least_dp=high)
        picture = face.option_picture(view, proposal, choice.options)
        usual = PICTURE_COMPACT_DP if the.compact else high
        picture.size_hint, picture.width = (None, 1), the.px(usual * (ALONE if does is None else 1))
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


def _deeds_of_options(choice: AnyChoice, view: AnyView, face: AnyFace) -> tuple[Phrase | None, ...]:
    """What each option does that others don't; nothing where all read alike: their pictures tell them apart."""
    if choice.about is not None:
        return tuple(_twin_in_words(view, one) for one in choice.options)
    deeds = [deeds_in_order(face, view, one) for one in choice.options]
    if len(set(deeds)) < len(deeds):
        deeds = [deeds_in_order(face, view, one, closely=True) for one in choice.options]
    return what_differs(deeds)


def _twin_in_words(view: AnyView, proposal: AnyProposal) -> Phrase | None:
    game = game_named(view.game_key)
    return game.twin_in_words(proposal.actions[0]) if isinstance(game, HasTwins) else None


class OptionTap(GrownTap):
    """One of the pictures to choose from, by its number."""

    def __init__(self, number: int, *, least_dp: float) -> None:
        self.number = number
        super().__init__(least_dp=least_dp)


def percent(probability: float) -> str:
    """A chance as people read it: never 0 or 100, which would be certainty."""
    return f"{min(99, max(1, round(100 * probability)))} %"
