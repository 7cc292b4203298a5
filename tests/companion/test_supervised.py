"""One way to run a thread: what it raises is logged with its picture, told, and it begins again."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from itertools import count

import cv2
import numpy as np
import pytest

from companion.kept_failures import MOST_PICTURES, keep_picture, kept_pictures
from companion.supervised import PAUSES_S, WELL_S, Supervised, let_finish, supervised_thread
from devices.events import DeviceBack, DeviceFound, DeviceLost
from devices.hub import DeviceHub
from devices.line import DeviceKind
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import MemoryPorts
from devices.simulated.pty_ports import PtyPorts
from vision.giving_up import checkpoint

BLACK = np.zeros((48, 64, 3), np.uint8)


class Pauses:
    """Time that passes only in pauses."""

    def __init__(self):
        self.now, self.seconds = 0.0, []

    def wait(self, event, seconds):
        self.seconds.append(seconds)
        self.now += seconds
        return event.is_set()

    def clock(self):
        return self.now


def supervised(work, pauses, failures, **wishes):
    return Supervised("reading", work, failed=failures.append, wait=pauses.wait, clock=pauses.clock, **wishes)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread has a priority of its own")
def test_work_that_gives_way_leaves_the_processor_to_the_screen():
    """And so do the threads that it starts."""
    found, own = {}, os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def note_priority(name):
        found[name] = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def work(task):
        note_priority("work")
        helper = threading.Thread(target=note_priority, args=("helper",))
        helper.start()
        helper.join()

    thread = Supervised("eyes", work, gives_way=True).start()
    assert thread.join(10)
    plain = Supervised("buttons", lambda task: note_priority("buttons")).start()
    assert plain.join(10)
    assert found["buttons"] == own == os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert found["work"] == found["helper"] == min(19, own + 5)


@pytest.mark.expects_log
def test_a_thread_that_fails_begins_again_after_growing_pauses():
    pauses, found, tries = Pauses(), [], []

    def work(task):
        tries.append(1)
        if len(tries) <= 7:
            raise ValueError("no pixel like another")

    thread = supervised(work, pauses, found).start()
    assert thread.join(5)
    assert pauses.seconds == [*PAUSES_S, PAUSES_S[-1], PAUSES_S[-1]]
    assert [failure.in_a_row for failure in found] == [1, 2, 3, 4, 5, 6, 7]
    assert isinstance(found[0].error, ValueError)


@pytest.mark.expects_log
def test_after_going_well_for_a_while_the_next_pause_is_short_again():
    pauses, found, tries = Pauses(), [], []

    def work(task):
        tries.append(1)
        if len(tries) == 3:
            pauses.now += WELL_S
        if len(tries) <= 3:
            raise OSError("gone")

    assert supervised(work, pauses, found).start().join(5)
    assert pauses.seconds == [PAUSES_S[0], PAUSES_S[1], PAUSES_S[0]]


@pytest.mark.expects_log
def test_what_failed_is_in_the_log_with_the_picture_that_did_it(caplog, own_home):
    found = []

    def work(task):
        task.works_on(BLACK)
        raise ZeroDivisionError("a picture without light")

    assert supervised(work, Pauses(), found, again=False).start().join(5)
    (line,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "reading" in line.getMessage()
    assert line.exc_info[0] is ZeroDivisionError
    (saved,) = kept_pictures()
    assert str(saved) in line.getMessage()
    assert found[0].picture == saved
    assert own_home in saved.parents
    assert np.array_equal(cv2.imread(str(saved)), BLACK)
    assert saved.stat().st_mode & 0o777 == 0o600


def test_only_the_newest_pictures_are_kept(tmp_path):
    at_a_minutes_end_ns = 1_800_000_059_990_000_000
    clock = count(at_a_minutes_end_ns, 5_000_000)
    names = [keep_picture(BLACK, "reading", tmp_path, lambda: next(clock)) for _ in range(MOST_PICTURES + 3)]
    assert kept_pictures(tmp_path) == tuple(reversed(names[-MOST_PICTURES:]))


def test_a_full_or_forbidden_disk_keeps_no_picture_and_breaks_nothing(tmp_path):
    (tmp_path / "blocked").write_text("a file where a folder should be")
    assert keep_picture(BLACK, "reading", tmp_path / "blocked") is None


def test_stopping_never_waits_for_work_that_is_stuck():
    let_go, went = threading.Event(), threading.Event()

    def work(task):
        let_go.wait(10)
        went.set()

    assert not Supervised("stuck", work).start().close()
    assert not went.is_set()
    let_go.set()
    assert let_finish(5)


def test_a_search_that_was_left_gives_up_and_lets_go_of_what_it_holds():
    found, searching, let_go = [], threading.Event(), []

    def work(task):
        try:
            while True:  # nothing but the checkpoint ends it
                checkpoint()
                searching.set()
        finally:
            let_go.append("camera")

    thread = Supervised("search", work, failed=found.append).start()
    assert searching.wait(5)
    thread.stop()
    assert thread.join(5)
    assert (found, let_go) == ([], ["camera"])


def test_a_thread_that_fails_after_it_was_left_is_not_told_and_does_not_begin_again():
    found, go_on = [], threading.Event()

    def work(task):
        go_on.wait(5)
        raise KeyError("late")

    thread = Supervised("late", work, failed=found.append).start()
    assert not thread.close()
    go_on.set()
    assert thread.join(5)
    assert found == []


@pytest.mark.expects_log
def test_the_thread_of_the_buttons_begins_again_and_finds_them():
    ports, failed, pauses = MemoryPorts(), [], Pauses()
    ports.plug("port0", SimulatedBoard(DeviceKind.BUTTONS, "btn-a", size=2))
    times = iter(range(0, 10_000_000, 20))

    def tick():
        now = next(times)
        ports.run(now)
        if now == 0:
            failed.append(now)
            raise RuntimeError("the system's list of ports made no sense")
        return now

    def thread(name, work, report):
        return Supervised(name, lambda task: work(), failed=lambda failure: report(failure.error), wait=pauses.wait)

    hub, heard = DeviceHub(ports, clock=tick, thread=thread), []
    hub.start()
    end = time.monotonic() + 8
    while not any(isinstance(event, DeviceFound) for event in heard) and time.monotonic() < end:
        heard += hub.drain()
    assert hub.is_running
    hub.close()
    assert failed == [0]
    assert pauses.seconds == [PAUSES_S[0]]
    assert hub.failure is None
    assert any(isinstance(event, DeviceFound) for event in heard)


def test_a_cable_that_is_pulled_and_plugged_in_elsewhere_never_ends_the_supervised_thread(tmp_path):
    ports, board, heard = PtyPorts(tmp_path), SimulatedBoard(DeviceKind.BUTTONS, "btn-a", size=2), []
    hub = DeviceHub(ports, thread=supervised_thread)

    def hears(kind):
        end = time.monotonic() + 8
        while not any(isinstance(event, kind) for event in heard) and time.monotonic() < end:
            heard.extend(hub.drain())
            time.sleep(0.002)
        return any(isinstance(event, kind) for event in heard)

    with hub:
        ports.plug("ttyACM0", board)
        assert hears(DeviceFound)
        ports.pull("ttyACM0")
        assert hears(DeviceLost)
        ports.plug("ttyACM4", board)
        assert hears(DeviceBack)
        assert hub.is_running
        assert hub.failure is None
    ports.close()


THE_NEXT_BEGAN = threading.Event()
FOLDERS_AT_THE_END = list[bool]()


@pytest.fixture
def left_thread(tmp_path):
    """One as closing a save is: nobody waits for it, and at its end it looks for its folder."""

    def work(task):
        THE_NEXT_BEGAN.wait(0.1)
        FOLDERS_AT_THE_END.append(tmp_path.is_dir())

    left = supervised(work, Pauses(), [])
    left.leave()
    return left.start()


def test_an_example_may_leave_a_thread_to_its_work(left_thread):
    assert not THE_NEXT_BEGAN.is_set()


def test_the_folder_of_an_example_stays_as_long_as_a_thread_that_it_left():
    THE_NEXT_BEGAN.set()
    assert let_finish(5.0)
    assert False not in FOLDERS_AT_THE_END
