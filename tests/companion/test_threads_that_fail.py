"""Everything that looks with a camera beside the screen, before a camera that hands over what no camera should: people
read one sentence, and whatever goes on by itself begins again."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

import cv2
import numpy as np
import pytest

from calibration.profile import Profile, ProfilePart
from companion.cameras.calibration_feed import CalibrationFeed
from companion.cameras.choice import CameraTrial
from companion.editions.card_draft import CardShot
from companion.locale import LANGUAGES, say
from companion.newest_frame import NewestFrame
from companion.ui.istanbul.layout_shot import LayoutShot
from games.game import Phrase
from vision.frames import Frame

LONG_S = 30.0


class OddCamera:
    """A camera that goes on handing over ``image``; where that is None its driver fails at the ``fails``-th frame."""

    live = True

    def __init__(self, image: np.ndarray | None, fails: int = 2) -> None:
        self._image, self._fails = image, fails
        self._numbers = count()

    def read(self) -> Frame:
        number = next(self._numbers)
        if self._image is None and number >= self._fails:
            cv2.resize(np.zeros((0, 0, 3), np.uint8), (4, 4))  # raises what OpenCV raises of an empty buffer
        image = np.zeros((90, 160, 3), np.uint8) if self._image is None else self._image
        return Frame(image, 40.0 * number, number)

    def close(self) -> None:
        pass


ODD = {
    "a driver that fails": None,
    "a single px": np.zeros((1, 1, 3), np.uint8),
    "a row of px": np.zeros((1, 500, 3), np.uint8),
}


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + LONG_S
    while not true() and time.monotonic() < end:
        time.sleep(0.002)
    assert true()


def in_words(phrase: Phrase | None) -> str:
    assert phrase is not None
    text = [say(phrase, language) for language in LANGUAGES]
    assert all(one and "\n" not in one for one in text)
    return text[0]


@pytest.fixture(params=ODD)
def opened(request: pytest.FixtureRequest):
    """Opens a camera that is odd in one way."""
    return lambda name: OddCamera(ODD[request.param])


@pytest.mark.expects_log
def test_a_camera_that_is_tried_is_told_about(opened):
    trial = CameraTrial("0", opened)
    until(lambda: trial.trial is not None)
    in_words(trial.trial.trouble)


@pytest.mark.expects_log
def test_a_picture_of_a_card_is_told_about(opened):
    shot = CardShot("0", opened)
    assert shot.join(LONG_S)
    assert shot.seen is None
    in_words(shot.trouble)


@pytest.mark.expects_log
def test_a_picture_of_a_layout_is_told_about(opened):
    shot = LayoutShot("0", opened)
    until(lambda: shot.done is not None)
    in_words(shot.done.trouble)


@pytest.mark.expects_log
@pytest.mark.parametrize("part", list(ProfilePart))
def test_calibrating_tells_what_is_wrong_with_the_camera(opened, part):
    feed = CalibrationFeed("0", Profile("nobody's"), part, opened)
    until(lambda: feed.shown is not None)
    until(lambda: feed.shown.found is None and feed.shown.picture is None)
    in_words(feed.shown.advice)
    feed.close()


@pytest.mark.expects_log
def test_a_camera_whose_driver_fails_is_told_about_and_opened_anew():
    opened: list[OddCamera] = []
    found: set[Phrase | None] = set()

    def anew() -> OddCamera:
        opened.append(OddCamera(None))
        return opened[-1]

    frames = NewestFrame(anew, wait=lambda event, seconds: event.wait(0.001)).start()
    failed = Phrase.of("vision.source_failed", what="error")
    until(lambda: found.add(frames.trouble) or (failed in found and len(opened) > 3))
    assert in_words(failed)
    frames.close()


@pytest.mark.parametrize("shape", [(90, 160), (90, 160, 1), (90, 160, 4)])
def test_a_grey_camera_is_a_camera(shape):
    trial = CameraTrial("0", lambda name: OddCamera(np.full(shape, 90, np.uint8)))
    until(lambda: trial.trial is not None)
    assert (trial.trial.trouble, trial.trial.size) == (None, (160, 90))
    assert trial.trial.picture.shape[2] == 3
