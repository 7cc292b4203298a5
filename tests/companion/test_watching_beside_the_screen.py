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
from companion.session.looking.watchers import ThreadedWatcher
from companion.session.table import TableSession
from companion.session.views import NewsKind
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase
from games.record import Record
from tests.companion.watched_table import (
    LONG_S,
    SEATS,
    TILE,
    Camera,
    EyesThatFail,
    NoPause,
    camera_chip,
    picture,
    seated,
    until,
)
from vision.explanation import NEVER, Scored, explained
from vision.eyes import Attention, Glance
from vision.frames import Frame
from vision.source_error import SourceError


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

    def explain(self, state, still):
        self.begun.set()
        self.let_go.wait(10)
        self.done.set()
        return super().explain(state, still)


def test_leaving_takes_no_time_whatever_the_eyes_do_and_they_touch_nothing_afterwards():
    camera, eyes = Camera(), EyesThatAreStuck()
    watcher = ThreadedWatcher(lambda: camera, eyes)
    session = seated(watcher)
    assert eyes.begun.wait(LONG_S)
    watcher.take()
    session.close()
    assert not eyes.done.is_set()  # nobody waited for them: they are stuck until they are let go
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
    assert session.record.actions == (), "a hand that pauses looks so, too: the next picture bears it out"
    sees(1125)
    assert session.record.actions == (), "and hands pause for longer than one picture of a quick camera takes"
    sees(1175)
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
