"""Pictures come in through one door: judged by their header first, then BGR uint8, or refused in a sentence."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import picture_door
from calibration.files.picture_door import (
    FULL_PX,
    READ_PX,
    PictureError,
    as_bgr,
    at_reading_size,
    decode_frame,
    decode_picture,
    open_cut_out,
    open_picture,
)
from calibration.files.picture_header import PictureKind, claim_of


def photograph(width: int = 120, height: int = 90, seed: int = 4) -> np.ndarray:
    coarse = np.random.default_rng(seed).integers(0, 256, (9, 12, 3), np.uint8)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def packed(ending: str, picture: np.ndarray, *options: int) -> bytes:
    done, data = cv2.imencode(ending, picture, list(options))
    assert done
    return data.tobytes()


def refused(data: bytes, name: str = "t.jpg") -> str:
    with pytest.raises(PictureError) as raised:
        decode_picture(data, name)
    assert name in dict(raised.value.phrase.values).values()
    return raised.value.key


def png_header(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        (".jpg", PictureKind.JPEG),
        (".png", PictureKind.PNG),
        (".bmp", PictureKind.BMP),
        (".webp", PictureKind.WEBP),
        (".tiff", PictureKind.TIFF),
        (".gif", PictureKind.GIF),
    ],
)
def test_every_kind_is_known_by_its_bytes_and_keeps_its_size(tmp_path: Path, ending: str, kind: PictureKind) -> None:
    picture = photograph(121, 77)
    path = tmp_path / "table.wrong"  # by its bytes, not by its name
    path.write_bytes(packed(ending, picture))
    claim = claim_of(path.read_bytes())
    assert (claim.kind, claim.width, claim.height, claim.whole) == (kind, 121, 77, True)
    seen = open_picture(path)
    assert seen.shape == (77, 121, 3)
    assert seen.dtype == np.uint8
    coarse = 40.0 if kind is PictureKind.GIF else 12.0  # 256 colours, and losses of JPEG and WebP
    assert np.abs(seen.astype(float) - picture).mean() < coarse


@pytest.mark.parametrize(
    "options",
    [
        (cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        (cv2.IMWRITE_JPEG_OPTIMIZE, 1),
        (cv2.IMWRITE_JPEG_RST_INTERVAL, 7),
        (cv2.IMWRITE_JPEG_QUALITY, 5),
    ],
)
def test_every_way_of_writing_jpeg_is_whole_when_whole_and_told_when_not(options: tuple[int, int]) -> None:
    data = packed(".jpg", photograph(320, 240), *options)
    assert decode_picture(data, "t").shape == (240, 320, 3)
    assert decode_picture(data[:-2], "t").shape == (240, 320, 3)  # the mark of the end alone hides no px
    for share in (0.999, 0.9, 0.6, 0.3):
        assert refused(data[: int(share * len(data)) - 12]) == "picture.cut_short"
        assert refused(data[: int(share * len(data)) - 12] + b"\xff\xd9") == "picture.damaged"


def test_bytes_after_the_end_hide_nothing() -> None:
    """Telephones put a film of the moment behind the picture."""
    whole = packed(".jpg", photograph())
    assert np.array_equal(decode_picture(whole + b"film" * 999, "t"), decode_picture(whole, "t"))


@pytest.mark.parametrize("ending", [".png", ".bmp", ".webp", ".tiff", ".gif"])
def test_half_a_file_is_told_whatever_its_kind(ending: str) -> None:
    data = packed(ending, photograph())
    assert refused(data[: len(data) // 2]) in ("picture.cut_short", "picture.damaged")


def test_a_flat_grey_picture_is_not_taken_for_a_missing_one() -> None:
    """The grey that fills in for what is missing may also have been photographed."""
    grey = np.full((96, 128, 3), 128, np.uint8)
    assert np.array_equal(decode_picture(packed(".jpg", grey), "t"), grey)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "picture.empty"),
        (b"Dear diary", "picture.none"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture.none"),
        (b"\xff\xd8\xff", "picture.cut_short"),
        (b"\x89PNG\r\n\x1a\n", "picture.cut_short"),
        (b"RIFF\x10\0\0\0WAVEfmt ", "picture.none"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "picture.apple"),
        (png_header(1 << 15, 1 << 15), "picture.too_large"),
        (png_header(20_000, 20_000), "picture.too_large"),
        (png_header(1 << 31, 1), "picture.too_large"),
        (png_header(0, 9), "picture.none"),
        (packed(".png", np.zeros((1, 500, 3), np.uint8)), "picture.too_small"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_decoded(data: bytes, key: str) -> None:
    assert refused(data) == key


def test_folders_pipes_devices_and_names_that_nothing_has_keep_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for path, key in (
        (tmp_path, "picture.folder"),
        (tmp_path / "pipe", "picture.no_file"),
        (Path("/dev/zero"), "picture.no_file"),
        (tmp_path / "nowhere", "picture.not_there"),
        (tmp_path / "pipe" / "x", "picture.not_there"),
        (tmp_path / "nul\0", "picture.not_there"),
        (tmp_path / "loop", "picture.not_opened"),
        (tmp_path / ("x" * 300), "picture.not_opened"),
    ):
        with pytest.raises(PictureError) as raised:
            open_picture(path)
        assert raised.value.key == key


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_picture_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.png").write_bytes(packed(".png", photograph()))
    (tmp_path / "t.png").chmod(0)
    with pytest.raises(PictureError) as raised:
        open_picture(tmp_path / "t.png")
    assert raised.value.key == "picture.not_opened"
    assert raised.value.value


def test_a_file_of_gigabytes_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "t.jpg").open("wb") as file:
        file.truncate(5 << 30)  # a hole: it takes no room on the disk
    with pytest.raises(PictureError) as raised:
        open_picture(tmp_path / "t.jpg")
    assert raised.value.key == "picture.too_many_bytes"


@pytest.mark.parametrize("orientation", range(1, 9))
def test_pictures_are_upright_as_their_exif_says(orientation: int) -> None:
    """As OpenCV turns them when it reads a file: this is what every reader was built on."""
    data = packed(".jpg", photograph(64, 48))
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0" + bytes([orientation]) + b"\0\0\0\0\0\0\0"
    turned = data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:]
    plain = decode_picture(data, "t")
    by_hand = {
        1: plain, 2: plain[:, ::-1], 3: plain[::-1, ::-1], 4: plain[::-1],
        5: plain.transpose(1, 0, 2), 6: np.rot90(plain, -1),
        7: np.rot90(plain, 2).transpose(1, 0, 2), 8: np.rot90(plain),
    }  # fmt: skip
    assert np.array_equal(decode_picture(turned, "t"), by_hand[orientation])


def test_grey_deep_and_transparent_pictures_come_as_bgr() -> None:
    picture = photograph()
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    deep = picture.astype(np.uint16) * 256 + 77
    cut_out = np.dstack([picture, np.full(picture.shape[:2], 9, np.uint8)])
    for image, same in ((grey, cv2.merge([grey] * 3)), (deep, picture), (cut_out, picture)):
        assert np.array_equal(decode_picture(packed(".png", image), "t"), same)
        assert np.array_equal(as_bgr(image), same)
    assert np.array_equal(as_bgr(np.array([[-3.0, np.nan, 0.5, 7.0]]))[0, :, 0], [0, 0, 127, 255])


def test_a_print_cut_out_of_its_ground_keeps_its_outline(tmp_path: Path) -> None:
    cut_out = np.dstack([photograph(), np.arange(90 * 120, dtype=np.uint8).reshape(90, 120)])
    (tmp_path / "7.png").write_bytes(packed(".png", cut_out))
    assert np.array_equal(open_cut_out(tmp_path / "7.png"), cut_out)
    (tmp_path / "8.png").write_bytes(packed(".png", cut_out[:, :, 0].astype(np.uint16) << 8))
    assert open_cut_out(tmp_path / "8.png").shape == (90, 120, 3)


def test_pictures_beyond_8k_are_made_smaller_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert FULL_PX > 7680 * 4320
    monkeypatch.setattr(picture_door, "FULL_PX", 120 * 90)
    for ending in (".jpg", ".png"):
        for width, height, factor in ((120, 90, 1), (240, 180, 2), (241, 180, 4), (960, 720, 8)):
            seen = decode_picture(packed(ending, photograph(width, height)), "t")
            assert seen.shape[:2] == (-(-height // factor), -(-width // factor)) or seen.size <= 3 * 120 * 90


def test_no_reader_works_on_more_px_than_it_was_measured_with() -> None:
    large = np.full((4320, 7680, 3), 77, np.uint8)
    seen = decode_picture(packed(".jpg", large), "t")
    assert READ_PX * 0.99 < seen.shape[0] * seen.shape[1] <= READ_PX
    assert abs(seen.shape[1] / seen.shape[0] - 16 / 9) < 0.001
    usual = photograph()
    assert at_reading_size(usual) is usual


def test_a_header_that_lies_takes_no_memory(tmp_path: Path) -> None:
    (tmp_path / "t.png").write_bytes(png_header(1 << 15, 1 << 15))
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from calibration.files.picture_door import PictureError, open_picture\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: open_picture(Path(sys.argv[1]))\n"
        "except PictureError: pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path / "t.png")], capture_output=True, check=True)
    assert int(ran.stdout) * 1024 < 20e6


def test_no_other_module_opens_a_picture() -> None:
    """The simulated table reads back what it has just written itself."""
    root = Path(picture_door.__file__).parents[2]
    opened = re.compile(r"cv2\.(imread|imdecode|imreadmulti)\b|\bnp\.fromfile\b")
    rooms = ("games", "calibration", "vision", "devices", "companion")
    paths = [path for room in rooms for path in (root / room).rglob("*.py")]
    elsewhere = [path for path in paths if "simulator" not in path.parts]
    assert [path.name for path in elsewhere if opened.search(path.read_text("utf-8"))] == ["picture_door.py"]


def test_decoders_keep_the_terminal_clean_and_others_are_heard(capfd: pytest.CaptureFixture[str]) -> None:
    data = packed(".jpg", photograph(320, 240))
    refused(data[: len(data) // 2] + b"\xff\xd9")
    refused(packed(".png", photograph())[:-40] + b"\0" * 40)
    assert capfd.readouterr().err == ""


def test_a_frame_of_a_camera_is_judged_by_its_header_and_must_be_whole() -> None:
    whole = cv2.imencode(".jpg", np.full((120, 160, 3), 90, np.uint8))[1].tobytes()
    assert decode_frame(whole, "phone").shape == (120, 160, 3)
    for data, key in (
        (whole[:-40], "picture.cut_short"),
        (b"", "picture.empty"),
        (b"<html>", "picture.none"),
        (cv2.imencode(".jpg", np.zeros((20, 20, 3), np.uint8))[1].tobytes(), "picture.too_small"),
    ):
        with pytest.raises(PictureError) as refused:
            decode_frame(data, "phone")
        assert refused.value.key == key
