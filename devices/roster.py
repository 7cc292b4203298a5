"""Who is known: every device that ever introduced itself, what it is doing, and what is wrong with it.

Knows no port and no bytes. The switchboard tells it who said hello where, what arrived and who fell silent; it answers
with the events that the table session sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from devices.events import (
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
    Loss,
    Pressed,
    Rolled,
    Rolling,
    TroubleKind,
)
from devices.line import CrookedLine as CrookedLine
from devices.line import DeviceKind, EventLine, Free, Hello, Long, PressLine, SensorFaultLine, StuckLine
from devices.line import HandlingLine as HandlingLine
from devices.line import RolledLine as RolledLine
from devices.line import RollingLine as RollingLine
from devices.muting import CHATTER_PRESSES, FLOOD_EVENTS, Mute
from games.game import Phrase, PhraseValue

LOSS_SHOWN_MS = 10_000


class Presence(StrEnum):
    """Whether a device is heard."""

    LIVE = "live"
    STALE = "stale"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """How a device is now, for the chips on the tablet and the command line."""

    device: str
    kind: DeviceKind
    size: int
    lamps: str
    firmware: str
    port: str
    presence: Presence
    troubles: tuple[DeviceTrouble, ...]


@dataclass(frozen=True, slots=True)
class Admission:
    """What follows from a hello.

    Attributes:
        events: for the table session.
        after: the device is welcome, and events after this number are wanted; None if it is not welcome.
        leaves: the port on which the same device was until now, to be closed; "" for none.
    """

    events: tuple[DeviceEvent, ...]
    after: int | None
    leaves: str = ""


class Troubles:
    """What is wrong now. A trouble is told once when it begins and once when it is over."""

    def __init__(self) -> None:
        self._now: dict[tuple[TroubleKind, str, str, int], DeviceTrouble] = {}

    @property
    def now(self) -> tuple[DeviceTrouble, ...]:
        """Every trouble that is not over."""
        return tuple(self._now.values())

    def begin(
        self,
        kind: TroubleKind,
        now_ms: int,
        *,
        device: str = "",
        port: str = "",
        part: int = -1,
        key: str = "",
        **values: PhraseValue,
    ) -> list[DeviceEvent]:
        """``part``: the button or sensor that it is about; ``key``: the sentence, if the kind has several."""
        place = (kind, device, port, part)
        if place in self._now:
            return []
        phrase = Phrase.of(f"devices.trouble.{key or kind.value}", device=device, port=port, **values)
        self._now[place] = trouble = DeviceTrouble(kind, device, port, now_ms, phrase)
        return [trouble]

    def end(
        self,
        now_ms: int,
        *,
        device: str | None = None,
        port: str | None = None,
        kinds: Iterable[TroubleKind] | None = None,
        part: int | None = None,
        before_ms: int | None = None,
    ) -> list[DeviceEvent]:
        """End every trouble that fits all that is given; ``before_ms``: that began by then."""
        wanted = None if kinds is None else set(kinds)
        over = [
            place
            for place, trouble in self._now.items()
            if (wanted is None or place[0] in wanted)
            and (device is None or place[1] == device)
            and (port is None or place[2] == port)
            and (part is None or place[3] == part)
            and (before_ms is None or trouble.time_ms <= before_ms)
        ]
        ended: list[DeviceEvent] = []
        for place in over:
            old = self._now.pop(place)
            ended.append(DeviceTrouble(old.kind, old.device, old.port, now_ms, old.phrase, over=True))
        return ended


@dataclass
class _Device:
    hello: Hello
    port: str
    presence: Presence
    lamps: list[str]
    arrived: int = 0
    lost_ms: int = 0
    rolling: bool = False
    flood: Mute = field(default_factory=lambda: Mute(FLOOD_EVENTS))
    chatter: dict[int, Mute] = field(default_factory=dict)


class Roster:
    """Everybody who introduced themselves, by name."""

    def __init__(self) -> None:
        self.troubles = Troubles()
        self._devices: dict[str, _Device] = {}

    def status(self) -> tuple[DeviceStatus, ...]:
        """Every known device, in the order in which they were found."""
        return tuple(
            DeviceStatus(
                name,
                one.hello.kind,
                one.hello.size,
                "".join(one.lamps),
                one.hello.fw,
                one.port,
                one.presence,
                tuple(trouble for trouble in self.troubles.now if trouble.device == name),
            )
            for name, one in self._devices.items()
        )

    def lamps(self, device: str) -> str:
        """What the lamps of a device shall be, one character each."""
        known = self._devices.get(device)
        return "".join(known.lamps) if known else ""

    def set_lamp(self, device: str, button: int, lamp: str) -> bool:
        """Wish a lamp (``0``, ``1`` or ``2``); False where there is no such device or lamp."""
        known = self._devices.get(device)
        if known is None or not 0 <= button < len(known.lamps):
            return False
        known.lamps[button] = lamp
        return True

    def port_of(self, device: str) -> str:
        """The port on which a device is heard; "" where it is not."""
        known = self._devices.get(device)
        return known.port if known is not None and known.presence is not Presence.LOST else ""

    def introduce(self, hello: Hello, port: str, now_ms: int, *, taken: bool) -> Admission:
        """Somebody said hello on a port. ``taken``: a device of this name was heard on another port just now."""
        known = self._devices.get(hello.id)
        if known is not None and taken:
            return Admission(tuple(self.troubles.begin(TroubleKind.TWINS, now_ms, device=hello.id, port=port)), None)
        over = self.troubles.end(now_ms, device=hello.id, port=port, kinds=[TroubleKind.TWINS])
        if known is None or known.hello.uid != hello.uid:
            admission = self._newcomer(hello, port, now_ms)
        else:
            admission = self._returns(known, hello, port, now_ms)
        return replace(admission, events=(*admission.events, *over))

    def _newcomer(self, hello: Hello, port: str, now_ms: int) -> Admission:
        # What it held from before this programme knew it comes in as well, and says how old it is.
        self._devices[hello.id] = _Device(hello, port, Presence.LIVE, ["0"] * hello.lamps, max(hello.first - 1, 0))
        found = DeviceFound(hello.id, hello.kind, hello.size, hello.lamps, hello.fw, port, now_ms)
        return Admission((found,), max(hello.first - 1, 0))

    def _returns(self, known: _Device, hello: Hello, port: str, now_ms: int) -> Admission:
        events: list[DeviceEvent] = []
        restarted = known.hello.boot != hello.boot or hello.n < known.arrived
        moved = known.port if known.port != port and known.presence is not Presence.LOST else ""
        if known.presence is Presence.LOST or moved:
            away = now_ms - known.lost_ms if known.presence is Presence.LOST else 0
            events.append(DeviceBack(hello.id, port, away, restarted, now_ms))
        elif restarted:
            events.append(DeviceRestarted(hello.id, now_ms))
        if restarted:
            events += self._forget_run(known, now_ms)
            known.arrived = max(hello.first - 1, 0)
        elif hello.first - 1 > known.arrived:
            events += self.skipped(hello.id, hello.first - 1 - known.arrived, now_ms)
            known.arrived = hello.first - 1
        known.hello, known.port, known.presence = hello, port, Presence.LIVE
        known.lamps = (known.lamps + ["0"] * hello.lamps)[: hello.lamps]
        return Admission(tuple(events), known.arrived, moved)

    def _forget_run(self, known: _Device, now_ms: int) -> list[DeviceEvent]:
        """What was true of the device before it started anew and is not any more."""
        name = known.hello.id
        events = self.troubles.end(
            now_ms, device=name, kinds=[TroubleKind.STUCK, TroubleKind.CHATTER, TroubleKind.FLOOD]
        )
        known.chatter.clear()
        known.flood = Mute(FLOOD_EVENTS)
        if known.rolling:
            known.rolling = False
            events += self.troubles.begin(TroubleKind.ROLL_CUT, now_ms, device=name)
        return events

    def arrived(self, device: str, line: EventLine, happened_ms: int, now_ms: int) -> list[DeviceEvent]:
        """The next event of a device."""
        known = self._devices[device]
        known.arrived = line.n
        was_flooding = known.flood.muted
        if not known.flood.passes(line.ms, now_ms):
            if was_flooding:
                return []
            return self.troubles.begin(TroubleKind.FLOOD, now_ms, device=device, port=known.port)
        ended = self.troubles.end(now_ms, device=device, kinds=[TroubleKind.FLOOD]) if was_flooding else []
        age = now_ms - happened_ms
        if isinstance(line, PressLine | Long):
            return ended + self._button(known, line, happened_ms, now_ms)
        if isinstance(line, StuckLine):
            return ended + self.troubles.begin(
                TroubleKind.STUCK, now_ms, device=device, port=known.port, part=line.b, button=line.b + 1
            )
        if isinstance(line, Free):
            return ended + self.troubles.end(now_ms, device=device, kinds=[TroubleKind.STUCK], part=line.b)
        if isinstance(line, SensorFaultLine):
            return ended + self.troubles.begin(
                TroubleKind.SENSOR,
                now_ms,
                device=device,
                port=known.port,
                part=line.s,
                pocket=line.s // 9 + 1,
                sensor=line.s % 9 + 1,
            )
        ended += self.troubles.end(now_ms, device=device, kinds=[TroubleKind.ROLL_CUT])
        known.rolling = isinstance(line, RollingLine)
        return [*ended, _dice_event(device, line, happened_ms, age)]

    def _button(self, known: _Device, line: PressLine | Long, happened_ms: int, now_ms: int) -> list[DeviceEvent]:
        name = known.hello.id
        mute = known.chatter.setdefault(line.b, Mute(CHATTER_PRESSES))
        was_muted = mute.muted
        if not mute.passes(line.ms, now_ms):
            return self.troubles.begin(
                TroubleKind.CHATTER, now_ms, device=name, port=known.port, part=line.b, button=line.b + 1
            )
        ended = self.troubles.end(now_ms, device=name, kinds=[TroubleKind.CHATTER], part=line.b) if was_muted else []
        kind = Pressed if isinstance(line, PressLine) else LongPressed
        return [*ended, kind(name, line.b, happened_ms, now_ms - happened_ms, line.n)]

    def tick(self, now_ms: int) -> list[DeviceEvent]:
        """End what is over by itself: a muted button that has been quiet, a loss that everybody has seen."""
        events = self.troubles.end(now_ms, kinds=[TroubleKind.EVENTS_LOST], before_ms=now_ms - LOSS_SHOWN_MS)
        for name, known in self._devices.items():
            if known.flood.calms(now_ms):
                events += self.troubles.end(now_ms, device=name, kinds=[TroubleKind.FLOOD])
            for button, mute in known.chatter.items():
                if mute.calms(now_ms):
                    events += self.troubles.end(now_ms, device=name, kinds=[TroubleKind.CHATTER], part=button)
        return events

    def skipped(self, device: str, count: int, now_ms: int) -> list[DeviceEvent]:
        """So many events could not be held by the device. Told anew each time, for each is another loss."""
        known = self._devices[device]
        known.arrived += count
        self.troubles.end(now_ms, device=device, kinds=[TroubleKind.EVENTS_LOST])
        return self.troubles.begin(TroubleKind.EVENTS_LOST, now_ms, device=device, port=known.port, count=count)

    def quiet(self, device: str, now_ms: int) -> list[DeviceEvent]:
        """Nothing was heard for 3 s."""
        self._devices[device].presence = Presence.STALE
        return [DeviceStale(device, now_ms)]

    def heard_again(self, device: str, now_ms: int) -> list[DeviceEvent]:
        """A quiet one is heard again."""
        self._devices[device].presence = Presence.LIVE
        return [DeviceFresh(device, now_ms)]

    def lost(self, device: str, loss: Loss, now_ms: int) -> list[DeviceEvent]:
        """It is gone. Its troubles go with it, except for a roll that was cut."""
        known = self._devices[device]
        known.presence, known.lost_ms = Presence.LOST, now_ms
        gone = [TroubleKind.STUCK, TroubleKind.CHATTER, TroubleKind.FLOOD, TroubleKind.NOISE]
        return [DeviceLost(device, loss, now_ms), *self.troubles.end(now_ms, device=device, kinds=gone)]


def _dice_event(
    device: str,
    line: HandlingLine | RollingLine | RolledLine | CrookedLine,
    happened_ms: int,
    age_ms: int,
) -> DeviceEvent:
    if isinstance(line, RolledLine):
        return Rolled(device, line.d, happened_ms, age_ms, line.n)
    if isinstance(line, CrookedLine):
        return Crooked(device, line.d, happened_ms, age_ms, line.n)
    if isinstance(line, RollingLine):
        return Rolling(device, happened_ms, age_ms, line.n)
    return Handling(device, happened_ms, age_ms, line.n)
