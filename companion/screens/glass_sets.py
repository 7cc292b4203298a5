"""Which glass is played with: Tableside's own, or a set that its owner photographs here and puts right by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.references import ReferencesError
from companion.glass_draft import GlassDraft
from companion.glass_sets import OWN, glass_sets
from companion.own_glass import own_glass
from companion.screens.picture_taking import PictureTaking
from companion.screens.screen import load_kv
from companion.widgets.base import Tap, Words, look, words
from companion.widgets.glass_art import COLUMNS, forget_glass
from companion.widgets.letters import LetterPad
from companion.widgets.live_picture import StillPicture
from games.carcassonne.stained_glass.windows import glass_kinds
from games.game import Phrase
from vision.frames import Picture
from vision.stained_glass.edition import GlassEdition

MOST_LETTERS = 24
BY_ROWS = tuple(sorted(glass_kinds(), key=lambda kind: (kind[1], kind[0])))  # as the whole window shows them


class GlassSetsScreen(PictureTaking):
    """The sets on one side, the chosen one's window on the other; a new one is photographed, looked over and named.
    ``back`` among the wishes is the screen to go back to, with its own wishes."""

    def opened(self) -> None:
        """Begin with what is played with, or where the last change of look left off."""
        super().opened()
        self.draft: GlassDraft | None = self.wishes.get("draft")
        self._held = ""  # the tile that was tapped first
        self._naming = False
        self.show()

    def state_to_keep(self) -> dict[str, Any]:
        """The draft survives a turn of the tablet."""
        return {"draft": self.draft}

    def show(self) -> None:
        """Draw it."""
        stage, side = self.ids.stage, self.ids.side
        stage.clear_widgets()
        side.clear_widgets()
        self.ids.said.text = self.app.phrase(self._said) if self._said is not None else ""
        if self.busy:
            self._put(Words(text=words("app.one_moment"), role="ribbon", weight="bold", halign="center"))
        elif self._picking:
            self._put(self.picture_list())
            side.add_widget(_hint("glass.enrol.pick"))
            side.add_widget(_button("app.ready", self.use_files, "check", primary=True))
        elif self.draft is None:
            self._show_sets(side)
        elif not self.draft.views:
            self._show_how(side)
        elif self._naming:
            self._show_letters(self.draft, side)
        else:
            self._show_draft(self.draft, side)

    def _put(self, widget: Widget) -> None:
        widget.size_hint, widget.pos_hint = (0.94, 0.94), {"x": 0.03, "y": 0.03}
        self.ids.stage.add_widget(widget)

    # What is played with

    def _show_sets(self, side: BoxLayout) -> None:
        the, sets = look(), glass_sets()
        self._put(self._window(self._edition().pictures))
        column = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None)
        column.bind(minimum_height=column.setter("height"))
        for name in (OWN, *sets.names()):
            tap = Tap(text=name or words("glass.enrol.ours"), role="body", size_hint_y=None, height=the.px(72))
            tap.kind = "chosen" if name == sets.chosen() else "raised"
            tap.bind(on_release=lambda _, name=name: self.choose(name))
            column.add_widget(tap)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(column)
        side.add_widget(scroll)
        side.add_widget(_button("glass.enrol.new", self.begin, "add"))

    def _edition(self) -> GlassEdition:
        try:
            return glass_sets().in_use()
        except ReferencesError as error:
            self.ids.said.text = words(error.key, name=error.place, value=error.value)
            return own_glass()

    def choose(self, name: str) -> None:
        """Play with this set."""
        self._said = None
        self._tried(lambda: glass_sets().choose(name))

    def begin(self) -> None:
        """A new set."""
        self.draft = GlassDraft(glass_sets().free_name(words("glass.enrol.default_name")))
        self._said = None
        self.show()

    # Photographs

    def _show_how(self, side: BoxLayout) -> None:
        how = BoxLayout(orientation="vertical", spacing=look().px(16))
        how.add_widget(Words(text=words("glass.enrol.how"), role="ribbon", halign="center", size_hint_y=0.5))
        how.add_widget(self._window(own_glass().pictures, gap_dp=18, faint=True))
        self._put(how)
        side.add_widget(_hint("glass.enrol.light"))
        side.add_widget(Widget())
        side.add_widget(self.picture_buttons())

    def use(self, pictures: list[Picture]) -> None:
        """Look for the twelve tiles on every picture."""
        draft = self.draft
        assert draft is not None
        seen: list[bool] = []

        def then() -> None:
            if not all(seen):
                self._said = Phrase.of("glass.enrol.not_laid_out", found=draft.found)
            self.show()

        self._said = None
        self.work(lambda: seen.extend(draft.see(picture) for picture in pictures), then)

    # Looking it over

    def _show_draft(self, draft: GlassDraft, side: BoxLayout) -> None:
        self._put(self._window(draft.shown, tapped=self.tapped))
        title = Words(text=draft.name, role="title", weight="black", fit="line", size_hint_y=None, height=look().px(56))
        side.add_widget(title)
        side.add_widget(_hint("glass.enrol.look_over"))
        side.add_widget(_button("glass.enrol.turn_round", self.turn_round, "undo"))
        side.add_widget(_button("glass.enrol.rename", self.rename, "gear"))
        side.add_widget(_hint("glass.enrol.views", views=len(draft.views)))
        side.add_widget(self.picture_buttons())
        side.add_widget(_button("glass.enrol.keep", self.keep, "save", primary=True))

    def tapped(self, kind: str) -> None:
        """The first tap takes a tile up, the second exchanges it; on the same tile it turns it."""
        assert self.draft is not None
        if not self._held:
            self._held = kind
        elif self._held == kind:
            self.draft.turn(kind)
            self._held = ""
        else:
            self.draft.exchange(self._held, kind)
            self._held = ""
        self.show()

    def turn_round(self) -> None:
        """It was photographed from the other side."""
        assert self.draft is not None
        self.draft.turn_round()
        self._held = ""
        self.show()

    def rename(self) -> None:
        """Letters for its name."""
        self._naming = True
        self.show()

    def _show_letters(self, draft: GlassDraft, side: BoxLayout) -> None:
        self._typed = draft.name
        hint = words("edition.its_name")
        self._put(LetterPad(text=draft.name, most=MOST_LETTERS, hint=hint, on_typed=self._type))
        side.add_widget(Widget())
        side.add_widget(_button("app.ready", self.named, "check", primary=True))

    def _type(self, text: str) -> None:
        self._typed = text

    def named(self) -> None:
        """Take the name that was typed."""
        assert self.draft is not None
        self.draft.name = self._typed.strip() or self.draft.name
        self._naming = False
        self.show()

    def keep(self) -> None:
        """Keep the set and play with it."""
        draft = self.draft
        assert draft is not None

        def do() -> None:
            glass_sets().keep(draft.name, draft.pictures())
            glass_sets().choose(draft.name)
            self.draft, self._said = None, Phrase.of("glass.set_chosen", name=draft.name)

        self._tried(do)

    def _tried(self, do: Callable[[], None]) -> None:
        try:
            do()
        except ReferencesError as error:
            self._said = Phrase.of(error.key, name=error.place, value=error.value)
        except OSError as error:
            self._said = Phrase.of("app.not_saved", why=error.strerror or str(error))
        forget_glass()
        self.show()

    def leave(self) -> None:
        """Back a step, then to where it was opened from."""
        if self._picking or self._naming:
            self._picking = self._naming = False
            self.show()
        elif self.draft is not None:
            self.draft, self._held, self._said = None, "", None
            self.show()
        else:
            super().leave()

    # The window

    def _window(
        self,
        pictures: dict[str, Picture],
        *,
        tapped: Callable[[str], None] | None = None,
        gap_dp: float = 4,
        faint: bool = False,
    ) -> Widget:
        """The twelve tiles as they stand in the whole window."""
        the = look()
        grid = GridLayout(cols=COLUMNS, spacing=the.px(gap_dp))
        for kind in BY_ROWS:
            picture = StillPicture(picture=pictures[kind])
            if tapped is None:
                picture.opacity = 0.55 if faint else 1.0
                grid.add_widget(picture)
                continue
            tap = Tap(kind="chosen" if kind == self._held else "plain", radius=8)
            tap.glass, tap.padding = kind, [the.px(4)] * 4
            tap.add_widget(picture)
            tap.bind(on_release=lambda _, kind=kind: tapped(kind))
            grid.add_widget(tap)
        return grid


def _hint(key: str, **values: Any) -> Words:
    return Words(text=words(key, **values), role="body", ink="text2", valign="top")


def _button(key: str, do: Callable[[], None], icon: str, *, primary: bool = False) -> Tap:
    tap = Tap(text=words(key), icon=icon, kind="primary" if primary else "raised", size_hint_y=None)
    tap.height = look().px(72)
    tap.bind(on_release=lambda _: do())
    return tap


load_kv(__file__)
