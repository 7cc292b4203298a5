"""Eyes in a thread of their own: what they raise, what they are stuck in, and how old the picture is that they see."""

from __future__ import annotations

import threading
import time
import weakref

import cv2
import numpy as np
import pytest

from companion.kept_failures import kept_pictures
from companion.newest_frame import STALL_S, NewestFrame
from companion.session.looking.sighting import Sighting
from companion.session.looking.watchers import CALM_S, ThreadedWatcher
from companion.session.table import TableSession
from companion.session.views import ChipKind, NewsKind
from devices.hub import monotonic_ms
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from games.record import Record
from vision.explanation import NEVER, Scored, explained
from vision.eyes import Attention, Glance
from vision.frames import Frame
from vision.source_error import SourceError

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
TILE = tuple(CARCASSONNE.read(line) for line in ("lay BA/RFr 1,0 r0", "skip"))
LONG_S = 8.0


def picture(value: int) -> np.ndarray:
    return np.full((108, 192, 3), value, np.uint8)


class Camera:
    """A camera that always shows what lies there now, a hundred times a second."""

    live = True

    def __init__(self):
        self.shows, self.number, self.closed = picture(128), 0, threading.Event()

    def read(self):
        time.sleep(0.01)
        self.number += 1
        return Frame(self.shows, float(monotonic_ms()), self.number)

    def close(self):
        self.closed.set()


class EyesThatFail:
    """Before a black picture they raise; otherwise they see the tile that lies there."""

    def __init__(self):
        self.looked, self.states = [], []

    def look(self, frame):
        self.image = frame.image
        self.looked.append(frame.time_ms)
        return Glance(frame.number, frame.time_ms, Attention.STILL)

    def explain(self, state):
        assert state is not None
        if not self.image.any():
            raise ZeroDivisionError("a picture without light")
        return explained((Scored(TILE, 0.0),), 0, otherwise=NEVER)

    def committed(self, state):
        self.states.append(state)

    def overlay(self):
        return ()

    def outline_of(self, place):
        return None


class NoPause:
    """Pauses that are over at once, and remembered."""

    def __init__(self):
        self.seconds = []

    def __call__(self, event, seconds):
        self.seconds.append(seconds)
        return event.wait(0.001)


def until(session, true):
    end = time.monotonic() + LONG_S
    while not true() and time.monotonic() < end:
        session.tick(0)
        time.sleep(0.002)
    assert true()


def seated(watcher) -> TableSession:
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    return TableSession(record, lambda: time.time_ns() // 1_000_000, watcher=watcher)


def camera_chip(session):
    return next((chip for chip in session.view.chips if chip.kind is ChipKind.CAMERA), None)


@pytest.mark.expects_log
def test_eyes_that_fail_are_shown_kept_tried_again_and_a_press_is_answered(caplog):
    camera, eyes, pauses = Camera(), EyesThatFail(), NoPause()
    camera.shows = picture(0)
    session = seated(ThreadedWatcher(lambda: camera, eyes, wait=pauses))
    until(session, lambda: camera_chip(session) is not None)
    assert camera_chip(session).phrase == Phrase.of("vision.reading_failed", what="ZeroDivisionError")
    session.take_news()

    session.commit(0)
    assert [news.phrase for news in session.take_news()] == [Phrase.of("table.cannot_look")]
    assert session.record.actions == ()

    until(session, lambda: len(pauses.seconds) >= 4)
    assert pauses.seconds[:4] == [0.5, 1.0, 2.0, 4.0]
    assert not cv2.imread(str(kept_pictures()[0])).any()
    assert "ZeroDivisionError" in caplog.text

    camera.shows = picture(128)  # the lamp is on again
    until(session, lambda: session.record.actions != ())
    assert camera_chip(session) is None
    assert [news.kind for news in session.take_news() if news.kind is NewsKind.COMMITTED] == [NewsKind.COMMITTED]
    session.close()


@pytest.mark.expects_log
def test_eyes_that_fail_again_and_again_are_opened_anew():
    camera, first, opened = Camera(), EyesThatFail(), []
    camera.shows = picture(0)

    def anew(state):
        assert state is not None
        opened.append(EyesThatFail())
        camera.shows = picture(128)
        return opened[-1]

    session = seated(ThreadedWatcher(lambda: camera, first, open_eyes=anew, wait=NoPause()))
    until(session, lambda: session.view.proposal is not None)
    assert len(opened) == 1
    session.close()


def test_people_have_the_whole_table_read_anew_by_eyes_that_remember_nothing():
    camera, first, opened = Camera(), EyesThatFail(), []

    def anew(state):
        opened.append(state)
        return EyesThatFail()

    session = seated(ThreadedWatcher(lambda: camera, first, open_eyes=anew))
    until(session, lambda: session.view.proposal is not None)
    session.look_anew()
    assert session.view.proposal is None
    assert session.view.ribbon == Phrase.of("table.looks_anew")
    until(session, lambda: session.view.proposal is not None)
    assert opened == [session.record.state]
    assert session.record.actions == ()  # nothing is committed by looking
    session.close()


def test_eyes_that_cannot_be_made_anew_read_the_same_table_once_more():
    camera, eyes = Camera(), EyesThatFail()
    session = seated(ThreadedWatcher(lambda: camera, eyes))
    until(session, lambda: session.view.proposal is not None)
    session.look_anew()
    until(session, lambda: session.view.proposal is not None)
    session.close()


class EyesThatAreStuck(EyesThatFail):
    """Whose explanation takes ten seconds, unless somebody lets go."""

    def __init__(self):
        super().__init__()
        self.begun, self.let_go, self.done = threading.Event(), threading.Event(), threading.Event()

    def explain(self, state):
        self.begun.set()
        self.let_go.wait(10)
        self.done.set()
        return super().explain(state)


def test_leaving_takes_no_time_whatever_the_eyes_do_and_they_touch_nothing_afterwards():
    camera, eyes = Camera(), EyesThatAreStuck()
    watcher = ThreadedWatcher(lambda: camera, eyes)
    session = seated(watcher)
    assert eyes.begun.wait(LONG_S)
    watcher.take()
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 0.1
    assert camera.closed.wait(1.0)  # the camera is free for the next table while the eyes still think
    looked = len(eyes.looked)
    watcher.record_moved_on("a record of nobody's", 7)
    eyes.let_go.set()
    assert watcher.join(LONG_S)
    assert eyes.done.is_set()
    assert watcher.take() == ()
    assert len(eyes.looked) == looked
    assert "a record of nobody's" not in eyes.states


def test_a_camera_that_came_before_the_session_is_looked_at_but_not_read():
    camera, eyes = Camera(), EyesThatFail()
    watcher = ThreadedWatcher(lambda: camera, eyes)
    end = time.monotonic() + LONG_S
    while len(eyes.looked) < 3 and time.monotonic() < end:
        time.sleep(0.002)
    assert all(one.explanation is None and one.failing is None for one in watcher.take())
    session = seated(watcher)
    until(session, lambda: session.view.proposal is not None)
    session.close()


# How old the picture is


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


def test_a_picture_is_kept_by_whoever_took_it_and_by_nobody_else():
    numbers = iter(range(2))

    class Film:
        def read(self):
            number = next(numbers, None)
            return None if number is None else Frame(np.zeros((4, 4, 3), np.uint8), 100.0 * number, number)

        def close(self):
            pass

    newest = NewestFrame(Film).start()
    frame = newest.next(LONG_S)
    picture = weakref.ref(frame.image)
    assert newest.next(LONG_S).number == 1  # and the first is read no more
    del frame
    assert picture() is None
    newest.close()


def test_a_driver_that_hangs_is_told_of_before_it_notices():
    now, hangs = [0.0], threading.Event()

    class Hanging(Camera):
        def read(self):
            if self.number == 2:
                hangs.set()
                self.closed.wait(LONG_S)
            return super().read()

    camera = Hanging()
    newest = NewestFrame(lambda: camera, clock=lambda: now[0]).start()
    while newest.next(0.1) is not None or not hangs.is_set():
        pass
    assert newest.trouble is None
    now[0] = STALL_S + 0.1
    assert newest.trouble == Phrase.of("vision.source_stalled", seconds=3)
    camera.closed.set()  # the driver has come to itself
    assert newest.next(LONG_S) is not None
    assert newest.trouble is None
    newest.close()


def test_a_press_commits_what_lies_there_when_it_comes_not_what_was_seen_before():
    shown, taken = [], []

    class Feed:
        def record_moved_on(self, state, version):
            pass

        def take(self):
            out, taken[:] = tuple(taken), []
            return out

        def close(self):
            pass

    now = [1000]
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    session = TableSession(record, lambda: 1, watcher=Feed(), clock=lambda: now[0])
    small = np.zeros((270, 480, 3), np.uint8)
    without = explained((Scored(TILE, 0.0),), 1, otherwise=NEVER)
    follower = (TILE[0], CARCASSONNE.read("follower small Road E.W"))
    with_one = explained((Scored(follower, 0.0),), 2, otherwise=NEVER)

    def sees(time_ms, explanation=None, attention=Attention.STILL):
        taken.append(Sighting(small, Glance(0, time_ms, attention), explanation, 0, taken_ms=time_ms))
        session.tick(0)
        shown.append(session.record.actions)

    sees(900, without)  # then Anna puts a follower down, and presses
    session.commit(0)
    assert session.record.actions == ()
    sees(990)  # was under way when she pressed
    assert session.record.actions == ()
    sees(1020, attention=Attention.WAITING)  # her hand
    sees(1090, with_one)
    assert session.record.actions == tuple(CARCASSONNE.write(action) for action in follower)
    session.close()


def test_a_camera_that_is_lost_is_told_and_opened_again_until_it_is_back():
    cameras, pauses = [], NoPause()

    class LosesItsPlug(Camera):
        def read(self):
            if len(cameras) == 1 and self.number == 3:
                raise SourceError("rtsp://anna:secret@192.168.1.20/live", "vision.address_lost")
            return super().read()

    def opened():
        if len(cameras) in (1, 2) and len(pauses.seconds) < 2:
            raise SourceError("rtsp://anna:secret@192.168.1.20/live", "vision.address_silent")
        cameras.append(LosesItsPlug())
        return cameras[-1]

    troubles = []
    session = seated(ThreadedWatcher(opened, EyesThatFail(), wait=pauses))
    end = time.monotonic() + LONG_S
    while len(cameras) < 2 and time.monotonic() < end:
        session.tick(0)
        chip = camera_chip(session)
        if chip is not None and chip.phrase not in troubles:
            troubles.append(chip.phrase)
        time.sleep(0.001)
    until(session, lambda: camera_chip(session) is None and session.view.proposal is not None)
    session.close()
    assert len(cameras) == 2
    assert all("secret" not in str(trouble) and "anna" not in str(trouble) for trouble in troubles)


# How often it is looked at


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
    found = len(eyes.states)
    began = time.monotonic()
    session.play(TILE[0])
    until(session, lambda: len(eyes.states) > found)
    assert time.monotonic() - began < CALM_S
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
