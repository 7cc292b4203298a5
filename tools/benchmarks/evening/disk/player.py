"""A process that plays: ``python -m tools.benchmarks.evening.disk.player GAME SEED PRESSES``. It may be killed at any
moment.

It opens (or starts) the game, prints ``{"ready": entries}``, waits for a line, then presses through the real session.
Whatever people are told is printed at once, one JSON object a line: ``{"kept": [bodies]}`` for log entries,
``{"refused": key}`` for a press that was not taken; at the end ``{"worst_press_ms": x}``. Each of both says in
``unsaved`` whether the table shows that what happens there is not saved.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

from companion.session.views import NewsKind
from companion.store import StoredGame
from companion.store.kept_game import KeptGame
from companion.store.written import bodies_of
from companion.unsaved_game import begun
from tools.benchmarks.evening.disk.games import EveningTable, new_record


def main(path: Path, seed: int, presses: int) -> None:
    """Play until killed or done."""
    rng = random.Random(seed)
    stored: KeptGame
    if path.exists():
        stored, record, _ = StoredGame.open(path)
    else:
        record = new_record(rng)
        stored = begun(path, record, time_ms=seed)
    table = EveningTable(record, stored, rng)
    table.session.take_news()
    _say({"ready": len(record.log)})
    sys.stdin.readline()
    worst = 0.0
    for _ in range(presses):
        told = table.session.record.log
        started = time.perf_counter()
        table.press()
        worst = max(worst, time.perf_counter() - started)
        log = table.session.record.log
        news = table.session.take_news()
        unsaved = any(chip.unsaved for chip in table.session.view.chips)
        if len(log) > len(told):
            _say({"kept": bodies_of(log[len(told) :]), "unsaved": unsaved})
        else:
            kinds = (NewsKind.DEVICE, NewsKind.NOTICE)
            _say({"refused": next((one.phrase.key for one in news if one.kind in kinds), None), "unsaved": unsaved})
    table.session.close()
    _say({"worst_press_ms": round(worst * 1000, 1)})


def _say(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
