"""Letters to tap, so that names can be typed without a keyboard; a real keyboard types into it too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.core.window import Window
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.kit.base import PanelBox, Tap, Words, look, words

# Digits and umlauts in every language: a box prints what it prints, whatever the people speak.
_ROWS = {
    "en": ("1234567890", "QWERTYUIOPÜ", "ASDFGHJKLÖÄ", "ZXCVBNMß-'"),
    "de": ("1234567890", "QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNMß-'"),
    "address": ("1234567890:", "qwertyuiop/", "asdfghjkl.@", "zxcvbnm-_?="),
}
# As many rows again, of no more keys each: letters of names in the other languages that the type has.
_ACCENTED = ("ÀÁÂÃÅÆÇĆČĐŁ", "ÈÉÊËĘĚĞÌÍÎÏ", "ÑŃÒÓÔÕØŒŘŚ", "ŠȘȚÙÚÛŮÝŹŻŽ")
_RARE = "&%+#~"  # in addresses and passwords
_LETTER_V, _BACKSPACE = 118, 8


class LetterPad(BoxLayout):
    """Rows of letters over a line that shows what was typed. ``on_typed`` hears every change.

    ``rows="address"`` has what addresses are made of: small letters and capitals, signs, and what was copied elsewhere.
    A ``proposed`` text stands there paler, and whoever types writes another one in its place.
    """

    text = StringProperty("")

    def __init__(
        self,
        *,
        text: str,
        most: int,
        on_typed: Callable[[str], None],
        rows: str = "",
        hint: str = "",
        proposed: bool = False,
        **kwargs: object,
    ) -> None:
        kwargs.setdefault("orientation", "vertical")
        the = look()
        kwargs.setdefault("spacing", the.px(6))
        super().__init__(**kwargs)
        self.text, self._most, self._on_typed, self._hint = text, most, on_typed, hint
        self._proposed = proposed
        self._plain = rows == "address"
        self._capitals = False
        self._letter_keys: list[Tap] = []
        self._rows: list[BoxLayout] = []
        self._letters = _ROWS[rows or the.language]
        self._line = Words(role="body" if the.compact else "ribbon", weight="bold", fit="line")
        line = PanelBox(fill=the.colour("surface"), rim=the.colour("line", 0.6), padding=(the.px(14), 0))
        line.add_widget(self._line)
        line.size_hint_y, line.height = None, the.px(44 if the.compact else 56)
        self.add_widget(line)
        for _ in self._letters:
            row = BoxLayout(spacing=the.px(2 if the.tight else 4))  # eleven keys of 48 dp and more
            self._rows.append(row)
            self.add_widget(row)
        self._fill_rows(self._letters)
        last = BoxLayout(spacing=the.px(4))
        if self._plain:
            self._add_rare(last)
        else:
            space = self._key(words("app.space"), lambda: self.type(" "))
            space.role, space.size_hint_x = "label", 2
            self._accents = self._key("ÉÑŠ", self.switch_accents)
            self._accents.role, self._accents.size_hint_x = "label", 1
            last.add_widget(self._accents)
            last.add_widget(space)
        last.add_widget(self._key("", self.erase, icon="erase"))
        self.add_widget(last)
        self._show()

    def _fill_rows(self, rows: Sequence[str]) -> None:
        self._letter_keys = []
        for row, letters in zip(self._rows, rows, strict=True):
            row.clear_widgets()
            for letter in letters:
                key = self._key(letter, partial(self._tapped, letter))
                self._letter_keys.append(key)
                row.add_widget(key)

    def switch_accents(self) -> None:
        """Letters with accents, or the usual ones again."""
        accented = self._accents.kind != "chosen"
        self._accents.kind = "chosen" if accented else "raised"
        self._fill_rows(_ACCENTED if accented else self._letters)

    def _add_rare(self, row: BoxLayout) -> None:
        self._shift = self._key("ABC", self.switch_capitals)
        paste = self._key(words("app.paste"), self.paste)
        for key in (self._shift, paste):
            key.role, key.size_hint_x = "label", 2
        row.add_widget(self._shift)
        for sign in _RARE:
            row.add_widget(self._key(sign, partial(self.type, sign)))
        row.add_widget(paste)

    def switch_capitals(self) -> None:
        """Capitals, or small letters again."""
        self._capitals = not self._capitals
        self._shift.text = "abc" if self._capitals else "ABC"
        for key in self._letter_keys:
            key.text = key.text.upper() if self._capitals else key.text.lower()

    def paste(self) -> None:
        """Add what was copied elsewhere, its first line."""
        from kivy.core.clipboard import Clipboard  # looks for programs of the desktop when it is imported

        lines = (Clipboard.paste() or "").split()
        if lines:
            self._set((self._begun + lines[0])[: self._most])

    def _tapped(self, letter: str) -> None:
        self.type(letter.upper() if self._capitals else letter)

    def _key(self, text: str, do: Callable[[], None], *, icon: str = "") -> Tap:
        key = Tap(text=text, icon=icon, role="body", radius=10)
        key.padding = [0, 0]
        key.bind(on_release=lambda _: do())
        return key

    def on_parent(self, _: object, parent: object) -> None:
        """A real keyboard types here while the pad is shown."""
        unbind_or_bind = Window.bind if parent is not None else Window.unbind
        unbind_or_bind(on_textinput=self._typed_text, on_key_down=self._typed_key)

    @property
    def _is_shown(self) -> bool:
        """False once whatever holds this pad was taken off the screen: then what is typed is meant for others."""
        return self.get_root_window() is not None

    def _typed_text(self, _: object, text: str) -> None:
        if self._is_shown:
            self.type(text)

    def _typed_key(
        self, _: object, key: int, _code: int = 0, _text: str | None = None, held: Sequence[str] = ()
    ) -> bool:
        if not self._is_shown:
            return False
        if key == _BACKSPACE:
            self.erase()
            return True
        if key == _LETTER_V and {"ctrl", "meta"} & set(held or ()):
            self.paste()
            return True
        return False

    def type(self, letter: str) -> None:
        """Add a letter: capital at the start of a word, else small."""
        begun = self._begun
        if len(begun) >= self._most:
            return
        if not self._plain:
            starts = not begun or begun[-1] in " -'"
            letter = letter.upper() if starts and letter != "ß" else letter.lower()
        self._set(begun + letter)

    def erase(self) -> None:
        """Take the last letter away, or all of what was only proposed."""
        self._set(self._begun[:-1])

    @property
    def _begun(self) -> str:
        """What a letter more is added to."""
        return "" if self._proposed else self.text

    def _set(self, text: str) -> None:
        self._proposed = False
        self.text = text.lstrip()
        self._show()
        self._on_typed(self.text.strip())

    def _show(self) -> None:
        self._line.text = self.text or self._hint
        self._line.ink = "text" if self._begun else "text2"


class LettersRoom:
    """Takes what stands beside the letters off a small screen while somebody types: with half the width, their keys
    would be narrower than any finger."""

    def __init__(self, side: Widget, beside: Widget) -> None:
        self._side, self._beside = side, beside
        self._usual = (tuple(side.size_hint), side.width)

    def give(self, *, letters: bool) -> None:
        """The whole room for letters, or both side by side again."""
        alone = letters and look().compact
        if alone and self._beside.parent is not None:
            self._beside.parent.remove_widget(self._beside)
            self._side.size_hint = 1, 1
        elif not alone and self._beside.parent is None:
            self._side.parent.add_widget(self._beside, index=len(self._side.parent.children))
            self._side.size_hint, width = self._usual
            if self._side.size_hint_x is None:
                self._side.width = width
