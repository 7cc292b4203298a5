"""Numbers by touch: the digits, a sign, and one digit back."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.gridlayout import GridLayout

from companion.ui.kit.base import Tap, look

MOST_DIGITS = 3
BACK, SIGN = "⌫", "±"
_PAD = ("7", "8", "9", "4", "5", "6", "1", "2", "3", SIGN, "0", BACK)


def typed_on(typed: str, sign: str) -> str:
    """What stands there after one more key: a digit, the sign, or one digit back."""
    if sign == BACK:
        return typed[:-1]
    if sign == SIGN:
        return typed.removeprefix("-") if typed.startswith("-") else f"-{typed}"
    return typed + sign if len(typed.removeprefix("-")) < MOST_DIGITS else typed


def number_of(typed: str) -> int | None:
    """The number that was typed; None while no digit is."""
    return int(typed) if typed.removeprefix("-") else None


class DigitPad(GridLayout):
    """Twelve keys, each of which ``pressed`` is told."""

    def __init__(self, pressed: Callable[[str], None], **kwargs: object) -> None:
        the = look()
        key_dp = 48 if the.compact else 56
        height = the.px(4 * key_dp + 3 * 6)
        super().__init__(cols=3, spacing=the.px(6), size_hint_y=None, height=height, **kwargs)
        for sign in _PAD:
            key = Tap(text="" if sign == BACK else sign, icon="undo" if sign == BACK else "", role="body")
            key.bind(on_release=lambda _, sign=sign: pressed(sign))
            self.add_widget(key)

    def allow(self, *, negative: bool) -> None:
        """Whether the sign may be changed."""
        next(key for key in self.children if key.text == SIGN).disabled = not negative
