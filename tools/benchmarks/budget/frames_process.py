"""The real app on a real screen, in a process of its own:
``python -m tools.benchmarks.budget.frames_process GAME RECORDING SECONDS [eyes]``.

Every frame draws everything anew, as while something moves. The camera's frames come at their own rate; what was played
by then is played, too, so that the eyes look for what people look for. Each second a finger opens the menu or
closes it.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from companion.app import make_app, settle_kivy
from companion.end_of_program import end_of_program
from companion.titles.registry import game_named
from games.game import Refusal
from games.record import Record
from tools.benchmarks.budget.app_process import PacedSource
from vision.frames import Frame

WARM_UP_S = 6.0  # until the table is found
TAP_EVERY_S, PRESSED_S = 1.0, 0.08
BUDGET_MS = 1000 / 60
DEEP, MOST_LISTED = 3, 8  # functions named of where the eyes are, and places


class CountedSource(PacedSource):
    """A paced recording that tells how far it is."""

    number = -1

    def read(self) -> Frame | None:
        """The next frame, when it is due."""
        frame = super().read()
        if frame is not None:
            self.number = frame.number
        return frame


class MeasuredFrames:
    """Frames and taps of a running app, ms."""

    def __init__(self, app: Any, session: Any, source: CountedSource, played: list[tuple[int, list[str]]]) -> None:
        self.app, self.session, self.source, self.played = app, session, source, played
        self.flips: list[float] = []
        self.marks: list[float] = []
        self.changes: list[float] = []
        self.began = self.warm = 0.0
        self.cpu = (0.0, 0.0)
        self.late_at: Counter[str] = Counter()
        self._finger: Any = None
        self._waits: tuple[list[float], float] | None = None
        self._tap_at = 0.0

    def flipped(self, *_: Any) -> None:
        """A frame is on the screen."""
        now = time.perf_counter()
        if self._waits is not None:
            into, since = self._waits
            into.append((now - since) * 1000)
            self._waits = None
        if now >= self.warm:
            if not self.flips:
                self.cpu = (time.process_time(), time.thread_time())
            self.flips.append(now)
            if len(self.flips) > 1 and (now - self.flips[-2]) * 1000 > 2 * BUDGET_MS:
                self.late_at[_where_the_eyes_are()] += 1

    def tick(self, _: float) -> None:
        """Before each frame: draw it whole, play what people have played, tap."""
        from kivy.core.window import Window

        Window.canvas.ask_update()
        while self.played and self.source.number >= self.played[0][0]:
            self._play(self.played.pop(0)[1])
        now = time.perf_counter()
        if now >= self.warm and now >= self._tap_at:
            self._tap(now)

    def _play(self, notation: list[str]) -> None:
        game = self.session.record.game
        for text in notation:
            try:
                self.session.play(game.read(text))
            except Refusal:
                return  # the table shows something else than the record by now: it is only drawn

    def _tap(self, now: float) -> None:
        from companion.ui.tour.finger import Finger

        if self._finger is None:
            button = self.app.screen.bar.ids.menu
            self._finger = Finger(*button.to_window(*button.center))
            self._finger.down()
            self._waits, self._tap_at = (self.marks, now), now + PRESSED_S
        else:
            self._finger.up()
            self._finger = None
            self._waits, self._tap_at = (self.changes, now), now + TAP_EVERY_S

    def figures(self) -> dict[str, object]:
        """Everything in numbers."""
        gaps = np.diff(self.flips) * 1000
        lasted = self.flips[-1] - self.flips[0]
        process, drawing = time.process_time() - self.cpu[0], time.thread_time() - self.cpu[1]
        return {
            "frames": len(gaps),
            "frames_per_second": round(len(gaps) / lasted, 1),
            "gap_ms_median": round(float(np.median(gaps)), 1),
            "gap_ms_p95": round(float(np.percentile(gaps, 95)), 1),
            "gap_ms_worst": round(float(gaps.max()), 1),
            "gaps_over_two_frames_percent": round(100 * float((gaps > 2 * BUDGET_MS).mean()), 2),
            "touch_to_mark_ms_p95": _p95(self.marks),
            "touch_to_change_ms_p95": _p95(self.changes),
            "taps": len(self.changes),
            "late_while": dict(self.late_at.most_common(MOST_LISTED)),
            "drawing_thread_cores": round(drawing / lasted, 2),
            "process_cores": round(process / lasted, 2),
        }


def _where_the_eyes_are() -> str:
    """The functions of ours in which the looking thread is, innermost first: whoever holds the interpreter for long
    lets go of it there."""
    number = next((one.ident for one in threading.enumerate() if one.name == "watcher"), None)
    frame = sys._current_frames().get(number) if number is not None else None
    names: list[str] = []
    while frame is not None and len(names) < DEEP:
        if "/site-packages/" not in frame.f_code.co_filename:
            names.append(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(names) or "no eyes"


def _p95(each: list[float]) -> float | None:
    return round(float(np.percentile(each, 95)), 1) if each else None


def main(game: str, recording: Path, seconds: float, *, eyes: bool) -> None:
    """Measure and print."""
    settle_kivy(headless=False, size=(1280, 800))
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.session.looking.watchers import ThreadedWatcher
    from companion.session.looking.watching import eyes_for
    from companion.session.shelf import Shelf
    from companion.session.table import TableSession

    rules = game_named(game)
    record = Record.start(rules, rules.setup_from_json(json.loads((recording / "setup.json").read_text("utf-8"))))
    source = CountedSource(recording)
    played = [(number, list(actions)) for number, actions in json.loads((recording / "played.json").read_text("utf-8"))]
    with tempfile.TemporaryDirectory(prefix="tableside-") as own:
        shelf = Shelf(Path(own) / "games", _now_ms)
        app = make_app(shelf, now_ms=_now_ms, rng=random.Random(1), config_folder=Path(own), first=None)
        watcher = ThreadedWatcher(lambda: source, eyes_for(game, record.state)) if eyes else None
        session = TableSession(record, _now_ms, watcher=watcher)
        measured = MeasuredFrames(app, session, source, played)

        def begin(_: float) -> None:
            app.sit_down(session)
            app.go("table")
            measured.began = time.perf_counter()
            measured.warm = measured.began + WARM_UP_S
            Window.bind(on_flip=measured.flipped)
            Clock.schedule_interval(measured.tick, 0)
            Clock.schedule_once(lambda _: app.stop(), WARM_UP_S + seconds)

        Clock.schedule_once(begin)
        if not eyes:
            threading.Thread(target=_pass_frames, args=(source,), daemon=True).start()
        app.run()
    print(json.dumps(measured.figures()))
    end_of_program(0)


def _pass_frames(source: CountedSource) -> None:
    """Nobody looks, but people play on."""
    while source.read() is not None:
        pass


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    given = sys.argv[1:]
    main(given[0], Path(given[1]), float(given[2]), eyes="eyes" in given[3:])
