"""What a press means: whose button it is, whether it is that person's turn, and which lamps shall shine.

Which button belongs to whom is learned by asking: "Anna, press yours now." Pure values; the table session keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from devices.events import LATE_MS, ButtonEvent, LongPressed
from games.game import JsonValue, Phrase, Refusal, RefusalKind

EVERYBODY = -1  # in place of a seat: a button that speaks for whoever's turn it is


class Lamp(StrEnum):
    """What a lamp does."""

    OFF = "0"
    ON = "1"
    BLINK = "2"


@dataclass(frozen=True, slots=True, order=True)
class ButtonAddress:
    """One button of one device, from 0."""

    device: str
    button: int


@dataclass(frozen=True, slots=True)
class ButtonOwners:
    """Which button is whose: seat indices, or :data:`EVERYBODY`. A seat may have several buttons."""

    owners: tuple[tuple[ButtonAddress, int], ...] = ()

    def owner(self, address: ButtonAddress) -> int | None:
        """The seat that the button belongs to, :data:`EVERYBODY`, or None where nobody has claimed it."""
        return dict(self.owners).get(address)

    def buttons_of(self, seat: int) -> tuple[ButtonAddress, ...]:
        """Every button of a seat, and those that speak for everybody."""
        return tuple(address for address, owner in self.owners if owner in (seat, EVERYBODY))

    def give(self, address: ButtonAddress, seat: int) -> ButtonOwners:
        """The button now belongs to this seat and to no other."""
        return ButtonOwners(tuple(sorted({**dict(self.owners), address: seat}.items())))

    def forget(self, seat: int) -> ButtonOwners:
        """The seat has no button any more."""
        return ButtonOwners(tuple(pair for pair in self.owners if pair[1] != seat))

    def to_json(self) -> list[JsonValue]:
        """As plain data, to be kept between games."""
        return [[address.device, address.button, seat] for address, seat in self.owners]

    @classmethod
    def from_json(cls, data: JsonValue) -> ButtonOwners:
        """From plain data. Raises :class:`games.game.Refusal` of kind invalid."""
        owners = cls()
        for entry in data if isinstance(data, list) else [data]:
            match entry:
                case [str(device), int(button), int(seat)] if button >= 0 and seat >= EVERYBODY:
                    owners = owners.give(ButtonAddress(device, button), seat)
                case _:
                    raise Refusal(RefusalKind.INVALID, Phrase.of("devices.bad_owners"), value=str(entry))
        return owners


class PressKind(StrEnum):
    """What a press is good for. Only ``confirm`` and ``disagree`` do anything; the others are shown."""

    CONFIRM = "confirm"
    DISAGREE = "disagree"  # a long press, at any time, by anybody: undo, or "that is not what happened"
    OUT_OF_TURN = "out_of_turn"
    NOBODYS = "nobodys"
    LATE = "late"  # pressed before the line was there


@dataclass(frozen=True, slots=True)
class PressMeaning:
    """What a press means. ``seat`` is who speaks, None where nobody knows."""

    kind: PressKind
    seat: int | None
    phrase: Phrase


def meaning_of(event: ButtonEvent, owners: ButtonOwners, to_move: int | None, names: tuple[str, ...]) -> PressMeaning:
    """What a press means now.

    Args:
        event: the press.
        owners: which button is whose.
        to_move: the seat whose turn it is, or None.
        names: of the seats, in order.
    """
    owner = owners.owner(ButtonAddress(event.device, event.button))
    seat = to_move if owner == EVERYBODY else owner
    if event.age_ms > LATE_MS:
        return PressMeaning(PressKind.LATE, seat, Phrase.of("devices.press.late", seconds=event.age_ms // 1000))
    if owner is None:
        phrase = Phrase.of("devices.press.nobodys", button=event.button + 1, device=event.device)
        return PressMeaning(PressKind.NOBODYS, None, phrase)
    who = names[seat] if seat is not None and seat < len(names) else ""
    if isinstance(event, LongPressed):
        return PressMeaning(PressKind.DISAGREE, seat, Phrase.of("devices.press.disagree", name=who))
    if to_move is None or seat != to_move:
        turn = names[to_move] if to_move is not None and to_move < len(names) else ""
        key = "devices.press.out_of_turn" if turn else "devices.press.nobodys_turn"
        return PressMeaning(PressKind.OUT_OF_TURN, seat, Phrase.of(key, name=who, turn=turn))
    return PressMeaning(PressKind.CONFIRM, seat, Phrase.of("devices.press.confirm", name=who))


def lamps(
    owners: ButtonOwners, to_move: int | None, asked: frozenset[int] = frozenset()
) -> Mapping[ButtonAddress, Lamp]:
    """What every claimed button's lamp shall do: on for whose turn it is, blinking for who is asked something."""
    wishes = {}
    for address, owner in owners.owners:
        seat = to_move if owner == EVERYBODY else owner
        wishes[address] = Lamp.BLINK if seat in asked else Lamp.ON if seat == to_move is not None else Lamp.OFF
    return wishes


class LessonNews(StrEnum):
    """What came of a press during the lesson."""

    LEARNED = "learned"
    TAKEN = "taken"  # it is somebody else's already
    LATE = "late"
    OVER = "over"  # nobody is asked any more


@dataclass(frozen=True, slots=True)
class Lesson:
    """Learns whose button is whose, seat after seat: "press yours now".

    Begin with the seats to be asked and the owners known so far; whoever is asked again gives up the old button.
    """

    seats: tuple[int, ...]
    owners: ButtonOwners = ButtonOwners()
    done: int = 0

    @classmethod
    def begin(cls, seats: tuple[int, ...], owners: ButtonOwners | None = None) -> Lesson:
        """A lesson for these seats."""
        kept = owners or ButtonOwners()
        for seat in seats:
            kept = kept.forget(seat)
        return cls(seats, kept)

    @property
    def asking(self) -> int | None:
        """The seat that is asked to press, or None when the lesson is over."""
        return self.seats[self.done] if self.done < len(self.seats) else None

    def phrase(self, names: tuple[str, ...]) -> Phrase:
        """What to say now."""
        if self.asking is None:
            return Phrase.of("devices.lesson.over")
        return Phrase.of("devices.lesson.press_yours", name=names[self.asking])

    def hear(self, event: ButtonEvent) -> tuple[Lesson, LessonNews]:
        """Somebody pressed."""
        seat = self.asking
        if seat is None:
            return self, LessonNews.OVER
        if event.age_ms > LATE_MS:
            return self, LessonNews.LATE
        address = ButtonAddress(event.device, event.button)
        if self.owners.owner(address) is not None:
            return self, LessonNews.TAKEN
        return replace(self, owners=self.owners.give(address, seat), done=self.done + 1), LessonNews.LEARNED

    def skip(self) -> Lesson:
        """This seat uses the tablet."""
        return replace(self, done=min(self.done + 1, len(self.seats)))
