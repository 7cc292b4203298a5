"""What devices tell the table session: frozen values, each with a phrase for people.

All times are the host's clock in milliseconds. ``time_ms`` is when it *happened* (a press that waited in the device
while nobody listened is old, and says so through ``age_ms``), not when the bytes came in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from devices.line import DeviceKind
from games.game import Phrase

LATE_MS = 4000  # older than this when it arrives: shown, never used without a tap


class TroubleKind(StrEnum):
    """What can be wrong. Each kind has its sentence with the remedy, ``devices.trouble.KIND``."""

    WRONG_PROTOCOL = "wrong_protocol"  # the device's programme is older or newer than this one
    TWINS = "twins"  # two devices use the same name
    NO_PROGRAMME = "no_programme"  # a board answers with MicroPython's prompt
    PORT_BUSY = "port_busy"  # another program has the port
    PORT_DENIED = "port_denied"  # this user may not open it
    PORT_FAILED = "port_failed"  # it can't be opened for another reason
    NOISE = "noise"  # many damaged lines
    CHATTER = "chatter"  # a button presses itself: muted
    FLOOD = "flood"  # more events than people can make: muted
    STUCK = "stuck"  # a button stays down
    EVENTS_LOST = "events_lost"  # the device could not hold all that happened while it was not heard
    SENSOR = "sensor"  # a light sensor of the dice tray no longer tells dark from light
    ROLL_CUT = "roll_cut"  # the tray restarted while the dice were rolling


@dataclass(frozen=True, slots=True)
class DeviceTrouble:
    """Something is wrong, or (``over``) no longer is. ``device`` is "" while only the port is known."""

    kind: TroubleKind
    device: str
    port: str
    time_ms: int
    phrase: Phrase
    over: bool = False


@dataclass(frozen=True, slots=True)
class DeviceFound:
    """A device is there for the first time: what it is, how many buttons or dice and lamps it has, and where."""

    device: str
    kind: DeviceKind
    size: int
    lamps: int
    firmware: str
    port: str
    time_ms: int

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of(f"devices.found.{self.kind.value}", device=self.device, size=self.size)


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A device that was lost is there again, perhaps on another port. ``restarted``: it was without power."""

    device: str
    port: str
    away_ms: int
    restarted: bool
    time_ms: int

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.back", device=self.device)


@dataclass(frozen=True, slots=True)
class DeviceRestarted:
    """A device started anew without ever being missed; presses that it still held are gone."""

    device: str
    time_ms: int

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.restarted", device=self.device)


@dataclass(frozen=True, slots=True)
class DeviceStale:
    """Nothing was heard for 3 s."""

    device: str
    time_ms: int

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.stale", device=self.device)


@dataclass(frozen=True, slots=True)
class DeviceFresh:
    """A stale device is heard again."""

    device: str
    time_ms: int

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.fresh", device=self.device)


class Loss(StrEnum):
    """How a device was lost."""

    UNPLUGGED = "unplugged"  # the port is gone
    SILENT = "silent"  # nothing was heard for 5 s


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A device is gone; it is looked for until it is back."""

    device: str
    loss: Loss
    time_ms: int

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of(f"devices.lost.{self.loss.value}", device=self.device)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button (from 0) was pressed and let go. ``number`` is the device's own count since power-up."""

    device: str
    button: int
    time_ms: int
    age_ms: int = 0
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """For people; buttons are counted from 1."""
        return Phrase.of("devices.pressed", device=self.device, button=self.button + 1)


@dataclass(frozen=True, slots=True)
class LongPressed:
    """A button (from 0) was held for 0.8 s: undo, or "I disagree"."""

    device: str
    button: int
    time_ms: int
    age_ms: int = 0
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """For people; buttons are counted from 1."""
        return Phrase.of("devices.long_pressed", device=self.device, button=self.button + 1)


@dataclass(frozen=True, slots=True)
class Handling:
    """Dice left the tray: somebody is about to roll."""

    device: str
    time_ms: int
    age_ms: int = 0
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.handling")


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice are moving in the tray."""

    device: str
    time_ms: int
    age_ms: int = 0
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.rolling")


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice lie still. ``values``: 1 to 6 for every die, in the order of the device."""

    device: str
    values: tuple[int, ...]
    time_ms: int
    age_ms: int = 0
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.rolled", values=self.values)


@dataclass(frozen=True, slots=True)
class Crooked:
    """The dice lie still, but those with a 0 in ``values`` can't be read: one leans on the rim or missed the tray."""

    device: str
    values: tuple[int, ...]
    time_ms: int
    age_ms: int = 0
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """For people."""
        return Phrase.of("devices.crooked")


ButtonEvent: TypeAlias = Pressed | LongPressed
DiceEvent: TypeAlias = Handling | Rolling | Rolled | Crooked
PresenceEvent: TypeAlias = DeviceFound | DeviceBack | DeviceRestarted | DeviceStale | DeviceFresh | DeviceLost
DeviceEvent: TypeAlias = ButtonEvent | DiceEvent | PresenceEvent | DeviceTrouble
