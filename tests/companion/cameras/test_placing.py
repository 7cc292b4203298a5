"""Where a camera goes, worked out and looked at; a phone that tells its own address."""

import urllib.error
import urllib.request
from urllib.parse import urlencode

import numpy as np
import pytest

from calibration.lens import Lens
from companion.cameras.phone_page import PhonePage, is_address, page
from companion.cameras.placing import angle_of, height_for, placing_advice, widest_map_mm
from companion.cameras.placing_feed import placed_by, placing_feed
from companion.locale import say
from games.game import Phrase

RIGHT_ANGLE = Lens(2000, 1000, (1000.0, 1000.0), (999.5, 499.5), error_px=0.3)  # sees as far to each side as it hangs


def square(x, y, side):
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]], np.float32)


def test_a_map_fits_from_where_it_is_a_little_narrower_than_the_picture():
    height = height_for((1000.0, 400.0), RIGHT_ANGLE)
    assert height.lowest_mm == pytest.approx(1000 / 2 * 1.1)
    assert height_for((400.0, 1000.0), RIGHT_ANGLE).lowest_mm == pytest.approx(1000 * 1.1)  # the other side decides


def test_as_high_as_a_tile_of_45_mm_has_45_px():
    height = height_for((1000.0, 400.0), RIGHT_ANGLE)
    assert height.highest_mm == pytest.approx(1000.0)  # there 2000 px show 2000 mm
    assert height.possible
    assert height.lens_known
    assert angle_of(RIGHT_ANGLE) == pytest.approx(90.0)


def test_a_lens_that_nobody_calibrated_is_told_as_an_ordinary_one():
    assert not height_for((1000.0, 560.0), Lens.nominal(1920, 1080)).lens_known


def test_how_wide_the_map_may_be_does_not_depend_on_the_lens():
    widest = widest_map_mm(1920)
    for focal in (800.0, 3000.0):
        lens = Lens(1920, 4000, (focal, focal), (959.5, 1999.5))
        assert height_for((widest - 1, 10.0), lens).possible
        assert not height_for((widest + 1, 10.0), lens).possible


def test_heights_are_told_in_centimetres_and_what_is_too_wide_with_what_would_fit():
    map_mm = (1000.0, 400.0)
    assert say(placing_advice(height_for(map_mm, RIGHT_ANGLE), map_mm, RIGHT_ANGLE)).startswith(
        "Hang the camera 55 to 100 cm"
    )
    wide = (3000.0, 400.0)
    assert "at most 181 cm (40 tiles)" in say(placing_advice(height_for(wide, RIGHT_ANGLE), wide, RIGHT_ANGLE))


@pytest.mark.parametrize(
    ("grey", "tiles", "key", "well"),
    [
        (120, (), "placing.no_tiles", False),
        (120, (square(500, 300, 60),), "placing.well", True),
        (120, (square(500, 300, 43),), "placing.small", False),
        (120, (square(500, 300, 20),), "guide.nearer", False),
        (120, (square(-10, 300, 60), square(500, 300, 60)), "guide.leaves", False),
        (9, (square(500, 300, 60),), "vision.light_dark", False),
        (255, (square(500, 300, 60),), "vision.light_glare", False),
    ],
)
def test_what_would_be_better_is_told_the_gravest_first(grey, tiles, key, well):
    placed = placed_by(np.full((1080, 1920, 3), grey, np.uint8), tiles)
    assert (placed.advice.key, placed.well) == (key, well)
    assert say(placed.advice, "de")
    assert placed.size == (1920, 1080)
    assert placed.picture.shape == (540, 960, 3)


def test_a_camera_is_looked_at_until_it_is_closed_and_its_trouble_is_told(tmp_path):
    feed = placing_feed(str(tmp_path / "nothing.png"), find=lambda picture: ())
    while feed.last is None:
        feed.join(0.01)
    assert feed.last.advice.key == "vision.source_not_there"
    feed.close()


# A phone


@pytest.fixture
def served():
    heard = []
    made = PhonePage("127.0.0.1", "en", heard.append, bind="127.0.0.1")
    yield made, heard
    made.close()


def asked(address, form=None):
    data = urlencode(form).encode() if form is not None else None
    with urllib.request.urlopen(urllib.request.Request(address, data), timeout=20) as answer:
        return answer.read().decode(), answer.headers


def test_the_phone_opens_the_page_and_taps_its_app(served):
    page_there, heard = served
    text, headers = asked(page_there.address)
    assert "IP Webcam" in text
    assert "http://127.0.0.1:8080/video" in text  # the phone's own address
    assert "script" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    text, _ = asked(page_there.address, {"camera": "http://127.0.0.1:8080/video"})
    assert heard == ["http://127.0.0.1:8080/video"]
    assert "The tablet has the address" in text


def test_without_the_code_there_is_nothing(served):
    page_there, heard = served
    with pytest.raises(urllib.error.HTTPError) as refused:
        asked(page_there.address.rsplit("/", 1)[0] + "/guess", {"camera": "http://h/"})
    refused.value.close()
    assert refused.value.code == 404
    assert heard == []


@pytest.mark.parametrize("typed", ["/etc/passwd", "0", "file:///etc/passwd", "http://" + "a" * 200, "rtsp://h/\x07"])
def test_what_is_no_address_in_the_network_is_refused(served, typed):
    page_there, heard = served
    assert not is_address(typed)
    with pytest.raises(urllib.error.HTTPError) as refused:
        asked(page_there.address, {"camera": typed})
    refused.value.close()
    assert refused.value.code == 400
    assert heard == []


def test_the_page_speaks_german_and_escapes_what_came_from_outside():
    text = page("<b>1</b>", "de", "placing.phone_told")
    assert "<b>1</b>" not in text
    assert say(Phrase.of("placing.phone_told"), "de") in text
