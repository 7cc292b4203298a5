"""What an evening's camera does: it stalls, dies, comes back; people leave while the eyes are stuck; a press comes
right after a figure is put down; an address holds a password. Real servers, real threads, the real session."""

from __future__ import annotations

import io
import logging
import random
import statistics
import time
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cameras.profiles import identity_of
from companion.locale import LANGUAGES, say
from companion.logbook import MaskingFormatter
from companion.report import masked_parts
from games.carcassonne.rules import CARCASSONNE
from games.game import JsonValue
from tools.benchmarks.evening.camera.clock_camera import ClockCamera
from tools.benchmarks.evening.camera.clock_table import FOLLOWER, STORIES, TILE, ClockEyes, ClockTable
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.wires.devices import replug
from vision.addresses import masked_address
from vision.source_error import SourceError

LEAVING_S = 0.1  # a table is left in this time
NOTICED_S = 5.0  # a camera that stalls or dies is told in this time ...
BACK_S = 8.0  # ... and once it is back the table is seen again in this one
_PATIENCE_S = 15.0
ADDRESSES = (
    "rtsp://{user}:{secret}@192.168.1.20:8554/live",
    "RTSP://{user}:{secret}@cam.local/live?channel=1",
    "rtsps://:{secret}@cam.local",
    "rtmp://{user}:{secret}@cam.local/live",
    "http://{secret}@192.168.1.20/video",
    "http://192.168.1.20/video?user={user}&password={secret}&rate=10",
    "http://192.168.1.20/cgi?loginuse={user}&loginpas={secret}",
    "http://192.168.1.20/video?token={secret}#t=1",
    "rtsp://192.168.1.20:554/user={user}&password={secret}&channel=1&stream=0.sdp?",
    "rtsp://192.168.1.20:554/user={user}_password={secret}_channel=1_stream=0.sdp",
    "http%3A%2F%2F{user}%3A{secret}%40192.168.1.20%2Fvideo",
    "{user}:{secret}@192.168.1.20:8554/live",
    "rtsp:/{user}:{secret}@192.168.1.20/live",
    "rtsp//{user}:{secret}@192.168.1.20/live",
)
_LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_SIGNS = "!$%*+-.~:@/äß€"  # what else people put into passwords; others end an address where it stands in a sentence
_IN_PARAMETERS = "!$*+-.~äß€"


def leaving(n: int, seed: int) -> Measured:
    """Leave a table while its eyes are in the middle of an explanation that does not end."""
    rng = random.Random(seed)
    took: list[float] = []
    touched = 0
    with ClockCamera(30.0) as camera:
        camera.lies = TILE
        for _ in range(n):
            eyes = ClockEyes(rng.uniform(0, 0.05))
            eyes.stuck.clear()
            table = ClockTable(camera.address, eyes)
            table.until(eyes.explaining.is_set, _PATIENCE_S)
            table.until(lambda: False, rng.uniform(0, 0.2))
            began = time.monotonic()
            table.session.close()
            took.append(time.monotonic() - began)
            table.watcher.take()
            before = eyes.frames_seen
            eyes.stuck.set()
            table.watcher.join(_PATIENCE_S)
            touched += bool(table.watcher.take()) or eyes.frames_seen > before
    late = sum(seconds > LEAVING_S for seconds in took)
    details = {"median_ms": _ms(statistics.median(took)), "longest_ms": _ms(max(took)), "touched_afterwards": touched}
    return Measured(n, late + touched, details)


def pictures_of_now(n: int, seed: int) -> Measured:
    """Put a follower down and press at once, before eyes that take 100 ms a look: it is what lies there that counts."""
    rng = random.Random(seed)
    right = tuple(CARCASSONNE.write(action) for action in STORIES[FOLLOWER])
    ages: list[int] = []
    waits: list[float] = []
    lost: list[JsonValue] = []
    with ClockCamera(15.0) as camera:
        for number in range(n):
            eyes = ClockEyes(0.1)
            camera.lies = TILE
            table = ClockTable(camera.address, eyes)
            waited = pressed_at_once(camera, table, rng.uniform(0.2, 0.6))
            waits.append(_PATIENCE_S if waited is None else waited)
            if table.session.record.actions != right:
                lost.append(number)
            ages += eyes.ages[2:]
            table.session.close()
    return Measured(
        n,
        len(lost),
        {
            "age_median_ms": statistics.median(ages),
            "age_95_percent_ms": sorted(ages)[int(0.95 * (len(ages) - 1))],
            "press_to_commit_median_ms": _ms(statistics.median(waits)),
            "press_to_commit_longest_ms": _ms(max(waits)),
            "lost_presses": lost,
        },
    )


def pressed_at_once(camera: ClockCamera, table: ClockTable, pause_s: float) -> float | None:
    """Lay a tile, look at it for a while, put a follower on it and press. Seconds until something was committed."""
    session = table.session
    table.until(lambda: session.settled and session.view.proposal is not None, _PATIENCE_S)
    table.until(lambda: False, pause_s)
    camera.lies = FOLLOWER
    session.commit(0)
    return table.until(lambda: bool(session.record.actions), _PATIENCE_S)


def source_faults(n: int, seed: int) -> Measured:
    """Stall and end a camera in turns, with a press in between: it is told, and the table is seen again afterwards."""
    rng = random.Random(seed)
    times: dict[str, list[float]] = {"stall": [], "death": []}
    back: list[float] = []
    lost: list[JsonValue] = []
    with ClockCamera(15.0) as camera:
        eyes = ClockEyes()
        table = ClockTable(camera.address, eyes)
        table.until(lambda: table.session.settled, _PATIENCE_S)
        for number in range(n):
            fault = ("stall", "death")[number % 2]
            camera.lies = 4 + number % 100  # nothing that any story tells of
            if fault == "stall":
                camera.stalled.set()
            else:
                camera.die()
            seconds = table.until(lambda: table.chip is not None, _PATIENCE_S)
            table.session.take_news()
            table.session.commit(table.session.active)
            answered = bool(table.session.take_news())
            table.until(lambda: False, rng.uniform(0, 1.0))
            if fault == "stall":
                camera.stalled.clear()
            else:
                camera.come_back()
            again = table.until(lambda: table.chip is None and table.session.settled, _PATIENCE_S)
            times[fault].append(_PATIENCE_S if seconds is None else seconds)
            back.append(_PATIENCE_S if again is None else again)
            if times[fault][-1] > NOTICED_S or back[-1] > BACK_S or not answered:
                lost.append(f"{number} {fault}: told {times[fault][-1]:.1f} s, back {back[-1]:.1f} s, {answered=}")
        table.session.close()
    details = {f"{fault}_told_longest_ms": _ms(max(seconds)) for fault, seconds in times.items() if seconds}
    return Measured(n, len(lost), {**details, "back_longest_ms": _ms(max(back)), "lost_faults": lost})


def passwords(n: int, seed: int) -> Measured:
    """Put fresh passwords into every form of an address, and look for them in log, report, screens and file names."""
    rng = random.Random(seed)
    leaks: list[str] = []
    for number in range(n):
        form = ADDRESSES[number % len(ADDRESSES)]
        signs = _IN_PARAMETERS if "={secret}" in form else _SIGNS
        core = "".join(rng.choices(_LETTERS, k=rng.randint(6, 12)))
        secret = rng.choice(signs) + core + "".join(rng.choices(signs + _LETTERS, k=rng.randint(0, 4)))
        address = form.format(user="".join(rng.choices(_LETTERS, k=5)), secret=secret)
        if any(core in line for line in _readable_of(address)):
            leaks.append(form)
    return Measured(n, len(leaks), {"forms": len(ADDRESSES), "leaking_forms": [*sorted(set(leaks))]})


def _readable_of(address: str) -> list[str]:
    """Everything that anybody could read of an address somewhere."""
    error = SourceError(address, "vision.address_lost")
    record = logging.LogRecord("bench", logging.ERROR, "", 0, "opening %s: %s", (address, error), None)
    noise = f"[rtsp @ 0x55d0] method DESCRIBE failed for '{address}': 401 Unauthorized\n"
    with TemporaryDirectory() as folder:
        log = Path(folder) / "tableside.log"
        log.write_text(noise + address + "\n", encoding="utf-8")
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            for name, content in masked_parts((log,)):
                archive.writestr(name, content)
            parts = [archive.read(name).decode() for name in archive.namelist()]
    sentences = [say(error.phrase, language) for language in LANGUAGES]
    return [
        *sentences, str(error), repr(error), masked_address(address), identity_of(address), *parts,
        MaskingFormatter("%(message)s").format(record),
    ]  # fmt: skip


def replugs(n: int, seed: int) -> Measured:
    """Pull the button box out and plug it in again under changing names; each press is heard once."""
    times = replug(n, seed)
    return Measured(n, int(times["missed_cycles"] + times["unheard_presses"]), dict(times))


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
