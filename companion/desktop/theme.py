"""Whether the machine shows light on dark or dark on light, as its system keeps that."""

from __future__ import annotations

import sys

from companion.desktop.asked_system import Ask, asked

# The program that knows, and its answer where the other than the usual theme is shown. GNOME and what follows its
# settings; macOS, which has no such value at all where it is light; Windows keeps it in the registry.
_QUESTIONS = {
    "linux": (("gsettings", "get", "org.gnome.desktop.interface", "color-scheme"), "prefer-light", "light"),
    "darwin": (("defaults", "read", "-g", "AppleInterfaceStyle"), "Dark", "dark"),
    "win32": (
        (
            "reg", "query", r"HKCU\Software\Microsoft\Windows\CurrentVersion\Themes\Personalize",
            "/v", "AppsUseLightTheme",
        ),
        "REG_DWORD 0x1", "light",
    ),
}  # fmt: skip
_OTHER = {"light": "dark", "dark": "light"}


def system_theme(platform: str = sys.platform, ask: Ask | None = None) -> str:
    """``dark`` or ``light``; dark, our own first choice, where GNOME has no wish or the system can't be asked."""
    if platform not in _QUESTIONS:
        return "dark"
    question, sign, theme = _QUESTIONS[platform]
    answer = " ".join((ask or asked)(question).split())
    return theme if sign in answer else _OTHER[theme]
