"""What buttons do at the table: a press of whose turn it is commits, everything else is shown and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.session.hands.known_devices import waiting_ports
from companion.session.views import Chip, ChipKind
from devices.buttons import (
    EVERYBODY,
    ButtonAddress,
    ButtonOwners,
    Lamp,
    Lesson,
    PressKind,
    lamps,
    meaning_of,
)
from devices.events import (
    ButtonEvent,
    Crooked,
    DeviceBack,
    DeviceEvent,
    DeviceFound,
    DeviceFresh,
    DeviceLost,
    DeviceRestarted,
    DeviceStale,
    DeviceTrouble,
    Handling,
    LongPressed,
    Pressed,
    Rolled,
    Rolling,
)
from devices.hub import DeviceHub
from devices.line import DeviceKind
from games.any_game import AnyRecord
from games.game import AnybodyNext, Phrase


class PressedAt(Protocol):
    """What a press may do to a table session."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""

    @property
    def active(self) -> int | None:
        """Whose turn it is."""

    @property
    def expected_to_tell(self) -> frozenset[int]:
        """Seats of which a word is waited for: their lamps blink."""

    @property
    def record(self) -> AnyRecord:
        """The record so far."""

    def commit(self, seat: int | None = None) -> None:
        """My turn is done."""

    def expects(self, seat: int) -> bool:
        """Whether a press of this seat would count."""

    def disagree(self) -> None:
        """That is not what happened."""

    def hear_dice(self, event: DeviceEvent) -> None:
        """Dice have moved or come to rest."""

    def notice(self, phrase: Phrase) -> None:
        """Say one sentence."""

    def set_chip(self, chip: Chip | None, kind: ChipKind | None = None) -> None:
        """Show that something is not well, or that it is again."""


def press(event: Pressed | LongPressed, owners: ButtonOwners, session: PressedAt) -> None:
    """What a press does, be it of a button or of a phone that stands for one."""
    to_move = session.active
    owner = owners.owner(ButtonAddress(event.device, event.button))
    if to_move is not None and owner is not None and owner != EVERYBODY and session.expects(owner):
        to_move = owner
    meaning = meaning_of(event, owners, to_move, session.names)
    match meaning.kind:
        case PressKind.CONFIRM:
            whoever = owner == EVERYBODY and not isinstance(session.record.game, AnybodyNext)
            session.commit(None if whoever else meaning.seat)
        case PressKind.DISAGREE:
            session.disagree()
        case _:
            session.notice(meaning.phrase)


class Hands:
    """The buttons of one table.

    Args:
        hub: where devices are found; started and closed by whoever owns this.
        seats: how many people sit at the table.
        owners: whose button is whose, as learned before; empty: button 1 is the first seat's, and so on.
        learned: is told when the owners change, so that they can be kept.
        allowed: is told the identity of a port that people allow to be asked, so that it can be kept.
    """

    def __init__(
        self,
        hub: DeviceHub,
        seats: int,
        *,
        owners: ButtonOwners | None = None,
        learned: Callable[[ButtonOwners], None] | None = None,
        allowed: Callable[[str], None] | None = None,
    ) -> None:
        self.hub = hub
        self.owners = owners or ButtonOwners()
        self.lesson: Lesson | None = None
        self._seats = seats
        self._learned = learned
        self._allowed = allowed
        self._lit: dict[ButtonAddress, Lamp] = {}
        self._hub_failed = False
        self._keys: list[ButtonEvent] = []

    def teach(self, seats: tuple[int, ...]) -> None:
        """Ask these seats, one after the other, to press their button."""
        self.lesson = Lesson.begin(seats, self.owners)

    def waiting_ports(self) -> tuple[tuple[str, str], ...]:
        """Ports that may be ours but wait for people to say so: (identity, what to call it)."""
        return waiting_ports(self.hub)

    def allow(self, identity: str) -> None:
        """People say that this port is their box."""
        self.hub.allow(identity)
        if self._allowed is not None:
            self._allowed(identity)

    def wants(self, key: ButtonAddress) -> bool:
        """Whether a key of a keyboard or gamepad is a button at this table: somebody's, or about to be."""
        return (self.lesson is not None and self.lesson.asking is not None) or self.owners.owner(key) is not None

    def hear(self, press: ButtonEvent) -> None:
        """A press that came in another way than through the hub; it means what the box's would mean."""
        self._keys.append(press)

    def tick(self, session: PressedAt) -> int:
        """Take in what the devices have told since, and set the lamps. Returns how many presses there were."""
        events: list[DeviceEvent] = [*self.hub.drain(), *self._keys]
        self._keys.clear()
        for event in events:
            self._hear(event, session)
        self._show_failure(session)
        self._light(session.active, session.expected_to_tell)
        return sum(isinstance(event, Pressed | LongPressed) for event in events)

    def close(self) -> None:
        """Lamps off, ports closed: by the devices' own thread, for which nobody waits who leaves the table."""
        self.hub.close(0.0)

    def _show_failure(self, session: PressedAt) -> None:
        """What the hub's own thread raised, as long as it has not gone on."""
        failure = self.hub.failure
        if failure is not None:
            phrase = Phrase.of("devices.trouble.hub_failed", what=type(failure).__name__)
            session.set_chip(Chip(ChipKind.BUTTONS, True, phrase))
        elif self._hub_failed:
            session.set_chip(None, ChipKind.BUTTONS)
        self._hub_failed = failure is not None

    def _hear(self, event: DeviceEvent, session: PressedAt) -> None:
        match event:
            case Pressed() | LongPressed():
                self._press(event, session)
            case Handling() | Rolling() | Rolled() | Crooked():
                session.hear_dice(event)
            case DeviceFound(kind=DeviceKind.DICE):
                session.set_chip(None, ChipKind.DICE)
            case DeviceFound(kind=DeviceKind.BUTTONS, device=device, size=size):
                self._claim(device, size)
                session.set_chip(None, ChipKind.BUTTONS)
            case DeviceLost(phrase=phrase) | DeviceStale(phrase=phrase):
                session.set_chip(Chip(ChipKind.BUTTONS, isinstance(event, DeviceLost), phrase))
            case DeviceBack() | DeviceFresh() | DeviceFound():
                session.set_chip(None, ChipKind.BUTTONS)
            case DeviceRestarted(phrase=phrase):
                session.notice(phrase)
            case DeviceTrouble(over=True):
                session.set_chip(None, ChipKind.BUTTONS)
            case DeviceTrouble(phrase=phrase):
                session.set_chip(Chip(ChipKind.BUTTONS, False, phrase))

    def _press(self, event: Pressed | LongPressed, session: PressedAt) -> None:
        if self.lesson is not None and self.lesson.asking is not None:
            self.lesson, _ = self.lesson.hear(event)
            self._own(self.lesson.owners)
            session.notice(self.lesson.phrase(session.names))
            return
        press(event, self.owners, session)

    def _claim(self, device: str, size: int) -> None:
        """A box that nobody has claimed a button of: its buttons are the seats' in their order, until taught."""
        known = any(address.device == device for address, _ in self.owners.owners)
        if known or self.owners.owners:
            return
        owners = self.owners
        for seat in range(min(size, self._seats)):
            owners = owners.give(ButtonAddress(device, seat), seat)
        self._own(owners)

    def _own(self, owners: ButtonOwners) -> None:
        if owners != self.owners:
            self.owners = owners
            if self._learned is not None:
                self._learned(owners)

    def _light(self, active: int | None, expected_to_tell: frozenset[int]) -> None:
        wishes = dict(lamps(self.owners, active, expected_to_tell))
        for address, lamp in wishes.items():
            if self._lit.get(address) != lamp and self.hub.set_lamp(address.device, address.button, lamp):
                self._lit[address] = lamp
