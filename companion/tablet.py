"""The app put together: kept games, cameras, the button box and the demo behind one window."""

from __future__ import annotations

import logging
import time
from typing import Any

from calibration.files.user_folders import config_folder, data_folder
from companion import app as kivy_app
from companion.asked_to_end import Ending
from companion.desktop.motion import wants_less_motion
from companion.desktop.theme import system_theme
from companion.freed_memory import keep_what_stands
from companion.rehearsal.demo_session import demo_session
from companion.rehearsal.games import RehearsalPlan, rehearsed_keys
from companion.session.hands.buttons import Hands
from companion.session.hands.known_devices import KeptDevices
from companion.session.looking.watching import can_watch, watch
from companion.session.shelf import Shelf
from companion.session.views import AnySession
from companion.supervised import supervised_thread
from companion.ui.carcassonne.box_painter import paint_ahead
from devices.hub import DeviceHub


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def shelf() -> Shelf:
    """The player's own shelf, with real cameras and real buttons."""
    return Shelf(
        data_folder(),
        now_ms,
        make_watcher=lambda key, state, camera: watch(key, state, camera) if can_watch(key) else None,
        make_hands=_hands,
        make_demo=lambda key: demo_session(RehearsalPlan(key if key in rehearsed_keys() else "carcassonne", 1), now_ms),
    )


def run_tablet(
    *, fullscreen: bool = False, rotate: int = 0, demo: AnySession | None = None, language: str | None = None
) -> int:
    """Open the window, on the home screen or at the table of ``demo``, until it is closed; in this language, or in the
    one that people chose on the tablet. Raises :class:`companion.window.NoWindow` where nobody could see it."""
    ending = Ending()
    logging.getLogger(__name__).info("the window opens")
    kivy_app.settle_kivy(headless=False, fullscreen=fullscreen, rotate=rotate)
    kivy_app.open_window()
    first: tuple[str, dict[str, Any]] = ("home", {}) if demo is None else ("table", {})
    app = kivy_app.make_app(shelf(), now_ms=now_ms, announcer=kivy_app.make_announcer(), first=first)
    app.end_asked = ending.asked
    app.less_motion, app.system_theme = wants_less_motion(), system_theme()
    if language is not None:
        app.speak(language)
    keep_what_stands()
    paint_ahead()
    if demo is not None:
        app.sit_down(demo)
    app.run()
    return 0


def _hands(seats: int) -> Hands:
    kept = KeptDevices(config_folder())
    known = kept.load()
    hub = DeviceHub(allowed=frozenset(known.allowed), thread=supervised_thread)
    hub.start()
    return Hands(hub, seats, owners=known.button_owners, learned=kept.learn_owners, allowed=kept.allow)
