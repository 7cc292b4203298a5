"""Start the tablet: settle kivy's environment first, then open the window. kivy itself is imported here when asked for,
so that every other command starts without it.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.files import user_folders
from companion.freed_memory import give_back_freed_pictures
from companion.session.shelf import Shelf
from companion.speech.announcer import Announcer
from companion.speech.voices import found_voice
from companion.window import check_window, hangs_over, room_on_screen, video_driver, window_within

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp

WIDE = (1280, 800)
FRAMES_PER_SECOND = 60  # at most


def settle_kivy(*, headless: bool, size: tuple[int, int] = WIDE, fullscreen: bool = False, rotate: int = 0) -> None:
    """What must hold before kivy is imported: our arguments are ours, logging stays Python's, no multisampling (it
    halves the frame rate of a software renderer), and off the screen where that is wanted. ``rotate``: degrees by which
    the picture is turned against the clock, for a screen that hangs on its side."""
    give_back_freed_pictures()
    _import_asyncio_without_tls()
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # the next in its list ends the process where there is no X server
    if headless:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    from kivy.config import Config

    width, height = size
    settings = {"multisamples": 0, "width": width, "height": height, "resizable": 1, "maxfps": FRAMES_PER_SECOND}
    for name, value in settings.items():
        Config.set("graphics", name, str(value))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "rotation", str(rotate))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "warning")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    for provider in list(dict(Config.items("input"))):
        if provider.startswith("%("):  # mtdev needs a library of its own; SDL reports touches itself
            Config.remove_option("input", provider)


def _import_asyncio_without_tls() -> None:
    """Kivy's clock asks for asyncio, and that for OpenSSL where there is one: 4 MB and its tables, for connections that
    nothing here makes by asyncio (the onlookers' page is plain HTTP, a broker is spoken to by paho). Python may be
    built without it, and asyncio knows how to do so."""
    if "asyncio" in sys.modules or "ssl" in sys.modules:
        return
    sys.modules["ssl"] = None  # type: ignore[assignment]  # what `import ssl` fails on (importlib's documentation)
    try:
        import asyncio  # noqa: F401
    finally:
        del sys.modules["ssl"]


def open_window() -> None:
    """Make the window, no larger than the screen, its title bar included. Call :func:`settle_kivy` before.

    Raises :class:`companion.window.NoWindow` where nobody could see it.
    """
    try:
        from kivy.core.window import Window
    except SystemExit:  # kivy's own way to say that no provider of windows works
        Window = None
    check_window(os.environ, video_driver() if Window is not None else None)
    room = room_on_screen()
    place = window_within(tuple(Window.system_size), room) if room is not None else None
    if place is not None:
        Window.system_size = place[2:]
        Window.left, Window.top = place[:2]
    if room is not None and not Window.fullscreen and hangs_over(tuple(Window.system_size), room):
        Window.maximize()


def make_app(
    shelf: Shelf,
    *,
    now_ms: Callable[[], int],
    rng: random.Random | None = None,
    config_folder: Path | None = None,
    announcer: Announcer | None = None,
    first: tuple[str, dict[str, Any]] | None = ("home", {}),
) -> TabletApp:
    """The app with everything it needs, not yet running. Call :func:`settle_kivy` before. ``first`` is the screen it
    opens with and its wishes; None opens none. ``rng`` draws who starts (the system's own chance by default)."""
    from companion.ui.stage import TabletApp

    chance = rng if rng is not None else random.SystemRandom()
    folder = config_folder if config_folder is not None else user_folders.config_folder()
    return TabletApp(shelf=shelf, config_folder=folder, now_ms=now_ms, announcer=announcer, rng=chance, first=first)


def make_announcer() -> Announcer:
    """The voice of this machine, if it has one, and our sounds. Call :func:`settle_kivy` before."""
    from companion.ui.sound_player import SoundPlayer

    return Announcer(found_voice(), SoundPlayer().play)
