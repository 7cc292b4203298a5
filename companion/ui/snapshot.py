"""Pictures of what the window shows, and the app stepped by hand: for `demo --headless`, benchmarks and tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.lang import Builder

from calibration.files.system_reason import system_reason
from calibration.files.whole_file import CannotWrite
from vision.frames import Picture

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp


def window_picture() -> Picture:
    """What the window shows, BGR. Everything is drawn once more, for the back buffer is undefined after a flip."""
    Window.dispatch("on_draw")
    width, height = Window.size
    pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
    picture = np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[::-1, :, :3]
    return np.ascontiguousarray(picture[..., ::-1])


class Screenshooter:
    """Runs an app without its own loop: :meth:`step` draws frames, :meth:`shot` writes a PNG.

    Args:
        app: not yet running.
        seconds: tells the time in seconds for kivy's clock; None keeps kivy's own.
    """

    def __init__(self, app: TabletApp, *, seconds: Callable[[], float] | None = None) -> None:
        self.app = app
        Clock._max_fps = 0  # the caller sets the pace: kivy must not sleep between frames
        if seconds is not None:
            Clock.time = seconds
        app._run_prepare()  # what App.run does before it enters its loop; kivy offers no public name for it

    def step(self, frames: int = 1) -> None:
        """Draw frames and let everything happen that is due."""
        for _ in range(frames):
            EventLoop.idle()

    def step_unseen(self) -> None:
        """Let everything happen that is due, and draw nothing: for who asks the widgets, not the picture."""
        Clock.tick()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    def shot(self, path: Path) -> Picture:
        """Write what the window shows as PNG and return it. Raises :class:`CannotWrite` where that can't be."""
        self.step()
        picture = window_picture()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        except OSError as error:
            raise CannotWrite(path, system_reason(error)) from error
        return picture

    def close(self) -> None:
        """End the app; the window stays, for kivy can open only one in a process."""
        self.app.stop()
