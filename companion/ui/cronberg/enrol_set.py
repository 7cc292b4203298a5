"""The owner's copy of Cronberg: photograph the empty board and the rhombi, tap what was misread, play with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.files.kept_folders import OWN
from companion.editions.cronberg_draft import RHOMBI, CronbergDraft
from companion.editions.cronberg_sets import kept_cronberg_sets
from companion.supervised import Task
from companion.ui.cronberg.draft_board import CornersPicture, DraftBoard, GroupPicture
from companion.ui.cronberg.draft_rhombi import NumberEditor, RhombCard
from companion.ui.kit.base import Tap, Words, alone_in_the_middle, look, not_saved, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.screen import load_kv
from companion.ui.screens.owned.picture_taking import PictureTaking
from games.cronberg.components import Symbol
from games.game import Phrase, PhraseValue, Refusal
from vision.frames import Picture

MOST_LETTERS = 24
STEPS = ("board", "rhombi", "play")
SYMBOLS = (Symbol.PARK, Symbol.COAT, Symbol.GUARD, Symbol.BLANK)


class EnrolCronbergScreen(PictureTaking):
    """Three steps; every one can be gone back to. ``back`` among the wishes is the screen to return to."""

    fills = 0.97

    def opened(self) -> None:
        """Begin with the board, or where the last change of look left off."""
        super().opened()
        self.draft: CronbergDraft = self.wishes.get("draft") or CronbergDraft(words("cronberg.enrol.our_box"))
        self.step: str = self.wishes.get("step", "board")
        self._cornering = self._naming = False
        self._edited = -1
        self._cards: list[RhombCard] = []
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """The draft survives a turn of the tablet."""
        return {"draft": self.draft, "step": self.step}

    # What is shown

    def show(self) -> None:
        """Draw the step."""
        self._show_steps()
        stage, side = self.ids.stage, self.ids.side
        stage.clear_widgets()
        side.clear_widgets()
        if self.busy:
            stage.add_widget(Words(text=words("app.one_moment"), role="ribbon", weight="bold", halign="center"))
            return
        if self._picking:
            self._show_pictures()
            return
        getattr(self, f"_show_{self.step}")()

    def _show_steps(self) -> None:
        row = self.ids.steps
        row.clear_widgets()
        for number, step in enumerate(STEPS, start=1):
            tap = Tap(text=f"{number}  {words(f'cronberg.enrol.step_{step}')}")
            tap.kind = "chosen" if step == self.step else "raised"
            tap.disabled = self.busy
            tap.bind(on_release=lambda _, step=step: self.turn_to(step))
            row.add_widget(tap)

    def turn_to(self, step: str) -> None:
        """Another step."""
        self.step, self._picking, self._cornering, self._edited, self._said = step, False, False, -1, None
        self._naming = False
        self.show()

    def _hint(self, key: str, **values: PhraseValue) -> Words:
        return Words(text=words(key, **values), role="body", ink="text2", valign="top")

    def _say(self) -> Words:
        return Words(text=self.app.phrase(self._said), role="label", ink="warn", fit="wrap")

    # 1 The board

    def _show_board(self) -> None:
        the, side = look(), self.ids.side
        board = self.draft.board
        if self._cornering and self.draft.photograph is not None:
            self.corners = CornersPicture(self.draft.photograph, board.mesh.corners_px if board is not None else None)
            self._put(self.corners)
            side.add_widget(self._hint("cronberg.enrol.drag_corners"))
            side.add_widget(self._sides())
            done = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(72))
            done.bind(on_release=lambda _: self.take_corners())
            side.add_widget(done)
            return
        if board is None:
            self._put(alone_in_the_middle(words("cronberg.enrol.how_board")))
            if self._said is not None:
                side.add_widget(self._say())
            side.add_widget(Widget())
            if self.draft.photograph is not None:
                side.add_widget(self._corner_button())
            side.add_widget(self._button("cronberg.enrol.by_hand", "hand", self.draw_board))
            side.add_widget(self.picture_buttons())
            return
        self.board = DraftBoard(self.draft)
        self.board.on_triangle = self.turn_symbol
        self._put(self.board)
        side.add_widget(Words(text=words("cronberg.enrol.what_is_it"), role="body", weight="bold", size_hint_y=None,
                              height=the.px(34)))  # fmt: skip
        for group in range(len(board.groups.examples) if not self.draft.is_drawn else 0):
            side.add_widget(self._group_row(group))
        side.add_widget(self._hint("cronberg.enrol.tap_triangle"))
        side.add_widget(self._corner_button())
        side.add_widget(self.picture_buttons())
        onward = Tap(text=words("cronberg.enrol.on_to_rhombi"), icon="next", kind="primary", size_hint_y=None)
        onward.height = the.px(72)
        onward.bind(on_release=lambda _: self.turn_to("rhombi"))
        side.add_widget(onward)

    def _group_row(self, group: int) -> Widget:
        """An example of a group and what it may be."""
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(100), spacing=the.px(8))
        row.add_widget(GroupPicture(self.draft, group, size_hint_x=None, width=the.px(100)))
        choices = GridLayout(cols=2, spacing=the.px(6))
        for symbol in SYMBOLS:
            tap = Tap(text=words(f"cronberg.symbol.{symbol.value}"), role="least")
            tap.kind = "chosen" if self.draft.symbol_of_group(group) is symbol else "raised"
            tap.bind(on_release=lambda _, symbol=symbol: self.name_group(group, symbol))
            choices.add_widget(tap)
        row.add_widget(choices)
        return row

    def name_group(self, group: int, symbol: Symbol) -> None:
        """All of these are that."""
        self.draft.name_group(group, symbol)
        self.show()

    def turn_symbol(self, triangle: int) -> None:
        """The next symbol for a tapped triangle."""
        now = SYMBOLS.index(self.draft.symbols[triangle])
        self.draft.name_triangle(triangle, SYMBOLS[(now + 1) % len(SYMBOLS)])
        self.board.redraw()

    def _corner_button(self) -> Tap:
        tap = Tap(text=words("cronberg.enrol.show_corners"), icon="fit", size_hint_y=None, height=look().px(60))
        tap.bind(on_release=lambda _: self._corner())
        return tap

    def _corner(self) -> None:
        self._cornering = True
        self.show()

    def _sides(self) -> Widget:
        """How many triangles lie along an edge."""
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(72), spacing=the.px(8))
        self._side = self.draft.board.side if self.draft.board is not None else 3
        for side in (2, 3, 4, 5):
            tap = Tap(text=str(side), role="ribbon", kind="chosen" if side == self._side else "raised")
            tap.bind(on_release=lambda tap, side=side: choose(tap, side))
            row.add_widget(tap)

        def choose(chosen: Tap, side: int) -> None:
            self._side = side
            for tap in row.children:
                tap.kind = "chosen" if tap is chosen else "raised"

        return row

    def take_corners(self) -> None:
        """The corners are where people have dragged them."""
        picture, corners, side = self.draft.photograph, self.corners.corners_px, self._side
        assert picture is not None

        def look_at(task: Task) -> None:
            task.works_on(picture)
            self.draft.show_corners(picture, corners, side)

        self._cornering = False
        self.work(look_at, self.show)

    # 2 The rhombi

    def _show_rhombi(self) -> None:
        the, side = look(), self.ids.side
        if not self.draft.rhombi:
            self._put(alone_in_the_middle(words("cronberg.enrol.how_rhombi")))
        else:
            grid = GridLayout(cols=7 if not the.portrait else 5, spacing=the.px(6), padding=the.px(8), size_hint_y=None)
            grid.bind(minimum_height=grid.setter("height"))
            self._cards = [self._card(place) for place in range(len(self.draft.rhombi))]
            for card in self._cards:
                if card.parent is not None:
                    card.parent.remove_widget(card)
                grid.add_widget(card)
            scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
            scroll.add_widget(grid)
            self._put(scroll)
        if 0 <= self._edited < len(self.draft.rhombi):
            side.add_widget(NumberEditor(self.draft, self._edited, self._edited_done, self._drop))
            return
        found = Words(text=words("cronberg.enrol.rhombi_of", found=len(self.draft.rhombi), wanted=RHOMBI), role="title")
        found.weight, found.size_hint_y, found.height = "black", None, the.px(64)
        side.add_widget(found)
        if self._said is not None:
            side.add_widget(self._say())
        side.add_widget(self._hint("cronberg.enrol.tap_rhomb"))
        side.add_widget(self._button("cronberg.enrol.add_rhomb", "add", self.add_rhomb))
        side.add_widget(self.picture_buttons())
        onward = Tap(text=words("cronberg.enrol.on_to_play"), icon="next", kind="primary", size_hint_y=None)
        onward.height = the.px(72)
        onward.disabled = not self.draft.rhombi
        onward.bind(on_release=lambda _: self.turn_to("play"))
        side.add_widget(onward)

    def _card(self, place: int) -> RhombCard:
        """The card of a rhomb: the one that was shown before, where it is right still, for each costs a small computer
        a while."""
        chosen = place == self._edited
        if place < len(self._cards) and self._cards[place].still_shows(self.draft, place, chosen=chosen):
            return self._cards[place]
        card = RhombCard(self.draft, place, chosen=chosen, size_hint_y=None, height=look().px(168))
        card.bind(on_release=lambda card: self.edit(card.place))
        return card

    def draw_board(self) -> None:
        """Enter a box without a camera."""
        self.draft.draw_board()
        self.show()

    def add_rhomb(self) -> None:
        """One that no camera saw; its numbers are told next."""
        self._edited = self.draft.add()
        self.show()

    def correct(self, name: str) -> None:
        """Put a kept copy right; keeping it again replaces it."""

        def do() -> None:
            self.draft = CronbergDraft.of(kept_cronberg_sets().load(name))
            self.step = "board"

        self._tried(do)

    def _button(self, key: str, icon: str, do: Callable[[], None]) -> Tap:
        tap = Tap(text=words(key), icon=icon, size_hint_y=None, height=look().px(60))
        tap.bind(on_release=lambda _: do())
        return tap

    def edit(self, place: int) -> None:
        """Look at a rhomb closely."""
        self._edited = place if place != self._edited else -1
        self.show()

    def _edited_done(self) -> None:
        self._edited = -1
        self.show()

    def _drop(self) -> None:
        self.draft.drop(self._edited)
        self._edited_done()

    # 3 Play with it

    def _show_play(self) -> None:
        the, side = look(), self.ids.side
        if self._naming:
            hint = words("cronberg.enrol.its_name")
            self._put(LetterPad(text=self.draft.name, most=MOST_LETTERS, hint=hint, on_typed=self._type))
            side.add_widget(Widget())
            side.add_widget(self._button("app.ready", "check", self.named))
            return
        column = BoxLayout(orientation="vertical", spacing=the.px(10), padding=the.px(24))
        column.add_widget(Words(text=words("cronberg.enrol.look_over"), role="ribbon", weight="bold", size_hint_y=None,
                                height=the.px(56)))  # fmt: skip
        for phrase in self.draft.open_points():
            column.add_widget(Words(text=self.app.phrase(phrase), role="body", ink="warn", fit="wrap"))
        if self._said is not None:
            column.add_widget(Words(text=self.app.phrase(self._said), role="body", fit="wrap"))
        column.add_widget(Widget())
        self._put(column)
        kept = kept_cronberg_sets()
        side.add_widget(Words(text=words("cronberg.enrol.playing_with"), role="label", ink="text2", size_hint_y=None,
                              height=the.px(32)))  # fmt: skip
        for name in (OWN, *kept.names()):
            tap = Tap(text=name or words("cronberg.enrol.ours"), size_hint_y=None, height=the.px(60))
            tap.kind = "chosen" if name == kept.chosen() else "raised"
            tap.bind(on_release=lambda _, name=name: self.choose(name))
            side.add_widget(tap)
        if kept.chosen() != OWN:
            side.add_widget(self._button("cronberg.enrol.correct", "gear", lambda: self.correct(kept.chosen())))
        side.add_widget(Widget())
        name = Tap(text=words("cronberg.enrol.called", name=self.draft.name), icon="pen", size_hint_y=None)
        name.height = the.px(60)
        name.bind(on_release=lambda _: self.name_it())
        side.add_widget(name)
        keep = Tap(text=words("cronberg.enrol.keep"), icon="save", kind="primary", size_hint_y=None, height=the.px(80))
        keep.bind(on_release=lambda _: self.keep())
        side.add_widget(keep)

    def name_it(self) -> None:
        """Letters for what this box is called."""
        self._naming, self._typed = True, self.draft.name
        self.show()

    def _type(self, text: str) -> None:
        self._typed = text

    def named(self) -> None:
        """Take the name that was typed."""
        self.draft.name, self._naming = self._typed.strip() or self.draft.name, False
        self.show()

    def choose(self, name: str) -> None:
        """Play with another copy."""
        self._tried(lambda: kept_cronberg_sets().choose(name))

    def keep(self) -> None:
        """Keep the copy and play with it."""

        def do() -> None:
            kept = kept_cronberg_sets()
            kept.keep(self.draft.copy())
            kept.choose(self.draft.name)
            self._said = Phrase.of("cronberg.enrol.done", name=self.draft.name)

        self._said = None
        self._tried(do)

    def _tried(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Refusal as error:
            self._said = error.phrase
        except OSError as error:
            self._said = not_saved(error)
        self.show()

    # Pictures

    def _show_pictures(self) -> None:
        the, side = look(), self.ids.side
        self._put(self.picture_list())
        side.add_widget(
            self._hint("cronberg.enrol.pick_board" if self.step == "board" else "cronberg.enrol.pick_rhombi")
        )
        use = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(72))
        use.bind(on_release=lambda _: self.use_files())
        side.add_widget(use)

    def files_chosen(self) -> None:
        """One picture of the board is enough."""
        if self.step == "board" and self._chosen:
            self.use_files()

    def use(self, pictures: list[Picture]) -> None:
        """Look for the board, or for rhombi, on pictures."""
        self._said = None
        (self._look_for_board if self.step == "board" else self._look_for_rhombi)(pictures)

    def _look_for_board(self, pictures: list[Picture]) -> None:
        seen: list[bool] = []

        def look_at(task: Task) -> None:
            task.works_on(pictures[-1])
            seen.append(self.draft.see_board(pictures[-1]))

        self.work(look_at, lambda: self._after_board(seen[0]))

    def _look_for_rhombi(self, pictures: list[Picture]) -> None:
        found: list[int] = []

        def look_at(task: Task) -> None:
            task.works_on(pictures[0])
            found.append(self.draft.see_rhombi(pictures))

        self.work(look_at, lambda: self._after_rhombi(found[0]))

    def _after_board(self, seen: bool) -> None:
        if not seen:
            self._said = Phrase.of("cronberg.enrol.no_net_here")
        self.show()

    def _after_rhombi(self, found: int) -> None:
        if not found:
            self._said = Phrase.of("cronberg.enrol.no_rhombi")
        self.show()


load_kv(__file__)
