"""The switchboard in a thread of its own: what the app starts when it wants dice and buttons."""

from __future__ import annotations

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from calibration.on_android import on_android
from devices.android_ports import AndroidPorts
from devices.buttons import Lamp
from devices.events import DeviceEvent
from devices.port import PortInfo, Ports
from devices.roster import DeviceStatus
from devices.switchboard import PortUse, Switchboard, Tap

CLOSE_S = 1.0  # the longest that closing waits for the thread unless told, which the bell wakes at once
TICK_S = 0.1  # the longest wait; bytes that arrive and lamps that change end it at once
_POLL_S = 0.004  # where the system can't wait for ports (Windows)


def monotonic_ms() -> int:
    """The hub's clock: milliseconds that never run backwards."""
    return time.monotonic_ns() // 1_000_000


class HubThread(Protocol):
    """The thread of a hub, as whoever owns the hub runs threads."""

    @property
    def alive(self) -> bool:
        """True while it works, or will work again."""

    def start(self) -> object:
        """Begin."""

    def close(self, join_s: float) -> bool:
        """Its work has been told to end: wait for that at most so long. False where it was left behind."""


# From a name, the work and who is told what it raises. A maker may do the work again after that.
ThreadMaker = Callable[[str, Callable[[], None], Callable[[Exception], None]], HubThread]


class PlainThread:
    """A thread that does its work once; what it raises is told and ends it."""

    def __init__(self, name: str, work: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self._work, self._failed = work, failed
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def alive(self) -> bool:
        """See :class:`HubThread`."""
        return self._thread.is_alive()

    def start(self) -> None:
        """See :class:`HubThread`."""
        self._thread.start()

    def close(self, join_s: float) -> bool:
        """See :class:`HubThread`."""
        if self._thread.ident is not None:
            self._thread.join(join_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._work()
        except Exception as failure:  # noqa: BLE001 - whatever it is: whoever drains is told
            self._failed(failure)


class DeviceHub:
    """Finds devices, keeps them connected and tells what they do.

    Events wait until they are fetched with :meth:`drain`, or go to ``listener`` (in the hub's thread; it must be quick
    and not raise). Use it as a context manager, or call :meth:`start` and :meth:`close`. At its end the thread itself
    puts the lamps out and gives every port back: whoever closes need not wait for a port that does not answer.

    Args:
        ports: where ports come from; the computer's own by default.
        listener: takes each event, in order.
        clock: milliseconds, monotonic.
        tap: is told of all bytes (:class:`devices.recording.LineRecorder`).
        allowed: identities of ports with a common USB-to-serial chip that may be asked.
        thread: makes the thread. One that begins again after a failure finds every device anew.
    """

    def __init__(
        self,
        ports: Ports | None = None,
        *,
        listener: Callable[[DeviceEvent], None] | None = None,
        clock: Callable[[], int] = monotonic_ms,
        tap: Tap | None = None,
        allowed: frozenset[str] = frozenset(),
        thread: ThreadMaker = PlainThread,
    ) -> None:
        self._board = Switchboard(_own_ports() if ports is None else ports, tap=tap, allowed=allowed)
        self._listener = listener
        self._clock = clock
        self._events: deque[DeviceEvent] = deque()
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._stopped = self._let_go = False
        self._bell = _Bell() if os.name == "posix" else None
        self._failure: Exception | None = None
        self._thread = thread("devices", self._run, self._failed)

    def __enter__(self) -> DeviceHub:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Begin to look for devices."""
        self._thread.start()

    def close(self, join_s: float = CLOSE_S) -> None:
        """Stop, and wait at most so long for the thread to let go of everything. A second call does nothing."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._wake()
        self._stopped = True
        if self._thread.close(join_s):
            self._end()  # it never ran, or ended in a pause after a failure

    @property
    def is_running(self) -> bool:
        """Whether the thread looks at the ports."""
        return self._thread.alive

    @property
    def failure(self) -> Exception | None:
        """What the thread raised; None once it looks at the ports again."""
        return self._failure

    def drain(self) -> list[DeviceEvent]:
        """Every event since the last call, in order. Raises what stopped the thread, if anything did."""
        if self._failure is not None and not self._thread.alive:
            raise RuntimeError("the devices' thread has stopped") from self._failure
        events = []
        while self._events:
            events.append(self._events.popleft())
        return events

    def set_lamp(self, device: str, button: int, lamp: Lamp) -> bool:
        """Set a lamp; False where there is no such device or lamp. It keeps this wish through unplugging."""
        with self._lock:
            known = self._board.set_lamp(device, button, lamp.value)
        self._wake()
        return known

    def allow(self, identity: str) -> None:
        """A person says that the port with this identity may be asked who it is."""
        with self._lock:
            self._board.allow(identity)
        self._wake()

    def status(self) -> tuple[DeviceStatus, ...]:
        """Every device that was ever found, as it is now."""
        with self._lock:
            return self._board.status()

    def uses(self) -> tuple[tuple[PortInfo, PortUse], ...]:
        """Every port that is there, and what is done with it."""
        with self._lock:
            return self._board.uses()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                events = self._board.step(self._clock())
                waitable = self._board.filenos()
                open_ports = sum(use is PortUse.OPEN for _, use in self._board.uses())
            self._tell(events)
            self._failure = None
            self._wait(waitable, open_ports)
        self._end()

    def _end(self) -> None:
        with self._lock:
            if self._let_go:
                return
            self._let_go = True
            self._board.close(self._clock())
        if self._bell is not None:
            self._bell.close()

    def _tell(self, events: list[DeviceEvent]) -> None:
        for event in events:
            if self._listener is None:
                self._events.append(event)
            else:
                self._listener(event)

    def _failed(self, failure: Exception) -> None:
        """Whatever it was, it may lie in what came in from a device: every port is closed and asked anew."""
        self._failure = failure
        with self._lock:
            lost = self._board.let_go(self._clock())
        if self._listener is None:
            self._events.extend(lost)

    def _wait(self, waitable: list[int], open_ports: int) -> None:
        all_tell = len(waitable) == open_ports
        if self._bell is None:  # Windows: select knows neither pipes nor ports there
            self._stopping.wait(TICK_S if not open_ports else _POLL_S)
            return
        self._bell.wait(waitable, TICK_S if all_tell else _POLL_S)

    def _wake(self) -> None:
        if self._bell is not None and not self._stopped:
            self._bell.ring()


def _own_ports() -> Ports:
    if on_android():
        return AndroidPorts()
    from devices.serial_ports import SerialPorts

    return SerialPorts()


class _Bell:
    """Ends the thread's wait: a pipe, so that ``select`` can wait for it together with the ports."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._closing = threading.Lock()
        self._closed = False

    def ring(self) -> None:
        with self._closing, suppress(BlockingIOError):  # rung more often than anybody could listen
            if not self._closed:
                os.write(self._write, b"!")

    def wait(self, ports: list[int], timeout_s: float) -> None:
        ready, _, _ = select.select([self._read, *ports], [], [], timeout_s)
        if self._read in ready:
            os.read(self._read, 4096)

    def close(self) -> None:
        with self._closing:
            self._closed = True
            os.close(self._read)
            os.close(self._write)
