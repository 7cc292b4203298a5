"""Evenings by touches, played by somebody who knows only what is on the glass: how many come to a result."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.app import make_app, settle_kivy
from companion.session.shelf import Shelf
from companion.titles.drawn_setups import seats_of
from companion.titles.registry import game_keys
from tools.benchmarks.wilson import wilson

START_MS, FRAME_S = 1_760_000_000_000, 0.1
NAMES = ("ANNA", "BEN", "CLEO", "DAN", "EVA", "FINN")
SIZES = ((1280, 800), (800, 480), (800, 1280))
MOST_AT_TABLE = 4
STRETCH = 6  # moves by touch, where chance plays on in between


@dataclass(slots=True)
class TouchedEvening:
    """One evening: what was played how, whether it came to its result, and where people would be stuck."""

    game: str
    seed: int
    players: int
    size: tuple[int, int]
    language: str
    text_scale: float
    result: bool = False
    stuck: str = ""
    taps: int = 0
    moves: int = 0
    core_s: float = 0.0
    silent: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)


class Evenings:
    """One app, off the screen, in which evening after evening is played."""

    def __init__(self) -> None:
        settle_kivy(headless=True, size=(1280, 1280))
        import kivy.effects.kinetic
        from kivy.clock import Clock

        from companion.ui.snapshot import Screenshooter

        self._own = tempfile.TemporaryDirectory(prefix="tableside-")
        self._seconds = self._began = float(Clock.time())
        folder = Path(self._own.name)
        shelf = Shelf(folder / "games", self._now_ms)
        self._app = make_app(shelf, now_ms=self._now_ms, rng=random.Random(1), config_folder=folder, first=None)
        self._shooter = Screenshooter(self._app, seconds=lambda: self._seconds)
        kivy.effects.kinetic.time = Clock.time  # a flick is as fast as the app's time, not the machine's

    def play(self, game: str, seed: int, between: int = 0) -> TouchedEvening:
        """One evening, everything about it drawn by its seed; ``between``: so many moves are made by chance after each
        :data:`STRETCH` by touch."""
        from companion.ui.tour.touch_evening import TouchEvening
        from companion.ui.tour.touch_player import PlayStuck

        rng = random.Random(seed)
        least, most = seats_of(game)
        touched = TouchedEvening(
            game, seed, rng.randint(max(2, least), min(MOST_AT_TABLE, most)), rng.choice(SIZES),
            rng.choice(("en", "de")), rng.choice((1.0, 1.3)),
        )  # fmt: skip
        self._put_on(touched)
        evening = TouchEvening(self._app, self._run, rng)
        began = time.process_time()
        try:
            evening.sit_down(game, NAMES[: touched.players])
            if between:
                evening.play_in_stretches(STRETCH, between)
            else:
                evening.play()
            evening.end()
            touched.result = self._app.screen is not None and self._app.screen.name == "home"
        except PlayStuck as stuck:
            touched.stuck = str(stuck)
        played = evening.player.played
        touched.taps, touched.moves, touched.core_s = played.taps, played.moves, round(time.process_time() - began, 1)
        touched.silent = {" | ".join(where): count for where, count in played.silent.most_common()}
        touched.hidden = dict(played.hidden.most_common())
        return touched

    def close(self) -> None:
        """End the app."""
        with suppress(Exception):
            self._app.dispatch("on_stop")
        self._own.cleanup()

    def _put_on(self, evening: TouchedEvening) -> None:
        from kivy.core.window import Window

        app = self._app
        app.leave_table()
        app.go("settings")
        app.prefer(language=evening.language, text_scale=evening.text_scale, people=())
        Window.size = evening.size
        self._run(FRAME_S)
        app.go("home")
        self._run(FRAME_S)

    def _now_ms(self) -> int:
        return START_MS + round(1000 * (self._seconds - self._began))

    def _run(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / FRAME_S))):
            self._seconds += FRAME_S
            self._shooter.step_unseen()


def measure(games: int, only: Sequence[str], seed: int, *, between: int = 0, say: Any = print) -> dict[str, Any]:
    """So many evenings of each game (see :meth:`Evenings.play`). Each row is told as it is done."""
    evenings = Evenings()
    rows: list[TouchedEvening] = []
    for number in range(games):
        for key in only or game_keys():
            row = evenings.play(key, seed + number, between)
            rows.append(row)
            say(_line(row))
    evenings.close()
    reached = sum(row.result for row in rows)
    silent: Counter[str] = Counter()
    for row in rows:
        silent.update({f"{row.game}: {where}": count for where, count in row.silent.items()})
    return {
        "evenings": len(rows),
        "reached": reached,
        "interval": wilson(reached, len(rows)),
        "taps": sum(row.taps for row in rows),
        "silent": silent.total(),
        "seed": seed,
        "between": between,
        "rows": [asdict(row) for row in rows],
    }


def _line(row: TouchedEvening) -> str:
    size = f"{row.size[0]}x{row.size[1]} {row.language} {round(100 * row.text_scale)} %"
    text = f"{row.game} {row.seed}, {row.players} players, {size}: " + ("result" if row.result else row.stuck)
    text += f"; {row.taps} taps, {row.moves} moves, {sum(row.silent.values())} unanswered, {row.core_s} s of core"
    return text
