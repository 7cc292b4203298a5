"""A recording: a folder with one picture a frame and an index that survives a killed program.

``recording.jsonl`` holds a first line that says what it is and then one line a frame, each written after its picture.
A recording that was cut off is readable up to its last whole frame.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from calibration.files.picture_door import PictureError, open_picture
from vision.frames import Frame, FrameSource
from vision.source_error import SourceError

INDEX_NAME = "recording.jsonl"
FORMAT = {"tableside": "recording", "format": 1}


class FrameRecorder:
    """Passes a source's frames on and writes each of them down on the way."""

    def __init__(self, source: FrameSource, folder: Path, *, quality: int = 92) -> None:
        """Record into ``folder``, made if missing. JPEG ``quality`` 1 to 100; 0 writes lossless PNG.

        Raises :class:`SourceError` where the folder can't be written or already holds a recording.
        """
        self._source = source
        self._folder = folder
        self._quality = quality
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._index = (folder / INDEX_NAME).open("x", encoding="utf-8")
        except FileExistsError as error:
            raise SourceError(str(folder), "vision.recording_exists") from error
        except OSError as error:
            raise SourceError(str(folder), "vision.recording_unwritable") from error
        self._write_line(FORMAT)

    def read(self) -> Frame | None:
        """The source's next frame. Raises :class:`SourceError` also where the disk does not take it."""
        frame = self._source.read()
        if frame is not None:
            self.write(frame)
        return frame

    def write(self, frame: Frame) -> None:
        """Write one frame down. Raises :class:`SourceError` where the disk does not take it."""
        ending, options = (".jpg", [cv2.IMWRITE_JPEG_QUALITY, self._quality]) if self._quality else (".png", [])
        name = f"{frame.number:06d}{ending}"
        made, data = cv2.imencode(ending, frame.image, options)
        try:
            if not made:
                raise OSError(f"no {ending} from this picture")
            (self._folder / name).write_bytes(data.tobytes())
            self._write_line({"file": name, "time_ms": frame.time_ms, "number": frame.number})
        except OSError as error:
            raise SourceError(str(self._folder), "vision.recording_unwritable") from error

    def close(self) -> None:
        """Close the index and the source."""
        self._index.close()
        self._source.close()

    def _write_line(self, values: dict[str, object]) -> None:
        self._index.write(json.dumps(values) + "\n")
        self._index.flush()


class Recording:
    """A recording read back, with the numbers and times that its frames had."""

    def __init__(self, folder: Path) -> None:
        """Open the recording in ``folder``. Raises :class:`SourceError` where there is none that we can read."""
        self._folder = folder
        self._next = 0
        try:
            lines = (folder / INDEX_NAME).read_text(encoding="utf-8").splitlines()
            head = json.loads(lines[0]) if lines else None
        except (OSError, ValueError) as error:
            raise SourceError(str(folder), "vision.recording_unreadable") from error
        if head != FORMAT:
            raise SourceError(str(folder), "vision.recording_unreadable")
        self._frames = [entry for line in lines[1:] if (entry := _entry(line)) is not None]

    def __len__(self) -> int:
        return len(self._frames)

    def read(self) -> Frame | None:
        """The next frame, or None after the last. Raises :class:`SourceError` where its picture is gone or
        damaged."""
        if self._next >= len(self._frames):
            return None
        name, time_ms, number = self._frames[self._next]
        self._next += 1
        path = self._folder / name
        try:
            picture = open_picture(path)
        except PictureError as error:
            raise SourceError(error.source, error.key, error.value) from error
        picture.setflags(write=False)
        return Frame(picture, time_ms, number)

    def close(self) -> None:
        """Nothing is held open."""


def _entry(line: str) -> tuple[str, float, int] | None:
    """One line of the index; None for the half line that a killed program leaves behind."""
    try:
        entry = json.loads(line)
        name = str(entry["file"])
        if Path(name).name != name:  # an index may not reach outside its folder
            return None
        return name, float(entry["time_ms"]), int(entry["number"])
    except (KeyError, TypeError, ValueError):
        return None
