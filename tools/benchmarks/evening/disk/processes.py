"""What happens to a kept game when the processes that play it are killed, or when two of them play it at once."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from companion.store import SUFFIX, StoredGame, record_at, summaries
from companion.store.written import bodies_of
from games.game import JsonValue
from tools.benchmarks.evening.disk.games import played_record
from tools.benchmarks.evening.disk.kept import trouble_of
from tools.benchmarks.evening.disk.player import ENDLESS, PlayingProcess
from tools.benchmarks.evening.measured import Measured

KILLS_A_GAME = 5  # the same game goes on after each
MOST_PRESSES = 40  # before a kill
PRESSES = 40  # of each of two writers


def kills(n: int, seed: int) -> Measured:
    """Processes that play through the real session, killed at any moment: what was told must be there again."""
    rng = random.Random(seed)
    lost: list[JsonValue] = []
    confirmed_in_all = 0
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        for number in range(n):
            path = Path(folder) / f"evening-{number // KILLS_A_GAME}{SUFFIX}"
            before = list(bodies_of(record_at(path).log)) if path.exists() else []
            player = PlayingProcess(path, rng.randrange(2**31), ENDLESS)
            player.ready()
            player.go()
            player.hear(rng.randint(0, MOST_PRESSES))
            time.sleep(rng.random() * 0.004)  # somewhere within the next press
            player.kill()
            moves = before + player.confirmed
            confirmed_in_all += len(player.confirmed)
            trouble = trouble_of(path, moves)
            if trouble:
                lost.append({"kill": number, "trouble": trouble})
    return Measured(n, len(lost), {"entries_told": confirmed_in_all, "losses": lost[:5]})


def two_writers(n: int, seed: int) -> Measured:
    """Pairs of processes on one game, with a home screen that lists it all the while: one plays, the other is told that
    it can only look, and the file holds what was told, each move once."""
    rng = random.Random(seed)
    lost: list[JsonValue] = []
    moves = refused = listed = 0
    worst = 0.0
    for number in range(n):
        with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
            path = Path(folder) / f"evening{SUFFIX}"
            record = played_record(rng, rng.randint(0, 30))
            StoredGame.create(path, record, time_ms=number).close()
            pair = [PlayingProcess(path, rng.randrange(2**31), PRESSES) for _ in range(2)]
            for player in pair:
                player.ready()
            for player in pair:
                player.go()
            hidden = 0
            for _ in range(PRESSES):  # home, in a third window
                hidden += [game.path for game in summaries(path.parent)] != [path]
                record_at(path)
                listed += 1
                for player in pair:
                    player.hear(1)
            for player in pair:
                player.hear()
            ended = [player.close() for player in pair]
            bodies = list(bodies_of(record_at(path).log))
            start = list(bodies_of(record.log))
            beside = sorted(file.suffix for file in path.parent.iterdir() if "damaged" in file.suffix)
            unsaid = sum(key is None for player in pair for key in player.refused)
            if bodies not in [start + player.confirmed for player in pair] or not all(
                player.confirmed == [] or bodies == start + player.confirmed for player in pair
            ):
                lost.append({"pair": number, "told": [len(player.confirmed) for player in pair], "kept": len(bodies)})
            elif hidden or beside or unsaid or any(ended):
                lost.append(
                    {"pair": number, "hidden": hidden, "beside": [*beside], "unsaid": unsaid, "ended": [*ended]}
                )
            moves += sum(len(player.confirmed) for player in pair)
            refused += sum(len(player.refused) for player in pair)
            worst = max(worst, *(player.worst_press_ms for player in pair))
    details = {"entries_told": moves, "presses_refused": refused, "lists_read": listed, "worst_press_ms": worst}
    return Measured(n, len(lost), {**details, "losses": lost[:5]})
