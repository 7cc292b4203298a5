"""What a picture file claims to be, read from its first bytes before anything is decoded.

A header of thirty bytes may ask a decoder for gigabytes, so size and kind are read here and judged by
:mod:`calibration.files.picture_door`. The layouts are those of ITU-T T.81 (JPEG), the PNG specification (W3C), TIFF
6.0, the WebP container specification (RFC 9649), GIF89a and Windows' BITMAPINFOHEADER.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from enum import StrEnum

_MARKER_IN_SCAN = re.compile(rb"\xff+[\x01-\xcf\xd8-\xfe]")  # what ends a scan: no stuffed zero, no restart
_PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
_APPLE = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")  # ISO/IEC 23008-12


class PictureKind(StrEnum):
    """The kinds of picture files that are opened."""

    JPEG = "JPEG"
    PNG = "PNG"
    BMP = "BMP"
    WEBP = "WebP"
    TIFF = "TIFF"
    GIF = "GIF"


@dataclass(frozen=True, slots=True)
class HeaderClaim:
    """What a header says.

    Attributes:
        kind: of the file.
        width, height: px, as stored (before it is turned upright).
        spare: bytes a px that the decoder needs beside the picture (h, w, 3) that it hands over.
        least_bytes: fewer than these can't hold so many px, however plain they are.
        whole: False where the file ends before its picture does.
    """

    kind: PictureKind
    width: int
    height: int
    spare: float
    whole: bool = True
    least_bytes: int = 0

    @property
    def px(self) -> int:
        """How many px the picture has."""
        return self.width * self.height


class NoPicture(ValueError):
    """The bytes are no picture of a kind that is opened; ``apple`` where they are a telephone's HEIC picture."""

    def __init__(self, *, apple: bool = False) -> None:
        self.apple = apple
        super().__init__("HEIC" if apple else "no known kind of picture")


class CutShort(ValueError):
    """The file ends within its header: it began as a picture."""


def claim_of(data: bytes) -> HeaderClaim:
    """Kind and size of a picture file from its bytes.

    Raises:
        NoPicture: it is something else, whatever the file is called, or its header makes no sense.
        CutShort: there is not even a whole header.
    """
    read = next((read for start, read in _READERS if data.startswith(start)), None)
    if read is None or (read is _webp and data[8:12] != b"WEBP"):
        raise NoPicture(apple=data[4:8] == b"ftyp" and data[8:12] in _APPLE)
    try:
        claim = read(data)
    except (struct.error, IndexError) as error:
        raise CutShort(str(error)) from error
    if claim.width <= 0 or claim.height <= 0:
        raise NoPicture
    return claim


def _jpeg(data: bytes) -> HeaderClaim:
    """Marker by marker (T.81, B.1.1) to the end of the picture; thumbnails lie within segments and are passed over."""
    at, size, parts, buffered = 2, None, 1, 0.0
    while True:
        at = _marker(data, at)
        marker, at = data[at], at + 1
        if marker == 0xD9:
            break
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            continue  # stands alone
        (length,) = struct.unpack_from(">H", data, at)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width, parts = struct.unpack_from(">HHB", data, at + 3)
            size = width, height
            # Progressive pictures are gathered whole as coefficients of two bytes before a single px is known.
            buffered = 2 * _samples_a_px(data, at + 8, parts) if marker in (0xC2, 0xC6, 0xCA, 0xCE) else 0.0
        at += length
        if marker == 0xDA:
            if size is None:
                raise NoPicture
            if data[at - length + 2] < parts:  # components one after the other are gathered, too
                buffered = max(buffered, 2.0 * parts)
            end = _MARKER_IN_SCAN.search(data, at)
            if end is None:
                return _jpeg_claim(size, buffered, whole=False)
            at = end.start()
    if size is None:
        raise NoPicture
    return _jpeg_claim(size, buffered)


def _jpeg_claim(size: tuple[int, int], buffered: float, *, whole: bool = True) -> HeaderClaim:
    # Every block of 8 x 8 px has a code for its mean, of one bit at least (T.81, F.1.2).
    return HeaderClaim(PictureKind.JPEG, *size, buffered, whole, size[0] * size[1] // 512)


def _marker(data: bytes, at: int) -> int:
    """Where the next marker's own byte stands: after any 0xFF that fill, and after bytes that belong to nothing."""
    at = data.find(b"\xff", at)
    while at >= 0 and data[at] in (0xFF, 0x00):
        at = at + 1 if data[at] == 0xFF else data.find(b"\xff", at)
    if at < 0:
        raise IndexError("no end of the picture")
    return at


def _samples_a_px(data: bytes, at: int, parts: int) -> float:
    factors = [data[at + 3 * part + 1] for part in range(parts)]
    each = [(factor >> 4) * (factor & 15) for factor in factors]
    return sum(each) / max(1, max((factor >> 4) for factor in factors) * max((factor & 15) for factor in factors))


def _png(data: bytes) -> HeaderClaim:
    width, height, depth, colour = struct.unpack_from(">IIBB", data, 16)
    if data[12:16] != b"IHDR" or colour not in _PNG_CHANNELS:
        raise NoPicture
    # OpenCV keeps a frame of its own beside the picture, since a PNG may be animated.
    spare = _PNG_CHANNELS[colour] * depth / 8 + 4
    return HeaderClaim(PictureKind.PNG, width, height, spare, _png_ends(data))


def _png_ends(data: bytes) -> bool:
    at = 8
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        ends = data[at + 4 : at + 8] == b"IEND"
        at += 12 + length
        if ends:
            return bool(at <= len(data))
    return False


def _bmp(data: bytes) -> HeaderClaim:
    (head,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<HH" if head == 12 else "<ii", data, 18)
    return HeaderClaim(PictureKind.BMP, width, abs(height), 4)  # rows from the top down have a negative height


def _webp(data: bytes) -> HeaderClaim:
    (length,) = struct.unpack_from("<I", data, 4)
    kind = data[12:16]
    if kind == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = struct.unpack("<I", data[27:30] + b"\0")[0] + 1
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    else:
        raise NoPicture
    return HeaderClaim(PictureKind.WEBP, width, height, 9, len(data) >= length + 8)


def _tiff(data: bytes) -> HeaderClaim:
    """The first picture of the file (TIFF 6.0, section 2); the larger files of BigTIFF are none that people have."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    tags = {}
    for entry in range(min(count, 512)):
        tag, form, many = struct.unpack_from(order + "HHI", data, at + 2 + 12 * entry)
        place = at + 10 + 12 * entry
        size = {1: 1, 3: 2, 4: 4}.get(form)
        if size is not None and many:
            if many * size > 4:
                (place,) = struct.unpack_from(order + "I", data, place)
            if tag in (256, 257, 258, 277, 322, 323):
                (tags[tag],) = struct.unpack_from(order + {1: "B", 2: "H", 4: "I"}[size], data, place)
    width, height = tags.get(256, 0), tags.get(257, 0)
    one_px = tags.get(258, 1) * tags.get(277, 1) / 8
    tile = tags.get(322, 0) * tags.get(323, 0)  # a tile larger than its picture is held whole, too
    return HeaderClaim(PictureKind.TIFF, width, height, one_px + 4 + 4 * one_px * tile / max(1, width * height))


def _gif(data: bytes) -> HeaderClaim:
    width, height = struct.unpack_from("<HH", data, 6)
    return HeaderClaim(PictureKind.GIF, width, height, 8)


_READERS = (
    (b"\xff\xd8\xff", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
    (b"GIF87a", _gif),
    (b"GIF89a", _gif),
)
