"""All lines at once, without thread or clock: which ports are opened, who sits on them, and what that means.

Each call of :meth:`Switchboard.step` looks at the ports, moves bytes and returns what happened. ``devices.hub`` runs it
in a thread; tests and recordings run it by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from devices.events import DeviceEvent, Loss, TroubleKind
from devices.line import PROTOCOL
from devices.link import (
    Dead,
    EventArrived,
    HeardAgain,
    Introduced,
    Link,
    News,
    NoAnswer,
    Noisy,
    Prompt,
    Quiet,
    Skipped,
    Unsuited,
)
from devices.port import Port, PortGone, PortInfo, PortProblem, PortRefused, Ports, Welcome
from devices.roster import DeviceStatus, Roster

SCAN_EVERY_MS = 250
RETRY_MS = (500, 1000, 2000, 4000, 8000)
ASK_ROUNDS = 3  # so often a port that never had a device of ours is asked, 3 s each; then it is left alone
ELSEWHERE_MS = 1500  # who was heard on another port within this time is still there
PENDING = 1024  # bytes that wait for a device that does not read; everything the host says it says again

Tap: TypeAlias = Callable[[int, str, bool, bytes], None]  # now_ms, port, from the device?, bytes; b"": port closed


class PortUse(StrEnum):
    """What is done with a port."""

    OPEN = "open"  # somebody of ours is on it, or is being asked
    WAITING = "waiting"  # will be tried again
    LEFT_ALONE = "left alone"  # somebody else's, or nobody answered
    ASK_FIRST = "ask first"  # may be ours: a person has to say so


@dataclass
class _Slot:
    info: PortInfo
    due_ms: int
    port: Port | None = None
    link: Link | None = None
    device: str = ""  # who was admitted on this port
    rounds: int = 0
    left_alone: bool = False
    pending: bytes = b""


class Switchboard:
    """Every port and everybody on it.

    Args:
        ports: where ports come from.
        tap: is told of all bytes, for recordings.
        allowed: identities (:attr:`devices.port.PortInfo.identity`) of ports with a common USB-to-serial chip that a
            person has said may be asked.
    """

    def __init__(self, ports: Ports, *, tap: Tap | None = None, allowed: frozenset[str] = frozenset()) -> None:
        self.roster = Roster()
        self._ports = ports
        self._tap = tap
        self._allowed = set(allowed)
        self._slots: dict[str, _Slot] = {}
        self._ours: set[str] = set()  # identities of ports on which somebody of ours has been
        self._next_scan = 0

    def step(self, now_ms: int) -> list[DeviceEvent]:
        """Look at everything once. Never waits, never raises for what a device or a port does."""
        events: list[DeviceEvent] = []
        if now_ms >= self._next_scan:
            self._next_scan = now_ms + SCAN_EVERY_MS
            self._scan(now_ms, events)
        for slot in list(self._slots.values()):
            if slot.port is None and not slot.left_alone and now_ms >= slot.due_ms and self._may_ask(slot.info):
                self._open(slot, now_ms, events)
            if slot.port is not None and slot.link is not None:
                self._serve(slot, slot.port, slot.link, now_ms, events)
        events += self.roster.tick(now_ms)
        return events

    def rescan(self) -> None:
        """Look for ports at the next step, not only when the quarter of a second is over."""
        self._next_scan = 0

    def allow(self, identity: str) -> None:
        """A person says that the port with this identity may be asked who it is."""
        self._allowed.add(identity)

    def set_lamp(self, device: str, button: int, lamp: str) -> bool:
        """Wish a lamp: ``0`` off, ``1`` on, ``2`` blinking. It stays so through unplugging. False: no such lamp."""
        if not self.roster.set_lamp(device, button, lamp):
            return False
        for slot in self._slots.values():
            if slot.device == device and slot.link is not None:
                slot.link.set_lamps(self.roster.lamps(device))
        return True

    def status(self) -> tuple[DeviceStatus, ...]:
        """Every known device."""
        return self.roster.status()

    def uses(self) -> tuple[tuple[PortInfo, PortUse], ...]:
        """Every port that is there, and what is done with it."""
        return tuple((slot.info, self._use(slot)) for slot in self._slots.values())

    def filenos(self) -> list[int]:
        """What ``select`` can wait for."""
        numbers = (slot.port.fileno() for slot in self._slots.values() if slot.port is not None)
        return [number for number in numbers if number is not None]

    def let_go(self, now_ms: int) -> list[DeviceEvent]:
        """Close every port and ask anew who is there, as after pulling all plugs; what is known of each device stays,
        so that nothing is told twice."""
        events: list[DeviceEvent] = []
        for slot in self._slots.values():
            self._leave(slot, Loss.SILENT, now_ms, events)
            slot.due_ms, slot.rounds, slot.left_alone = now_ms, 0, False
        return events

    def close(self, now_ms: int) -> None:
        """Put the lamps out and give every port back. A recording ends here without a word: nobody was unplugged."""
        self._tap = None
        for slot in self._slots.values():
            if slot.port is not None and slot.link is not None and slot.device:
                slot.link.set_lamps("0" * len(self.roster.lamps(slot.device)))
                with suppress(PortGone):
                    self._write(slot, slot.port, slot.link.outgoing(now_ms), now_ms)
            self._shut(slot, now_ms)

    def _use(self, slot: _Slot) -> PortUse:
        if slot.port is not None:
            return PortUse.OPEN
        if slot.info.welcome is Welcome.MAYBE and not self._may_ask(slot.info):
            return PortUse.ASK_FIRST
        return PortUse.LEFT_ALONE if slot.left_alone or not self._may_ask(slot.info) else PortUse.WAITING

    def _may_ask(self, info: PortInfo) -> bool:
        return info.welcome is Welcome.OURS or info.identity in self._allowed

    def _scan(self, now_ms: int, events: list[DeviceEvent]) -> None:
        present = {info.name: info for info in self._ports.present()}
        for name, slot in list(self._slots.items()):
            if present.get(name) != slot.info:
                self._leave(slot, Loss.UNPLUGGED, now_ms, events)
                events += self.roster.troubles.end(now_ms, port=name)
                del self._slots[name]
        for name, info in present.items():
            if name not in self._slots:
                self._slots[name] = _Slot(info, now_ms)

    def _open(self, slot: _Slot, now_ms: int, events: list[DeviceEvent]) -> None:
        name = slot.info.name
        try:
            slot.port = self._ports.open(slot.info)
        except PortRefused as refused:
            self._retry_later(slot, now_ms)
            kind = _REFUSALS.get(refused.problem)
            if kind is not None:
                events += self.roster.troubles.begin(kind, now_ms, port=name, detail=refused.detail)
            return
        events += self.roster.troubles.end(now_ms, port=name, kinds=list(_REFUSALS.values()))
        slot.link = Link(now_ms)
        slot.pending = b""

    def _retry_later(self, slot: _Slot, now_ms: int) -> None:
        slot.due_ms = now_ms + RETRY_MS[min(slot.rounds, len(RETRY_MS) - 1)]
        slot.rounds += 1

    def _serve(self, slot: _Slot, port: Port, link: Link, now_ms: int, events: list[DeviceEvent]) -> None:
        try:
            data = port.read()
            if data and self._tap is not None:
                self._tap(now_ms, slot.info.name, True, data)
            # The clock first: after a nap of this computer the bytes that wait are older than they seem.
            for news in [*link.tick(now_ms), *(link.feed(data, now_ms) if data else ())]:
                self._take(slot, link, news, now_ms, events)
                if slot.link is not link:
                    return
            self._write(slot, port, link.outgoing(now_ms), now_ms)
        except PortGone:
            self._leave(slot, Loss.UNPLUGGED, now_ms, events)
            slot.due_ms, slot.rounds = now_ms + SCAN_EVERY_MS, 0

    def _write(self, slot: _Slot, port: Port, data: bytes, now_ms: int) -> None:
        if data and self._tap is not None:
            self._tap(now_ms, slot.info.name, False, data)
        slot.pending = (slot.pending + data)[-PENDING:]
        if slot.pending:
            slot.pending = slot.pending[port.write(slot.pending) :]

    def _take(self, slot: _Slot, link: Link, news: News, now_ms: int, events: list[DeviceEvent]) -> None:
        roster, name, device = self.roster, slot.info.name, slot.device
        if isinstance(news, Introduced):
            self._admit(slot, link, now_ms, events)
        elif isinstance(news, NoAnswer):
            self._give_up(slot, now_ms)
        elif isinstance(news, Dead):
            self._leave(slot, Loss.SILENT, now_ms, events)
            slot.rounds = 0
            self._retry_later(slot, now_ms)
        elif isinstance(news, Prompt):
            events += roster.troubles.begin(TroubleKind.NO_PROGRAMME, now_ms, port=name)
        elif isinstance(news, Unsuited):
            self._refuse(slot, news, now_ms, events)
        elif device:
            events += self._events_of(news, device, name, now_ms)

    def _events_of(self, news: News, device: str, port: str, now_ms: int) -> list[DeviceEvent]:
        """What an admitted device has said, or not said."""
        roster = self.roster
        if isinstance(news, EventArrived):
            return roster.arrived(device, news.line, news.happened_ms, now_ms)
        if isinstance(news, Skipped):
            return roster.skipped(device, news.count, now_ms)
        if isinstance(news, Quiet):
            return roster.quiet(device, now_ms)
        if isinstance(news, HeardAgain):
            return roster.heard_again(device, now_ms)
        if isinstance(news, Noisy):
            if news.over:
                return roster.troubles.end(now_ms, device=device, kinds=[TroubleKind.NOISE])
            return roster.troubles.begin(TroubleKind.NOISE, now_ms, device=device, port=port)
        return []

    def _admit(self, slot: _Slot, link: Link, now_ms: int, events: list[DeviceEvent]) -> None:
        hello = link.hello
        if hello is None:
            return
        name = slot.info.name
        if slot.device and slot.device != hello.id:  # another device on the same port without the port ever going
            events += self.roster.lost(slot.device, Loss.UNPLUGGED, now_ms)
            slot.device = ""
        rival = self._slots.get(self.roster.port_of(hello.id), slot)
        silent_ms = now_ms - rival.link.heard_ms if rival.link is not None else ELSEWHERE_MS
        admission = self.roster.introduce(hello, name, now_ms, taken=rival is not slot and silent_ms < ELSEWHERE_MS)
        events += admission.events
        events += self.roster.troubles.end(
            now_ms, port=name, kinds=[TroubleKind.NO_PROGRAMME, TroubleKind.WRONG_PROTOCOL]
        )
        if admission.after is None:
            return
        if admission.leaves and admission.leaves in self._slots:
            old = self._slots[admission.leaves]
            old.device = ""
            self._shut(old, now_ms)
            self._retry_later(old, now_ms)
        slot.device, slot.rounds = hello.id, 0
        self._ours.add(slot.info.identity)
        link.welcome(admission.after, self.roster.lamps(hello.id))

    def _refuse(self, slot: _Slot, news: Unsuited, now_ms: int, events: list[DeviceEvent]) -> None:
        """A device of another protocol version: named with the remedy, and left alone until it is plugged in anew."""
        hello = news.hello
        self._leave(slot, Loss.SILENT, now_ms, events)
        slot.left_alone = True
        events += self.roster.troubles.begin(
            TroubleKind.WRONG_PROTOCOL,
            now_ms,
            device=hello.device,
            port=slot.info.name,
            key="older_protocol" if hello.version < PROTOCOL else "newer_protocol",
            theirs=hello.version,
            ours=PROTOCOL,
            firmware=hello.firmware,
        )

    def _give_up(self, slot: _Slot, now_ms: int) -> None:
        """Nobody answered. A port where somebody of ours has been is asked again and again, any other a few times."""
        self._shut(slot, now_ms)
        self._retry_later(slot, now_ms)
        known = slot.info.identity in self._ours or slot.info.named
        slot.left_alone = not known and slot.rounds >= ASK_ROUNDS

    def _shut(self, slot: _Slot, now_ms: int) -> None:
        if slot.port is not None:
            slot.port.close()
            if self._tap is not None:
                self._tap(now_ms, slot.info.name, True, b"")
        slot.port = slot.link = None

    def _leave(self, slot: _Slot, loss: Loss, now_ms: int, events: list[DeviceEvent]) -> None:
        self._shut(slot, now_ms)
        device, slot.device = slot.device, ""
        if device:
            events += self.roster.lost(device, loss, now_ms)


_REFUSALS = {
    PortProblem.BUSY: TroubleKind.PORT_BUSY,
    PortProblem.DENIED: TroubleKind.PORT_DENIED,
    PortProblem.FAILED: TroubleKind.PORT_FAILED,
}
