"""Speed and memory, measured: medians and worst cases, and beside them a fixed piece of work in the same run, so that
numbers from different machines and busy moments can be compared.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.rehearsal.games import RehearsalPlan, set_up
from companion.session.looking.looker import Looker
from companion.session.looking.watching import eyes_for
from companion.titles.drawn_setups import drawn_setup
from companion.titles.registry import game_keys, game_named
from games.carcassonne.moment import StepKey
from games.game import SEAT_COLOURS, Seat
from tools.benchmarks.budget.app_process import KNOWN
from tools.benchmarks.budget.compiled_code import compile_our_code
from vision.recording import FrameRecorder

SEATS = tuple(Seat(name, colour) for name, colour in zip(("Anna", "Ben"), SEAT_COLOURS, strict=False))


def timed(work: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """How long each of so many runs took, in ms of wall clock, or of another clock that tells seconds."""
    taken = []
    for _ in range(times):
        started = clock()
        work()
        taken.append((clock() - started) * 1000)
    return taken


def summary(name: str, milliseconds: Iterable[float]) -> dict[str, float]:
    """Median and worst of measured milliseconds, under keys that carry the unit."""
    taken = sorted(milliseconds)
    if not taken:
        return {}
    return {f"{name}_ms_median": round(statistics.median(taken), 3), f"{name}_ms_worst": round(taken[-1], 3)}


def baselines() -> dict[str, float]:
    """The fixed pieces of work: one for plain Python, one for OpenCV on a 1080p frame."""
    picture = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8)
    python = timed(lambda: sum(number * number for number in range(200_000)), 9)
    opencv = timed(lambda: cv2.GaussianBlur(picture, (0, 0), 2.0), 9)
    computing = timed(lambda: cv2.GaussianBlur(picture, (0, 0), 2.0), 9, time.process_time)
    return {
        **summary("python_sum_of_200000_squares", python),
        **summary("opencv_blur_of_1080p", opencv),
        **summary("opencv_blur_of_1080p_cpu", computing),
    }


def rules(games_each: int = 20) -> dict[str, object]:
    """Whole random games of each game: with every legal action listed at every turn where the rules are that small."""
    found: dict[str, object] = {}
    for key in game_keys():
        game = game_named(key)
        taken = [_one_game(game, seed) for seed in range(games_each)]
        found[key] = {
            **summary("random_game", taken),
            "random_games_per_second": round(1000 / statistics.mean(taken), 1),
        }
    return found


def _one_game(game: Any, seed: int) -> float:
    rng = random.Random(seed)
    started = time.perf_counter()
    state = game.new(game.setup(SEATS))
    while game.player_to_move(state) is not None:
        state, _ = game.apply(state, game.sample(state, rng))
    return (time.perf_counter() - started) * 1000


def carcassonne_enumerated(games_each: int = 20) -> dict[str, float]:
    """Whole random 2-player games that list every legal placement of the drawn tile and every follower spot."""
    from games.carcassonne.rules import CARCASSONNE

    def play(seed: int) -> None:
        rng = random.Random(seed)
        state = CARCASSONNE.new(CARCASSONNE.setup(SEATS))
        while not state.is_over:
            kinds = list(state.bag)
            tile = rng.choices(kinds, [state.bag[kind] for kind in kinds])[0] if state.step is StepKey.LAY else None
            if tile is not None:
                actions: list[Any] = list(CARCASSONNE.placements(state, tile))
                if not actions:
                    state, _ = CARCASSONNE.apply(state, CARCASSONNE.read(f"discard {tile}"))
                    continue
            else:
                actions = [*CARCASSONNE.deployments(state), CARCASSONNE.closing(state)]
            state, _ = CARCASSONNE.apply(state, rng.choice(actions))

    seeds = iter(range(games_each))
    return summary("random_game_all_legal_listed", timed(lambda: play(next(seeds)), games_each))


def cronberg_enumerated(games_each: int = 20) -> dict[str, float]:
    """Whole random games of any set-up that list every legal action at every turn."""
    cronberg = game_named("cronberg")

    def play(seed: int) -> None:
        rng = random.Random(seed)
        state = cronberg.new(drawn_setup(cronberg.key, rng))
        while cronberg.player_to_move(state) is not None:
            state, _ = cronberg.apply(state, rng.choice(list(cronberg.legal(state))))

    seeds = iter(range(games_each))
    return summary("random_game_all_legal_listed", timed(lambda: play(next(seeds)), games_each))


def eyes(turns: int = 24, seed: int = 1) -> dict[str, float]:
    """A watched table of Carcassonne at 1080p in ordinary conditions, on the threads that OpenCV takes by itself.

    Times are of wall clock and, where the key says ``cpu``, of all cores together: those don't grow when other
    programmes are busy. The very first look, which searches the whole picture for the map, is told by itself.
    """
    rehearsed = set_up(RehearsalPlan("carcassonne", seed, 4, turns))
    game, state = rehearsed.record.game, rehearsed.record.state
    watching = eyes_for(game.key, state)
    looker = Looker(watching)
    looker.record_moved_on(state, 0)
    unchanged, proposals, done = [], [], 0
    while (frame := rehearsed.table.read()) is not None:
        started = time.perf_counter(), time.process_time()
        sighting = looker.look(frame)
        taken = (time.perf_counter() - started[0]) * 1000, (time.process_time() - started[1]) * 1000
        if sighting.explanation is not None:
            proposals.append(taken)
        elif sighting.glance is not None and sighting.glance.attention == "still":
            unchanged.append(taken)
        if len(rehearsed.table.presses) > done:
            done = len(rehearsed.table.presses)
            state = _after_turns(rehearsed, done)
            looker.record_moved_on(state, done)
    found = {"map_found_in_whole_picture_ms": round(proposals[0][0], 1)} if proposals else {}
    for name, each in (("frame_unchanged", unchanged), ("still_table_to_proposal", proposals[1:])):
        found |= summary(name, (wall for wall, _ in each)) | summary(f"{name}_cpu", (cpu for _, cpu in each))
    return found


def _after_turns(rehearsed: Any, turns: int) -> Any:
    """The true state after so many turns."""
    game, state = rehearsed.record.game, rehearsed.record.state
    for action in rehearsed.table.actions:
        if state.turn > turns:
            break
        state, _ = game.apply(state, action)
    return state


def app(turns: int = 10, seed: int = 1) -> dict[str, float]:
    """The tablet in a process of its own, without a display: start, frames a second while vision works, peak memory.

    The eyes there watch a recording of a simulated table, at camera speed.
    """
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        recording = Path(folder) / "recording"
        recorder = FrameRecorder(set_up(RehearsalPlan("carcassonne", seed, 4, turns)).table, recording)
        while recorder.read() is not None:
            pass
        recorder.close()
        return app_beside(recording)


def app_beside(recording: Path, timeout_s: float = 300.0, box: str = KNOWN) -> dict[str, float]:
    """The same of a recording that is there, for eyes that know the box or do not (see ``app_process``). Raises
    ``subprocess.TimeoutExpired`` where it takes longer."""
    compile_our_code()
    begun = str(time.monotonic_ns())
    command = [sys.executable, "-m", "tools.benchmarks.budget.app_process", str(recording), begun, box]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=timeout_s)
    numbers: dict[str, float] = json.loads(answer.stdout.strip().splitlines()[-1])
    return numbers
