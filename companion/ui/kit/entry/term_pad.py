"""What a card or place takes and gives, put together tap by tap: payments on one side, what is taken on the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.locale import say
from companion.ui.kit.base import Tap, look, words
from games.game import Phrase
from games.printed import OR, PrintedValue, Term, counted, text_of

_SIGNS = ("-", "+")


@dataclass
class TextEntry:
    """Where people are in a text: which side they add to, whether the next term begins another offer, and whether all
    of a text that ships was taken back, so that the next term is the first one."""

    sign: str = "-"
    other: bool = False
    cleared: bool = False


class TermPad(BoxLayout):
    """Terms to tap, one back, and the beginning of another offer. Made once for all texts of the same terms.

    Args:
        terms: what may be tapped. changed: takes the new text. redraw: shows everything anew.
    """

    def __init__(
        self, terms: tuple[Term, ...], changed: Callable[[str], None], redraw: Callable[[], None], **kwargs: object
    ) -> None:
        the = look()
        super().__init__(orientation="vertical", spacing=the.px(8), **kwargs)
        self.terms, self._changed, self._redraw = terms, changed, redraw
        self._text, self._entry = "", TextEntry()
        row = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(6))
        self._sides = {
            sign: self._tap(words(f"printed.{key}"), partial(self._turn_to, sign))
            for sign, key in zip(_SIGNS, ("pays", "takes"), strict=True)
        }
        for tap in self._sides.values():
            row.add_widget(tap)
        self.add_widget(row)
        self._grids = {sign: self._terms(sign) for sign in _SIGNS}
        self._scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content", "bars"])
        self.add_widget(self._scroll)
        last = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(6))
        self._back = self._tap("", self._take_back)
        self._back.icon = "undo"
        self._other = self._tap(words("printed.or_instead"), self._begin_other)
        last.add_widget(self._back)
        last.add_widget(self._other)
        self.add_widget(last)

    def show(self, text: str, entry: TextEntry) -> None:
        """Go on with this text, where people are in it."""
        self._text, self._entry = text, entry
        for sign, tap in self._sides.items():
            tap.kind = "chosen" if sign == entry.sign else "raised"
        if self._grids[entry.sign].parent is None:
            self._scroll.clear_widgets()
            self._scroll.add_widget(self._grids[entry.sign])
        self._back.disabled = self._other.disabled = not text
        self._other.kind = "chosen" if entry.other else "raised"

    def _terms(self, sign: str) -> GridLayout:
        the = look()
        grid = GridLayout(cols=2, spacing=the.px(6), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for term in self.terms:
            if term.word.startswith(sign):
                tap = self._tap(say(term.name, the.language), partial(self._add, term.word))
                tap.size_hint_y, tap.height, tap.term = None, the.px(56), term.word
                grid.add_widget(tap)
        return grid

    def _tap(self, text: str, do: Callable[[], None]) -> Tap:
        tap = Tap(text=text, role="label")
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
    terms = []
    for offer in counted(text):
        sides = {sign: [] for sign in _SIGNS}  # type: dict[str, list[str]]
        for word, count in offer:
            name = names.get(word, word)
            sides[word[:1]].append(name if count == 1 else f"{count} × {name}")
        terms.append(" → ".join(", ".join(sides[sign]) for sign in _SIGNS if sides[sign]))
    return f" {say(Phrase('printed.or'), language)} ".join(terms)
