"""One serial line, as a state machine: bytes and clock ticks in, news out. No port, no thread, no clock of its own.

The link asks ``who`` until somebody introduces itself. The caller then decides, and says :meth:`Link.welcome`; from
then on events arrive, each exactly once and in order, whatever the line loses, repeats or mixes up.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

from devices.line import (
    PROTOCOL,
    Beat,
    CrookedLine,
    Damage,
    DeviceKind,
    EventLine,
    ForeignHello,
    Free,
    Hello,
    Host,
    LineSplitter,
    Long,
    PressLine,
    Rejected,
    RolledLine,
    StuckLine,
    Who,
    decode,
    encode,
)

ASK_EVERY_MS = 300
ASK_MS = 3000  # who has not introduced itself by then is no device of ours
HOST_EVERY_MS = 1000
STALE_MS = 3000
LOST_MS = 5000
NAP_MS = 2000  # a longer pause between two ticks means that this computer slept, not that the device was silent
NOISE_WINDOW_MS = 10_000
NOISE_LINES = 10  # damaged lines within the window before people are told
AHEAD_MS = 2000  # an event from further in the device's future than this is a damaged line
_CLOCK_SAMPLES = 8


@dataclass(frozen=True, slots=True)
class Introduced:
    """A device said hello: for the first time on this line, after a restart, or once more because nobody welcomed it.

    Answer with :meth:`Link.welcome`, or leave it waiting.
    """

    hello: Hello


@dataclass(frozen=True, slots=True)
class EventArrived:
    """The next event. ``happened_ms``: when, on the host's clock."""

    line: EventLine
    happened_ms: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """So many events fell out of the device's ring before they could be heard."""

    count: int


@dataclass(frozen=True, slots=True)
class Unsuited:
    """Somebody of another protocol version introduced itself."""

    hello: ForeignHello


@dataclass(frozen=True, slots=True)
class Prompt:
    """MicroPython's prompt was seen: a board without our programme."""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Nobody introduced itself in time."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing was heard for 3 s."""


@dataclass(frozen=True, slots=True)
class HeardAgain:
    """A quiet device is heard again."""


@dataclass(frozen=True, slots=True)
class Dead:
    """Nothing was heard for 5 s: close the port."""


@dataclass(frozen=True, slots=True)
class Noisy:
    """Many damaged lines have come (``over``: for a while there were none)."""

    over: bool = False


News: TypeAlias = Introduced | EventArrived | Skipped | Unsuited | Prompt | NoAnswer | Quiet | HeardAgain | Dead | Noisy


class Link:
    """The host's end of one line.

    Args:
        now_ms: the host's clock, milliseconds; the same clock goes into every later call and never runs backwards.
    """

    def __init__(self, now_ms: int) -> None:
        self.hello: Hello | None = None
        self.arrived = 0  # number of the last event that was handed over
        self.rejected = 0  # lines that did not count
        self.welcomed = False
        self._opened = now_ms
        self._heard = now_ms
        self._ticked = now_ms
        self._quiet = False
        self._splitter = LineSplitter()
        self._next_who = now_ms
        self._next_host = now_ms
        self._lamps = ""
        self._offsets: deque[int] = deque(maxlen=_CLOCK_SAMPLES)
        self._noise: deque[int] = deque(maxlen=NOISE_LINES)
        self._noisy = False
        self._given_up = False

    @property
    def heard_ms(self) -> int:
        """When the device was heard last, on the host's clock."""
        return self._heard

    def welcome(self, after: int, lamps: str) -> None:
        """Accept the device that introduced itself: events after number ``after`` are wanted, lamps shall be so.

        ``lamps`` has one character for each lamp: 0 off, 1 on, 2 blinking.
        """
        self.welcomed = True
        self.arrived = after
        self._lamps = lamps
        self._next_host = self._ticked

    def set_lamps(self, lamps: str) -> None:
        """Change the lamps, one character each."""
        if lamps != self._lamps:
            self._lamps = lamps
            self._next_host = self._ticked

    def feed(self, data: bytes, now_ms: int) -> list[News]:
        """Take in bytes. Whatever they are, nothing is raised, and nothing comes out that was not sent."""
        news: list[News] = []
        for line in self._splitter.feed(data):
            said = decode(line)
            if isinstance(said, Rejected):
                self._count_damage(said, now_ms, news)
            elif isinstance(said, ForeignHello):
                news.append(Unsuited(said))
            elif isinstance(said, Hello):
                self._hear_hello(said, now_ms, news)
            elif self.hello is None or (said.id, said.boot) != (self.hello.id, self.hello.boot):
                self._next_who = now_ms  # it started anew, or its hello was lost
            elif isinstance(said, Beat):
                self._hear_from(said, now_ms, news)
            else:
                self._hear_event(said, now_ms, news)
        if self.hello is None and b">>> " in self._splitter.rest:
            news.append(Prompt())
        return news

    def tick(self, now_ms: int) -> list[News]:
        """Let time pass: who has gone quiet, who has not answered. Call it at least every 500 ms."""
        if now_ms - self._ticked > NAP_MS:
            self._wake(now_ms)
        self._ticked = now_ms
        news: list[News] = []
        silent = now_ms - self._heard
        if self.hello is None:
            if now_ms - self._opened >= ASK_MS and not self._given_up:
                self._given_up = True
                news.append(NoAnswer())
        elif silent >= LOST_MS and not self._given_up:
            self._given_up = True
            news.append(Dead())
        elif silent >= STALE_MS and not self._quiet:
            self._quiet = True
            self._next_who = now_ms
            news.append(Quiet())
        if self._noisy and now_ms - self._noise[-1] > NOISE_WINDOW_MS:
            self._noisy = False
            self._noise.clear()
            news.append(Noisy(over=True))
        return news

    def outgoing(self, now_ms: int) -> bytes:
        """What has to be written now."""
        out = b""
        asking = self.hello is None or self._quiet
        if now_ms >= self._next_who and not self._given_up:
            out += encode(Who(v=PROTOCOL))
            self._next_who = now_ms + ASK_EVERY_MS if asking else _NEVER
        if self.welcomed and self.hello is not None and now_ms >= self._next_host:
            self._next_host = now_ms + HOST_EVERY_MS
            out += encode(Host(id=self.hello.id, boot=self.hello.boot, ack=self.arrived, lamps=self._lamps))
        return out

    def _wake(self, now_ms: int) -> None:
        nap = now_ms - self._ticked
        self._heard += nap
        self._opened += nap
        self._next_who = self._next_host = now_ms
        self._offsets.clear()

    def _hear_hello(self, hello: Hello, now_ms: int, news: list[News]) -> None:
        known = self.hello
        same = known is not None and (known.id, known.uid, known.boot) == (hello.id, hello.uid, hello.boot)
        if not same or not self.welcomed:
            self._offsets.clear()
            self.welcomed = False
            self.hello = hello
            self._next_who = _NEVER
            self._set_clock(hello.ms, now_ms)
            self._revive(now_ms, news)
            news.append(Introduced(hello))
            return
        self._next_host = now_ms  # it asks to be welcomed again
        self._hear_from(hello, now_ms, news)

    def _hear_from(self, said: Hello | Beat, now_ms: int, news: list[News]) -> None:
        self._revive(now_ms, news)
        self._set_clock(said.ms, now_ms)
        if self.welcomed and said.first - 1 > self.arrived:
            news.append(Skipped(said.first - 1 - self.arrived))
            self.arrived = said.first - 1
            self._next_host = now_ms

    def _hear_event(self, said: EventLine, now_ms: int, news: list[News]) -> None:
        self._revive(now_ms, news)
        if not self.welcomed:
            return
        happened = said.ms + min(self._offsets, default=now_ms - said.ms)
        if happened > now_ms + AHEAD_MS:
            self._next_who = now_ms  # the hello that it answers with sets the clock right
            return
        if not _fits(said, self.hello):
            self._count_damage(Rejected(Damage.NOT_OURS, encode(said)), now_ms, news)
            return
        self._next_host = now_ms  # an acknowledgement is due, for a repeated event as well
        if said.n == self.arrived + 1:
            self.arrived = said.n
            news.append(EventArrived(said, min(happened, now_ms)))

    def _set_clock(self, device_ms: int, now_ms: int) -> None:
        # The line that was under way for the shortest time tells best how far the two clocks are apart.
        self._offsets.append(now_ms - device_ms)

    def _revive(self, now_ms: int, news: list[News]) -> None:
        self._heard = now_ms
        if self._quiet:
            self._quiet = False
            self._next_who = _NEVER
            news.append(HeardAgain())

    def _count_damage(self, rejected: Rejected, now_ms: int, news: list[News]) -> None:
        self.rejected += 1
        if self.hello is None:
            if rejected.damage is Damage.NO_CHECK and (b">>>" in rejected.line or b"Traceback" in rejected.line):
                news.append(Prompt())
            return
        self._noise.append(now_ms)
        full = len(self._noise) == NOISE_LINES and now_ms - self._noise[0] <= NOISE_WINDOW_MS
        if full and not self._noisy:
            self._noisy = True
            news.append(Noisy())


_NEVER = 2**62


def _fits(said: EventLine, hello: Hello | None) -> bool:
    """Whether this device can have sent such an event: it has that button, or that many dice."""
    if hello is None:
        return False
    if isinstance(said, PressLine | Long | StuckLine | Free):
        return hello.kind is DeviceKind.BUTTONS and said.b < hello.size
    if isinstance(said, RolledLine | CrookedLine):
        return hello.kind is DeviceKind.DICE and len(said.d) == hello.size
    return hello.kind is DeviceKind.DICE
