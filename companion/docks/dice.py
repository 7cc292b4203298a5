"""The dice: what lies on show and why it was not used, and two to throw on the tablet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.locale import say
from companion.widgets.base import Tap, Words, look, words
from companion.widgets.dock import Dock, title_row
from devices.dice import Roll

_FACES = "?⚀⚁⚂⚃⚄⚅"  # Lato has no dice; kivy's own DejaVuSans has
_DICE_FONT = "DejaVuSans"


class DiceDock(Dock):
    """A roll in big dice, and a button that throws two more."""

    height_dp = 232

    def __init__(self, roll: Roll | None, throw: Callable[[], None], close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(words("app.dice"), close))
        row = BoxLayout(spacing=the.px(16))
        faces = "".join(_FACES[value] for value in roll.values) if roll is not None else "⚅⚅"
        row.add_widget(
            Label(
                text=faces,
                font_name=_DICE_FONT,
                font_size=the.px(112),
                color=the.colour("text" if roll is not None else "line"),
                size_hint_x=None,
                width=the.px(300),
            )
        )
        told = say(roll.phrase, the.language) if roll is not None else ""
        row.add_widget(Words(text=told, role="body", ink="text2", fit="wrap"))
        button = Tap(text=words("app.throw"), icon="dice", kind="primary", size_hint_x=None, width=the.px(200))
        button.bind(on_release=lambda _: throw())
        row.add_widget(button)
        self.add_widget(row)
