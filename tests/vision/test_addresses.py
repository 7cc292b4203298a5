"""No password of a camera is ever shown: in whatever form its address was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.addresses import MASK, has_secret, masked, masked_address, restored, spelled
from vision.source_error import SourceError

WITH_A_SECRET = (
    "rtsp://anna:S3cr3t@192.168.1.20:8554/live",
    "RTSP://anna:S3cr3t@192.168.1.20/live",
    "rtsp://anna:a@S3cr3t@192.168.1.20/live",
    "rtsp://anna:a/S3cr3t@192.168.1.20/live",
    "rtsp://anna:a:S3cr3t?x#y@192.168.1.20/live",
    "rtsps://:S3cr3t@cam.local",
    "rtmp://anna:S3cr3t@cam.local/live",
    "http://S3cr3t@192.168.1.20/video",
    "http://192.168.1.20/video?user=anna&password=S3cr3t&rate=10",
    "http://192.168.1.20/snapshot.cgi?loginuse=anna&loginpas=S3cr3t",
    "http://192.168.1.20/video?token=S3cr3t#t=1",
    "http://192.168.1.20/cgi?Pwd=S3cr3t",
    "rtsp://192.168.1.20:554/user=anna&password=S3cr3t&channel=1&stream=0.sdp?",
    "rtsp://192.168.1.20:554/user=anna_password=S3cr3t_channel=1_stream=0.sdp",
    "http%3A%2F%2Fanna%3AS3cr3t%40192.168.1.20%2Fvideo",
    "anna:S3cr3t@192.168.1.20:8554/live",
    "2anna:/S3cr3t@192.168.1.20:8554/live",
    "rtsp:/anna:S3cr3t@192.168.1.20/live",
    "rtsp//anna:S3cr3t@192.168.1.20/live",
)
ONLY_ALONE = ("rtsp://anna:a b'\"S3cr3t@192.168.1.20/live",)  # where such an address ends in a sentence nobody can tell
WITHOUT = (
    "0",
    "/dev/video0",
    "http://192.168.1.20:8080/video",
    "rtsp://[fe80::1]:554/live?channel=1",
    "/home/anna/table.mp4",
    "anna@home.mp4",
    "C:/tables/evening.mp4",
    "Anna 14 = (6 + 3 - 2) x 2",
    "lay BA/RFr 1,0 r0",
)


@pytest.mark.parametrize("address", [*WITH_A_SECRET, *ONLY_ALONE])
def test_no_form_of_an_address_shows_its_secret(address):
    error = SourceError(address, "vision.address_lost")
    found = [masked_address(address), str(error), error.source, *map(str, dict(error.phrase.values).values())]
    assert not [one for one in found if "S3cr3t" in one]
    assert has_secret(address)


@pytest.mark.parametrize("address", WITH_A_SECRET)
@pytest.mark.parametrize("sentence", ["{}", "Camera {}: gone.", "open('{}')", '{{"camera":"{}"}}', "\t<{}>\n"])
def test_nor_does_a_sentence_with_one_in_it(address, sentence):
    assert "S3cr3t" not in masked(sentence.format(address))


@pytest.mark.parametrize("plain", WITHOUT)
def test_what_holds_no_secret_stays_as_it_is(plain):
    assert masked(plain) == plain
    assert masked_address(plain) == plain
    assert not has_secret(plain)


def test_who_changes_the_rest_of_an_address_need_not_type_the_password_again():
    kept = "rtsp://anna:S3cr3t@192.168.1.20/live"
    shown = masked_address(kept)
    assert restored(shown, kept) == kept
    assert restored(shown.replace("live", "low"), kept) == kept.replace("live", "low")
    assert restored("rtsp://ben:other@192.168.1.20/live", kept) == "rtsp://ben:other@192.168.1.20/live"
    assert restored(f"{MASK} {MASK}", kept) == f"{MASK} {MASK}"


@given(st.text(max_size=40), st.text(alphabet=st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12))
def test_any_password_is_masked_in_a_lone_address(user, password):
    secret = f"<{password}>"
    assert secret not in masked_address(f"rtsp://{user}:{secret}@cam.local/live")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rtsp:/192.168.1.20:8554/live", "rtsp://192.168.1.20:8554/live"),
        (" HTTP:///phone/video ", "HTTP://phone/video"),
        ("rtsp://phone//live", "rtsp://phone//live"),
        ("/home/anna/rtsp:/clip.mp4", "/home/anna/rtsp:/clip.mp4"),
        ("0", "0"),
    ],
)
def test_a_slash_that_a_finger_missed_is_mended(typed, meant):
    assert spelled(typed) == meant
