"""Hours of games in one process: ``python -m tools.benchmarks.evening.soak SECONDS SEED`` prints what became of memory.

Game after game of every kind, each with a seed of its own: the simulated table is looked at by the game's own eyes,
people press the buttons of a virtual box, and the session keeps every move on the disk, as in the app. The simulated
camera takes a picture every four seconds of the table's own clock, so that a turn takes people about a minute; the
machine looks at these pictures as fast as it can.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

import cv2

from companion.freed_drawings import give_back_drawings
from companion.freed_memory import give_back_freed_pictures, give_back_tables_left
from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from companion.rehearsal.whole_game import Rehearsal
from companion.store import SUFFIX, StoredGame, StoreError, record_at
from games.game import JsonValue, Refusal
from games.record import Entry
from tools.benchmarks.budget.peak_memory import peak_memory_mb, resident_memory_mb
from tools.benchmarks.evening.measured import Measured

TABLE_S = 7200  # of the table's own clock
FPS = 0.25  # pictures a second of that clock
GAMES = 48  # no game is longer than such a part of the evening: every kind comes again and again ...
LEAST_GAME_S = 40.0  # ... but not shorter than this
MOST_TURNS = 30
MOST_GROWTH = 0.1  # from a quarter of the evening to its end


@dataclass(frozen=True, slots=True)
class SoakedGame:
    """One game of the soak.

    Attributes:
        game: its key.
        seed: of everything that chance decides.
        table_s: how long it was played by the table's clock, s.
        entries: how many people were told.
        agrees: the record equals what was done on the table.
        kept: what lies on the disk equals what was told.
        memory_mb: that the process held after it.
    """

    game: str
    seed: int
    table_s: float
    entries: int
    agrees: bool
    kept: bool
    memory_mb: float


def soak(n: int, seed: int) -> Measured:
    """``n`` seconds of games at the table's own clock, in a process of their own; lost are games of which the disk
    keeps something else than was told, and memory that grows by more than a tenth after the first quarter."""
    command = [sys.executable, "-m", "tools.benchmarks.evening.soak", str(n), str(seed)]
    began = time.monotonic()
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    row = json.loads(said.splitlines()[-1])
    row["wall_minutes"] = round((time.monotonic() - began) / 60, 1)
    return Measured(row.pop("n"), row.pop("lost"), row)


def main(table_s: int, seed: int) -> None:
    """Play, tell each game in a line, and the sum in the last one."""
    cv2.setNumThreads(1)
    give_back_freed_pictures()  # as the app does when it starts
    games = []
    for game in played(table_s, seed):
        games.append(game)
        sys.stdout.write(json.dumps(asdict(game)) + "\n")
        sys.stdout.flush()
    sys.stdout.write(json.dumps({**summed(games, table_s).to_json(), "peak_memory_mb": peak_memory_mb()}) + "\n")


def played(table_s: float, seed: int, kinds: Sequence[str] = ()) -> Iterator[SoakedGame]:
    """Games until so many seconds of the table's clock are over; in each round every one of these kinds (all of them
    where none is named) once."""
    kinds = kinds or rehearsed_keys()
    rng = random.Random(seed)
    longest_s, over_s = max(LEAST_GAME_S, table_s / GAMES), 0.0
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        while over_s < table_s:
            for key in rng.sample(kinds, len(kinds)):
                game = _play(key, rng, Path(folder), min(longest_s, table_s - over_s))
                over_s += game.table_s
                yield game
                if over_s >= table_s:
                    break


def _play(key: str, rng: random.Random, folder: Path, longest_s: float) -> SoakedGame:
    plan = _drawn_plan(key, rng)
    rehearsed = set_up(plan)
    path = folder / f"{key}-{plan.seed}{SUFFIX}"
    stored = StoredGame.create(path, rehearsed.record, time_ms=0)
    rehearsal = Rehearsal(rehearsed.table, rehearsed.record, _now_ms, stored=stored, answers=True)
    try:
        while rehearsal.table_ms < 1000 * longest_s and rehearsal.step():
            pass
        outcome, entries = rehearsal.outcome(), rehearsal.session.record.log
    finally:
        rehearsal.close()
    done = len(outcome.record.line)
    agrees = [outcome.record.game.write(action) for action in rehearsed.table.actions[:done]] == list(
        outcome.record.actions
    )
    table_s = round(rehearsal.table_ms / 1000 + 1 / FPS, 1)
    del rehearsal, rehearsed, outcome  # only what somebody else still holds of them counts
    give_back_drawings()  # both as the app does once people have left a table
    give_back_tables_left()
    return SoakedGame(key, plan.seed, table_s, len(entries), agrees, _is_kept(path, entries), resident_memory_mb())


def _drawn_plan(key: str, rng: random.Random) -> RehearsalPlan:
    """Who plays, and how far."""
    return RehearsalPlan(key, rng.randrange(2**31), rng.randint(2, 4), rng.randint(5, MOST_TURNS), fps=FPS)


def _is_kept(path: Path, entries: tuple[Entry, ...]) -> bool:
    try:
        return record_at(path).log == entries
    except (StoreError, Refusal):
        return False


def summed(games: list[SoakedGame], table_s: float) -> Measured:
    """The row: lost games, and memory at the end beside that at a quarter.

    Kinds differ in what they leave behind, so memory at a moment is the mean over all kinds of what the process held
    after the latest game of each. A quarter is over once every kind has been played, too: those that come for the first
    time bring their pictures and networks with them. Memory is judged where all have been played once more after that.
    """
    quarter = _games_of_a_quarter(games, table_s)
    at_quarter, at_end = _memory_after(games[:quarter]), _memory_after(games)
    judged = {one.game for one in games[quarter:]} == set(rehearsed_keys())
    growth = at_end / at_quarter - 1 if at_quarter else 0.0
    wrong: list[JsonValue] = [{"game": one.game, "seed": one.seed} for one in games if not one.kept]
    details: dict[str, JsonValue] = {
        "clock": f"the simulated table's own, {FPS:g} pictures a second",
        "table_minutes": round(sum(one.table_s for one in games) / 60, 1),
        "games": len(games),
        "games_by_kind": {key: sum(one.game == key for one in games) for key in rehearsed_keys()},
        "entries_told": sum(one.entries for one in games),
        "games_as_on_the_table": sum(one.agrees for one in games),
        "games_of_the_first_quarter": quarter,
        "memory_at_a_quarter_mb": round(at_quarter, 1),
        "memory_at_the_end_mb": round(at_end, 1),
        "growth_percent": round(100 * growth, 1),
        "memory_is_judged": judged,
        "memory_after_each_game_mb": [*(one.memory_mb for one in games)],
        "losses": wrong[:5],
    }
    return Measured(len(games), len(wrong) + (judged and growth > MOST_GROWTH), details)


def _games_of_a_quarter(games: list[SoakedGame], table_s: float) -> int:
    """How many there were when a quarter of the time was over and every kind had been played."""
    over_s, new = 0.0, set(rehearsed_keys())
    for number, game in enumerate(games, 1):
        over_s += game.table_s
        new.discard(game.game)
        if over_s >= table_s / 4 and not new:
            return number
    return len(games)


def _memory_after(games: list[SoakedGame]) -> float:
    latest = {one.game: one.memory_mb for one in games}
    return mean(latest.values()) if latest else 0.0


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
