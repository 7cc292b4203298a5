"""The tablet in a process of its own: ``python -m`` this module ``EVENING_DIR PORT TURNS [LEARNED_DIR]``.

The real app, drawn in software off the screen, before the camera at PORT. Each turn is entered as it was once its ghost
is on the glass, or nobody waits for it any longer. One JSON object is printed.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from companion.app import FRAMES_PER_SECOND, make_app, settle_kivy
from companion.end_of_program import end_of_program
from companion.rehearsal.true_turns import TrueTurns
from companion.replay.evening import RecordedEvening, actions_of, load_evening
from companion.replay.evening_eyes import EveningLessons, evening_eyes
from games.any_game import AnyAction
from tools.benchmarks.evening.camera.http_camera import STREAM
from tools.benchmarks.first_evening.paced_frames import run_frames
from tools.benchmarks.first_evening.tablet_process import is_what_was_played
from tools.benchmarks.ghost.evening_camera import LAST_MOVED, NEXT

if TYPE_CHECKING:
    from companion.session.table import TableSession
    from companion.ui.snapshot import Screenshooter
    from games.carcassonne.actions import Action

PATIENCE_S, LOCK_PATIENCE_S = 3.0, 30.0  # for a ghost; for the table to be found
MEANWHILE_S = 0.5  # in which the eyes take in what was entered, before the next hand comes


class Ghosts(msgspec.Struct, frozen=True):
    """What came of the turns.

    Attributes:
        first_lock_s: from the table's screen to the table found, s; None where it was not.
        still_to_ghost_ms: of each turn that had a ghost: from when the last picture in which something moved was sent
            to the frame with the ghost.
        right: how many ghosts first showed what was played.
        none: turns without any.
    """

    first_lock_s: float | None
    still_to_ghost_ms: tuple[float, ...]
    right: int
    none: int


@dataclass(slots=True)
class WatchedEvening:
    """An evening on the glass, played turn by turn."""

    session: TableSession
    shooter: Screenshooter
    camera: str
    ghosts_ms: list[float] = field(default_factory=list)
    right: int = 0
    none: int = 0

    def found(self) -> float | None:
        """Let the screen run until the table is found; seconds that took."""
        from vision.eyes import Attention

        return self._until(lambda: self.session.view.attention is Attention.STILL, LOCK_PATIENCE_S)

    def play(self, turn: tuple[AnyAction, ...]) -> None:
        """See what the tablet makes of the next turn, then enter it as it was."""
        run_frames(self.shooter, self._answer_to(NEXT))
        while not (moved_s := self._answer_to(LAST_MOVED)):
            run_frames(self.shooter, 1 / FRAMES_PER_SECOND)
        if self._until(self._has_ghost, PATIENCE_S) is None:
            self.none += 1
        else:
            self.ghosts_ms.append((time.monotonic() - moved_s) * 1000)
            proposal = self.session.view.proposal
            if proposal is not None:
                played, proposed = cast("tuple[Action, ...]", turn), cast("tuple[Action, ...]", proposal.actions)
                self.right += is_what_was_played(proposed, played)
        for action in turn:
            self.session.play(action)
        run_frames(self.shooter, MEANWHILE_S)

    def _answer_to(self, what: str) -> float:
        with urllib.request.urlopen(self.camera + what) as answer:
            return float(answer.read())

    def _has_ghost(self) -> bool:
        """Of the table as it lies: what was made of it before somebody reached over it again does not count."""
        proposal = self.session.view.proposal
        return proposal is not None and bool(proposal.actions) and self.session.settled

    def _until(self, there: Callable[[], bool], longest_s: float) -> float | None:
        began = time.monotonic()
        while not there():
            if time.monotonic() - began > longest_s:
                return None
            run_frames(self.shooter, 1 / FRAMES_PER_SECOND)
        self.shooter.step()  # what is there is drawn, too
        return time.monotonic() - began


def turns_of(evening: RecordedEvening) -> tuple[tuple[AnyAction, ...], ...]:
    """What each player did before the next one's turn. Raises :class:`games.game.Refusal` where it is not legal."""
    true = TrueTurns.after(evening.record(), actions_of(evening))
    turns: list[tuple[AnyAction, ...]] = []
    done = 0
    while done < len(true.actions):
        start, done = done, true.end_of_next(done)
        turns.append(true.actions[start:done])
    return tuple(turns)


def main(folder: Path, port: int, turns: int, learned: Path | None) -> None:
    """Measure and print."""
    settle_kivy(headless=True, size=(1280, 800))
    from companion.session.looking.watchers import ThreadedWatcher
    from companion.session.shelf import Shelf
    from companion.session.table import TableSession
    from companion.tablet import now_ms
    from companion.ui.snapshot import Screenshooter
    from vision.frame_sources import open_source

    evening = load_evening(folder)
    with tempfile.TemporaryDirectory(prefix="tableside-") as own:
        shelf = Shelf(Path(own) / "games", now_ms)
        app = make_app(shelf, now_ms=now_ms, rng=random.Random(1), config_folder=Path(own), first=None)
        shooter = Screenshooter(app)
        shooter.step(2)
        record, camera = evening.record(), f"http://127.0.0.1:{port}"
        lessons = EveningLessons(learned) if learned is not None else None
        eyes = evening_eyes(evening, folder, lambda _: None, lessons)(record.state)
        session = TableSession(record, now_ms, watcher=ThreadedWatcher(lambda: open_source(camera + STREAM), eyes))
        app.sit_down(session)
        app.go("table")
        watched = WatchedEvening(session, shooter, camera)
        lock_s = watched.found()
        for turn in turns_of(evening)[:turns]:
            watched.play(turn)
    print(msgspec.json.encode(Ghosts(lock_s, tuple(watched.ghosts_ms), watched.right, watched.none)).decode())
    end_of_program(0)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(Path(given[0]), int(given[1]), json.loads(given[2]), Path(given[3]) if given[3:] else None)
