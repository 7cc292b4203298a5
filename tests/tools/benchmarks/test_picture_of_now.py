"""The picture is of now: a real stream with a clock drawn in it, from the table to the commit."""

from __future__ import annotations

import statistics

from games.carcassonne.rules import CARCASSONNE
from tools.benchmarks.evening.camera.clock_camera import ClockCamera, clock_in, drawn, lies_in, now_ms
from tools.benchmarks.evening.camera.clock_table import FOLLOWER, STORIES, TILE, ClockEyes, ClockTable
from tools.benchmarks.evening.camera.sources import pressed_at_once

LOOK_S = 0.1  # of work for each frame: read in turns with that, the stream's queues make its picture seconds old


def test_the_clock_can_be_read_from_its_picture():
    for at_ms in (0, 1, 123_456, 2**24 - 1):
        assert clock_in(drawn(5, at_ms)) == at_ms
        assert lies_in(drawn(5, at_ms)) == 5


def test_who_is_put_down_just_before_the_press_is_committed_and_no_old_picture_is():
    with ClockCamera(30.0) as camera:
        camera.lies, eyes = TILE, ClockEyes(LOOK_S)
        table = ClockTable(camera.address, eyes)
        table.until(lambda: eyes.frames_seen >= 12, 20)
        assert pressed_at_once(camera, table, 0.0) is not None
        age_of_what_was_committed = now_ms() - eyes.clock
        table.session.close()
    assert table.session.record.actions == tuple(CARCASSONNE.write(action) for action in STORIES[FOLLOWER])
    assert age_of_what_was_committed < 1000
    assert statistics.median(eyes.ages[2:]) < 150  # a frame of 33 ms, its way and its decoding; a queue adds seconds
