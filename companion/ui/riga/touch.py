"""Playing Riga by touch: offers as everywhere; what nobody looked at is told with one tap."""

from __future__ import annotations

from companion.ui.kit.offered_touch import Offer, OfferedTouch
from companion.ui.riga.at_table import EitherActionT, EitherStateT
from companion.ui.riga.offers import Several


class RigaTouch(OfferedTouch[EitherStateT, EitherActionT]):
    """See :class:`companion.ui.kit.offered_touch.OfferedTouch`."""

    def _take(self, offer: Offer) -> None:
        if not isinstance(offer.action, Several):
            super()._take(offer)
        elif self._attempt(self._session.stage, offer.action.actions):
            self._session.commit()
            self._show()
