"""The theme of the machine, where people chose that here."""

import pytest

from companion.desktop.theme import system_theme

ANSWERS = {  # as these programs print it: where it is light, and where it is dark
    "linux": ("'prefer-light'\n", "'prefer-dark'\n"),
    "darwin": ("", "Dark\n"),
    "win32": ("    AppsUseLightTheme    REG_DWORD    0x1\r\n", "    AppsUseLightTheme    REG_DWORD    0x0\r\n"),
}


@pytest.mark.parametrize("platform", ANSWERS)
def test_each_system_tells_its_theme(platform):
    light, dark = ANSWERS[platform]
    assert system_theme(platform, lambda _: light) == "light"
    assert system_theme(platform, lambda _: dark) == "dark"


def test_without_a_wish_it_stays_dark(monkeypatch):
    assert system_theme("linux", lambda _: "'default'\n") == "dark"
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert system_theme("linux") == "dark"
    assert system_theme("android") == "dark"
