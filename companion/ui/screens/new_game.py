"""A new game: who sits where around the table, in which colour, with which expansions and devices."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.properties import NumericProperty, OptionProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.cameras.listing import found_cameras
from companion.locale import say
from companion.preferences import KnownPerson, another_camera
from companion.session.seating import Seating, Sitter
from companion.store import StoreError
from companion.titles.registry import expanding
from companion.ui.faces import face_of
from companion.ui.kit.base import Icon, PanelBox, Tap, Words, look, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.face import AnyFace, Setting, Workshop
from companion.ui.kit.grown_tap import GrownTap
from companion.ui.kit.scrolled import scrolled
from companion.ui.kit.switches import OnOff
from companion.ui.screen import Screen, load_kv
from companion.ui.screens.seats import ColourTap, TableDrawing, letters_need_the_room
from companion.ui.screens.setting_row import SettingRow, upright
from companion.ui.screens.settings import camera_name
from companion.ui.statistics.person_picture import known_tap
from games.game import Phrase, Refusal

MOST_LETTERS = 12


class NewGameScreen(Screen):
    """Players, then options; the table check is offered, and everything but two players can be skipped."""

    step = OptionProperty("players", options=("players", "options"))
    place = NumericProperty(-1)  # the place that is being edited, -1 for none
    _saying = False  # the letters say how the name is spoken
    _moved = ""  # who sat elsewhere until just now
    _proposed = False  # the name is that of somebody who played before: letters write another one in its place

    def opened(self) -> None:
        """Begin where the last change of look left off, or with an empty table."""
        self.chosen: set[str] = self.wishes.get("chosen") or set()
        self.face = face_of(self.wishes["game"])
        kept = self.wishes.get("settled")
        self.settled: dict[str, int | str] = self._house_rules() if kept is None else kept
        self.seating = self.wishes.get("seating") or Seating(self.app.preferences.people, self.face.colours())
        self.bind(step=self.show, place=self.show)
        self.place = self.wishes.get("place", -1)
        self.step = self.wishes.get("step", "players")
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """Who sits where survives a turn of the tablet."""
        return {
            "seating": self.seating,
            "chosen": self.chosen,
            "settled": self.settled,
            "step": self.step,
            "place": self.place,
        }

    def show(self, *_: object) -> None:
        """Draw the step."""
        self._moved = self.seating.settle()
        self.ids.players.kind = "chosen" if self.step == "players" else "raised"
        self.ids.options.kind = "chosen" if self.step == "options" else "raised"
        self.ids.start.disabled = self.ids.check.disabled = not self.seating.ready
        body = self.ids.body
        body.clear_widgets()
        if self.step == "options":
            body.add_widget(self._options())
        else:
            self._show_players(body)

    # Players

    def _show_players(self, body: BoxLayout) -> None:
        the = look()
        alone = self.place >= 0 and letters_need_the_room(self.app.stage.height)
        if not alone:
            table = TableDrawing(seating=self.seating, chosen=self.place)
            table.on_place = self._edit
            body.add_widget(table)
        side = self._editor() if self.place >= 0 else self._hints()
        if the.portrait:
            side.size_hint_y = 0.9
        elif not alone:
            side.size_hint_x = 0.98 if self.place >= 0 else 0.62
        body.add_widget(side)

    def _edit(self, place: int) -> None:
        moved = self.seating.settle()  # before anybody is seated here: the name at the seat before is whole now
        self._proposed, self._saying = self.seating.propose(place), False
        self.place = -1
        self.place = place
        self.ids.said.text = words("app.moved_elsewhere", name=moved) if moved else ""

    def _hints(self) -> Widget:
        the = look()
        panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(20), spacing=the.px(12))
        title = words(f"app.game_{self.wishes['game']}")
        panel.add_widget(Words(text=title, role="ribbon", weight="bold", size_hint_y=None, height=the.px(48)))
        moved = words("app.moved_here", name=self._moved) + "\n" if self._moved else ""
        hint = words("app.tap_a_seat" if len(self.seating.taken) < 2 else "app.ready_to_start")
        panel.add_widget(Words(text=moved + hint, role="body", ink="text2", valign="top"))
        draw = Tap(text=words("app.draw_start"), icon="shuffle", size_hint_y=None, height=the.px(64))
        draw.disabled = len(self.seating.taken) < 2
        draw.bind(on_release=lambda _: self._draw_start())
        panel.add_widget(draw)
        pieces_screen = self.face.screen_of_pieces()
        if pieces_screen is not None:
            panel.add_widget(self._pieces_button(*pieces_screen))
        return panel

    def _pieces_button(self, screen: str, phrase: Phrase) -> Tap:
        """Which copy of the game is played with; tapped, another one is learned or chosen."""
        tap = Tap(text=self.app.phrase(phrase), icon="gear", size_hint_y=None, height=look().px(64 * look().text_scale))
        wishes = {**self.wishes, **self.state_to_keep()}
        tap.bind(on_release=lambda _: self.app.go(screen, back="new_game", **{"with": wishes}))
        return tap

    @property
    def _begins(self) -> bool:
        """Whether the person at the place that is edited begins."""
        return self.seating.taken[:1] == (self.place,)

    def _let_begin(self) -> None:
        self.seating.start = self.place
        self.show()

    def _draw_start(self) -> None:
        self.seating.draw_start(self.app.rng)
        self.show()

    def _editor(self) -> Widget:
        """Letters, colours and what else belongs to one person; on a small screen side by side."""
        the = look()
        panel = PanelBox(fill=the.colour("surface"), padding=the.px(8 if the.tight else 16), spacing=the.px(10))
        sitter = self.seating.at[self.place]
        saying = self._saying and sitter is not None
        pad = LetterPad(
            text=(sitter.say_as if saying else sitter.name) if sitter is not None else "",
            most=MOST_LETTERS * 2 if saying else MOST_LETTERS,
            hint=words("app.said_as") if saying else words("app.name"),
            on_typed=self._resay if saying else self._rename,
            proposed=self._proposed and not saying,
        )
        self._colours = self._colour_taps(sitter)
        buttons = self._editor_buttons(sitter, saying)
        if the.compact:
            panel.add_widget(pad)
            side = BoxLayout(orientation="vertical", size_hint_x=None, width=the.px(208), spacing=the.px(8))
            side.add_widget(self._colours)
            side.add_widget(buttons)
            panel.add_widget(side)
        else:
            panel.orientation = "vertical"
            for widget in (self._known_people(), pad, self._colours, buttons):
                panel.add_widget(widget)
        return panel

    def _colour_taps(self, sitter: Sitter | None) -> GridLayout:
        the = look()
        across, each = (4, 56) if the.compact else (7, 60)
        rows = -(-len(self.seating.colours) // across)
        colours = GridLayout(cols=across, spacing=the.px(4))
        colours.size_hint_y, colours.height = None, the.px(rows * each + (rows - 1) * 4)
        for colour in self.seating.colours:
            tap = ColourTap(colour=colour, chosen=sitter is not None and sitter.colour == colour)
            tap.bind(on_release=lambda tap: self._recolour(tap.colour))
            colours.add_widget(tap)
        return colours

    def _editor_buttons(self, sitter: Sitter | None, saying: bool) -> Widget:
        the = look()
        buttons = BoxLayout(spacing=the.px(8), orientation="vertical" if the.compact else "horizontal")
        if not the.compact:
            buttons.size_hint_y, buttons.height = None, the.px(60)
        leave = Tap(text=words("app.leave_seat"), icon="trash")
        leave.bind(on_release=lambda _: self._leave_seat())
        said = Tap(text=words("app.said_as"), icon="voice", kind="chosen" if saying else "raised")
        said.disabled = sitter is None
        said.bind(on_release=lambda _: self._switch_saying())
        begins = Tap(text=words("app.begins"), icon="crown", kind="chosen" if self._begins else "raised")
        begins.disabled = sitter is None
        begins.bind(on_release=lambda _: self._let_begin())
        ready = Tap(text=words("app.ready"), icon="check", kind="primary")
        ready.bind(on_release=lambda _: setattr(self, "place", -1))
        for button in (leave, said, begins, ready):
            if not the.compact:  # each as wide as its words need
                button.icon = button.icon if the.text_scale == 1 else ""
                button.padding, button.size_hint_x = [the.px(4)] * 4, button.width_for_longest_word()
            buttons.add_widget(button)
        return buttons

    def _known_people(self) -> Widget:
        the = look()
        row = BoxLayout(size_hint_x=None, spacing=the.px(6))
        row.bind(minimum_width=row.setter("width"))
        sitting = {sitter.name for sitter in self.seating.sitters}
        for person in self.app.preferences.people:
            if person.name in sitting:
                continue
            tap = known_tap(person.name)
            tap.bind(on_release=lambda _, name=person.name: self._take(name))
            row.add_widget(tap)
        scroll = ScrollView(do_scroll_y=False, bar_width=0, size_hint_y=None, scroll_type=["content"])
        scroll.height = the.px(56) if row.children else 0
        scroll.add_widget(row)
        return scroll

    def _take(self, name: str) -> None:
        self._proposed = False
        self.seating.sit(self.place, name)
        self.show()

    def _rename(self, name: str) -> None:
        self._proposed = False
        if name:
            self.seating.spell(self.place, name)
        else:
            self.seating.leave(self.place)
        self._typed()

    def _resay(self, text: str) -> None:
        self.seating.say_as(self.place, text)

    def _switch_saying(self) -> None:
        self._saying = not self._saying
        self.show()

    def _typed(self) -> None:
        """Show what changed without taking the letters away from under the finger."""
        sitter = self.seating.at[self.place]
        for tap in self._colours.children:
            tap.chosen = sitter is not None and sitter.colour == tap.colour
        self.ids.start.disabled = self.ids.check.disabled = not self.seating.ready
        for child in self.ids.body.children:
            if isinstance(child, TableDrawing):
                child.draw()

    def _recolour(self, colour: str) -> None:
        self.seating.colour(self.place, colour)
        self._typed()

    def _leave_seat(self) -> None:
        self.seating.leave(self.place)
        self.place = -1

    # Options

    def _options(self) -> Widget:
        the = look()
        grid = GridLayout(cols=1 if the.portrait or the.compact else 2, size_hint_y=None, spacing=the.px(16))
        grid.bind(minimum_height=grid.setter("height"))
        for key in self._played.expansions():
            switch = self._option(
                words(f"app.expansion_{key}"), words(f"app.expansion_{key}_detail"), key in self.chosen
            )
            switch.bind(active=lambda _, active, key=key: self._switch(key, active))
            grid.add_widget(switch)
        self._add_variants(grid)
        likes = self.app.preferences
        named = words("app.camera_is", camera=camera_name(likes.camera))
        text = named if likes.camera else words("app.use_camera_detail")
        camera = self._option(words("app.use_camera"), text, bool(likes.camera))
        camera.bind(active=lambda _, active: self._use_camera(active))
        buttons = self._option(words("app.use_buttons"), words("app.use_buttons_detail"), likes.buttons)
        buttons.bind(active=lambda _, active: self.app.prefer(buttons=active))
        grid.add_widget(camera)
        grid.add_widget(buttons)
        workshop = self._played.workshop()
        for shop in (*(() if workshop is None else (workshop,)), *self._played.reading()):
            grid.add_widget(self._workshop(shop))
        for setting in self._played.settings():
            grid.add_widget(upright(SettingRow(setting, self.settled)))
        return scrolled(grid)

    def _workshop(self, shop: Workshop) -> Widget:
        """Where what is played with can be corrected; people come back here."""
        the = look()
        tap = GrownTap(least_dp=104)
        tap.padding = [the.px(16 if not the.compact else 8), the.px(6)]  # its words begin where those of a switch do
        tap.size_hint_y, tap.height = None, the.px(104)
        tap.bind(size_hint_min_y=tap.setter("height"))
        tap.say(say(shop.title, the.language), role="body", weight="bold")
        tap.say(say(shop.detail, the.language), role="least", ink="text2")
        tap.put_after(Icon(name="next", side=28, pos_hint={"center_y": 0.5}))
        kept = {**self.wishes, **self.state_to_keep()}
        tap.bind(on_release=lambda _: self.app.go(shop.screen, back="new_game", **{"with": kept}, **shop.wishes))
        return tap

    def _add_variants(self, grid: Widget) -> None:
        """Expansions that are a game of their own: switched on, that game is played."""
        for key in self._variants:
            switch = self._option(words(f"app.variant_{key}"), words(f"app.variant_{key}_detail"), key in self.chosen)
            switch.bind(active=lambda _, active, key=key: self._switch_variant(key, active))
            grid.add_widget(switch)

    def _switch_variant(self, key: str, active: bool) -> None:
        self._switch(key, active)
        self.show()

    @property
    def game(self) -> str:
        """The key of the game that is played with what is switched on."""
        base: str = self.wishes["game"]
        return next((key for key in self._variants if key in self.chosen), base)

    @property
    def _variants(self) -> tuple[str, ...]:
        return tuple(title.key for title in expanding(self.wishes["game"]))

    @property
    def _played(self) -> AnyFace:
        return face_of(self.game)

    def _use_camera(self, active: bool) -> None:
        """Off at once; on means to choose one and see what it shows."""
        cameras = (self.app.preferences.camera_before, *found_cameras()) if active else ()
        self.app.prefer(**another_camera(self.app.preferences, next(filter(None, cameras), "")))
        if active:
            self.app.go("camera", back="new_game", **{"with": {**self.wishes, **self.state_to_keep()}})

    def _option(self, title: str, detail: str, active: bool) -> OnOff:
        switch = OnOff(text=title, detail=detail, size_hint_y=None, height=look().px(104))
        switch.active = active
        return switch

    def _switch(self, key: str, active: bool) -> None:
        (self.chosen.add if active else self.chosen.discard)(key)

    # Starting

    def start(self, *, check: bool = False) -> None:
        """Begin; a set-up that the rules refuse says why."""
        if self.app.preferences.camera:
            self.app.patiently(lambda: self._start(check))
        else:
            self._start(check)

    def _start(self, check: bool) -> None:
        sitters = self.seating.sitters
        face = self._played
        expansions = tuple(key for key in face.expansions() if key in self.chosen)
        likes = self.app.preferences
        try:
            setup = face.setup(self.seating.seats, expansions, self._settled_here)
            session = self.app.shelf.start(self.game, setup, camera=likes.camera, buttons=likes.buttons)
        except (Refusal, StoreError) as error:
            self.ids.said.text = self.app.phrase(error.phrase)
            return
        people = tuple(KnownPerson(sitter.name, sitter.colour, sitter.say_as) for sitter in sitters)
        house_rules = likes.settling(self.wishes["game"], self._otherwise())
        self.app.prefer(people=likes.remembering(people).people, house_rules=house_rules)
        self.app.sit_down(session)
        self.app.go("table_check" if check or likes.camera or likes.buttons else "table")

    # What was settled

    def _settings(self) -> dict[str, Setting]:
        """Everything that may be settled in this game and in what expands it."""
        keys = (self.wishes["game"], *self._variants)
        return {one.key: one for key in keys for one in face_of(key).settings()}

    def _house_rules(self) -> dict[str, int | str]:
        """What people settled the last time and may still settle."""
        known, choices = self._settings(), self.app.preferences.settled(self.wishes["game"])
        return {key: value for key, value in choices.items() if key in known and value in known[key].allowed}

    def _otherwise(self) -> dict[str, int | str]:
        """What is settled otherwise than it would have been; a layout holds for one game."""
        known = self._settings()
        return {key: value for key, value in self.settled.items() if key in known and value != known[key].default}

    @property
    def _settled_here(self) -> dict[str, int | str]:
        """What was settled, without what only another game than the one that is played has."""
        here = {one.key for one in self._played.settings()}
        return {key: value for key, value in self.settled.items() if key in here or key not in self._settings()}

    def leave(self) -> None:
        """Home."""
        if self.place >= 0:
            self.place = -1
        else:
            self.app.go("home")

    def go_back(self) -> bool:
        """Escape leaves."""
        self.leave()
        return True


load_kv(__file__)
