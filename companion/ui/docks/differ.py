"""Table and record differ here. Which is right?"""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.locale import is_message, say
from companion.session.views import AnyView, LiveView
from companion.ui.docks.hatched_dock import HatchedDock
from companion.ui.faces import face_of
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.dock import DockRow
from vision.explanation import Discrepancy


class DifferDock(HatchedDock):
    """Shown until one of the two is chosen or the table agrees again. ``resolve`` takes "the table is right"; what
    differs is hatched on the ``live`` picture."""

    def __init__(
        self,
        view: AnyView,
        live: LiveView | None,
        resolve: Callable[[bool], None],
        **kwargs: object,
    ) -> None:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(8))
        column.add_widget(Words(text=words("app.differs_at"), role="body", weight="bold", fit="wrap"))
        lines = [difference_in_words(one, view) for one in view.discrepancies[:3]]
        column.add_widget(Words(text="\n".join(lines), role="label", ink="text2", valign="top"))
        high = 60 if the.compact else 72
        buttons = DockRow(each_dp=high, size_hint_y=None, height=the.px(high), spacing=the.px(12))
        for key, table_is_right in (("app.table_is_right", True), ("app.record_is_right", False)):
            button = Tap(text=words(key), role="body", kind="raised")
            button.bind(on_release=lambda _, answer=table_is_right: resolve(answer))
            buttons.add_widget(button)
        column.add_widget(buttons)
        super().__init__(column, live, **kwargs)


def difference_in_words(one: Discrepancy, view: AnyView) -> str:
    """Where and what: "2,-1: a tile expected, nothing there". A face that names its places in words is asked."""
    phrase = face_of(view.game_key).place_named(view, one.place)
    place = one.place if phrase is None else say(phrase, look().language)
    seen = words(one.seen) if is_message(one.seen) else one.seen
    expected = words(one.expected) if is_message(one.expected) else one.expected
    return words("app.difference", place=place, expected=expected, seen=seen)
