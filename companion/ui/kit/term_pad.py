"""What a card or place takes and gives, put together tap by tap: payments on one side, what is taken on the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.locale import say
from companion.ui.kit.base import Tap, look, words
from games.game import Phrase
from games.printed import OR, PrintedValue, counted, text_of

_SIGNS = ("-", "+")


@dataclass
class TextEntry:
    """Where people are in a text: which side they add to, and whether the next term begins another offer."""

    sign: str = "-"
    other: bool = False


class TermPad(BoxLayout):
    """Terms to tap, one back, and the beginning of another offer.

    Args:
        value: what is entered. text: as it stands. entry: where people are in it.
        changed: takes the new text. redraw: shows everything anew.
    """

    def __init__(
        self,
        value: PrintedValue,
        text: str,
        entry: TextEntry,
        changed: Callable[[str], None],
        redraw: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        the = look()
        super().__init__(orientation="vertical", spacing=the.px(8), **kwargs)
        self._text, self._entry, self._changed, self._redraw = text, entry, changed, redraw
        row = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(6))
        for sign, key in zip(_SIGNS, ("pays", "takes"), strict=True):
            row.add_widget(self._tap(words(f"printed.{key}"), partial(self._turn_to, sign), entry.sign == sign))
        self.add_widget(row)
        grid = GridLayout(cols=2, spacing=the.px(6), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for term in value.terms:
            if term.word.startswith(entry.sign):
                tap = self._tap(say(term.name, the.language), partial(self._add, term.word))
                tap.size_hint_y, tap.height, tap.term = None, the.px(56), term.word
                grid.add_widget(tap)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content", "bars"])
        scroll.add_widget(grid)
        self.add_widget(scroll)
        last = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(6))
        back = self._tap("", self._take_back)
        back.icon, back.disabled = "undo", not text
        other = self._tap(words("printed.or_instead"), self._begin_other, entry.other)
        other.disabled = not text
        last.add_widget(back)
        last.add_widget(other)
        self.add_widget(last)

    def _tap(self, text: str, do: Callable[[], None], chosen: bool = False) -> Tap:
        tap = Tap(text=text, kind="chosen" if chosen else "raised", role="label")
        tap.bind(on_release=lambda _: do())
        return tap

    def _turn_to(self, sign: str) -> None:
        self._entry.sign = sign
        self._redraw()

    def _begin_other(self) -> None:
        self._entry.other, self._entry.sign = not self._entry.other, "-"
        self._redraw()

    def _add(self, word: str) -> None:
        between = f" {OR} " if self._entry.other and self._text else " "
        self._entry.other = False
        self._changed(f"{self._text}{between}{word}".strip())

    def _take_back(self) -> None:
        """The last term goes; one less of it where there are several."""
        offers = [list(offer) for offer in counted(self._text)]
        word, count = offers[-1].pop()
        if count > 1:
            offers[-1].append((word, count - 1))
        self._entry.other = False
        self._changed(text_of(tuple(offer) for offer in offers if offer))


def text_in_words(value: PrintedValue, text: str, language: str) -> str:
    """A text as people read it: what is paid, an arrow, what is taken; other offers after "or"."""
    names = {term.word: say(term.name, language) for term in value.terms}
    told = []
    for offer in counted(text):
        sides = {sign: [] for sign in _SIGNS}  # type: dict[str, list[str]]
        for word, count in offer:
            name = names.get(word, word)
            sides[word[:1]].append(name if count == 1 else f"{count} × {name}")
        told.append(" → ".join(", ".join(sides[sign]) for sign in _SIGNS if sides[sign]))
    return f" {say(Phrase('printed.or'), language)} ".join(told)
