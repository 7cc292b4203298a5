"""Reading the layout of Istanbul from a camera, beside the screen. No kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.cameras.choice import settled_picture, shot_failed
from companion.supervised import Failure, Supervised, Task
from games.game import Phrase
from games.istanbul.layout import Layout
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.source_error import SourceError


@dataclass(frozen=True, slots=True)
class ReadLayout:
    """What came of it: the rows with 0 for places that were not read (empty where none was found), or what is wrong."""

    layout: Layout = ()
    trouble: Phrase | None = None


def read_layout(
    name: str, opened: Callable[[str], FrameSource] = open_source, on_picture: Callable[[Picture], None] | None = None
) -> ReadLayout:
    """Take a picture with a camera and read the places on it; takes seconds. ``on_picture`` is told the picture."""
    from companion.editions.place_sets import places_in_use
    from vision.istanbul.reading import read_places

    try:
        picture = settled_picture(name, opened)
    except SourceError as error:
        return ReadLayout(trouble=error.phrase)
    if on_picture is not None:
        on_picture(picture)
    seen = read_places(picture, places_in_use())
    return ReadLayout(seen.layout, seen.trouble)


class LayoutShot:
    """Reads once beside the screen."""

    def __init__(self, name: str, opened: Callable[[str], FrameSource] = open_source) -> None:
        self._read: ReadLayout | None = None
        self._reading = Supervised(
            "layout shot", lambda task: self._run(name, opened, task), failed=self._failed, again=False
        ).start()

    @property
    def done(self) -> ReadLayout | None:
        """What came of it, or None while it is going on."""
        return None if self._reading.alive else self._read

    def close(self) -> None:
        """Nobody waits for it any more."""
        self._reading.close()

    def _run(self, name: str, opened: Callable[[str], FrameSource], task: Task) -> None:
        self._read = read_layout(name, opened, task.works_on)

    def _failed(self, failure: Failure) -> None:
        self._read = ReadLayout(trouble=shot_failed(failure))
