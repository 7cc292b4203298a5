"""What a roll means: whether anybody asked for it, and what has to be said before it counts.

Dice on the table are believed only where there is no doubt: asked for, begun after the question, in the right tray,
every die readable, the first roll. Everything else is shown with its doubt and waits for one tap. A roll that has
counted and was taken back is shown again with that doubt, which stands as a mark in the record where it counts anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from devices.events import (
    LATE_MS,
    Crooked,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DeviceRestarted,
    Handling,
    Rolled,
    Rolling,
)
from devices.tablet import TABLET
from games.game import Phrase

# Marks of record entries. They stand in stored games: never change one.
ROLLED_ON_TABLE = "rolled on the table"
ROLLED_ON_TABLET = "rolled on the tablet"
DECLARED = "declared"  # a die that could not be read, named by the players


class Doubt(StrEnum):
    """Why a roll does not count by itself. Also a mark of the record once people have accepted it."""

    UNASKED = "unasked roll"  # nothing asked for dice
    EARLY = "rolled too early"  # the dice were moving before anything asked for them
    OUT_OF_TURN = "rolled out of turn"  # in the tray of somebody else
    SECOND = "second roll"  # this question has its roll
    COCKED = "cocked die"  # a die could not be read
    WRONG_COUNT = "wrong number of dice"
    LATE = "late roll"  # rolled before the line was there
    UNDONE = "dice undone"  # it counted once and was taken back


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Something in the game asks for dice: whose roll, how many dice, since when (host's clock, ms)."""

    seat: int
    dice: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class ObservedRoll:
    """Dice that came to rest. ``values``: 0 for a die that could not be read. Without ``doubts`` it counts."""

    device: str
    values: tuple[int, ...]
    time_ms: int
    doubts: tuple[Doubt, ...] = ()

    @property
    def phrase(self) -> Phrase:
        """For people: what was rolled and what is doubtful about it."""
        shown = tuple(value if value else "?" for value in self.values)
        if not self.doubts:
            return Phrase.of("devices.roll.counts", values=shown)
        reasons = tuple(Phrase.of(f"devices.doubt.{doubt.name.lower()}") for doubt in self.doubts)
        key = "devices.roll.unasked" if Doubt.UNASKED in self.doubts else "devices.roll.shown"  # nothing could use it
        return Phrase.of(key, reasons=reasons, values=shown)


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """A roll that counts. ``marks`` go into the record's entry of the action that tells of it."""

    request: RollRequest
    values: tuple[int, ...]
    marks: tuple[str, ...]
    roll: ObservedRoll


class DieMotion(StrEnum):
    """What the dice are doing."""

    STILL = "still"
    HANDLING = "handling"
    ROLLING = "rolling"


class DeskNews(StrEnum):
    """What came of an event."""

    NOTHING = "nothing"
    MOVING = "moving"  # :attr:`RollDesk.motion` has changed
    COUNTED = "counted"  # :attr:`RollDesk.counted` is the roll
    SHOWN = "shown"  # :attr:`RollDesk.shown` waits for a tap
    CUT = "cut"  # the tray failed while the dice were rolling: roll again


class DiceRefused(Exception):
    """A roll that can't be accepted, with the sentence for people."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


@dataclass(frozen=True, slots=True)
class RollDesk:
    """Where rolls are judged. A value: every change returns a new desk.

    Attributes:
        trays: which seat a device belongs to, for tables where everybody has dice of their own; others are shared.
        request: what asks for dice now. counted: the roll that it has got. shown: a doubtful roll waiting for a tap.
        motion: what the dice are doing; moving: the device on which they roll, and since when.
    """

    trays: tuple[tuple[str, int], ...] = ()
    request: RollRequest | None = None
    counted: CountedRoll | None = None
    shown: ObservedRoll | None = None
    motion: DieMotion = DieMotion.STILL
    moving: tuple[tuple[str, int], ...] = ()

    def ask(self, seat: int, dice: int, now_ms: int) -> RollDesk:
        """The game asks for a roll. A doubtful one from before stays on show: one tap and it is used."""
        return replace(self, request=RollRequest(seat, dice, now_ms), counted=None)

    def withdraw(self) -> RollDesk:
        """Nothing asks for dice any more."""
        return replace(self, request=None, counted=None, shown=None)

    def dismiss(self) -> RollDesk:
        """The roll on show is not to be used."""
        return replace(self, shown=None)

    def hear(self, event: DeviceEvent) -> tuple[RollDesk, DeskNews]:
        """Take in whatever a device tells; what is not about dice changes nothing."""
        match event:
            case Handling(device=device):
                return replace(self, motion=DieMotion.HANDLING, moving=self._without(device)), DeskNews.MOVING
            case Rolling(device=device, time_ms=since):
                moving = (*self._without(device), (device, since))
                return replace(self, motion=DieMotion.ROLLING, moving=moving), DeskNews.MOVING
            case Rolled() | Crooked():
                return self._judge(event)
            case DeviceLost(device=device) | DeviceRestarted(device=device):
                return self._cut(device)
            case DeviceBack(device=device, restarted=True):
                return self._cut(device)
        return self, DeskNews.NOTHING

    def accept(self, values: tuple[int, ...] | None = None) -> tuple[RollDesk, CountedRoll]:
        """The one tap: the roll on show counts after all.

        Args:
            values: what the dice show in the players' words, needed where a die could not be read.

        Raises:
            DiceRefused: nothing asks for dice, nothing is on show, or dice are missing.
        """
        if self.shown is None:
            raise DiceRefused(Phrase.of("devices.roll.nothing_shown"))
        if self.request is None:
            raise DiceRefused(Phrase.of("devices.roll.nothing_asks"))
        rolled = self.shown.values if values is None else tuple(values)
        if len(rolled) != self.request.dice:
            raise DiceRefused(Phrase.of("devices.roll.wrong_count", dice=self.request.dice))
        if not all(1 <= value <= 6 for value in rolled):
            raise DiceRefused(Phrase.of("devices.roll.unread"))
        marks = [_source(self.shown.device), *(doubt.value for doubt in self.shown.doubts)]
        if rolled != self.shown.values:
            marks.append(DECLARED)
        counted = CountedRoll(self.request, rolled, tuple(marks), self.shown)
        return replace(self, counted=counted, shown=None), counted

    def undone(self, counted: CountedRoll) -> RollDesk:
        """What this roll did was taken back: the question is open again, and the dice still lie there.

        The same roll goes on show; a new one is a second roll.
        """
        doubts = tuple(dict.fromkeys((*counted.roll.doubts, Doubt.UNDONE)))
        return replace(self, counted=counted, shown=replace(counted.roll, values=counted.values, doubts=doubts))

    def _judge(self, event: Rolled | Crooked) -> tuple[RollDesk, DeskNews]:
        roll = ObservedRoll(event.device, event.values, event.time_ms, self._doubts(event))
        still = replace(self, motion=DieMotion.STILL, moving=self._without(event.device))
        if roll.doubts or self.request is None:
            return replace(still, shown=roll), DeskNews.SHOWN
        counted = CountedRoll(self.request, roll.values, (_source(roll.device),), roll)
        return replace(still, counted=counted, shown=None), DeskNews.COUNTED

    def _doubts(self, event: Rolled | Crooked) -> tuple[Doubt, ...]:
        request = self.request
        found = [Doubt.LATE] if event.age_ms > LATE_MS else []
        if isinstance(event, Crooked):
            found.append(Doubt.COCKED)
        if request is None:
            return (*found, Doubt.UNASKED)
        if dict(self.moving).get(event.device, event.time_ms) < request.since_ms:
            found.append(Doubt.EARLY)
        if dict(self.trays).get(event.device, request.seat) != request.seat:
            found.append(Doubt.OUT_OF_TURN)
        if self.counted is not None:
            found.append(Doubt.SECOND)
        if len(event.values) != request.dice:
            found.append(Doubt.WRONG_COUNT)
        return tuple(found)

    def _cut(self, device: str) -> tuple[RollDesk, DeskNews]:
        if device not in dict(self.moving):
            return self, DeskNews.NOTHING
        return replace(self, motion=DieMotion.STILL, moving=self._without(device)), DeskNews.CUT

    def _without(self, device: str) -> tuple[tuple[str, int], ...]:
        return tuple(pair for pair in self.moving if pair[0] != device)


def _source(device: str) -> str:
    return ROLLED_ON_TABLET if device == TABLET else ROLLED_ON_TABLE
