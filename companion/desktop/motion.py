"""Whether the people of this machine have asked it for less motion, as its system keeps that."""

from __future__ import annotations

import sys

from companion.desktop.asked_system import Ask, asked

# The program that knows, and its answer where less motion is wanted. GNOME and what follows its settings; macOS;
# Windows keeps whether controls and windows are animated in the registry.
_QUESTIONS = {
    "linux": (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    "darwin": (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
    "win32": (("reg", "query", r"HKCU\Control Panel\Desktop\WindowMetrics", "/v", "MinAnimate"), "REG_SZ 0"),
}


def wants_less_motion(platform: str = sys.platform, ask: Ask | None = None) -> bool:
    """True where the system says so; where it can't be asked, motion is left as people chose it here."""
    if platform not in _QUESTIONS:
        return False
    question, less = _QUESTIONS[platform]
    return less in " ".join((ask or asked)(question).split())
