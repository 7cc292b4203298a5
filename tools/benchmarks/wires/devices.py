"""Measures the serial edge: a soak through a rough line, a storm of damaged bytes, replugging, and the way of a press.

Each function returns nested numbers with the unit in the key, and takes its size, so that the tests run them small.
"""

from __future__ import annotations

import os
import random
import select
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from devices.events import DeviceBack, DeviceEvent, DeviceFound, DeviceTrouble, LongPressed, Pressed, TroubleKind
from devices.firmware.protocol import EVENTS, Conversation
from devices.hub import DeviceHub
from devices.line import DeviceKind, Host, LineSplitter, Rejected, decode, encode
from devices.link import EventArrived, Link
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import MemoryPorts
from devices.simulated.pty_ports import PtyPorts
from devices.simulated.rough_line import Roughness, corrupted
from devices.switchboard import Switchboard

ROUGH = Roughness(lose=0.05, repeat=0.05, reorder=0.05, corrupt=0.05)
_STEP_MS = 10
_WAIT_S = 10.0
_PACE_S = 0.045  # between two presses: faster, and the hub would take the box for a broken one


def measure() -> dict[str, object]:
    """Everything at its full size: some minutes."""
    return {"soak": soak(100_000), "fuzz": fuzz(10_000_000), "replug": replug(200), "latency": latency(1000)}


def soak(presses: int, seed: int = 1) -> dict[str, float]:
    """Press a button so many times while the line loses, repeats, mixes up, corrupts and is pulled out.

    One direction each: 5 % of the lines lost, 5 % repeated, 5 % mixed up, 5 % corrupted; about every twenty seconds
    the plug is out for 0.1 to 1.5 s and comes back under another name. The board keeps its power, as it does on a hub.
    """
    rng = random.Random(seed)
    began = time.perf_counter()
    ports = MemoryPorts()
    host = Switchboard(ports)
    board = SimulatedBoard(DeviceKind.BUTTONS, "btn-a", size=2)
    name, pulls, now = "port0", 0, 0
    ports.plug(name, board, roughness=ROUGH, rng=rng)
    sent: list[int] = []
    heard: list[int] = []
    delays: list[int] = []
    lost_events = 0
    next_press, plug_in, last_press = 2000, 0, 0
    while len(sent) < presses or now < last_press + 20_000:
        now += _STEP_MS
        if now >= next_press and len(sent) < presses:
            button = rng.randrange(2)
            board.tap(button, now, 50)
            sent.append(button)
            last_press = now
            next_press = now + 150 + int(rng.expovariate(1 / 350))
        if name and rng.random() < _STEP_MS / 20_000 and now > 1000:
            ports.pull(name)
            name, plug_in, pulls = "", now + rng.randint(100, 1500), pulls + 1
        if not name:
            board.step(now)  # it goes on living without its cable
            if now >= plug_in:
                name = f"port{rng.randrange(10)}"
                ports.plug(name, board, roughness=ROUGH, rng=rng)
        ports.run(now)
        for event in host.step(now):
            if isinstance(event, Pressed | LongPressed):
                heard.append(event.button)
                delays.append(event.age_ms)
            elif isinstance(event, DeviceTrouble) and event.kind is TroubleKind.EVENTS_LOST and not event.over:
                lost_events += 1
    return {
        "sent_presses": len(sent),
        "heard_presses": len(heard),
        "wrong_presses": _differences(sent, heard),
        "told_as_lost_times": lost_events,
        "pulled_times": pulls,
        "delay_median_ms": statistics.median(delays) if delays else 0.0,
        "delay_99_percent_ms": _quantile(delays, 0.99),
        "simulated_h": round(now / 3_600_000, 2),
        "took_s": round(time.perf_counter() - began, 1),
    }


def _differences(sent: list[int], heard: list[int]) -> int:
    return sum(a != b for a, b in zip(sent, heard, strict=False)) + abs(len(sent) - len(heard))


def _quantile(values: list[int] | list[float], share: float) -> float:
    return float(sorted(values)[int(share * (len(values) - 1))]) if values else 0.0


def fuzz(total_bytes: int, seed: int = 2) -> dict[str, float]:
    """Feed random and mutated bytes to the decoder and to a link that is in touch with a device; count inventions.

    A fifth of the bytes are random, a tenth random characters of the alphabet of a line; the rest is a device's true
    stream in which every line first comes corrupted, cut, spliced with another or doubled, and then once unharmed, so
    that the link never comes to a stop. Invented is whatever is decoded, or arrives, and was not sent.
    """
    rng = random.Random(seed)
    began = time.perf_counter()
    talk = Conversation("buttons", "btn-a", "e6614103e7452b2f", 7, 6, 6)
    link = Link(0)
    link.feed(talk.say(0), 0)
    link.welcome(0, "000000")
    splitter = LineSplitter()
    true_lines: set[bytes] = set()
    events: list[tuple[str, int]] = []
    fed = decoded = arrived = invented_lines = invented_events = rejected = 0
    for chunk in _storm(rng, talk, true_lines, events):
        fed += len(chunk)
        for line in splitter.feed(chunk):
            said = decode(line)
            rejected += isinstance(said, Rejected)
            if not isinstance(said, Rejected):
                decoded += 1
                invented_lines += line + b"\n" not in true_lines
        for news in link.feed(chunk, fed):
            if isinstance(news, EventArrived):
                arrived += 1
                name, value = events[news.line.n - 1] if news.line.n <= len(events) else ("", -1)
                event = getattr(news.line, EVENTS.get(name, "b"), None)
                invented_events += (type(news.line).__struct_config__.tag, event) != (name, value)
        if fed >= total_bytes:
            break
    return {
        "fed_bytes": fed,
        "rejected_lines": rejected,
        "decoded_lines": decoded,
        "arrived_events": arrived,
        "sent_events": len(events),
        "invented_lines": invented_lines,
        "invented_events": invented_events,
        "took_s": round(time.perf_counter() - began, 1),
    }


_ALPHABET = b'{}[]":,*0123456789ABCDEFabcdefghilnoprstu-\n'


def _storm(
    rng: random.Random, talk: Conversation, true_lines: set[bytes], events: list[tuple[str, int]]
) -> Iterator[bytes]:
    previous = talk.say(0) or b"{}*0000\n"
    ms = 0
    while True:
        ms += rng.randint(1, 400)
        name, button = rng.choice(("press", "long", "stuck", "free")), rng.randrange(6)
        talk.hear(encode(Host(id="btn-a", boot=7, ack=talk.n, lamps="000000")), ms)
        talk.tell(name, button, ms)
        events.append((name, button))
        out = b""
        for line in talk.say(ms).splitlines(keepends=True):
            true_lines.add(line)
            damaged = [corrupted(line, rng), line[: rng.randrange(len(line))], _spliced(previous, line, rng)]
            out += b"".join(rng.sample(damaged, 2)) + corrupted(corrupted(line, rng), rng)
            out += rng.randbytes(rng.randrange(90))
            out += bytes(rng.choices(_ALPHABET, k=rng.randrange(45)))
            out += b"\n" + line
            previous = line
        yield out


def _spliced(one: bytes, other: bytes, rng: random.Random) -> bytes:
    """The beginning of one line and the end of another, as when bytes between them are lost."""
    cut = rng.randrange(min(len(one), len(other)))
    return one[:cut] + other[cut:]


class _HubEar:
    """Collects events from the hub's thread and lets the measuring thread wait for one."""

    def __init__(self) -> None:
        self._heard: list[tuple[float, DeviceEvent]] = []
        self._changed = threading.Condition()

    def __call__(self, event: DeviceEvent) -> None:
        now = time.perf_counter()
        with self._changed:
            self._heard.append((now, event))
            self._changed.notify_all()

    def wait_for(self, *kinds: type) -> tuple[float, DeviceEvent] | None:
        """The next event of one of these kinds and when it came; None after ten seconds. Others are dropped."""
        end = time.perf_counter() + _WAIT_S
        with self._changed:
            while True:
                while self._heard:
                    when, event = self._heard.pop(0)
                    if isinstance(event, kinds):
                        return when, event
                if not self._changed.wait(end - time.perf_counter()):
                    return None


def replug(cycles: int, seed: int = 3) -> dict[str, float]:
    """Unplug and replug a box on a pseudo-terminal under changing names; press once each time.

    The time runs from the port's appearance to the hub's word that the device is back, through pyserial.
    """
    rng = random.Random(seed)
    times: list[float] = []
    unheard = missed = 0
    board = SimulatedBoard(DeviceKind.BUTTONS, "btn-a", size=2)
    with tempfile.TemporaryDirectory() as folder:
        ports, ear = PtyPorts(Path(folder)), _HubEar()
        with DeviceHub(ports, listener=ear):
            for cycle in range(cycles + 1):
                name = f"ttyACM{rng.randrange(50)}"
                began = time.perf_counter()
                ports.plug(name, board)
                back = ear.wait_for(DeviceFound, DeviceBack)
                if back is None:
                    missed += 1
                elif cycle:
                    times.append((back[0] - began) * 1000)
                board.tap(cycle % 2, time.monotonic_ns() // 1_000_000)
                press = ear.wait_for(Pressed)
                unheard += press is None or not isinstance(press[1], Pressed) or press[1].button != cycle % 2
                ports.pull(name)
        ports.close()
    return {
        "cycles": cycles,
        "missed_cycles": missed,
        "unheard_presses": unheard,
        "back_median_ms": round(statistics.median(times), 1) if times else 0.0,
        "back_longest_ms": round(max(times, default=0.0), 1),
    }


def latency(presses: int) -> dict[str, float]:
    """From the bytes of a press in the pseudo-terminal to the table session's listener, through pyserial."""
    took: list[float] = []
    talk = Conversation("buttons", "btn-a", "e6614103e7452b2f", 7, 6, 6)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        ports, ear = PtyPorts(Path(folder)), _HubEar()
        master = ports.plug_bare("ttyACM0")
        with DeviceHub(ports, listener=ear):
            while not talk.greeted and time.perf_counter() - began < _WAIT_S:
                _converse(master, talk, began)
            if ear.wait_for(DeviceFound) is None:
                return {"presses": 0}
            for number in range(presses):
                ms = int((time.perf_counter() - began) * 1000)
                talk.tell("press", number % 6, ms)
                line = talk.say(ms)
                start = time.perf_counter()
                os.write(master, line)
                heard = ear.wait_for(Pressed)
                if heard is not None:
                    took.append((heard[0] - start) * 1000)
                while talk.held or time.perf_counter() - start < _PACE_S:
                    _converse(master, talk, began)
        ports.close()
    return {
        "presses": len(took),
        "median_ms": round(statistics.median(took), 3) if took else 0.0,
        "percent_99_ms": round(_quantile(took, 0.99), 3),
        "longest_ms": round(max(took, default=0.0), 3),
    }


def _converse(master: int, talk: Conversation, began: float) -> None:
    ms = int((time.perf_counter() - began) * 1000)
    if select.select([master], [], [], 0.005)[0]:
        talk.hear(os.read(master, 4096), ms)
    out = talk.say(ms)
    if out:
        os.write(master, out)
