"""Texts and grounds, the parts of which every screen is made."""

from __future__ import annotations

import pytest

from companion.ui.kit.base import Panel, Tap, Words
from companion.ui.kit.measured import line_width, text_size

SAID = "Who laid this tile?"


def stands(tablet, widget):
    """It is on the glass, and laid out."""
    tablet.app.stage.add_widget(widget)
    tablet.wait(0.2)
    return widget


def brightness(tablet, x, y):
    tablet.look_up()
    return sum(tablet.colour_at(x, y))


def test_a_text_is_as_large_as_its_words_or_wraps_and_is_as_high_as_they_need(tablet):
    free = stands(tablet, Words(text=SAID, role="body", fit="free"))
    wrapped = stands(tablet, Words(text=SAID, role="body", fit="wrap", width=90, size_hint_x=None))
    px = tablet.app.look.type_px("body")
    assert tuple(free.size) == text_size(SAID, px)
    assert (wrapped.width, wrapped.height) == (90, text_size(SAID, px, "regular", 90)[1])
    assert wrapped.height > 2 * free.height
    wrapped.text = "Who?"
    tablet.wait(0.1)
    assert wrapped.height == text_size("Who?", px, "regular", 90)[1]


def test_a_text_of_one_line_is_cut_where_its_place_ends_and_whole_again_where_it_has_room(tablet):
    line = stands(tablet, Words(text=SAID, fit="line", size=(90, 40), size_hint=(None, None)))
    assert line.lettering.is_shortened
    line.width = 400
    tablet.wait(0.1)
    assert not line.lettering.is_shortened


def test_marks_are_no_letters(tablet):
    plain, marked = (stands(tablet, Words(text=f"[b]{SAID}[/b]", fit="free", markup=marks)) for marks in (False, True))
    assert marked.width < plain.width - line_width("[b]", plain.font_name, plain.font_size)


def test_what_is_shown_in_another_ink_is_painted_anew(tablet):
    def brightest():
        tablet.look_up()
        across, down = (int(part) for part in text.size)
        return tablet.picture()[-300 - down : -300, 300 : 300 + across].max()

    text = stands(tablet, Words(text=SAID, role="title", fit="free", pos=(300, 300), tint=(1, 1, 1, 1)))
    assert brightest() == 255
    text.tint = (0.5, 0.5, 0.5, 1)
    tablet.wait(0.1)
    assert brightest() < 140


@pytest.mark.parametrize("shaded_first", [True, False])
def test_a_shade_lies_beneath_the_panel_that_casts_it(tablet, shaded_first):
    white = (1, 1, 1, 1)
    panel = Panel(shade=shaded_first, fill=white if not shaded_first else (0, 0, 0, 0), size_hint=(None, None))
    panel.pos, panel.size = (300, 300), (200, 100)
    stands(tablet, panel)
    panel.fill, panel.shade = white, True
    tablet.wait(0.1)
    assert brightness(tablet, 400, 350) == 3 * 255
    panel.fill = (0, 0, 0, 0)
    tablet.wait(0.1)
    assert brightness(tablet, 400, 350) < 3 * 255


def test_a_tap_glows_where_it_stands_by_now(tablet):
    tap = Tap(kind="plain", size_hint=(None, None), pos=(300, 300), size=(200, 100))
    stands(tablet, tap)
    dark = brightness(tablet, 400, 350)
    tap.glow = 1
    tablet.wait(0.1)
    assert brightness(tablet, 400, 350) > dark
    tap.pos = (300, 600)
    tablet.wait(0.1)
    assert brightness(tablet, 400, 650) > brightness(tablet, 400, 350) == dark
    tap.glow = 0
    tablet.wait(0.1)
    assert brightness(tablet, 400, 650) <= dark
