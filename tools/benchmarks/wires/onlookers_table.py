"""The table that is looked at: ``python -m tools.benchmarks.wires.onlookers_table SEED MOVES EVERY_S``.

The real app off the screen draws at its own pace and plays a casual game of Carcassonne, each move kept as at a table.
It begins with the first line of its input, and prints one JSON object: when each move was on the disk (nanoseconds of
the machine's monotonic clock) and how its frames came.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time

from companion.app import FRAMES_PER_SECOND, make_app, settle_kivy

QUIET_S = 0.3  # after a move the map is drawn anew
FIRST_MOVES = 40  # played before it is measured: a map as large as in the middle of a game


def main(seed: int, moves: int, every_s: float) -> None:
    """Play and print."""
    settle_kivy(headless=True)
    from kivy.core.window import Window

    from calibration.files.user_folders import data_folder
    from companion.session.shelf import Shelf
    from companion.ui.snapshot import Screenshooter
    from games.carcassonne.rules import CARCASSONNE
    from games.game import Seat

    shelf = Shelf(data_folder(), _now_ms)
    app = make_app(shelf, now_ms=_now_ms, rng=random.Random(seed), config_folder=data_folder())
    shooter, rng = Screenshooter(app), random.Random(seed)
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cem", "green"))
    session = shelf.start("carcassonne", CARCASSONNE.setup_to_json(CARCASSONNE.setup(seats)))
    app.sit_down(session)
    for _ in range(FIRST_MOVES):
        session.play(session.record.game.sample(session.record.state, rng))
    app.go("table")
    shooter.step(30)
    print("ready", flush=True)
    sys.stdin.readline()
    kept: list[int] = []
    frames: list[float] = []
    computed: list[float] = []  # processor time of all threads, ms, of frames before which nothing was played
    begin = due = played = time.perf_counter()
    while len(kept) < moves:
        started, cpu = time.perf_counter(), time.process_time()
        if started >= due:
            session.play(session.record.game.sample(session.record.state, rng))
            kept.append(time.monotonic_ns())
            due += every_s
            played = started
        Window.canvas.ask_update()
        shooter.step()
        drawn = time.perf_counter() - started
        frames.append(drawn * 1000)
        if started >= played + QUIET_S:
            computed.append((time.process_time() - cpu) * 1000)
        time.sleep(max(0.0, 1 / FRAMES_PER_SECOND - drawn))
    seconds = time.perf_counter() - begin
    row = {
        "kept": kept,
        "frames_per_second": round(len(frames) / seconds, 1),
        "frame_ms_median": round(statistics.median(frames), 2),
        "frame_ms_95th": round(statistics.quantiles(frames, n=20)[18], 2),
        "quiet_frames": len(computed),
        "quiet_frame_cpu_ms_median": round(statistics.median(computed), 2) if computed else None,
    }
    app.leave_table()
    shooter.close()
    print(json.dumps(row), flush=True)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
