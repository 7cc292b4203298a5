"""Playing Riga by touch: offers as everywhere; what nobody looked at is told with one tap, and so is each building."""

from __future__ import annotations

from companion.ui.kit.base import look, words
from companion.ui.kit.dock import Dock
from companion.ui.kit.offered_touch import Offer, OfferedTouch
from companion.ui.riga.buildings_dock import BuildingsDock
from companion.ui.riga.offers import Several
from games.riga.actions import Action, Reveal
from games.riga.box.buildings import Building
from games.riga.revealing import buildings_due
from games.riga.state import State


class RigaTouch(OfferedTouch[State, Action]):
    """See :class:`companion.ui.kit.offered_touch.OfferedTouch`."""

    def _take(self, offer: Offer[Action]) -> None:
        if not isinstance(offer.action, Several):
            super()._take(offer)
        elif self._session.keeps_taps:
            self._attempt(self._play, *offer.action.actions)
            self._show()
        elif self._attempt(self._session.stage, offer.action.actions):
            self._session.commit()
            self._show()

    def dock(self) -> Dock | None:
        """Where a building was turned up and there is room, all of them at once; else headings and offers."""
        state = self._session.view.state
        if not self.busy or look().compact or not buildings_due(state):
            return super().dock()
        turned_up = ((_turned_up(offer, state), offer) for offer in self._shown())
        found = [(card, offer) for card, offer in turned_up if card is not None]
        if not found:
            return super().dock()
        close = self.clear if self._can_go_back() else None
        return BuildingsDock(words("riga.ask_which_building"), found, self._take, close)


def _turned_up(offer: Offer[Action], state: State) -> Building | None:
    """The building that it says was turned up."""
    if not isinstance(offer.action, Reveal) or offer.action.card not in state.unseen_cards():
        return None
    return state.card(offer.action.card)
