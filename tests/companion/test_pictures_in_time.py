"""How old a picture is that eyes see, and how often they look."""

from __future__ import annotations

import threading
import time

import numpy as np

from companion.newest_frame import NewestFrame
from companion.session.looking.watchers import CALM_S, ThreadedWatcher
from devices.hub import monotonic_ms
from tests.companion.watched_table import (
    LONG_S,
    TILE,
    Camera,
    EyesThatFail,
    picture,
    seated,
    until,
)
from vision.eyes import Attention, Glance
from vision.frames import Frame


class SlowEyes(EyesThatFail):
    def look(self, frame):
        time.sleep(0.08)
        self.age = monotonic_ms() - frame.time_ms
        return super().look(frame)


def test_slow_eyes_see_the_table_as_it_is_now():
    camera, eyes = Camera(), SlowEyes()
    session = seated(ThreadedWatcher(lambda: camera, eyes))
    until(session, lambda: len(eyes.looked) >= 6)
    session.close()
    assert eyes.age < 200  # 80 ms are the look itself; read one by one they would lie 70 ms further back each time
    assert np.diff(eyes.looked).min() > 50  # what came in between was left out


class Undecoded:
    """A picture as it came, which counts how often it is decoded."""

    def __init__(self, phone, number):
        self.phone, self.number = phone, number

    def decoded(self):
        self.phone.decoded += 1
        return None if self.number in self.phone.damaged else Frame(self.phone.shows, 0.0, self.number)


class Phone(Camera):
    """A camera whose pictures come undecoded."""

    def __init__(self):
        super().__init__()
        self.decoded, self.damaged, self.came = 0, set(), threading.Event()

    def fetch(self):
        time.sleep(0.001)
        self.number += 1
        if self.number == 20:
            self.came.set()
        return Undecoded(self, self.number)


def test_pictures_that_nobody_asks_for_are_never_decoded():
    phone = Phone()
    newest = NewestFrame(lambda: phone).start()
    assert phone.came.wait(LONG_S)
    assert phone.decoded == 0
    frame = newest.next(LONG_S)
    assert frame is not None
    assert frame.number >= 19  # the newest
    assert phone.decoded == 1
    phone.damaged = set(range(phone.number, 100_000))
    newest.next(LONG_S)  # may have come before
    assert newest.next(LONG_S) is None
    assert newest.trouble is None  # one picture is lost, not the camera
    newest.close()


def test_what_is_not_live_is_read_to_the_end_and_nothing_is_left_out():
    frames = iter([*(Frame(picture(number), 100.0 * number, number) for number in range(12)), None])

    class Film:
        def read(self):
            return next(frames)

        def close(self):
            pass

    newest = NewestFrame(Film).start()
    seen = []
    while (frame := newest.next(LONG_S)) is not None:
        seen.append(frame.number)
    assert seen == list(range(12))
    assert newest.ended
    newest.close()


class CameraThatCounts(Camera):
    """A hundred frames a second by a clock of its own; what passes by unread costs nothing."""

    def __init__(self):
        super().__init__()
        self.passed = 0

    def pass_by(self):
        time.sleep(0.01)
        self.number += 1
        self.passed += 1


def test_where_nothing_happens_frames_pass_by_unread_and_a_change_of_the_record_is_looked_for_at_once(monkeypatch):
    monkeypatch.setattr("companion.session.looking.watchers.CALM_AFTER_MS", 100.0)
    camera, eyes = CameraThatCounts(), EyesThatFail()
    session = seated(ThreadedWatcher(lambda: camera, eyes))
    until(session, lambda: camera.passed > 5)
    looked, passed = len(eyes.looked), camera.passed
    until(session, lambda: camera.passed > passed + 20)
    assert len(eyes.looked) - looked <= 6  # at the full rate twenty
    monkeypatch.setattr("companion.session.looking.watchers.CALM_S", 3600.0)
    passed = camera.passed
    until(session, lambda: camera.passed > passed + 4 * CALM_S / 0.01)  # by now the eyes rest for an hour
    found = len(eyes.states)
    session.play(TILE[0])
    until(session, lambda: len(eyes.states) > found)
    monkeypatch.undo()
    session.close()


class EyesThatSeeAHand(EyesThatFail):
    hand = False

    def look(self, frame):
        glance = super().look(frame)
        return Glance(frame.number, frame.time_ms, Attention.WAITING, hand=True) if self.hand else glance


def test_a_hand_is_followed_at_the_full_rate(monkeypatch):
    monkeypatch.setattr("companion.session.looking.watchers.CALM_AFTER_MS", 100.0)
    camera, eyes = CameraThatCounts(), EyesThatSeeAHand()
    session = seated(ThreadedWatcher(lambda: camera, eyes))
    until(session, lambda: camera.passed > 5)
    eyes.hand = True
    passed = camera.passed
    until(session, lambda: session.view.hand)
    assert camera.passed - passed <= 2 * CALM_S / 0.01
    passed, looked = camera.passed, len(eyes.looked)
    until(session, lambda: len(eyes.looked) > looked + 20)
    assert camera.passed <= passed + 1  # one was under way
    session.close()


def test_nobody_rests_while_the_game_waits_for_dice(monkeypatch):
    monkeypatch.setattr("companion.session.looking.watchers.CALM_AFTER_MS", 100.0)

    class Dice:
        def waits(self, state):
            return True

        def look(self, frame, state):
            return None

    camera, eyes = CameraThatCounts(), EyesThatFail()
    session = seated(ThreadedWatcher(lambda: camera, eyes, Dice()))
    until(session, lambda: len(eyes.looked) > 40)
    assert camera.passed == 0
    session.close()
