"""The rules that every screen keeps, told from its widgets: each is broken once here, and kept once."""

import pytest
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView

from companion.ui.kit.base import Panel, Tap, Words
from companion.ui.kit.dock import Dock
from companion.ui.kit.players import Badge
from companion.ui.tour.faults import Rule, contrast, faults


@pytest.fixture
def stage(tablet):
    """An empty stage of 1280 x 800, and what puts widgets on it and tells which rules they break."""

    def put(*widgets):
        ground = FloatLayout()
        for widget in widgets:
            ground.add_widget(widget)
        tablet.app.stage.clear_widgets()
        tablet.app.stage.add_widget(ground)
        tablet.wait(0.2)
        return [fault.rule for fault in faults(tablet.app.stage)]

    return put


def tap(text="Next", *, pos=(100, 100), size=(200, 60), **marks):
    return Tap(text=text, size_hint=(None, None), size=size, pos=pos, **marks)


def words(text, *, pos=(100, 100), size=(200, 60), **marks):
    return Words(text=text, size_hint=(None, None), size=size, pos=pos, **marks)


def test_a_button_with_room_breaks_no_rule(stage):
    assert stage(tap()) == []


def test_a_button_that_says_its_words_twice_is_told(stage):
    button = tap("Follower on the road", size=(400, 60))
    button.add_widget(words("Follower on the road"))
    assert stage(button) == [Rule.LABEL]


@pytest.mark.parametrize("fit", ["line", "box"])
def test_a_word_that_is_wider_than_its_box_is_cut_off(stage, fit):
    assert stage(words("Donaudampfschifffahrt", size=(60, 40), fit=fit)) == [Rule.CUT]


def test_words_that_need_more_lines_than_their_box_has_are_cut_off(stage):
    assert stage(words("one two three four five six seven eight nine", size=(120, 30))) == [Rule.CUT]


def test_words_that_run_out_of_their_panel_are_cut_off(stage):
    panel = Panel(size_hint=(None, None), size=(100, 40), pos=(100, 100), fill=(0, 0, 0, 1))
    panel.add_widget(words("Donaudampfschifffahrt", fit="free"))
    assert stage(panel) == [Rule.CUT]


def test_a_list_that_scrolls_cuts_nothing_off(stage):
    scroll = ScrollView(size_hint=(None, None), size=(300, 100), pos=(100, 100))
    column = BoxLayout(orientation="vertical", size_hint_y=None, height=600)
    for number in range(10):
        column.add_widget(Words(text=f"line {number}", size_hint_y=None, height=60))
    scroll.add_widget(column)
    assert stage(scroll) == []


def test_two_buttons_on_each_other_overlap(stage):
    assert stage(tap("One"), tap("Two", pos=(200, 120))) == [Rule.OVERLAP]


def test_a_dock_may_lie_on_what_is_below_it(stage):
    dock = Dock(size=(600, 300), pos=(50, 50))
    dock.add_widget(Words(text="A question"))
    assert stage(words("below", pos=(600, 300)), dock) == []


def test_what_fingers_can_not_hit_is_too_small(stage):
    assert stage(tap("X", size=(40, 60))) == [Rule.TARGET]
    assert stage(tap("X", size=(40, 60), disabled=True)) == []


def test_words_stand_out_from_their_ground(stage):
    assert stage(words("faint", tint=(0.3, 0.3, 0.3, 1))) == [Rule.CONTRAST]
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)


def test_two_buttons_beside_each_other_do_not_say_the_same(stage):
    assert stage(tap("Assistant"), tap("Assistant", pos=(100, 200))) == [Rule.LABEL]


def test_pictures_tell_buttons_apart(stage):
    both = tap("5"), tap("5", pos=(100, 200))
    for one in both:
        one.add_widget(Badge())
    assert stage(*both) == []
