"""The one door through which every picture file comes in, and every picture that arrives as bytes.

A file is judged by its header before anything is decoded: what it is (never by its name), how many px it claims and
what a decoder would need for them. What is larger than any camera here takes is made smaller while it is decoded, what
is too large for that is refused. Everything leaves as BGR (height, width, 3) uint8, upright as its EXIF data say.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from calibration.files.decoder_voice import decoder_heard, quiet_opencv
from calibration.files.picture_header import CutShort, HeaderClaim, NoPicture, PictureKind, claim_of
from calibration.files.system_reason import system_reason
from games.game import Phrase

# Of a file: 64 million px of 16 bit without any packing are 400 MB, and nobody's camera writes that.
MOST_BYTES = 256 << 20
FULL_PX = 36_000_000  # that are decoded whole (an 8K frame has 33 million); more are reduced on the way
READ_PX = 4096 * 3072  # what readers are measured with: finer pictures show no more of a table, and take minutes
MOST_PX = 1 << 28  # that are decoded at all: telephones claim up to 200 million
MOST_WORK = 700 << 20  # bytes that decoding may take at its height
LEAST_SIDE = 8  # px of a print's picture
LEAST_TABLE_SIDE = 48  # px of a photograph of a table: less shows no piece of any game
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
JPEG_END = b"\xff\xd9"


class PictureError(Exception):
    """A picture can't be opened.

    Attributes:
        source: the file, or what the bytes were called.
        key: of the sentence for people (``companion/locale/picture.json``).
        value: what was found instead: a size in px, the system's own words.
    """

    def __init__(self, source: str, key: str, value: str = "") -> None:
        self.source = source
        self.key = key
        self.value = value
        super().__init__(f"{key}: {source}{': ' if value else ''}{value}")

    @property
    def phrase(self) -> Phrase:
        """The sentence, with the remedy."""
        return Phrase.of(self.key, source=self.source, value=self.value)


def open_picture(path: Path, *, least: int = LEAST_SIDE) -> Picture:
    """A picture file as BGR (height, width, 3) uint8, upright and at most READ_PX large.

    Args:
        path: of a file; a folder, a pipe or a device is refused before it could keep anybody waiting.
        least: px that the shorter side must have.

    Raises:
        PictureError: missing, forbidden, empty, no picture, cut short, damaged, too large or too small.
    """
    return decode_picture(_content(path), str(path), least=least)


def open_cut_out(path: Path) -> Picture:
    """A picture file with what it shows of itself: BGR or, where it is cut out of its ground, BGRA (height, width, 4)
    uint8, as stored. Raises :class:`PictureError`."""
    data, source = _content(path), str(path)
    claim = _judged(data, source, LEAST_SIDE)
    if claim.px > FULL_PX:
        raise PictureError(source, "picture.too_large", _size(claim))
    return _decoded(data, source, claim, cv2.IMREAD_UNCHANGED)


def decode_picture(data: bytes, source: str, *, least: int = LEAST_SIDE) -> Picture:
    """:func:`open_picture` for bytes that are here already; ``source`` is what they are called in an error."""
    claim = _judged(data, source, least)
    return at_reading_size(_decoded(data, source, claim, REDUCED[_reduction(claim)]))


def decode_frame(data: bytes, source: str) -> Picture:
    """:func:`decode_picture` for one of the many that a camera sends: judged by its header as any other, and whole.
    What the decoder says of a damaged middle is not listened to: that takes a file each time, and the next picture
    comes at once."""
    claim = _judged(data, source, LEAST_TABLE_SIDE)
    if not claim.whole:
        raise PictureError(source, "picture.cut_short")
    try:
        with quiet_opencv():
            image = cv2.imdecode(np.frombuffer(data, np.uint8), REDUCED[_reduction(claim)])
    except cv2.error:
        image = None
    if image is None:
        raise PictureError(source, "picture.damaged")
    return at_reading_size(as_bgr(image))


def at_reading_size(image: Picture) -> Picture:
    """A picture as readers take it: the very same, or brought down to READ_PX by the mean of what a px covers."""
    height, width = image.shape[:2]
    if width * height <= READ_PX:
        return image
    scale = (READ_PX / (width * height)) ** 0.5
    size = max(1, int(width * scale)), max(1, int(height * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def as_bgr(image: NDArray[np.generic]) -> Picture:
    """An image of one, two, three or four channels, of any depth, as BGR (height, width, 3) uint8.

    What is beyond white is white, and what is no number black: pictures of floating point run from 0 to 1. Transparent
    px keep the colour that they have beneath.
    """
    return _three_channels(_eight_bit(image))


def _content(path: Path) -> bytes:
    source = str(path)
    try:
        # Without waiting: opening a pipe that nobody writes to would last for ever.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PictureError(source, "picture.not_there") from error
    except IsADirectoryError as error:
        raise PictureError(source, "picture.folder") from error
    except OSError as error:
        key = "picture.no_file" if error.errno in (errno.ENXIO, errno.ENODEV) else "picture.not_opened"
        raise PictureError(source, key, system_reason(error)) from error
    except ValueError as error:  # a name that no file can have
        raise PictureError(source, "picture.not_there") from error
    try:
        about = os.fstat(handle)
        if stat.S_ISDIR(about.st_mode):
            raise PictureError(source, "picture.folder")
        if not stat.S_ISREG(about.st_mode):
            raise PictureError(source, "picture.no_file")
        if about.st_size > MOST_BYTES:
            raise PictureError(source, "picture.too_many_bytes", f"{about.st_size >> 20}")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(MOST_BYTES)
    except OSError as error:
        raise PictureError(source, "picture.not_opened", system_reason(error)) from error
    finally:
        os.close(handle)


def _judged(data: bytes, source: str, least: int) -> HeaderClaim:
    if not data:
        raise PictureError(source, "picture.empty")
    try:
        claim = claim_of(data)
    except NoPicture as error:
        raise PictureError(source, "picture.apple" if error.apple else "picture.none") from error
    except CutShort as error:
        raise PictureError(source, "picture.cut_short") from error
    if claim.px > MOST_PX or _work(claim, _reduction(claim)) > MOST_WORK:
        raise PictureError(source, "picture.too_large", _size(claim))
    if min(claim.width, claim.height) < least:
        raise PictureError(source, "picture.too_small", _size(claim))
    if len(data) < claim.least_bytes or not (claim.whole or claim.kind is PictureKind.JPEG):
        raise PictureError(source, "picture.cut_short")
    return claim


def _reduction(claim: HeaderClaim) -> int:
    return next((factor for factor in REDUCED if claim.px <= FULL_PX * factor**2), max(REDUCED))


def _work(claim: HeaderClaim, reduction: int) -> float:
    """Bytes at the height of decoding: JPEG alone is made smaller on the way, and turning upright takes a copy."""
    if claim.kind is PictureKind.JPEG:
        return claim.px * (claim.spare + 6 / reduction**2)
    return claim.px * (claim.spare + 3 + 3 / reduction**2)


def _decoded(data: bytes, source: str, claim: HeaderClaim, how: int) -> Picture:
    whole = claim.whole
    try:
        with decoder_heard() as heard:
            image = cv2.imdecode(np.frombuffer(data if whole else data + JPEG_END, np.uint8), how)
    except cv2.error:
        image = None  # what OpenCV asserts of a header that lies
    except MemoryError as error:
        raise PictureError(source, "picture.too_large", _size(claim)) from error
    if image is None or any(_is_loss(line) for line in heard.lines):
        raise PictureError(source, "picture.damaged" if whole else "picture.cut_short")
    return as_bgra(image) if how == cv2.IMREAD_UNCHANGED else as_bgr(image)


def _is_loss(line: str) -> bool:
    """Whether the JPEG decoder missed something; bytes too many between two markers hide nothing."""
    return line.startswith("Corrupt JPEG") and "extraneous bytes" not in line


def as_bgra(image: NDArray[np.generic]) -> Picture:
    """:func:`as_bgr`, but a picture with an opacity of its own keeps it as a fourth channel."""
    plain = _eight_bit(image)
    return plain if plain.ndim == 3 and plain.shape[2] == 4 else _three_channels(plain)


def _eight_bit(image: NDArray[np.generic]) -> Picture:
    if image.dtype == np.uint8:
        return np.asarray(image, np.uint8)
    if image.dtype == np.uint16:
        return np.asarray(np.asarray(image, np.uint16) >> 8, np.uint8)
    if np.issubdtype(image.dtype, np.floating):
        return np.asarray(np.clip(np.nan_to_num(image) * 255.0, 0, 255), np.uint8)
    return np.asarray(np.clip(image.astype(np.int64), 0, 255), np.uint8)


def _three_channels(image: Picture) -> Picture:
    if image.ndim == 3 and image.shape[2] == 3:
        return np.ascontiguousarray(image)  # OpenCV works on nothing else in place
    if image.ndim == 3 and image.shape[2] == 4:
        return np.ascontiguousarray(image[:, :, :3])
    one = image if image.ndim == 2 else image[:, :, 0]
    return np.ascontiguousarray(np.repeat(one[:, :, None], 3, axis=2))


def _size(claim: HeaderClaim) -> str:
    return f"{claim.width} × {claim.height}"
