"""Columns that are scrolled where they are too long for the screen."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit.base import look

BAR_DP = 10  # that a bar and what keeps it apart need


def scrolled(content: Widget) -> ScrollView:
    """The content, to be scrolled up and down by a finger on it or on its bar, which lies beside it."""
    if isinstance(content, GridLayout) and not any(content.padding):
        content.padding = (0, 0, look().px(BAR_DP), 0)
    scroll = ScrollView(do_scroll_x=False, bar_width=look().px(4), scroll_type=["content", "bars"])
    scroll.add_widget(content)
    return scroll


def column() -> BoxLayout:
    """A column as high as what is in it, beside which the bar has room."""
    the = look()
    found = BoxLayout(orientation="vertical", spacing=the.px(8), padding=(0, 0, the.px(BAR_DP), 0), size_hint_y=None)
    found.bind(minimum_height=found.setter("height"))
    return found
