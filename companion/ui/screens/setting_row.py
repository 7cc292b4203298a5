"""A value that people settle before a game: less and more beside a number, and digits for one that is far away; the
other words beside a word."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale import say
from companion.ui.kit.base import PanelBox, Tap, Words, look, words
from companion.ui.kit.entry.digits import DigitPad, number_of, typed_on
from companion.ui.kit.face import Setting, value_phrase
from games.game import Phrase

FEW = 12  # as many values are gone through one by one; more are typed
_ROW_DP = 104


def upright(row: Widget) -> Widget:
    """The row at the top of its cell of a grid: beside one whose digits are open it stays where it was."""
    cell = AnchorLayout(anchor_y="top", size_hint_min_y=row.height)
    row.bind(height=cell.setter("size_hint_min_y"))
    cell.add_widget(row)
    return cell


class SettingRow(PanelBox):
    """What it is called, how it stands, and what it may be instead; another than the default says so. A number with
    many values is tapped and typed."""

    def __init__(self, setting: Setting, settled: dict[str, int | str], **kwargs: object) -> None:
        the = look()
        super().__init__(
            orientation="vertical", fill=the.colour("surface"), padding=the.px(12), spacing=the.px(8), **kwargs
        )
        self.setting, self._settled = setting, settled
        self._typed = ""
        self._pad: BoxLayout | None = None
        self.size_hint_y = None
        self.bind(minimum_height=self.setter("height"))
        line = BoxLayout(spacing=the.px(8), size_hint_y=None, height=the.px(_ROW_DP - 24))
        column = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
        column.bind(minimum_height=column.setter("height"))
        # As high as its words need: whoever settles something has to be able to read what.
        column.bind(height=lambda _, high: setattr(line, "height", max(the.px(_ROW_DP - 24), high + the.px(4))))
        title = say(setting.title, the.language)
        column.add_widget(Words(text=title, role="label", weight="bold", fit="wrap"))
        self._label = Words(text="", role="least", ink="text2", fit="wrap")
        column.add_widget(self._label)
        line.add_widget(column)
        self._value = self._value_widget()
        # Numbers have less and more; words have neither, and are turned over.
        before, after = ("bar", "add") if self.is_number else ("back", "next")
        self._before, self._after = self._step(before, -1), self._step(after, 1)
        for widget in (self._before, self._value, self._after):
            line.add_widget(widget)
        self.add_widget(line)
        self.show()

    @property
    def is_number(self) -> bool:
        """Whether there is a least and a most of it."""
        return all(isinstance(value, int) for value in self.setting.allowed)

    @property
    def is_typed(self) -> bool:
        """Whether it is a number with so many values that nobody should go through them one by one."""
        return isinstance(self.setting.allowed, range) and len(self.setting.allowed) > FEW

    @property
    def value(self) -> int | str:
        """How it stands."""
        value: int | str = self._settled.get(self.setting.key, self.setting.default)
        return value

    def move(self, step: int) -> None:
        """To the next value, or the one before; after the last word comes the first."""
        allowed = self.setting.allowed
        place = allowed.index(self.value) + step
        self._typed = ""
        self._settle(allowed[min(len(allowed) - 1, max(0, place)) if self.is_number else place % len(allowed)])

    def open_digits(self) -> None:
        """The digits under the row, or away again."""
        self._typed = ""
        if self._pad is not None:
            self.remove_widget(self._pad)
            self._pad = None
        else:
            self._pad = pad = self._digits()
            self.add_widget(pad)
            # Once the rows have made room, so that nobody has to look for the digits.
            Clock.schedule_once(lambda _: self._show_all_of(pad), 0.05)
        self.show()

    def _show_all_of(self, pad: Widget) -> None:
        parent = self.parent
        while parent is not None and parent is not parent.parent and not isinstance(parent, ScrollView):
            parent = parent.parent
        if isinstance(parent, ScrollView) and pad is self._pad:
            parent.scroll_to(pad, padding=look().px(16), animate=False)

    def type_digit(self, sign: str) -> None:
        """One more key; what may be settled holds at once, the rest waits for more digits."""
        self._typed = typed_on(self._typed, sign)
        number = number_of(self._typed)
        if number is not None and number in self.setting.allowed:
            self._settle(number)
        else:
            self.show()

    def forget(self) -> None:
        """Back to the default."""
        self._typed = ""
        self._settled.pop(self.setting.key, None)
        self.show()

    def show(self) -> None:
        """Show how it stands."""
        value = self.value
        said = value_phrase(value)
        text = say(said, look().language) if isinstance(said, Phrase) else str(said)
        self._value.text = (self._typed or text).replace("-", "−")
        if isinstance(self._value, Tap):
            self._value.kind = "chosen" if self._pad is not None else "raised"
        self._before.disabled = self.is_number and value == self.setting.allowed[0]
        self._after.disabled = self.is_number and value == self.setting.allowed[-1]
        ours = Phrase("printed.yours") if self.setting.is_owners else self.setting.at_default
        reported = ours if value == self.setting.default else self.setting.when_changed
        self._label.text = self._bad_number() or say(reported, look().language)

    def _settle(self, value: int | str) -> None:
        self._settled[self.setting.key] = value
        self.show()

    def _bad_number(self) -> str:
        """What is wrong with the digits that stand there and are no value."""
        number = number_of(self._typed)
        allowed = self.setting.allowed
        if number is None or number in allowed:
            return ""
        return words("printed.bounds", least=str(allowed[0]).replace("-", "−"), most=str(allowed[-1]))

    def _step(self, icon: str, step: int) -> Tap:
        side = look().px(56)
        tap = Tap(icon=icon, size_hint=(None, None), size=(side, side), side=24, pos_hint={"center_y": 0.5})
        tap.bind(on_release=lambda _: self.move(step))
        return tap

    def _value_widget(self) -> Tap | Words:
        the = look()
        if not self.is_typed:
            return Words(text="", role="body", weight="bold", halign="center", size_hint_x=None, width=the.px(104))
        tap = Tap(text="", role="body", size_hint=(None, None), size=(the.px(104), the.px(56)))
        tap.pos_hint, tap.typed_key = {"center_y": 0.5}, self.setting.key
        tap.bind(on_release=lambda _: self.open_digits())
        return tap

    def _digits(self) -> BoxLayout:
        the = look()
        pad = DigitPad(self.type_digit)
        pad.allow(negative=int(self.setting.allowed[0]) < 0)
        box = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None)
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(pad)
        row = BoxLayout(spacing=the.px(8), size_hint_y=None, height=the.px(56))
        row.add_widget(self._tap("printed.as_shipped", self.forget))
        row.add_widget(self._tap("printed.same", self.open_digits, kind="primary"))
        box.add_widget(row)
        return box

    @staticmethod
    def _tap(key: str, do: Callable[[], None], *, kind: str = "raised") -> Tap:
        tap = Tap(text=words(key), kind=kind)
        tap.bind(on_release=lambda _: do())
        return tap
