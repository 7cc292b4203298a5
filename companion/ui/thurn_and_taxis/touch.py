"""Playing the postal games by touch: cities on the map, open cards, a low row of buttons, and the advice on closing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.locale import say
from companion.ui.kit.base import Tap, look
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.face import Attempt
from companion.ui.kit.fitted_words import FittedWords
from companion.ui.kit.grown_tap import grown_grid
from companion.ui.kit.offered_touch import Offer, OfferedTouch, OfferTap
from companion.ui.kit.scrolled import scrolled
from companion.ui.thurn_and_taxis.adviser import AdviserDock
from companion.ui.thurn_and_taxis.at_table import PostalSession, PostalView
from companion.ui.thurn_and_taxis.board import ThurnBoard
from companion.ui.thurn_and_taxis.offers import NextTakes, RouteDraft, Verb, begun, offers_of, question
from games.game import Phrase
from games.thurn_and_taxis.actions import Action, Close, End
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import State

BUTTON_DP = 208
LEAST_ANSWER_DP = 112  # wide
ROW_DP = 104
QUESTION_SHARE = 0.34  # of a row at a board's foot, at least


class PostalTouch(OfferedTouch[State, Action]):
    """See :class:`companion.ui.kit.face.TouchPlay`. Most is tapped on the map; a half-made move is a
    :class:`RouteDraft`."""

    def __init__(
        self,
        board: ThurnBoard,
        session: PostalSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> None:
        self.draft = begun(session.view.state)
        self._of = session.view.state  # the state that the draft belongs to
        super().__init__(board, session, attempt, changed, self._offers_in, lambda view: self.asks(view))

    def _offers_in(self, view: PostalView) -> tuple[Offer[Action], ...]:
        return offers_of(view, self.draft, aids=look().aids)

    def asks(self, view: PostalView) -> Phrase:
        """What the dock asks now."""
        return question(view, self.draft)

    def follow(self, view: PostalView) -> None:
        """Take in a new view; a new state begins a new draft."""
        if view.state is not self._of:
            self._of, self.draft = view.state, begun(view.state)
        super().follow(view)
        chosen = self._shown() if self._place is not None else ()
        if chosen and self._board.open_places:
            self._board.open_places = sorted({place for one in chosen for place in one.places})
        self._board.picked = list(self.draft.cities)

    def open(self) -> None:
        """Beside a camera the button asks whether the route may be closed."""
        self.opened, self._shut = True, False
        state = self._session.view.state
        if state.step in (Step.TAKE, Step.PLAY, Step.CLOSE) and state.mover.route:
            self._go_on(RouteDraft(Verb.CLOSE))
        else:
            self._show()

    def clear(self) -> None:
        """One step back."""
        if self._chosen is None and self._place is None and self.draft != begun(self._of):
            shorter = replace(self.draft, cities=self.draft.cities[:-1])
            again = shorter.cities or begun(self._of).verb
            self._go_on(shorter if again and self.draft.verb is not Verb.TAKE else begun(self._of))
        else:
            super().clear()

    def stage(self, action: Close | None) -> None:
        """Propose a closing out of the advice, or none."""
        self._attempt(self._session.stage, (action,) if action is not None else ())
        self._show()

    def _take(self, offer: Offer[Action]) -> None:
        if isinstance(offer.action, NextTakes):
            mover = self._session.view.active
            if self._attempt(self._session.play, End()):
                self.follow(self._session.view)
                self.tapped(offer.action.place)
                if offer.action.stays_open and mover is not None:
                    self._session.notice(Phrase.of("thurn.stayed_open", name=self._session.view.seats[mover].name))
        elif not isinstance(offer.action, RouteDraft):
            super()._take(offer)
        elif any(one.action == offer.action for one in self._offers):
            self._go_on(offer.action)
        else:  # a list lets go of a button a fifth of a second late: by then the game may have gone on
            self._show()

    def _go_on(self, draft: RouteDraft) -> None:
        self.draft = draft
        if self._session.view.proposal is not None:
            self._attempt(self._session.stage, ())
        self._state = None  # the offers are others now, though the state is the same
        self._show()

    @property
    def busy(self) -> bool:
        """True while there is something to tap or to read."""
        return (self.draft.verb is Verb.CLOSE and not self._shut) or super().busy

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""
        proposal = self._session.view.proposal
        return (*super().dock_key(), self.draft, proposal.actions if proposal is not None else ())

    def dock(self) -> Dock | None:
        """A low row; the advice where it was asked for."""
        if not self.busy:
            return None
        view = self._session.view
        if self.draft.verb is Verb.CLOSE:
            return AdviserDock(view, self.stage, self.clear)
        return self._row(view)

    def _row(self, view: PostalView) -> Dock:
        taps = []
        for offer in self._shown():
            if self._place is not None or self.draft.verb is Verb.DISCARD or not _on_map(offer):
                tap = OfferTap(offer, chosen=offer == self._chosen)
                tap.bind(on_release=lambda _, offer=offer: self._take(offer))
                taps.append(tap)
        begun_on = self.draft != begun(view.state) or self._place is not None
        return OfferRow(say(self.asks(view), look().language), taps, self.clear if begun_on else None)


class OfferRow(Dock):
    """A question with its answers after it, so that a map above keeps its room; below it, where it stands at a side,
    or where large print leaves an upright tablet room for one answer only.

    Args:
        close: puts it away; None where it stays.
    """

    def __init__(self, text: str, taps: Sequence[OfferTap], close: Callable[[], None] | None) -> None:
        super().__init__()
        self.height_dp = ROW_DP * look().text_scale
        self._text, self._taps, self._close = text, tuple(taps), close
        self._shown_beside: bool | None = None

    def stand(self, *, beside: bool) -> None:
        """Put the answers after the question or below it."""
        super().stand(beside=beside)
        if beside == self._shown_beside:
            return
        self._shown_beside = beside
        for tap in self._taps:
            if tap.parent is not None:
                tap.parent.remove_widget(tap)
        self.clear_widgets()
        wide_print = look().portrait and look().text_scale > 1
        (self._stand_up if beside or wide_print else self._lie_down)()

    def least_height(self) -> float:
        """All that a row at a board's foot is given, also before it is laid down: until then nothing is in it."""
        return super().least_height() if self._shown_beside else math.inf

    def _stand_up(self) -> None:
        self.orientation = "vertical"
        if not self._shown_beside:
            self.padding = [look().px(12)] * 4  # the height of a row holds question and answers
        self.add_widget(title_row(self._text, self._close))
        grid = grown_grid(look().px(BUTTON_DP))
        for tap in self._taps:
            tap.size_hint_x = 1
            grid.add_widget(tap)
        if self._taps:
            self.add_widget(scrolled(grid))

    def _lie_down(self) -> None:
        the = look()
        self.orientation = "horizontal"
        wide = BUTTON_DP * the.text_scale
        wide_enough = not (the.compact or the.portrait)
        most = (3 if wide_enough else 2) - (the.text_scale > 1)  # the question keeps its room
        roles = ("body", "label", "least")
        self.add_widget(FittedWords(roles=roles, text=self._text, weight="bold", size_hint_x=QUESTION_SHARE))
        row = BoxLayout(spacing=the.px(8))
        answers = ScrollView(do_scroll_y=False, bar_width=the.px(4), scroll_type=["content", "bars"])
        answers.add_widget(row)
        high = the.px(ROW_DP * the.text_scale) - self.padding[1] - self.padding[3]
        for tap in self._taps:
            tap.size_hint_x = 1
            tap.size_hint_min_x = max(tap.width_for_height(high), the.px(LEAST_ANSWER_DP))
            row.add_widget(tap)
        # Dragged where the words of all of them have no room beside the question.
        row.size_hint_min_x = sum(tap.size_hint_min_x + row.spacing for tap in self._taps)
        answers.size_hint_x = 1 - QUESTION_SHARE
        answers.size_hint_max_x = the.px(min(len(self._taps), most) * (wide + 8))
        self.add_widget(answers)
        if self._close is not None:
            cross = Tap(icon="cross", kind="plain", size_hint=(None, 1), width=the.px(56), side=26)
            cross.bind(on_release=lambda _: self._close())
            self.add_widget(cross)


def _on_map(offer: Offer[Action]) -> bool:
    """Whether it is tapped on the map or among the open cards rather than in the row."""
    return bool(offer.places) and offer.places != ("pile",)
