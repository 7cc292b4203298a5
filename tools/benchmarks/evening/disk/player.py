"""A process that plays, and may be killed at any moment; who started it hears what its people are told.

It opens (or starts) the game, says ``{"ready": entries}``, waits for a word, then presses through the real session.
Whatever people are told it says at once: ``{"kept": [bodies]}`` for log entries, ``{"refused": key}`` for a press that
was not taken; at the end ``{"worst_press_ms": x}``. Each of both says in ``unsaved`` whether the table shows that what
happens there is not saved.

Players are real processes, forked off one that has loaded the app (``multiprocessing``'s fork server; where there is
none each starts by itself): started one by one each would take two seconds of a core before its first press.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.session.views import NewsKind
from companion.store import StoredGame
from companion.store.kept_game import KeptGame
from companion.store.written import bodies_of
from companion.unsaved_game import begun
from tools.benchmarks.evening.disk.games import EveningTable, new_record

ENDLESS = 1_000_000  # presses: until it is killed
_SERVED = "forkserver" in multiprocessing.get_all_start_methods()


class PlayingProcess:
    """A playing process, and what it told so far."""

    def __init__(self, path: Path, seed: int, presses: int) -> None:
        context: Any = multiprocessing.get_context("forkserver" if _SERVED else "spawn")
        if _SERVED:
            context.set_forkserver_preload([__name__])
        self._line, its_end = context.Pipe()
        self._process = context.Process(target=_play, args=(path, seed, presses, its_end), daemon=True)
        self._process.start()
        its_end.close()
        self.confirmed: list[str] = []
        self.refused: list[str | None] = []
        self.worst_press_ms = 0.0
        self.unsaved = False  # what the table said of its last press

    def ready(self) -> None:
        """Wait until the game is open. Raises :class:`RuntimeError` where the process ended instead."""
        if not self._next():
            raise RuntimeError(f"a playing process ended with code {self.close()} before it began")

    def go(self) -> None:
        """Let it press."""
        self._line.send_bytes(b"go")

    def hear(self, lines: int | None = None) -> int:
        """Listen to so many presses, or to the end; how many there were."""
        heard = 0
        while (lines is None or heard < lines) and self._next():
            heard += 1
        return heard

    def kill(self) -> None:
        """End it as a pulled plug would, and hear what it had still told."""
        self._process.kill()
        self.hear()
        self.close()

    def close(self) -> int:
        """Wait for its end; its exit code."""
        self._line.close()
        self._process.join()
        return int(self._process.exitcode or 0)

    def _next(self) -> bool:
        try:
            said: dict[str, Any] = json.loads(self._line.recv_bytes())
        except (EOFError, OSError):
            return False  # its end; a message that the kill cut counts as none
        self.confirmed.extend(said.get("kept", ()))
        if "refused" in said:
            self.refused.append(said["refused"])
        self.unsaved = said.get("unsaved", self.unsaved)
        self.worst_press_ms = max(self.worst_press_ms, said.get("worst_press_ms", 0.0))
        return True


def _play(path: Path, seed: int, presses: int, line: Connection) -> None:
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
    _say(line, {"ready": len(record.log)})
    line.recv_bytes()
    worst = 0.0
    for _ in range(presses):
        entries = table.session.record.log
        started = time.perf_counter()
        table.press()
        worst = max(worst, time.perf_counter() - started)
        log = table.session.record.log
        news = table.session.take_news()
        unsaved = any(chip.unsaved for chip in table.session.view.chips)
        if len(log) > len(entries):
            _say(line, {"kept": bodies_of(log[len(entries) :]), "unsaved": unsaved})
        else:
            kinds = (NewsKind.DEVICE, NewsKind.NOTICE)
            _say(
                line, {"refused": next((one.phrase.key for one in news if one.kind in kinds), None), "unsaved": unsaved}
            )
    table.session.close()
    _say(line, {"worst_press_ms": round(worst * 1000, 1)})


def _say(line: Connection, what: dict[str, object]) -> None:
    line.send_bytes(json.dumps(what).encode())
