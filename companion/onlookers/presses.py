"""Presses of phones: each once and in its order, as on the wire of the button box.

A phone counts its presses and sends each again until it is answered. What was heard before is answered again and does
nothing; a number that leaves one out is refused with the one that is awaited, so that none overtakes another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from companion.onlookers.wire import PhonePress, TableForOnlookers

MOST_PHONES = 64


class PressOutcome(StrEnum):
    """What became of a press."""

    TAKEN = "taken"
    AGAIN = "again"  # it was taken before
    EARLY = "early"  # another comes before it
    NOT_NOW = "not_now"  # of a question that is no longer asked, or nothing of theirs to take back


@dataclass(slots=True)
class _Phone:
    last: int = 0


class Presses:
    """Takes presses and hands them on in one order.

    Args:
        hand_on: is given each press once.
    """

    def __init__(self, hand_on: Callable[[PhonePress], None]) -> None:
        self._hand_on = hand_on
        self._phones: dict[str, _Phone] = {}
        self._number = 0
        self.table = TableForOnlookers()

    def awaited(self, key: str) -> int:
        """The number of the next press of the phone with this key."""
        phone = self._phones.get(key)
        return phone.last + 1 if phone is not None else 1

    def hear(self, key: str, seat: int, number: int, what: str, question: int = 0, option: int = -1) -> PressOutcome:
        """A press arrived.

        Args:
            key: of the phone. seat: for which it presses.
            number: the phone's own count, from 1.
            what, question, option: as in :class:`companion.onlookers.wire.PhonePress`.
        """
        awaited = self.awaited(key)
        if number < awaited:
            return PressOutcome.AGAIN
        if number > awaited:
            return PressOutcome.EARLY
        self._phones.setdefault(key, _Phone()).last = number  # counted, whether or not it does anything
        if not self.offers(seat, what, question, option):
            return PressOutcome.NOT_NOW
        self._number += 1
        self._hand_on(PhonePress(seat, what, self._number, question, option))
        return PressOutcome.TAKEN

    def offers(self, seat: int, what: str, question: int = 0, option: int = -1) -> bool:
        """Whether a seat may do this now."""
        table = self.table
        if seat >= table.phones:
            return False
        match what:
            case "done":
                return True
            case "undo":
                return table.undo == seat
            case "choose":
                asked = table.question
                if asked is None or asked.number != question or asked.seat not in (None, seat):
                    return False
                return -1 <= option < len(asked.options.get("en", ()))
        return False
