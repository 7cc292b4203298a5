"""The page is read from two metres by everybody: contrasts hold in both themes (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

STYLE = files("companion.onlookers.page").joinpath("style.css").read_text("utf-8")
_DARK, _LIGHT = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block)) for block in re.findall(r":root \{([^}]*)\}", STYLE)
)
THEMES = {"dark": _DARK, "light": {**_DARK, **_LIGHT}}


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["bg", "surface", "raised"])
@pytest.mark.parametrize("ink", ["ink", "ink2", "ok", "warn"])
def test_words_stand_out_from_what_they_are_written_on(theme, ink, ground):
    assert contrast(THEMES[theme][ink], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue", "pink", "white"])
def test_the_letter_on_a_badge_can_be_read(colour):
    assert contrast(_DARK["dark"], _DARK[colour]) >= 4.5
    assert contrast(_DARK["cream"], _DARK["black"]) >= 4.5


def test_the_large_button_can_be_read_in_both_themes():
    assert contrast(THEMES["dark"]["ok"], _DARK["dark"]) >= 4.5
    assert contrast(THEMES["light"]["ok"], "#ffffff") >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_the_frame_of_whose_turn_it_is_stands_out(theme):
    assert contrast(THEMES[theme]["ink"], THEMES[theme]["bg"]) >= 3
