"""Whether there is a window that people see. No kivy here.

SDL opens one on a screen or, where it finds none, off the screen; asked after that it tells which driver it took.

The wheels of Kivy for Linux know X11 and KMSDRM (a console without a desktop), and Wayland only through Xwayland.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from games.game import Phrase

Room = tuple[int, int, int, int]  # left, top, width, height, px

TITLE_BAR_PX = 48  # the thickest that usual desktops draw
OFF_SCREEN = ("offscreen", "dummy")
_MAPS = Path("/proc/self/maps")


class NoWindow(Exception):
    """There is no window that anybody could see: ``phrase`` says why, with the remedy."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


def check_window(environment: Mapping[str, str], driver: str | None) -> None:
    """Raises :class:`NoWindow` where the window that was made can't be seen, unless that was wanted.

    Args:
        environment: the process's own; ``SDL_VIDEODRIVER`` there is somebody's wish.
        driver: the name that SDL gives the driver it took; "" where it can't be asked, None where it made no window.
    """
    if driver is None or (driver in OFF_SCREEN and environment.get("SDL_VIDEODRIVER") not in OFF_SCREEN):
        raise NoWindow(Phrase.of(_why(environment)))


def video_driver() -> str:
    """The driver that SDL took for the window: ``x11``, ``KMSDRM``, ``offscreen``...; "" where it can't be asked (only
    Linux's SDL falls back to one that nobody sees)."""
    library = _loaded_sdl()
    if library is None:
        return ""
    library.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
    return (library.SDL_GetCurrentVideoDriver() or b"").decode(errors="replace")


def room_on_screen() -> Room | None:
    """Where windows may lie on the first screen, without what a desktop keeps for itself; None where it can't be
    asked."""
    library = _loaded_sdl()
    if library is None or video_driver() in OFF_SCREEN:
        return None
    bounds = (ctypes.c_int * 4)()
    if library.SDL_GetDisplayUsableBounds(0, bounds) != 0 or min(bounds[2:]) < 1:
        return None
    return bounds[0], bounds[1], bounds[2], bounds[3]


def give_back_shader_compiler() -> None:
    """Tell the driver that no shader will be compiled for a while (``glReleaseShaderCompiler``, OpenGL ES 2.0): Mesa's
    keeps a table of all functions of its language, 7 MB, and makes it anew where one is. To be called once a window is
    there, in its thread. Kivy knows the call's name and refuses it, so SDL is asked for it."""
    library = _loaded_sdl()
    if library is None:
        return
    library.SDL_GL_GetProcAddress.restype = ctypes.c_void_p
    address = library.SDL_GL_GetProcAddress(b"glReleaseShaderCompiler")
    if address:
        ctypes.CFUNCTYPE(None)(address)()


def window_within(size: tuple[int, int], room: Room) -> Room | None:
    """The place of a window that is too large for a screen: as large as there is room; None for one that fits.

    Args:
        size: width and height that it has, px.
        room: left, top, width and height that the screen gives, px.
    """
    left, top, width, height = room
    if size[0] <= width and size[1] <= height:
        return None
    wide, high = min(size[0], width), min(size[1], height)
    return left + (width - wide) // 2, top + (height - high) // 2, wide, high


def hangs_over(size: tuple[int, int], room: Room) -> bool:
    """Whether a desktop's title bar would push a window of this width and height, px, out of the room."""
    return size[0] >= room[2] or size[1] + TITLE_BAR_PX > room[3]


def has_screen(environment: Mapping[str, str] = os.environ, devices: Path = Path("/dev")) -> bool:
    """True where a window is likely to be seen: a desktop, or a console of this machine with a graphics card."""
    if not sys.platform.startswith("linux"):
        return True
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return True
    return any(devices.glob("dri/card*")) and _on_console()


def _on_console() -> bool:
    try:
        return os.ttyname(0).removeprefix("/dev/tty").isdigit()
    except OSError:  # no terminal at all: a service, a pipe
        return False


def _loaded_sdl() -> ctypes.CDLL | None:
    """The very library that Kivy has loaded, under whatever name."""
    if not sys.platform.startswith("linux"):
        return None
    loaded = (line.split(maxsplit=5)[-1].strip() for line in _MAPS.read_text(errors="replace").splitlines())
    path = next((name for name in loaded if Path(name).name.startswith("libSDL2-2")), None)
    return ctypes.CDLL(path) if path is not None else None


def _why(environment: Mapping[str, str]) -> str:
    if environment.get("WAYLAND_DISPLAY") and not environment.get("DISPLAY"):
        return "command.no_window_wayland"
    if environment.get("DISPLAY"):
        return "command.no_window_display"
    return "command.no_window_console"
