"""What the owner's box prints, entered by touch: a row a value; beside it digits, choices, or the terms that a text is
put together from. Kept with every tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.files.whole_file import CannotWrite
from companion.editions.box_values import BoxValues, keep_values, own_values
from companion.locale import say
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.entry.digits import DigitPad, number_of, typed_on
from companion.ui.kit.entry.term_pad import TermPad, TextEntry, text_in_words
from companion.ui.kit.scrolled import scrolled
from companion.ui.screen import SideScreen, load_kv
from games.game import Phrase, Refusal
from games.printed import Printed, PrintedValue

TEXT_SHARE = 4.0  # of the side's height, beside the words above and below
_Shown = tuple[Printed, str, bool]  # a row's value, its mark, and whether it is the chosen one


class BoxValuesScreen(SideScreen):
    """``wishes``: ``box``, the game's key; ``back`` and ``with``, where to go afterwards."""

    usual_back = "new_game"

    def opened(self) -> None:
        """Show what was entered so far."""
        self.box: BoxValues = own_values(self.wishes["box"])
        groups = self.wishes.get("groups")  # of the boxes that are played with; else everything
        self.values = tuple(one for one in self.box.values if groups is None or one.group.key in groups)
        self._text_entry = TextEntry()
        self.chosen: str = self.wishes.get("chosen", self.values[0].key)
        self._typed = ""  # digits that were tapped and are no value yet
        self._pad: DigitPad | None = None
        self._terms: TermPad | None = None
        self._rows: dict[str, tuple[_Shown, Tap]] = {}  # as they are drawn: most of them stay as they are
        self.ids.said.text = self.app.phrase(self.box.trouble) if self.box.trouble is not None else ""
        self.show()

    def show(self) -> None:
        """Draw rows and side anew; the list stays where it was scrolled to."""
        own = sum(one.key in self.box.entered_values for one in self.values)
        ours = sum(one.is_open and one.key not in self.box.entered_values for one in self.values)
        self.ids.count.text = words("printed.open_detail", own=own, defaults=ours)
        group = None
        for one in self.values:
            if one.group != group:
                group = one.group
                if one.key not in self._rows:
                    heading = Words(text=self.app.phrase(group), role="label", weight="bold", ink="text2")
                    heading.size_hint_y, heading.height = None, look().px(40)
                    self.ids.rows.add_widget(heading)
            self._show_row(one)
        self._show_side()

    def _show_row(self, one: PrintedValue) -> None:
        """Draw the row where it says something else than before."""
        shown = (self.box.of(one.key), self._mark(one), one.key == self.chosen)
        before, old = self._rows.get(one.key, (None, None))
        if shown == before:
            return
        row, rows = self._row(one, shown), self.ids.rows
        place = 0
        if old is not None:
            place = rows.children.index(old)
            rows.remove_widget(old)
        rows.add_widget(row, index=place)
        self._rows[one.key] = (shown, row)

    def choose(self, key: str) -> None:
        """This value is entered next."""
        self.chosen, self._typed, self._text_entry = key, "", TextEntry()
        self.show()

    def put(self, text: str) -> None:
        """The text of the value, as far as it is put together; an empty one was not entered."""
        self._text_entry.cleared = not text
        if text:
            self._enter(text)
        else:
            self._keep(self.box.without(self.chosen))
        self.show()

    def type_digit(self, sign: str) -> None:
        """A digit, the sign, or one digit back; what may be printed holds at once, the rest waits for more digits."""
        self._typed = typed_on(self._typed, sign)
        number = number_of(self._typed)
        if number is not None:
            self._enter(number)
        self._show_side()

    def settle(self, value: Printed) -> None:
        """This is what the box prints; the next value is entered then."""
        self._typed = ""
        if self._enter(value):
            keys = [one.key for one in self.values]
            self.chosen, self._text_entry = keys[min(len(keys) - 1, keys.index(self.chosen) + 1)], TextEntry()
        self.show()

    def forget(self) -> None:
        """Back to the shipped value."""
        self._typed = ""
        self._keep(self.box.without(self.chosen))
        self.show()

    def _enter(self, value: Printed) -> bool:
        try:
            self._keep(self.box.having(self.chosen, value))
        except Refusal as refusal:
            self.ids.said.text = self.app.phrase(refusal.phrase)
            return False
        return True

    def _keep(self, box: BoxValues) -> None:
        try:
            keep_values(box)
        except CannotWrite as error:
            self.ids.said.text = words("printed.not_kept", reason=error.reason)
            return
        self.box = box
        self.ids.said.text = ""

    def _row(self, one: PrintedValue, shown: _Shown) -> Tap:
        the = look()
        text, marked, chosen = shown
        row = Tap(kind="chosen" if chosen else "raised", size_hint_y=None, height=the.px(64))
        row.padding, row.spacing = [the.px(16), the.px(8)], the.px(12)
        row.value_key = one.key
        ink = {"tint": the.colour("on_primary" if chosen else "text")}
        title = Words(text=self.app.phrase(one.title), role="label", fit="wrap", pos_hint={"center_y": 0.5}, **ink)
        title.bind(height=lambda _, height: setattr(row, "height", max(the.px(64), height + the.px(16))))
        row.add_widget(title)
        faint = {"tint": the.colour("on_primary" if chosen else "text2")}
        mark = Words(text=words(f"printed.{marked}"), role="least", halign="right", **faint)
        mark.size_hint_x = 0.5
        row.add_widget(mark)
        role = "least" if one.is_text else "body"
        value = Words(text=self._said_of(one, text), role=role, weight="bold", halign="right", **ink)
        value.size_hint_x = 0.9 if one.is_text else 0.3
        row.add_widget(value)
        row.bind(on_release=lambda _: self.choose(one.key))
        return row

    def _mark(self, one: PrintedValue) -> str:
        if one.is_fixed:
            return "fixed"
        if one.key in self.box.entered_values:
            return "yours"
        return "ours" if one.is_default else "told"

    def _said_of(self, one: PrintedValue, value: Printed) -> str:
        if not one.is_text:
            return self._said(value)
        return text_in_words(one, str(value), look().language) or words("printed.not_entered")

    def _said(self, value: Printed) -> str:
        return str(value).replace("-", "−") if isinstance(value, int) else words(f"printed.choice_{value}")

    def _show_side(self) -> None:
        side = self.ids.side
        side.clear_widgets()
        one = next(one for one in self.box.values if one.key == self.chosen)
        shown = self._typed.replace("-", "−") or self._said_of(one, self.box.of(one.key))
        if look().tight and one.is_number:
            self._show_number_tightly(side, one, shown)
            return
        side.add_widget(Words(text=self.app.phrase(one.title), role="body", weight="bold", fit="wrap"))
        if one.is_text:
            side.add_widget(Words(text=shown, role="label", weight="bold", fit="wrap"))
            side.add_widget(self._term_pad(one))
            if not look().compact:  # there the terms need the room
                self._show_last(side, one)
            return
        side.add_widget(Words(text=shown, role="title", weight="black", halign="center"))
        if one.is_number:
            bounds = words("printed.bounds", least=self._said(one.allowed[0]), most=self._said(one.allowed[-1]))
            side.add_widget(Words(text=bounds, role="least", ink="text2", halign="center", fit="wrap"))
            side.add_widget(self._digits(negative=int(one.allowed[0]) < 0))
        elif one.is_fixed:
            side.add_widget(Words(text=words("printed.fixed_told"), role="least", ink="text2", fit="wrap"))
        else:
            for value in one.allowed:
                self._button(side, self._said(value), partial(self.settle, value), chosen=value == self.box.of(one.key))
        self._show_last(side, one)

    def _show_number_tightly(self, side: Widget, one: PrintedValue, shown: str) -> None:
        """On a small screen the row says what it is; value and bounds share a line, and the source is scrolled."""
        the = look()
        head = BoxLayout(size_hint_y=None, height=the.px(40) * the.text_scale, spacing=the.px(8))
        head.add_widget(Words(text=shown, role="ribbon", weight="black", halign="center"))
        bounds = words("printed.bounds", least=self._said(one.allowed[0]), most=self._said(one.allowed[-1]))
        head.add_widget(Words(text=bounds, role="least", ink="text2", fit="line"))
        side.add_widget(head)
        side.add_widget(self._digits(negative=int(one.allowed[0]) < 0))
        self._show_last(side, one)

    def _show_last(self, side: Widget, one: PrintedValue) -> None:
        """Where the shipped value is from, and what else may be done about it."""
        source = say_source(one, self._said_of(one, one.shipped), look().language)
        label = Words(text=source, role="least", ink="text2", fit="wrap")
        side.add_widget(scrolled(label) if look().tight else label)
        row = BoxLayout(size_hint_y=None, height=look().px(64 if not look().compact else 52), spacing=look().px(8))
        if one.key in self.box.entered_values and not one.is_fixed:
            self._button(row, words("printed.as_shipped"), self.forget)
        if not one.is_fixed and (not one.is_text or self.box.of(one.key)):
            self._button(row, words("printed.same"), lambda: self.settle(self.box.of(self.chosen)), kind="primary")
        side.add_widget(row)

    def _term_pad(self, one: PrintedValue) -> TermPad:
        """The terms of a text; the same ones serve all texts."""
        if self._terms is None or self._terms.terms != one.terms:
            self._terms = TermPad(one.terms, self.put, self.show, size_hint_y=TEXT_SHARE)
        self._terms.show("" if self._text_entry.cleared else str(self.box.of(one.key)), self._text_entry)
        return self._terms

    def _digits(self, *, negative: bool) -> Widget:
        """The digits; the same ones serve all numbers."""
        if self._pad is None:
            self._pad = DigitPad(self.type_digit)
        self._pad.allow(negative=negative)
        return self._pad

    def _button(
        self, side: Widget, text: str, do: Callable[[], None], *, kind: str = "raised", chosen: bool = False
    ) -> None:
        tap = Tap(text=text, kind="chosen" if chosen else kind, size_hint_y=None)
        tap.height = look().px(60 if not look().compact else 52)
        tap.bind(on_release=lambda _: do())
        side.add_widget(tap)


def say_source(one: PrintedValue, shipped: str, language: str) -> str:
    """Where the shipped value is from, for people who compare it with their box."""
    return say(Phrase.of("printed.source", value=shipped, source=one.source), language)


load_kv(__file__)
