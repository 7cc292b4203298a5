"""Two hundred onlookers at a table that is played, and a thousand wrong codes: what it costs and how late they see it.

Real processes on this machine: the app that plays, the server that reads the disk, and the onlookers over loopback. The
same table is played without anybody first, so that what the onlookers cost shows beside what the machine gives anyway.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

from companion.onlookers.wire import Serving, from_server
from tools.benchmarks.budget.peak_memory import peak_memory_of

_CLOCK_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
WatchedRow = Mapping[str, Any]


def measure(
    *, onlookers: int = 200, moves: int = 40, every_s: float = 0.75, wrong: int = 1000, seed: int
) -> WatchedRow:
    """All of it.

    Args:
        onlookers: streams that are open at once. moves: played while they look on. every_s: from move to move.
        wrong: codes that are guessed. seed: of the game.
    """
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        alone = _played(_own(Path(folder) / "alone"), seed, moves, every_s)
        own = _own(Path(folder) / "watched")
        with _server(own) as (process, serving):
            port = int(serving.address.rpartition(":")[2])
            cookie = _admitted(port, serving.code)
            watched, arrived, ended = _watched(own, port, cookie, onlookers, (seed, moves, every_s))
            memory, cpu = peak_memory_of(process.pid), _cpu_s(process.pid)
            guessed = _guessed(port, wrong)
        lags, missed = lags_of(watched["kept"], arrived)
    return {
        "seed": seed,
        "onlookers": onlookers,
        "moves": moves,
        "lag_ms_median": round(statistics.median(lags), 1),
        "lag_ms_95th": round(statistics.quantiles(lags, n=20)[18], 1),
        "lag_ms_worst": round(max(lags), 1),
        "not_seen_before_the_next_move": missed,
        "streams_that_ended": ended,
        "server_memory_mb": memory,
        "server_cpu_seconds": cpu,
        "table_alone": _frames(alone),
        "table_with_onlookers": _frames(watched),
        "load_average": round(os.getloadavg()[0], 1),
        "wrong_codes": guessed,
    }


def _own(folder: Path) -> dict[str, str]:
    """An environment whose games, preferences and caches lie in a folder of their own."""
    folder.mkdir()
    names = ("DATA", "CONFIG", "STATE", "CACHE")
    return {**os.environ, "SDL_VIDEODRIVER": "offscreen", **{f"XDG_{name}_HOME": str(folder / name) for name in names}}


def _played(own: Mapping[str, str], *how: float) -> WatchedRow:
    with _table(own, *how) as (table, begin):
        begin()
        row: WatchedRow = _result(table)
        return row


@contextmanager
def _table(own: Mapping[str, str], *how: float) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    process = _begun("onlookers_table", [str(value) for value in how], own)
    try:

        def begin() -> None:
            assert process.stdin is not None
            process.stdin.write("begin\n")
            process.stdin.flush()

        yield process, begin
    finally:
        process.kill()
        process.communicate()


def _begun(module: str, arguments: Sequence[str], own: Mapping[str, str]) -> subprocess.Popen[str]:
    """A process of ours that has said that it is ready."""
    command = [sys.executable, "-m", f"tools.benchmarks.{module}", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=own, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if line == "ready\n":
            return process
    raise RuntimeError(f"{module} ended with {process.wait()} before it was ready")


def _result(process: subprocess.Popen[str]) -> Any:
    out, _ = process.communicate()
    return json.loads(out.splitlines()[-1])


def _watched(
    own: Mapping[str, str], port: int, cookie: str, onlookers: int, how: tuple[float, ...]
) -> tuple[WatchedRow, list[list[int]], int]:
    with _table(own, *how) as (table, begin):
        clients = _begun("onlookers_clients", [str(port), cookie, str(onlookers)], own)
        begin()
        played = _result(table)
    time.sleep(1.0)  # the last move arrives, too
    result = _result(clients)
    return played, result["arrived"], result["ended"]


@contextmanager
def _server(own: Mapping[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], Serving]]:
    command = [sys.executable, "-m", "companion.cli", "spectate", "--piped", "--bind", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=own)
    try:
        assert process.stdout is not None
        message = from_server(process.stdout.readline())
        if not isinstance(message, Serving):
            raise RuntimeError(f"not served: {msgspec.to_builtins(message)}")
        yield process, message
    finally:
        process.communicate()  # its input ends, and so does it


def _ask(port: int, code: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    body = urlencode({"code": code})
    connection.request("POST", "/enter", body, {"Content-Type": "application/x-www-form-urlencoded"})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, (response.getheader("set-cookie") or "").split(";")[0]


def _admitted(port: int, code: str) -> str:
    """One device's cookie: all onlookers are windows of it, which costs the server the same."""
    status, cookie = _ask(port, code)
    if status != http.HTTPStatus.SEE_OTHER:
        raise RuntimeError(f"the code let nobody in: {status}")
    return cookie


def _guessed(port: int, wrong: int) -> WatchedRow:
    begin = time.monotonic()
    answers = [_ask(port, f"WRONG{number:03d}") for number in range(wrong)]
    statuses = Counter(status for status, _ in answers)
    return {
        "guesses": wrong,
        "admitted": sum(bool(cookie) for _, cookie in answers),
        "judged_and_wrong": statuses[http.HTTPStatus.FORBIDDEN],
        "not_heard": statuses[http.HTTPStatus.TOO_MANY_REQUESTS],
        "seconds": round(time.monotonic() - begin, 1),
    }


def lags_of(kept: Sequence[int], arrived: Sequence[Sequence[int]]) -> tuple[list[float], int]:
    """How long after it was on the disk each onlooker saw each move, ms, and how often the next move came before."""
    lags: list[float] = []
    missed = 0
    for times in arrived:
        for number, moment in enumerate(kept):
            place = bisect_left(times, moment)
            later = kept[number + 1] if number + 1 < len(kept) else None
            if place == len(times) or (later is not None and times[place] >= later):
                missed += 1
            else:
                lags.append((times[place] - moment) / 1e6)
    return lags, missed


def _frames(played: WatchedRow) -> WatchedRow:
    return {name: value for name, value in played.items() if name != "kept"}


def _cpu_s(pid: int) -> float:
    """The processor time that a process has used, s; 0 where the system does not tell (proc(5), ``stat``)."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return round((int(fields[11]) + int(fields[12])) / _CLOCK_TICKS, 2)
