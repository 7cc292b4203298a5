"""The switchboard in a thread of its own: what the app starts when it wants dice and buttons."""

from __future__ import annotations

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable

from devices.buttons import Lamp
from devices.events import DeviceEvent
from devices.port import PortInfo, Ports, SerialPorts
from devices.roster import DeviceStatus
from devices.switchboard import PortUse, Switchboard, Tap

TICK_S = 0.1  # the longest wait; bytes that arrive and lamps that change end it at once
_POLL_S = 0.004  # where the system can't wait for ports (Windows)


def monotonic_ms() -> int:
    """The hub's clock: milliseconds that never run backwards."""
    return time.monotonic_ns() // 1_000_000


class DeviceHub:
    """Finds devices, keeps them connected and tells what they do.

    Events wait until they are fetched with :meth:`drain`, or go to ``listener`` (in the hub's thread; it must be quick
    and not raise). Use it as a context manager, or call :meth:`start` and :meth:`close`; ``close`` joins the thread.

    Args:
        ports: where ports come from; the computer's own by default.
        listener: takes each event, in order.
        clock: milliseconds, monotonic.
        tap: is told of all bytes (:class:`devices.recording.Recorder`).
        allowed: identities of ports with a common USB-to-serial chip that may be asked.
    """

    def __init__(
        self,
        ports: Ports | None = None,
        *,
        listener: Callable[[DeviceEvent], None] | None = None,
        clock: Callable[[], int] = monotonic_ms,
        tap: Tap | None = None,
        allowed: frozenset[str] = frozenset(),
    ) -> None:
        self._board = Switchboard(SerialPorts() if ports is None else ports, tap=tap, allowed=allowed)
        self._listener = listener
        self._clock = clock
        self._events: deque[DeviceEvent] = deque()
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._stopped = False
        self._bell = _Bell() if os.name == "posix" else None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="devices", daemon=True)

    def __enter__(self) -> DeviceHub:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Begin to look for devices."""
        self._thread.start()

    def close(self) -> None:
        """Stop, join the thread and give every port back. A second call does nothing."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._wake()
        self._stopped = True
        if self._thread.ident is not None:
            self._thread.join()
        self._board.close()
        if self._bell is not None:
            self._bell.close()

    @property
    def is_running(self) -> bool:
        """Whether the thread looks at the ports."""
        return self._thread.is_alive()

    def drain(self) -> list[DeviceEvent]:
        """Every event since the last call, in order. Raises what stopped the thread, if anything did."""
        if self._failure is not None:
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
        try:
            while not self._stopping.is_set():
                with self._lock:
                    events = self._board.step(self._clock())
                    waitable = self._board.filenos()
                    open_ports = sum(use is PortUse.OPEN for _, use in self._board.uses())
                for event in events:
                    if self._listener is None:
                        self._events.append(event)
                    else:
                        self._listener(event)
                self._wait(waitable, open_ports)
        except BaseException as failure:
            self._failure = failure
            raise

    def _wait(self, waitable: list[int], open_ports: int) -> None:
        all_tell = len(waitable) == open_ports
        if self._bell is None:  # Windows: select knows neither pipes nor ports there
            self._stopping.wait(TICK_S if not open_ports else _POLL_S)
            return
        self._bell.wait(waitable, TICK_S if all_tell else _POLL_S)

    def _wake(self) -> None:
        if self._bell is not None and not self._stopped:
            self._bell.ring()


class _Bell:
    """Ends the thread's wait: a pipe, so that ``select`` can wait for it together with the ports."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def ring(self) -> None:
        try:
            os.write(self._write, b"!")
        except BlockingIOError:
            return  # it has been rung more often than anybody could listen

    def wait(self, ports: list[int], timeout_s: float) -> None:
        ready, _, _ = select.select([self._read, *ports], [], [], timeout_s)
        if self._read in ready:
            os.read(self._read, 4096)

    def close(self) -> None:
        os.close(self._read)
        os.close(self._write)
