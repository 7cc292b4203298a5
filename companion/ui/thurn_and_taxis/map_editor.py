"""The map editor: the owner's board of Thurn and Taxis or Power & Glory, corrected by touch and checked as it is
edited. Two cities tapped are a road that comes or goes; the pencil changes one city; tiles have values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVarTuple

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from companion.editions.map_draft import MapDraft
from companion.locale import say
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.entry.letters import LetterPad, LettersRoom
from companion.ui.kit.switches import Segments
from companion.ui.kit.theme import rgba
from companion.ui.screen import SideScreen, load_kv
from companion.ui.thurn_and_taxis.adviser import brief
from companion.ui.thurn_and_taxis.map_editor_board import MapEditorBoard
from games.game import Phrase, Refusal
from games.thurn_and_taxis import editing
from games.thurn_and_taxis.atlas import MOST_HORSES, Atlas, City
from vision.artwork.thurn_and_taxis.land import province_colour

ArgTs = TypeVarTuple("ArgTs")  # of a step that changes the map
_TOOLS = ("roads", "city", "tiles")


class MapEditorScreen(SideScreen):
    """``wishes``: ``map``, the key of the map; ``back`` and ``with``, where to go afterwards."""

    def opened(self) -> None:
        """Begin where the last change of look left off, or with the owner's map."""
        wishes = self.wishes
        self.draft = MapDraft(wishes["map"], folder=wishes.get("folder"), steps=wishes.get("steps", ()))
        self.tool: str = wishes.get("tool", "roads")
        self.chosen: tuple[str, ...] = wishes.get("chosen", ())
        self.naming = ""  # what is being renamed: "city" or "province", empty for nothing
        self._tile: tuple[str, int] | None = None
        self._notice: Phrase | None = None
        self.ids.title.text = words("thurn.edit_title", map=words(f"thurn.map_{self.draft.key}"))
        self.board = MapEditorBoard(pos_hint={"x": 0, "y": 0})
        self.board.on_place = self.tapped
        self.ids.place.add_widget(self.board)
        self._room = LettersRoom(self.ids.side, self.ids.place)
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """The steps so far survive a turn of the tablet."""
        return {"steps": self.draft.steps, "tool": self.tool, "chosen": self.chosen}

    # Showing

    def show(self) -> None:
        """Draw everything anew."""
        atlas = self.draft.atlas
        self.chosen = tuple(name for name in self.chosen if name in atlas.city)
        self.board.view, self.board.chosen = atlas, list(self.chosen)
        self.ids.undo.disabled = not self.draft.can_undo
        self.ids.keep.disabled = bool(self.draft.faults)
        self._show_check()
        self._show_side(atlas)

    def _show_check(self) -> None:
        the = look()
        faults = (self._notice,) if self._notice is not None else self.draft.faults
        if faults:
            text, icon, ink = say(faults[0], the.language), "warn", "warn"
        else:
            atlas = self.draft.atlas
            free = len(atlas.free_cities)
            phrase = Phrase.of(
                "thurn.edit_well" if free else "thurn.edit_well_no_free",
                cities=len(atlas.cities),
                provinces=len(atlas.provinces),
                free=free,
                roads=len(atlas.roads),
            )
            text, icon, ink = say(phrase, the.language), "check", "ok"
            if self.draft.defaults:
                text += "   " + say(Phrase.of("thurn.edit_defaults", count=self.draft.defaults), the.language)
        self.ids.said.text, self.ids.mark.name, self.ids.mark.ink = text, icon, ink
        self.ids.check.fill = the.colour("surface")

    def _show_side(self, atlas: Atlas) -> None:
        the, side = look(), self.ids.side
        side.clear_widgets()
        letters = self.tool == "city" and bool(self.naming and self.chosen)
        self._room.give(letters=letters)
        if not (letters and the.compact):
            options = [(tool, words(f"thurn.edit_{tool}")) for tool in _TOOLS]
            tools = Segments(options=options, value=self.tool, size_hint_y=None, height=the.px(56))
            tools.bind(value=lambda _, tool: self.take_up(tool))
            side.add_widget(tools)
        if self.tool == "roads":
            self._add_roads(side)
        elif self.tool == "tiles":
            self._add_tiles(side, atlas)
        elif not self.chosen:
            side.add_widget(Words(text=words("thurn.edit_tap_city"), role="body", ink="text2", valign="top"))
        else:
            self._add_city(side, atlas)

    def _add_roads(self, side: BoxLayout) -> None:
        text = words("thurn.edit_from", city=self.chosen[0]) if self.chosen else words("thurn.edit_tap_two")
        side.add_widget(Words(text=text, role="body", weight="bold", valign="top"))
        detail = Words(text=words("thurn.edit_dashed"), role="label", ink="text2", valign="top")
        side.add_widget(detail)
        self._add(side, "thurn.edit_all_ours", "check", lambda: self.do(editing.settled))
        self._add(side, "thurn.edit_as_shipped", "undo", self._as_shipped)

    def _add_city(self, side: BoxLayout, atlas: Atlas) -> None:
        the = look()
        city = atlas.city[self.chosen[0]]
        if self.naming:
            was = city.name if self.naming == "city" else city.province or ""
            self._typed = was
            pad = LetterPad(text=was, most=editing.LONGEST_NAME, on_typed=lambda text: setattr(self, "_typed", text))
            side.add_widget(pad)
            self._add(side, "app.ready", "check", self._rename, kind="primary")
            return
        rename = self._add(side, "", "", lambda: self._name("city"))
        rename.text, rename.role = city.name, "ribbon"
        if "name" in city.defaults:
            rename.text += " ?"
        if city.horses:
            side.add_widget(self._horses(city))
        side.add_widget(self._provinces(atlas, city.name))
        row = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(8))
        side.add_widget(row)
        named = Tap(text=words("thurn.edit_province_name"))
        named.disabled = city.province is None
        named.bind(on_release=lambda _: self._name("province"))
        move = Tap(text=words("thurn.edit_move"), kind="chosen" if self.board.moving else "raised")
        move.bind(on_release=lambda _: self._move(city.name))
        row.add_widget(named)
        row.add_widget(move)

    def _horses(self, city: City) -> Widget:
        """The numbers on the backs of its cards: more than one where the copies differ."""
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(8))
        for count in range(1, MOST_HORSES + 1):
            shown = count in city.horses
            tap = Tap(text=words("thurn.edit_horses", horses=count), kind="chosen" if shown else "raised")
            tap.bind(on_release=lambda _, count=count: self.do(editing.toggled_horses, city.name, count))
            row.add_widget(tap)
        return row

    def _provinces(self, atlas: Atlas, name: str) -> Widget:
        """Every province that there is and was, and none."""
        the = look()
        grid = GridLayout(cols=2, size_hint_y=None, spacing=the.px(6))
        grid.bind(minimum_height=grid.setter("height"))
        now = atlas.city[name].province
        known = dict.fromkeys((*self.draft.steps[0].provinces, *atlas.provinces))
        for province in (*sorted(known), None):
            text = province or words("thurn.free_city")
            tap = Tap(text=text, kind="chosen" if province == now else "raised", size_hint_y=None, height=the.px(50))
            if province != now:
                blue, green, red = province_colour(atlas, province)
                tap.rim, tap.rim_width = rgba(f"#{int(red):02X}{int(green):02X}{int(blue):02X}"), 3
            tap.bind(on_release=lambda _, province=province: self.do(editing.with_province, name, province))
            grid.add_widget(tap)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content", "bars"])
        scroll.add_widget(grid)
        return scroll

    def _add_tiles(self, side: BoxLayout, atlas: Atlas) -> None:
        the = look()
        grid = GridLayout(cols=1, size_hint_y=None, spacing=the.px(6))
        grid.bind(minimum_height=grid.setter("height"))
        for stack in atlas.stacks:
            row = BoxLayout(size_hint_y=None, height=the.px(52), spacing=the.px(4))
            label = say(brief(stack), the.language) + (" ?" if stack.is_default else "")
            row.add_widget(Words(text=label, role="least", weight="bold"))
            for place, value in enumerate(stack.values):
                tap = Tap(text=str(value), size_hint_x=None, width=the.px(46), role="label")
                tap.padding = [0, 0]
                tap.kind = "chosen" if self._tile == (stack.key, place) else "raised"
                tap.bind(on_release=lambda _, spot=(stack.key, place): self._choose_tile(spot))
                row.add_widget(tap)
            grid.add_widget(row)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content", "bars"])
        scroll.add_widget(grid)
        side.add_widget(scroll)
        row = BoxLayout(size_hint_y=None, height=the.px(60), spacing=the.px(8))
        for text, by in (("−", -1), ("+", 1)):
            tap = Tap(text=text, role="ribbon", disabled=self._tile is None)
            tap.bind(on_release=lambda _, by=by: self._worth(by))
            row.add_widget(tap)
        side.add_widget(row)

    def _add(self, side: BoxLayout, key: str, icon: str, do: Callable[[], None], kind: str = "raised") -> Tap:
        tap = Tap(text=words(key) if key else "", icon=icon, kind=kind, size_hint_y=None, height=look().px(64))
        tap.bind(on_release=lambda _: do())
        side.add_widget(tap)
        return tap

    # Doing

    def do(self, change: Callable[[Atlas, *ArgTs], Atlas], *args: *ArgTs) -> None:
        """One step; what is no map is said, and nothing changes."""
        try:
            self.draft.do(change, *args)
            self._notice = None
        except Refusal as refusal:
            self._notice = refusal.phrase
        self.show()

    def take_up(self, tool: str) -> None:
        """Another tool."""
        self.tool, self.naming, self.board.moving, self._tile = tool, "", "", None
        self.chosen = self.chosen[:1] if tool == "city" else ()
        self._notice = None
        self.show()

    def tapped(self, thing: object) -> None:
        """A city, or the spot where one goes."""
        if self.board.moving and isinstance(thing, tuple):
            name, self.board.moving = self.board.moving, ""
            self.do(editing.moved, name, *thing)
        elif isinstance(thing, str):
            self._tapped_city(thing)

    def _tapped_city(self, name: str) -> None:
        self._notice, self.naming = None, ""
        if self.tool != "roads":
            self.tool, self.chosen = "city", (name,)
        elif self.chosen and self.chosen != (name,):
            one, self.chosen = self.chosen[0], ()
            self.do(editing.toggled_road, one, name)
            return
        else:
            self.chosen = () if self.chosen else (name,)
        self.show()

    def _move(self, name: str) -> None:
        self.board.moving = "" if self.board.moving else name
        self._notice = Phrase.of("thurn.edit_tap_spot", city=name) if self.board.moving else None
        self.show()

    def _name(self, what: str) -> None:
        self.naming = what
        self.show()

    def _rename(self) -> None:
        what, self.naming = self.naming, ""
        old = self.chosen[0]
        province = self.draft.atlas.city[old].province
        if what == "city":
            self.do(editing.renamed, old, self._typed)
            if self._notice is None:
                self.chosen = (self._typed.strip(),)
        elif province is not None:  # a free city has none to be named
            self.do(editing.renamed_province, province, self._typed)
        self.show()

    def _choose_tile(self, spot: tuple[str, int]) -> None:
        self._tile = None if self._tile == spot else spot
        self.show()

    def _worth(self, by: int) -> None:
        if self._tile is None:
            return
        key, place = self._tile
        values = list(self.draft.atlas.stack[key].values)
        values[place] += by
        self.do(editing.with_values, key, tuple(values))

    def _as_shipped(self) -> None:
        self.draft.as_shipped()
        self.show()

    def undo(self) -> None:
        """Take the last step back."""
        self.draft.undo()
        self._notice = None
        self.show()

    def keep(self) -> None:
        """Keep the map for new games."""
        try:
            self.draft.keep()
            self._notice = Phrase.of("thurn.edit_kept")
        except Refusal as refusal:
            self._notice = refusal.phrase
        except OSError as error:
            why = system_reason(error)
            self._notice = Phrase.of("command.cannot_write", file=error.filename or "", why=why)
        self.show()


load_kv(__file__)
