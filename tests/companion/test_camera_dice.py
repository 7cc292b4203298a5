"""The camera's dice reach the game the same way as those of a tray."""

from __future__ import annotations

import numpy as np

from companion.camera_dice import CAMERA, CameraTray
from devices.dice import DeskNews, Doubt, RollDesk
from games.game import Phrase
from vision.dice.live import CameraDice
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.frames import Frame

FOUR = SeenDie(4, 100.0, 80.0, 30.0, 0.99)
TWO = SeenDie(2, 220.0, 90.0, 30.0, 0.98)
COCKED = UnreadDie(300.0, 90.0, 30.0, Phrase.of("dice.cocked_or_hidden"))


def thrown(seen: DiceObservation) -> RollDesk:
    """A desk that asked for two dice, after the camera has watched these come to rest."""
    tray = CameraTray(CameraDice(2, read=lambda picture: seen), clock=lambda: 5000)
    desk = RollDesk().ask(seat=1, dice=2, now_ms=4000)
    news = DeskNews.NOTHING
    for number in range(10):
        event = tray.look(Frame(np.full((60, 90, 3), 120, np.uint8), 100.0 * number, number))
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
