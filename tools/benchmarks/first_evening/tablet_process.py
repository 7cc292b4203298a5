"""The tablet in a process of its own: ``python -m`` this module ``STARTED_NS PORT TRUTH``.

The real app off the screen, under a home where nothing was ever kept, touched by somebody who knows the words on it.
PORT is where the phone sends; TRUTH what is played there, action by action. One JSON object is printed.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast
from urllib.parse import urlencode

import cv2
import msgspec

from companion.app import FRAMES_PER_SECOND, make_app, settle_kivy
from companion.end_of_program import end_of_program
from companion.locale import say
from games.any_game import known_record
from games.carcassonne.actions import Action, Skip, indistinguishable
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase
from tools.benchmarks.evening.camera.http_camera import STREAM
from tools.benchmarks.first_evening.evening_row import EveningRow, EveningStep
from tools.benchmarks.first_evening.paced_frames import run_frames
from tools.benchmarks.first_evening.phone import BEGIN

if TYPE_CHECKING:
    from companion.session.views import AnySession
    from companion.ui.screens.cameras.placing import PlacingScreen
    from companion.ui.snapshot import Screenshooter
    from companion.ui.stage import TabletApp
    from companion.ui.table.screen import TableScreen
    from companion.ui.tour.glass import OnGlass

NAMES = ("ANNA", "BEN")
PLACES = (0, 2)  # at the drawn table, opposite each other
PATIENCE_S = 120.0  # for whatever people wait for
RIGHT, ASKED, WRONG, NOTHING = "right", "asked", "wrong", "nothing"  # what the tablet makes of the first turn


class NotOnGlass(Exception):
    """What somebody looks for is not there, or does not come."""


class FirstEvening:
    """Somebody with a new tablet, a phone and a box of which nobody has a picture.

    Args:
        app: running, home on its screen.
        shooter: draws it.
        phone: the address of the phone's camera, without a path.
    """

    def __init__(self, app: TabletApp, shooter: Screenshooter, phone: str) -> None:
        from companion.ui.tour.touch_player import TouchPlayer

        self._app, self._shooter, self._phone = app, shooter, phone
        self._player = TouchPlayer(app, self._run, random.Random(1))

    @property
    def taps(self) -> int:
        """How often the glass was touched."""
        return self._player.played.taps

    def make_the_phone_the_camera(self) -> None:
        """By the code on the glass, until its picture shows."""
        self._tap_first([one for one in self._buttons() if one.text == "gear"], "the gear")
        for words in ("app.no_camera", "placing.title", "placing.phone"):
            self._tap(words)
        page = self._scanned()
        entered = urlencode({"camera": f"{self._phone}{STREAM}"}).encode()
        urllib.request.urlopen(page, entered, timeout=PATIENCE_S).close()
        screen = cast("PlacingScreen", self._app.screen)
        self._until(lambda: screen.picture.picture is not None, "the phone's picture")
        for _ in range(3):
            self._tap_first([one for one in self._buttons() if one.text == "back"], "back")

    def sit_down(self) -> None:
        """Two people and their names; nothing else is chosen. Ends at the table check."""
        self._tap_first([one for one in self._buttons() if getattr(one.widget, "game", None) == "carcassonne"], "game")
        for place, name in zip(PLACES, NAMES, strict=True):
            self._tap_first([one for one in self._buttons() if getattr(one.widget, "place", None) == place], "seat")
            for letter in name:
                self._tap_first([one for one in self._buttons() if one.text == letter], letter)
            self._tap("app.ready")
        self._tap("app.start")

    def see_that_the_table_is_found(self) -> None:
        """Wait for it at the table check, then play."""
        from vision.eyes import Attention

        def found() -> bool:
            return self._session.view.attention is Attention.STILL

        self._until(found, "the table")
        self._tap("app.play")

    def play_the_first_turn(self, truth: tuple[str, ...]) -> str:
        """Lay the tile, wait for what the tablet says, and press DONE where it is right."""
        with urllib.request.urlopen(f"{self._phone}{BEGIN}", timeout=PATIENCE_S) as turn:
            self._run(float(turn.read()))  # until no hand is over the table any more
        session = self._session

        def answered() -> bool:
            view = session.view
            return view.open_question is not None or (view.proposal is not None and bool(view.proposal.actions))

        self._until(answered, "what was laid")
        if session.view.open_question is not None:
            return ASKED
        proposal = session.view.proposal
        if proposal is None or not is_what_was_played(
            cast("tuple[Action, ...]", proposal.actions), tuple(map(CARCASSONNE.read, truth))
        ):
            return WRONG
        table = cast("TableScreen", self._app.screen)
        self._tap_first([one for one in self._buttons() if one.widget is table.buttons.done], "DONE")

        def over() -> bool:
            turn = known_record(session.record, CARCASSONNE).state.turn
            return turn > 1 or session.view.open_question is not None

        self._until(over, "the turn's end")
        return ASKED if session.view.open_question is not None else RIGHT

    # Looking and tapping

    @property
    def _session(self) -> AnySession:
        if self._app.session is None:
            raise NotOnGlass(f"no table is open on the {self._on} screen")
        return self._app.session

    @property
    def _on(self) -> str:
        """Which screen is open."""
        return self._app.screen.name if self._app.screen is not None else "no"

    def _buttons(self) -> list[OnGlass]:
        from companion.ui.tour.glass import buttons

        return list(buttons(self._app.stage))

    def _tap(self, key: str) -> None:
        words = say(Phrase.of(key), self._app.look.language)
        self._tap_first([one for one in self._buttons() if words in one.text.split(" / ")], words)

    def _tap_first(self, found: list[OnGlass], words: str) -> None:
        if not found:
            seen = ", ".join(one.text for one in self._buttons())
            raise NotOnGlass(f"{words!r} is not on the {self._on} screen: {seen}")
        self._player.tap(found[0])
        self._until(lambda: self._app.filled, "the screen")

    def _scanned(self) -> str:
        from companion.ui.snapshot import window_picture

        picture = cv2.resize(window_picture(), None, fx=2, fy=2)
        address, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
        if not address:
            raise NotOnGlass("no code that a phone could read")
        return str(address)

    def _run(self, seconds: float) -> None:
        run_frames(self._shooter, seconds)

    def _until(self, there: Callable[[], bool], what: str) -> None:
        late = time.monotonic() + PATIENCE_S
        while not there():
            if time.monotonic() > late:
                seen = " | ".join(filter(None, (getattr(one, "text", "") for one in self._app.stage.walk())))
                raise NotOnGlass(f"{what} did not come in {PATIENCE_S:.0f} s on the {self._on} screen: {seen}")
            self._run(1 / FRAMES_PER_SECOND)


def is_what_was_played(proposed: Sequence[Action], played: Sequence[Action]) -> bool:
    """Whether a proposal tells a turn as it was: tiles may lie turned where nobody sees it, and that nobody stands
    there DONE says by itself."""
    proposed, played = ([one for one in turn if not isinstance(one, Skip)] for turn in (proposed, played))
    return len(proposed) == len(played) and all(map(indistinguishable, proposed, played))


def main(started_ns: int, port: int, truth: tuple[str, ...]) -> None:
    """Measure and print."""
    settle_kivy(headless=True)
    from companion.editions.kept_tiles import choice
    from companion.tablet import now_ms, shelf
    from companion.ui.snapshot import Screenshooter

    app = make_app(shelf(), now_ms=now_ms)
    shooter = Screenshooter(app)
    shooter.step(2)
    evening = FirstEvening(app, shooter, f"http://127.0.0.1:{port}")
    steps: dict[str, EveningStep] = {}
    clock = [started_ns / 1e9, 0.0, 0.0]  # s by the clock, s of a core, taps

    def done(step: str) -> None:
        now = [time.monotonic(), time.process_time(), float(evening.taps)]
        seconds, core_s, taps = (new - old for new, old in zip(now, clock, strict=True))
        steps[step] = EveningStep(round(seconds, 1), round(core_s, 1), round(taps))
        clock[:] = now

    done("home")
    answer = NOTHING
    trouble = ""
    try:
        evening.make_the_phone_the_camera()
        done("phone_is_camera")
        evening.sit_down()
        done("seats_and_names")
        evening.see_that_the_table_is_found()
        done("table_found")
        answer = evening.play_the_first_turn(truth)
        done("first_turn")
    except NotOnGlass as error:
        trouble = str(error)
    print(msgspec.json.encode(EveningRow(answer, choice().found or "", trouble, steps)).decode())
    end_of_program(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), tuple(json.loads(sys.argv[3])))
