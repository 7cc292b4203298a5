"""The dice beside the table: from a tray on the wire or thrown on the tablet, judged at one desk and always shown."""

from __future__ import annotations

import random
from collections.abc import Callable

from devices.dice import DeskNews, Roll, RollDesk
from devices.events import DeviceEvent
from devices.tablet import VirtualDice
from games.game import Phrase


class DiceCorner:
    """Where rolls of a table session come in. What nothing asked for is shown and never used.

    Args:
        rng: what dice on the tablet show; a fair generator of the system at a table, a seeded one to repeat a game.
        now_ms: tells the time, milliseconds.
    """

    def __init__(self, rng: random.Random, now_ms: Callable[[], int]) -> None:
        self.desk = RollDesk()
        self._virtual = VirtualDice(rng, now_ms)

    @property
    def shown(self) -> Roll | None:
        """The roll that lies on show, doubtful or unasked, or None."""
        return self.desk.shown

    def hear(self, event: DeviceEvent) -> Phrase | None:
        """Take in what a device tells. Returns the sentence for people where a roll came to rest or was cut off."""
        self.desk, news = self.desk.hear(event)
        match news:
            case DeskNews.SHOWN if self.desk.shown is not None:
                return self.desk.shown.phrase
            case DeskNews.COUNTED if self.desk.counted is not None:
                return self.desk.counted.roll.phrase
            case DeskNews.CUT:
                return Phrase.of("table.roll_again")
        return None

    def throw(self, dice: int = 2) -> Phrase | None:
        """Throw dice on the tablet."""
        self.hear(self._virtual.start())
        return self.hear(self._virtual.stop(dice))

    def dismiss(self) -> None:
        """The roll on show is put away."""
        self.desk = self.desk.dismiss()
