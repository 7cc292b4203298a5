"""The buttons of a table: those of the ribbon, and the tools beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.session.views import AnyView, ChipKind
from companion.ui.kit.base import Tap, look
from companion.ui.table.done_button import most_done
from companion.ui.table.what_if import WhatIfTrial

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


class TableButtons:
    """Made once a screen is opened.

    Attributes:
        why, undo, redo, done, play_here, end_what_if: stand in the ribbon while there is something for them to do.
        fit, lay, what_if: stand beside the board; ``tools`` are those that this window has room for.
        offered_tools: those of them that there is something to do with: once a game is over, nobody moves or tries.
    """

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        the, words = look(), screen.app.words
        self.why = Tap(icon="why", text=words("app.why"), stacked=True, role="least", side=24)
        self.undo = Tap(icon="undo", text=words("app.undo"), stacked=True, role="least", side=24)
        self.redo = Tap(icon="redo", text=words("app.redo"), stacked=True, role="least", side=24)
        self.done = Tap(text=words("app.done"), kind="primary", role="ribbon", weight="black")
        self.play_here = Tap(text=words("app.play_from_here"), icon="play", role="label", side=22)
        self.end_what_if = Tap(text=words("app.what_if_end"), kind="chosen", role="label")
        if the.tight:  # too narrow for words beside DONE
            for button in (self.why, self.undo, self.redo):
                button.text, button.stacked = "", False
            self.play_here.icon, self.play_here.stacked = "", False
        if the.portrait:
            self.play_here.side = 20  # two lines below it
        self.play_here.stacked = the.compact or the.portrait
        if the.portrait and the.text_scale > 1:  # two lines of large words leave an icon no room
            self.play_here.icon, self.play_here.stacked = "", False
        self._make_room()
        self._make_tools()
        self.offered_tools = tuple(self.tools)
        self._bind()

    def follow(self, view: AnyView, *, trial: WhatIfTrial | None, in_history: bool) -> None:
        """Offer what there is to do now, in the ribbon."""
        the = look()
        self.undo.disabled = not (view.can_undo if trial is None else trial.begun)
        self.redo.disabled = not view.can_redo
        self.why.disabled = not self._screen.session.record.line and view.proposal is None
        buttons_lost = any(chip.kind is ChipKind.BUTTONS for chip in view.chips)
        least = the.px(128 if the.compact else 240 if buttons_lost else 160)
        self.done.width = max(least, min(most_done(), self.done.width_for_words()))
        self._offer_tools(over=view.over and trial is None)
        redo = (self.redo,) if view.can_redo else ()
        if in_history:
            self._screen.ribbon.offer((self.play_here, self.undo, self.redo, self.done))
        else:
            self._screen.ribbon.offer((self.why if trial is None else self.end_what_if, self.undo, *redo, self.done))

    def _offer_tools(self, *, over: bool) -> None:
        offered = (self.fit,) if over else tuple(self.tools)
        if offered != self.offered_tools:
            self.offered_tools = offered
            self._screen.docks.arrange()

    def _make_room(self) -> None:
        the = look()
        small = the.px(64 if the.tight else 72 * the.text_scale if the.portrait else 88)
        widths = {
            self.why: small,
            self.undo: small,
            self.redo: small,
            self.end_what_if: the.px(96 if the.compact else 128),
            self.play_here: the.px(112 if the.compact or the.portrait else 232),
        }
        for button, width in widths.items():
            button.size_hint_x, button.width = None, width
        self.done.size_hint_x = None

    def _make_tools(self) -> None:
        the, screen = look(), self._screen
        self.fit = Tap(icon="fit", size_hint=(None, None), size=(the.px(56), the.px(56)), side=26)
        begin = "" if the.compact else screen.app.phrase(screen.face.begin())
        self.lay = Tap(icon="tile", text=begin, size_hint=(None, None), side=26)
        wide = the.px(56) if the.compact else max(the.px(150), self.lay.width_for_longest_word())
        self.lay.size = (wide, the.px(56))
        words = screen.app.words("app.what_if")
        self.what_if = Tap(text=words, size_hint=(None, None), size=(the.px(128), the.px(56)))
        self.tools = [self.fit, self.lay]
        if not the.compact and the.aids:
            self.tools.append(self.what_if)

    def _bind(self) -> None:
        screen = self._screen
        self.why.bind(on_release=lambda _: screen.docks.why(None))
        self.undo.bind(on_release=lambda _: screen.undo())
        self.redo.bind(on_release=lambda _: screen.attempt(screen.session.redo))
        self.done.bind(on_release=lambda _: screen.done())
        self.play_here.bind(on_release=lambda _: screen.play_from_here())
        self.end_what_if.bind(on_release=lambda _: screen.toggle_what_if())
        self.fit.bind(on_release=lambda _: screen.board.fit())
        self.lay.bind(on_release=lambda _: screen.begin_by_touch())
        self.what_if.bind(on_release=lambda _: screen.toggle_what_if())
