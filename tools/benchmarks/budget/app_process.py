"""The tablet in a process of its own: ``python -m tools.benchmarks.budget.app_process RECORDING STARTED_NS BOX``.

It opens the real app off the screen beside eyes that watch a recording at camera speed, and prints one JSON object. The
eyes know whose tiles lie there (BOX ``known``), or compare them with the box they know and take them for somebody
else's (``unknown``): that is a first evening with one's own copy.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app import FRAMES_PER_SECOND, make_app, settle_kivy
from companion.end_of_program import end_of_program
from tools.benchmarks.budget.peak_memory import SOFTWARE_DRAWING, files_in_memory_mb, peak_memory_mb

if TYPE_CHECKING:
    from companion.ui.snapshot import Screenshooter
    from companion.ui.stage import TabletApp
    from games.carcassonne.state import State
    from vision.eyes import AnyEyes
    from vision.frames import Frame

KNOWN, UNKNOWN = "known", "unknown"  # whose tiles lie on the recorded table
CAMERA_FPS = 10.0  # of the recording
WARM_UP_S = 1.0


class PacedSource:
    """A recording that hands out its frames no faster than a camera would."""

    def __init__(self, folder: Path) -> None:
        from vision.recording import Recording

        self._recording = Recording(folder)
        self._due = time.monotonic()
        self.ended = False

    def read(self) -> Frame | None:
        """The next frame, when it is due."""
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due += 1 / CAMERA_FPS
        frame = self._recording.read()
        self.ended = frame is None
        return frame

    def close(self) -> None:
        """Let go of the recording."""
        self._recording.close()


def main(recording: Path, started_ns: int, box: str) -> None:
    """Measure and print."""
    settle_kivy(headless=True)
    from companion.session.shelf import Shelf
    from companion.ui.carcassonne.box_painter import paint_ahead
    from companion.ui.snapshot import Screenshooter

    with tempfile.TemporaryDirectory(prefix="tableside-") as own:
        shelf = Shelf(Path(own) / "games", _now_ms)
        app = make_app(shelf, now_ms=_now_ms, rng=random.Random(1), config_folder=Path(own))
        shooter = Screenshooter(app)
        shooter.step(2)
        first_screen_ms = (time.monotonic_ns() - started_ns) / 1e6
        paint_ahead()  # as the tablet does, while people choose a game
        frames, per_second = _watched(app, shooter, recording, box)
        app.leave_table()
        shooter.close()
    print(
        json.dumps(
            {
                "start_to_first_screen_ms": round(first_screen_ms, 1),
                "frames_per_second_while_vision_works": round(per_second, 1),
                "frame_ms_median": round(statistics.median(frames), 2),
                "frame_ms_worst": round(max(frames), 2),
                "peak_memory_mb": peak_memory_mb(),
                "software_drawing_mb": files_in_memory_mb(SOFTWARE_DRAWING),
            }
        )
    )
    end_of_program(0)


def _watched(app: TabletApp, shooter: Screenshooter, recording: Path, box: str) -> tuple[list[float], float]:
    """How long each frame of the app took to draw while the eyes watched, ms, and how many came a second.

    Frames come no faster than the app lets them: drawn without pause it would take from the eyes what people never see.
    """
    from kivy.core.window import Window

    from companion.rehearsal.games import RehearsalPlan, players_record
    from companion.session.looking.watchers import ThreadedWatcher
    from companion.session.table import TableSession

    record = players_record(RehearsalPlan("carcassonne", 1, 4))
    eyes = _eyes(record.state, box)
    source = PacedSource(recording)
    watcher = ThreadedWatcher(lambda: source, eyes)
    app.sit_down(TableSession(record, _now_ms, watcher=watcher))
    app.go("table")
    begin = time.perf_counter()
    frames: list[float] = []
    while not source.ended:
        started = time.perf_counter()
        Window.canvas.ask_update()  # a frame in which nothing changed would cost nothing and count as one
        shooter.step()
        drawn = time.perf_counter() - started
        if started - begin > WARM_UP_S:
            frames.append(drawn * 1000)
        time.sleep(max(0.0, 1 / FRAMES_PER_SECOND - drawn))
    return frames, len(frames) / (time.perf_counter() - begin - WARM_UP_S)


def _eyes(state: Any, box: str) -> AnyEyes:
    from companion.session.looking.watching import eyes_for

    if box == KNOWN:
        return eyes_for("carcassonne", state)
    finding_out: AnyEyes = _eyes_that_find_out(state)
    return finding_out


def _eyes_that_find_out(state: State) -> Any:
    """Eyes that look whose tiles lie there, and whatever they find go on as with a box that nobody has seen."""
    from companion.editions.kept_tiles import OURS
    from games.carcassonne.rules import CARCASSONNE
    from games.game import Phrase
    from vision.artwork.carcassonne.edition import own_edition
    from vision.carcassonne.learning.eyes import LearningEyes
    from vision.carcassonne.learning.whose_tiles import MapEyes, WhoseTiles, WhoseTilesEyes

    def opened(_: WhoseTiles, state: State) -> tuple[MapEyes, Phrase]:
        return LearningEyes(None, state), Phrase.of("edition.seen_unlearned")

    return WhoseTilesEyes(lambda: {OURS: own_edition(CARCASSONNE.box(state.setup))}, state, opened)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
