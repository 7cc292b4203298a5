"""The camera's dice reach the game the same way as those of a tray."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.table_plane import TablePlane
from companion.session.hands.camera_dice import CAMERA, CameraTray, TableDice
from companion.session.looking.looker import Looker
from devices.dice import DeskNews, Doubt, RollDesk
from devices.events import Crooked, Rolled
from games.game import DiceAsked, Phrase
from vision.dice.live import CameraDice
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.explanation import Explanation
from vision.eyes import Attention, Glance
from vision.frames import Frame

FOUR = SeenDie(4, 100.0, 80.0, 30.0, 0.99)
TWO = SeenDie(2, 220.0, 90.0, 30.0, 0.98)
COCKED = UnreadDie(300.0, 90.0, 30.0, Phrase.of("dice.cocked_or_hidden"))


def thrown(seen: DiceObservation) -> RollDesk:
    """A desk that asked for two dice, after the camera has watched these come to rest."""
    tray = CameraTray(CameraDice(read=lambda picture: seen), clock=lambda: 5000)
    desk = RollDesk().ask(seat=1, dice=2, now_ms=4000)
    news = DeskNews.NOTHING
    for number in range(10):
        event = tray.look(Frame(np.full((60, 90, 3), 120, np.uint8), 100.0 * number, number), 2)
        if event is not None:
            desk, news = desk.hear(event)
    assert news is not DeskNews.NOTHING
    return desk


def test_two_dice_count() -> None:
    desk = thrown(DiceObservation((TWO, FOUR), ()))
    assert desk.counted is not None
    assert desk.counted.values == (4, 2)
    assert desk.counted.roll.device == CAMERA


def test_a_cocked_die_waits_for_the_players() -> None:
    desk = thrown(DiceObservation((FOUR,), (COCKED,)))
    assert desk.counted is None
    assert desk.shown is not None
    assert desk.shown.values == (4, 0)
    assert Doubt.COCKED in desk.shown.doubts
    _, counted = desk.accept((4, 6))
    assert counted.values == (4, 6)


class Film:
    """A table before a camera, ten pictures a second by the clock of the hub."""

    def __init__(self) -> None:
        self.lying = DiceObservation((), ())
        self.tray = CameraTray(CameraDice(read=lambda picture: self.lying), clock=lambda: self.now_ms)
        self.now_ms = 0

    def show(self, level: int, dice: int) -> list[Rolled | Crooked]:
        """A second of a still table of this grey level, while so many dice are waited for."""
        found = []
        for _ in range(10):
            self.now_ms += 100
            picture = np.full((60, 90, 3), level, np.uint8)
            picture[:, : level // 2] = 255 - level
            event = self.tray.look(Frame(picture, float(self.now_ms), self.now_ms), dice)
            found += [event] if event is not None else []
        return found


def test_dice_thrown_before_the_game_asks_wait_for_a_tap() -> None:
    film = Film()
    assert film.show(90, 0) == []
    film.lying = DiceObservation((FOUR, TWO), ())
    assert film.show(120, 0) == []
    desk = RollDesk().ask(seat=1, dice=2, now_ms=film.now_ms)
    (event,) = film.show(120, 2)
    desk, _ = desk.hear(event)
    assert desk.counted is None
    assert desk.shown is not None
    assert desk.shown.doubts == (Doubt.EARLY,)


def test_dice_that_lay_on_the_table_all_the_time_are_no_roll() -> None:
    film = Film()
    film.lying = DiceObservation((FOUR, TWO), ())
    assert film.show(90, 0) == []
    assert film.show(120, 2) == []  # a hand has passed
    film.lying = DiceObservation((replace(FOUR, x=400.0), TWO), ())
    assert [event.values for event in film.show(90, 2)] == [(2, 4)]


class Waiting:
    """A game that waits for two dice in its state "roll"."""

    def dice_asked(self, state: str) -> DiceAsked | None:
        return DiceAsked(0, 2) if state == "roll" else None

    def roll_action(self, state: str, values: tuple[int, ...]) -> tuple[int, ...]:
        return values


class QuietEyes:
    """Eyes that see nothing to tell."""

    def look(self, frame: Frame) -> Glance:
        return Glance(frame.number, frame.time_ms, Attention.STILL)

    def overlay(self) -> tuple[()]:
        return ()

    def explain(self, state: str, still: Frame) -> Explanation:
        return Explanation((), 1.0, 0)

    def committed(self, state: str) -> None:
        pass


def test_dice_on_the_watched_table_are_told_while_the_game_waits_for_them() -> None:
    film = Film()
    looker = Looker(QuietEyes(), TableDice(Waiting(), film.tray))
    rolls = []
    for state, seen in (("move", ()), ("roll", (FOUR, TWO)), ("move", (TWO, FOUR))):
        looker.record_moved_on(state, 1)
        film.lying = DiceObservation(seen, ())
        for number in range(10):
            film.now_ms += 100
            picture = np.full((108, 192, 3), 60 + 40 * len(seen), np.uint8)
            picture[40:60, 40 : 60 + 20 * len(state)] = 200
            sighting = looker.look(Frame(picture, float(film.now_ms), number))
            rolls += [sighting.roll] if sighting.roll is not None else []
    assert [roll.values for roll in rolls] == [(4, 2)]


def test_a_calibrated_camera_knows_where_the_table_looks() -> None:
    lens = Lens.nominal(640, 480)
    tipped, _ = cv2.Rodrigues(np.array([0.5, 0.0, 0.0]))
    into = lens.matrix @ np.column_stack([tipped[:, 0], tipped[:, 1], [0.0, 0.0, 800.0]])
    assert TablePlane(into, lens).up == pytest.approx(-tipped[:, 2])
