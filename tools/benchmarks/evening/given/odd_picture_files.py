"""Files that people may hand over as a picture of their table: spoilt, cut short, misnamed, lying about themselves, or
no file at all. Each is drawn from a seed.
"""

from __future__ import annotations

import os
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

ENDINGS = (".jpg", ".png", ".bmp", ".webp", ".tiff", ".gif")


def odd_picture_file(folder: Path, rng: random.Random) -> tuple[Path, str]:
    """Put one odd file into ``folder``; its path and the way in which it is odd."""
    way = rng.choice(_WAYS)
    path = folder / f"table{rng.choice(ENDINGS)}"
    content = way(path, rng)
    if content is not None:
        path.write_bytes(content)
    return path, way.__name__.removeprefix("_")


def picture_bytes(rng: random.Random, ending: str | None = None, size: tuple[int, int] | None = None) -> bytes:
    """A small whole picture of soft patches in one of the kinds that are opened; ``size`` is (width, height)."""
    width, height = size or (rng.randrange(60, 320), rng.randrange(60, 240))
    chance = np.random.default_rng(rng.randrange(2**32))
    coarse = chance.integers(0, 256, (rng.randrange(2, 9), rng.randrange(2, 9), 3), np.uint8)
    picture = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    options = [cv2.IMWRITE_JPEG_PROGRESSIVE, rng.randrange(2), cv2.IMWRITE_JPEG_RST_INTERVAL, rng.choice((0, 0, 5))]
    chosen = ending or rng.choice(ENDINGS)
    return bytes(cv2.imencode(chosen, picture, options if chosen == ".jpg" else [])[1])


def _cut_off(_: Path, rng: random.Random) -> bytes:
    content = picture_bytes(rng)
    return content[: rng.choice((0, 1, 3, 12, 30, rng.randrange(len(content)), len(content) - 3))]


def _cut_off_and_closed(_: Path, rng: random.Random) -> bytes:
    """A JPEG whose end is missing but whose last mark is there."""
    content = picture_bytes(rng, ".jpg")
    return content[: rng.randrange(len(content))] + b"\xff\xd9"


def _flipped_bits(_: Path, rng: random.Random) -> bytes:
    content = bytearray(picture_bytes(rng))
    for _time in range(rng.choice((1, 1, 3, 20))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def _flipped_in_the_header(_: Path, rng: random.Random) -> bytes:
    content = bytearray(picture_bytes(rng))
    for _time in range(rng.choice((1, 2, 8))):
        content[rng.randrange(min(64, len(content)))] = rng.randrange(256)
    return bytes(content)


def _emptied_stretch(_: Path, rng: random.Random) -> bytes:
    content = bytearray(picture_bytes(rng))
    first = rng.randrange(len(content))
    last = min(len(content), first + rng.choice((4, 100, 4096)))
    content[first:last] = bytes(last - first)
    return bytes(content)


def _left_out_stretch(_: Path, rng: random.Random) -> bytes:
    content = picture_bytes(rng)
    first = rng.randrange(len(content))
    return content[:first] + content[first + rng.choice((1, 50, 2000)) :]


def _noise_behind_a_right_start(_: Path, rng: random.Random) -> bytes:
    return picture_bytes(rng)[: rng.choice((2, 4, 8, 16, 40))] + rng.randbytes(rng.choice((0, 30, 5000)))


def _other_content(_: Path, rng: random.Random) -> bytes:
    others = (b"Dear diary", b"{}", b"\0" * 5000, b"%PDF-1.7\n%", b"PK\x03\x04" + rng.randbytes(99), rng.randbytes(999))
    heic, svg = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + rng.randbytes(500), b"<svg xmlns='http://www.w3.org/2000/svg'/>"
    return rng.choice((*others, heic, svg, "Größe".encode("utf-16")))


def _two_in_one(_: Path, rng: random.Random) -> bytes:
    """A picture that is something else from its middle on, or two of them."""
    one, other = picture_bytes(rng), picture_bytes(rng)
    return rng.choice((one + other, one[: len(one) // 2] + other, one + b"PK\x03\x04" + rng.randbytes(200)))


def _huge_claim(_: Path, rng: random.Random) -> bytes:
    """A header that asks for gigabytes: 20000 px and more a side, or what is left of 32 bits."""
    width, height = (rng.choice((20_000, 32_768, 65_500, 1 << 20, (1 << 31) - 1)) for _side in range(2))
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, rng.choice((8, 16)), 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    bmp = b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, width, -height, 1, 24, 0, 0, 0, 0, 0, 0)
    gif = b"GIF89a" + struct.pack("<HHBBB", width & 0xFFFF, height & 0xFFFF, 0x70, 0, 0) + rng.randbytes(40)
    entries = ((256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height), (279, 9))
    tiff = b"II*\0\x08\0\0\0" + struct.pack("<H", len(entries))
    tiff += b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries) + bytes(40)
    jpeg = bytearray(picture_bytes(rng, ".jpg"))
    at = max(jpeg.find(b"\xff\xc0"), jpeg.find(b"\xff\xc2"))
    jpeg[at + 5 : at + 9] = struct.pack(">HH", height & 0xFFFF, width & 0xFFFF)
    return rng.choice((png, bmp, gif, tiff, bytes(jpeg)))


def _true_giant(_: Path, rng: random.Random) -> bytes:
    """20000 x 20000 px in 50 kB: one colour packs well."""
    side = 20_000
    head = b"IHDR" + struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes((side // 8 + 1) * side), 1)
    chunks = [
        struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in (head, data, b"IEND")
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _tiny(_: Path, rng: random.Random) -> bytes:
    size = rng.choice(((1, 1), (1, 500), (500, 1), (2, 2), (7, 7), (8, 8), (40, 40), (16, 3000), (47, 300)))
    return picture_bytes(rng, size=size)


def _odd_depth(_: Path, rng: random.Random) -> bytes:
    """Grey, 16 bit, half transparent, floating point: whole pictures all of them."""
    chance = np.random.default_rng(rng.randrange(2**32))
    shape = rng.choice(((90, 120), (90, 120, 3), (90, 120, 4)))
    deep = chance.integers(0, 65536, shape, np.uint16)
    ending = rng.choice((".png", ".tiff"))
    if ending == ".tiff" and rng.random() < 0.5:
        wild = np.asarray((deep / 30000.0) * rng.choice((1, -1, 1e30)), np.float32)
        return bytes(cv2.imencode(ending, wild)[1])
    return bytes(cv2.imencode(ending, deep if rng.random() < 0.5 else np.asarray(deep >> 8, np.uint8))[1])


def _folder(path: Path, _: random.Random) -> None:
    path.mkdir()


def _pipe(path: Path, _: random.Random) -> None:
    os.mkfifo(path)


def _link_to_nowhere(path: Path, rng: random.Random) -> None:
    path.symlink_to(rng.choice(("nowhere.jpg", path.name, "/dev/zero", "/dev/null", "/proc/self/mem")))


def _missing(path: Path, _: random.Random) -> None:
    assert not path.exists()


_WAYS: tuple[Callable[[Path, random.Random], bytes | None], ...] = (
    _cut_off,
    _cut_off,
    _cut_off_and_closed,
    _flipped_bits,
    _flipped_bits,
    _flipped_in_the_header,
    _flipped_in_the_header,
    _emptied_stretch,
    _left_out_stretch,
    _noise_behind_a_right_start,
    _other_content,
    _two_in_one,
    _huge_claim,
    _huge_claim,
    _true_giant,
    _tiny,
    _tiny,
    _odd_depth,
    _folder,
    _pipe,
    _link_to_nowhere,
    _missing,
)
