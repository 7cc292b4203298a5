"""Playing Istanbul by touch: offers as everywhere; declarations and kiosk tiles are put together tap by tap."""

from __future__ import annotations

from collections.abc import Callable

from companion.locale import say
from companion.ui.docks.dice import FacesDock
from companion.ui.istanbul.at_table import IstanbulSession, IstanbulView
from companion.ui.istanbul.declaring import Begin, Declared, DeclaredWord, Picks
from companion.ui.istanbul.offers import istanbul_offers, question
from companion.ui.istanbul.open_move import AsUsual
from companion.ui.kit.base import look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.dock import Dock
from companion.ui.kit.face import Attempt
from companion.ui.kit.offered_touch import Offer, OfferedTouch
from games.game import Phrase
from games.istanbul.actions import Action, Move
from games.istanbul.rules import playing
from games.istanbul.state import State


class IstanbulTouch(OfferedTouch[State, Action]):
    """See :class:`companion.ui.kit.offered_touch.OfferedTouch`."""

    def __init__(
        self,
        board: BoardWidget,
        session: IstanbulSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> None:
        self._begun: Declared | None = None
        self._picks: Picks = ()
        self._of: State | None = None
        super().__init__(board, session, attempt, changed, self._offered, question)

    def _offered(self, view: IstanbulView) -> tuple[Offer[Action], ...]:
        if view.state is not self._of:
            self._of, self._begun, self._picks = view.state, None, ()
        return istanbul_offers(view, self._begun, self._picks)

    def tapped(self, thing: object) -> bool:
        """A tapped place is where the merchant goes with his assistants, as nearly always; every other way to go there
        stays in the dock."""
        usual = [
            one for one in self._offers if thing in one.places and isinstance(one.action, Move) and not one.action.alone
        ]
        if len(usual) == 1 and self._place is None:
            self._shut, self._path = False, ()
            self._take(usual[0])
            return True
        return super().tapped(thing)

    def _take(self, offer: Offer[Action]) -> None:
        match offer.action:
            case Begin(action):
                self._begun = action
            case DeclaredWord(""):
                self._picks = self._picks[:-1]
            case DeclaredWord(word):
                self._picks = (*self._picks, word)
            case AsUsual(move):
                self._attempt(self._session.correct, len(self._session.record.line) - 1, move)
                self._show()
                return
            case _:
                super()._take(offer)
                return
        self._offers = self._offered(self._session.view)
        self._path = self._path if any(one.path[: len(self._path)] == self._path for one in self._offers) else ()
        self._place = None  # what was put together so far is seen whole, with "Book it"
        if isinstance(offer.action, Begin) or offer.places:  # a piece and its place: nothing more of that kind
            self._path = ()
        self._show()

    def _shown(self) -> tuple[Offer[Action], ...]:
        """While a declaration is put together, "Book it" and the step back stay in sight wherever people look."""
        shown = super()._shown()
        if self._begun is None:
            return shown
        always = [one for one in self._offers if not isinstance(one.action, DeclaredWord) or not one.action.word]
        return (*always, *(one for one in shown if one not in always))

    def clear(self) -> None:
        """One step back: a declaration is given up before the dock is put away."""
        if (self._begun is not None or self._picks) and not self._path:
            self._begun, self._picks = None, ()
            self._offers = self._offered(self._session.view)
            self._show()
        else:
            super().clear()

    def _question(self) -> str:
        """While a declaration is put together, what it is about rather than what the turn asks."""
        begun = self._begun is not None and not self._path
        return say(Phrase.of("istanbul.ask_ledger"), look().language) if begun else super()._question()

    def dock(self) -> Dock | None:
        """Dice are told face by face; everything else is offered as everywhere."""
        view = self._session.view
        asked = playing(view.state.setup).dice_asked(view.state) if view.active is not None else None
        if asked is None or not self.busy:
            return super().dock()
        close = self.clear if self._can_go_back() else None
        return FacesDock(self._question(), asked.dice, self._tell_dice, self._throw, close)

    def _tell_dice(self, values: tuple[int, ...]) -> None:
        self._attempt(self._play_dice, values)
        self._show()

    def _play_dice(self, values: tuple[int, ...]) -> None:
        """Raises :class:`games.game.Refusal` also where nobody waits for dice any more."""
        state = self._session.view.state
        self._play(playing(state.setup).roll_action(state, values))

    def _throw(self) -> None:
        self._session.throw_dice(self._session.view.dice_asked)
        self._show()

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""
        return (*super().dock_key(), self._begun, self._picks)
