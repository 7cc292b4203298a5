"""The dice beside the table: from a tray on the wire or thrown on the tablet, judged at one desk and always shown."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.session.answering import Commits
from devices.dice import CountedRoll, DeskNews, DiceRefused, Doubt, ObservedRoll, RollDesk
from devices.events import DeviceEvent
from devices.tablet import VirtualDice
from games.any_game import AnyRecord
from games.game import Phrase, Refusal, RefusalKind, RollsDice
from games.record import Source


class DiceCorner:
    """Where rolls of a table session come in. What nothing asked for is shown and never used.

    Args:
        rng: what dice on the tablet show; a fair generator of the system at a table, a seeded one to repeat a game.
        clock: tells the time, milliseconds, as the hub of the devices does.
    """

    def __init__(self, rng: random.Random, clock: Callable[[], int]) -> None:
        self.desk = RollDesk()
        self._clock = clock
        self._virtual = VirtualDice(rng, clock)
        self._counted: CountedRoll | None = None
        self._used: tuple[CountedRoll, int] | None = None  # the last one, and how much stood on record before it

    @property
    def shown(self) -> ObservedRoll | None:
        """The roll that lies on show, doubtful or unasked, or None."""
        return self.desk.shown

    def hear(self, event: DeviceEvent) -> Phrase | None:
        """Take in what a device tells. Returns the sentence for people where a roll came to rest or was cut off."""
        self.desk, news = self.desk.hear(event)
        match news:
            case DeskNews.SHOWN if self.desk.shown is not None:
                return self.desk.shown.phrase
            case DeskNews.COUNTED if self.desk.counted is not None:
                self._counted = self.desk.counted
                return self.desk.counted.roll.phrase
            case DeskNews.CUT:
                return Phrase.of("table.roll_again")
        return None

    @property
    def asked(self) -> int:
        """How many dice the game waits for."""
        return self.desk.request.dice if self.desk.request is not None else 0

    def follow(self, record: AnyRecord) -> None:
        """The record has moved on: ask for the dice that its game waits for. What was asked before stays asked; where
        what dice did was taken back they lie there still, and one tap uses them again."""
        if not isinstance(record.game, RollsDice):
            return
        taken_back = self._taken_back(record)
        if self.desk.shown is not None and Doubt.UNDONE in self.desk.shown.doubts:
            self.desk = self.desk.dismiss()  # it lay there for the question that the record has left
        asked, request = record.game.dice_asked(record.state), self.desk.request
        if asked is None:
            if request is not None:
                self.desk = self.desk.withdraw()
            return
        same = request is not None and (request.seat, request.dice) == (asked.seat, asked.dice)
        if not same or self.desk.counted is not None:
            self.desk = self.desk.ask(asked.seat, asked.dice, self._clock())
        if taken_back is not None and (taken_back.request.seat, taken_back.request.dice) == (asked.seat, asked.dice):
            self.desk = self.desk.undone(taken_back)

    def _taken_back(self, record: AnyRecord) -> CountedRoll | None:
        """The roll that was used last, where the record stands again as it did before."""
        if self._used is None or len(record.line) > self._used[1]:
            return None
        (roll, before), self._used = self._used, None
        return roll if len(record.line) == before else None

    def take_counted(self, record: AnyRecord) -> Commits | None:
        """What the roll that has just come to count does in the game, once; None where there is none. Raises
        :class:`Refusal`."""
        counted, self._counted = self._counted, None
        if counted is None or not isinstance(record.game, RollsDice):
            return None
        action = record.game.roll_action(record.state, counted.values)
        self._used = counted, len(record.line)
        return Commits((action,), Source.DEVICE, marks=counted.marks)

    def accept(self, values: tuple[int, ...] | None = None) -> None:
        """The one tap: the roll on show counts after all, as it lies or as people say. Raises :class:`Refusal`."""
        try:
            self.desk, self._counted = self.desk.accept(values)
        except DiceRefused as error:
            shown = self.desk.shown.values if self.desk.shown is not None else ()
            raise Refusal(RefusalKind.INVALID, error.phrase, value=str(values or shown)) from error

    def throw(self, dice: int = 2) -> Phrase | None:
        """Throw dice on the tablet."""
        self.hear(self._virtual.start())
        return self.hear(self._virtual.stop(dice))

    def dismiss(self) -> None:
        """The roll on show is put away."""
        self.desk = self.desk.dismiss()
