"""When a picture was taken: from what drivers and streams tell, and from when it arrived."""

from __future__ import annotations

import random

import pytest

from vision import exposure_time
from vision.exposure_time import StreamTimes, driver_time

STEP = 1000 / 15


def test_a_driver_that_stamps_its_buffers_is_believed_and_another_clock_is_not():
    assert driver_time(10_000, 9_970) == 9_970
    assert driver_time(10_000, 0) == 10_000  # no stamp
    assert driver_time(10_000, 1.7e12) == 10_000  # the calendar's


def test_a_frame_that_was_held_up_is_as_old_as_its_stamp_says():
    times, rng = StreamTimes(), random.Random(4)
    for number in range(100):
        delay = rng.uniform(40, 90) if number else 40.0
        taken = times.taken(5000 + number * STEP + delay, number * STEP)
        assert taken == pytest.approx(5000 + number * STEP + 40 - exposure_time.PARAMETERS.stream_way_ms)


def test_a_queue_that_is_caught_up_with_never_makes_a_frame_younger():
    times = StreamTimes()
    for number in range(30):
        times.taken(1000 + number * STEP, number * STEP)
    held_up = 1000 + 30 * STEP + 3000  # three seconds without a frame, then all at once
    for number in range(30, 75):
        assert (
            times.taken(held_up + number, number * STEP)
            <= 1000 + number * STEP - exposure_time.PARAMETERS.stream_way_ms + 1e-6
        )


def test_a_stream_whose_clock_stood_still_is_believed_again_after_some_frames():
    times = StreamTimes()
    for number in range(50):
        times.taken(1000 + number * STEP, number * STEP)
    later = [
        times.taken(11_000 + number * STEP, number * STEP)
        for number in range(50, 51 + exposure_time.PARAMETERS.stray_frames)
    ]
    assert later[0] == pytest.approx(1000 + 50 * STEP - exposure_time.PARAMETERS.stream_way_ms)
    assert later[-1] == pytest.approx(
        11_000 + (50 + exposure_time.PARAMETERS.stray_frames) * STEP - exposure_time.PARAMETERS.stream_way_ms
    )


def test_a_stream_that_begins_anew_begins_anew():
    times = StreamTimes()
    times.taken(1000, 500)
    assert times.taken(9000, 0) == 9000 - exposure_time.PARAMETERS.stream_way_ms


def test_a_camera_whose_calendar_is_set_tells_its_frames_age_and_another_is_not_believed():
    assert StreamTimes().taken(5000, 0, age_ms=2600) == 5000 - 2600 - exposure_time.PARAMETERS.way_ms
    assert StreamTimes().taken(5000, 0, age_ms=-400) == 5000 - exposure_time.PARAMETERS.stream_way_ms
    assert StreamTimes().taken(5000, 0, age_ms=3_600_000) == 5000 - exposure_time.PARAMETERS.stream_way_ms
