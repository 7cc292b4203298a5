"""The pieces that the camera sees, as swatches of their own colour with the names they go by; a tap takes the next
name.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from calibration.colours import Lab, rgb_of
from companion.cameras.calibrating import NAMES, SeenColours
from companion.ui.kit.base import PanelBox, Tap, Words, look, words


class Swatches(BoxLayout):
    """A row of them. ``on_named`` is told all names, in the pieces' order, after a tap."""

    def __init__(self, *, on_named: Callable[[tuple[str, ...]], None], **kwargs: object) -> None:
        kwargs.setdefault("spacing", look().px(8))
        super().__init__(**kwargs)
        self._on_named = on_named
        self._names: tuple[str, ...] = ()
        self._marks: tuple[object, ...] = ()

    def show(self, colours: SeenColours | None) -> None:
        """These pieces; None for none. What looks as before is left alone: a finger may be on it."""
        marks = () if colours is None else tuple(zip(colours.names, _roughly(colours), strict=True))
        if marks == self._marks:
            return
        self.clear_widgets()
        self._marks, self._names = marks, colours.names if colours is not None else ()
        for number, piece in enumerate(colours.pieces if colours is not None else ()):
            self.add_widget(self._swatch(number, piece.lab))

    def _swatch(self, number: int, lab: Lab) -> Tap:
        the = look()
        tap = Tap(kind="raised", padding=[the.px(8), the.px(6)], spacing=the.px(8))
        tap.piece = number
        tap.add_widget(PanelBox(fill=(*rgb_of(lab), 1.0), rim=the.colour("text"), radius=8, size_hint_x=0.4))
        tap.add_widget(Words(text=words(f"colour.{self._names[number]}"), role="label", weight="bold", fit="line"))
        tap.bind(on_release=lambda tap: self._next(tap.piece))
        return tap

    def _next(self, number: int) -> None:
        """The next name; the piece that has it takes this one's."""
        old = self._names[number]
        new = NAMES[(NAMES.index(old) + 1) % len(NAMES)]
        swapped = {old: new, new: old}
        names = tuple(swapped.get(name, name) for name in self._names)
        self._names = names
        self._on_named(names)


def _roughly(colours: SeenColours) -> list[tuple[int, ...]]:
    return [tuple(round(value / 12) for value in piece.lab) for piece in colours.pieces]
