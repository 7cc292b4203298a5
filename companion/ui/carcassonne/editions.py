"""Which tiles are played with: Tableside's own, an edition that was learned, or a new one that is learned meanwhile."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from msgspec.structs import replace

from calibration.files.system_reason import system_reason
from calibration.references import Edition, ReferencesError
from companion.editions.kept_tiles import OURS, SetInPlay, choice, choose, kept_editions, known_of
from companion.ui.carcassonne.face import TilePicture, drawn_anew
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.switches import OnOff
from companion.ui.screen import SideScreen, load_kv
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.edition import BASE
from vision.frames import Picture
from vision.tile_map.terrain import kind_named

MOST_LETTERS = 24
NOT_KNOWN = 0.3  # opacity of our drawing of a kind of which no picture is known
KINDS = tuple(sorted(BASE, key=lambda key: tile_type(key).name))


class EditionsScreen(SideScreen):
    """Every tap holds at once. ``back`` among the wishes is the screen to go back to, with its own wishes."""

    def opened(self) -> None:
        """Begin with what is played with."""
        self._version = -1  # of the tiles that were painted beside the screen
        self.choice: SetInPlay = choice()
        self._naming = False
        self._removing = False
        self.show()

    def tick(self, now_ms: int) -> None:
        """Show tiles that were painted meanwhile."""
        self._version = drawn_anew(self, self._version)

    def show(self) -> None:
        """The editions on one side, what is known of the chosen one on the other."""
        body = self.ids.body
        body.clear_widgets()
        self.ids.said.text = ""
        body.add_widget(self._list())
        body.add_widget(self._letters() if self._naming else self._preview())

    # The list

    def names(self) -> tuple[str, ...]:
        """Ours, those that were learned, and the one that is chosen although nothing of it is known yet."""
        kept = kept_editions().names()
        fresh = (self.choice.name,) if self.choice.name not in (OURS, *kept) else ()
        return (OURS, *kept, *fresh)

    def _list(self) -> Widget:
        the = look()
        side = BoxLayout(orientation="vertical", spacing=the.px(10), size_hint_x=None)
        side.width = the.px(420 if not the.compact else 260)
        if the.portrait:
            side.size_hint_x, side.size_hint_y = 1, 0.9
        column = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None)
        column.bind(minimum_height=column.setter("height"))
        column.add_widget(self._found_card())
        for name in self.names():
            column.add_widget(self._card(name))
        for key, icon, do in (("edition.enrol.door", "camera", self.photograph), ("edition.new", "add", self.begin)):
            fresh = Tap(text=words(key), icon=icon, size_hint_y=None, height=the.px(72))
            fresh.bind(on_release=lambda _, do=do: do())
            column.add_widget(fresh)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(column)
        side.add_widget(scroll)
        learns = OnOff(text=words("edition.learns"), detail=words("edition.learns_detail"), size_hint_y=None)
        learns.height, learns.active = the.px(116), self.choice.learns
        learns.bind(active=lambda _, active: self._choose(replace(self.choice, learns=active)))
        side.add_widget(learns)
        return side

    def _found_card(self) -> Tap:
        """Nobody chooses: whose tiles lie there is found out by looking."""
        found = self.choice.found
        detail = words("edition.looks_detail")
        if self.choice.edition is None and found is not None:
            detail = words("edition.looks_found", name=found or words("edition.ours"))
        return self._choice_card(None, words("edition.looks"), detail)

    def _card(self, name: str) -> Tap:
        return self._choice_card(name, name or words("edition.ours"), self._known(name))

    def _choice_card(self, name: str | None, title: str, detail: str) -> Tap:
        the = look()
        here = name == self.choice.edition
        tap = Tap(kind="chosen" if here else "raised", size_hint_y=None, height=the.px(88))
        tap.padding = [the.px(18), the.px(10)]
        ink = "on_primary" if here else "text"
        column = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
        column.bind(minimum_height=column.setter("height"))
        column.bind(height=lambda _, height: setattr(tap, "height", max(the.px(88), height + the.px(20))))
        column.add_widget(Words(text=title, role="body", weight="bold", ink=ink, fit="wrap"))
        column.add_widget(Words(text=detail, role="least", ink=ink if here else "text2", fit="wrap"))
        tap.add_widget(column)
        tap.bind(on_release=lambda _: self.take(name))
        return tap

    def _known(self, name: str) -> str:
        if name == OURS:
            return words("edition.ours_detail")
        known = known_of(name)
        kinds = {kind_named(view.kind).key for view in known.references} & set(KINDS) if known else set()
        if not kinds:
            return words("edition.nothing_yet")
        return words("edition.known", kinds=len(kinds), all=len(KINDS))

    # What is known

    def _preview(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(10))
        panel = Panel(fill=the.colour("surface"))
        grid = GridLayout(cols=6, spacing=the.px(8), pos_hint={"x": 0.03, "y": 0.03}, size_hint=(0.94, 0.94))
        if (
            self.choice.name == OURS
        ):  # our drawings are painted beside the screen, for that takes seconds the first time
            for key in KINDS:
                grid.add_widget(TilePicture(key, 0))
        else:
            pictures = pictures_of(known_of(self.choice.name))
            for key in KINDS:
                grid.add_widget(self._tile(key, pictures.get(key)))
        panel.add_widget(grid)
        column.add_widget(panel)
        if self.choice.name != OURS:
            column.add_widget(self._buttons())
        return column

    def _tile(self, key: str, picture: Picture | None) -> Widget:
        """A tile as it looks, or our drawing of it, faint: people see which one is still to be shown."""
        return StillPicture(picture=picture) if picture is not None else TilePicture(key, 0, opacity=NOT_KNOWN)

    def _buttons(self) -> Widget:
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(72), spacing=the.px(8))
        narrow = the.compact and the.text_scale > 1  # "Umbenennen" needs all of its button
        icons = {name: "" if narrow else name for name in ("tile", "pen", "trash")}
        if self.choice.name in kept_editions().names():
            right = Tap(text=words("edition.enrol.put_right"), icon=icons["tile"])
            right.bind(on_release=lambda _: self.photograph(self.choice.name))
            row.add_widget(right)
        rename = Tap(text=words("edition.rename"), icon=icons["pen"])
        rename.bind(on_release=lambda _: self.name_it())
        remove = Tap(text=words("edition.really_remove" if self._removing else "edition.remove"), icon=icons["trash"])
        remove.bind(on_release=lambda _: self.remove())
        row.add_widget(rename)
        row.add_widget(remove)
        return row

    def _letters(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(10))
        self._typed = self.choice.name
        pad = LetterPad(text=self._typed, most=MOST_LETTERS, hint=words("edition.its_name"), on_typed=self._type)
        column.add_widget(pad)
        done = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(72))
        done.bind(on_release=lambda _: self.named())
        column.add_widget(done)
        return column

    def _type(self, text: str) -> None:
        self._typed = text

    # What people do

    def take(self, name: str | None) -> None:
        """Play with this edition; None: with the one that lies on the table."""
        self._naming = self._removing = False
        self._choose(replace(self.choice, edition=name))

    def begin(self) -> None:
        """A new edition, of which the first game teaches the tiles."""
        self._naming = self._removing = False
        self._choose(SetInPlay(kept_editions().free_name(words("edition.default_name")), learns=True))

    def photograph(self, edition: str = "") -> None:
        """Tiles learned from photographs: of a new edition, or more of a kept one, which is put right."""
        self.app.go("enrol_tiles", back="editions", edition=edition, **{"with": dict(self.wishes or {})})

    def name_it(self) -> None:
        """Letters for another name."""
        self._naming, self._removing = True, False
        self.show()

    def named(self) -> None:
        """Take the name that was typed."""
        wanted, before = self._typed.strip(), self.choice.name
        self._naming = False
        if not wanted or wanted == before:
            self.show()
            return
        try:
            if before in kept_editions().names():
                kept_editions().rename(before, wanted)
        except ReferencesError as error:
            self.show()
            self.ids.said.text = words(error.key, name=error.place, value=error.value)
            return
        except OSError as error:
            self.show()
            self.ids.said.text = words("app.not_saved", why=system_reason(error))
            return
        self._choose(self._instead(wanted))

    def remove(self) -> None:
        """The first tap asks, the second forgets the edition."""
        if not self._removing:
            self._removing = True
            self.show()
            return
        self._removing = False
        if self.choice.name in kept_editions().names():
            kept_editions().remove(self.choice.name)
        self._choose(self._instead(None))

    def _instead(self, name: str | None) -> SetInPlay:
        """The same choice once the edition that is played with is called so, or (None) forgotten."""
        if self.choice.edition is None:
            return replace(self.choice, found=name)
        return replace(self.choice, edition=OURS if name is None else name)

    def _choose(self, what: SetInPlay) -> None:
        self.choice = what
        why = ""
        try:
            choose(what)
        except OSError as error:
            why = words("app.not_saved", why=system_reason(error))
        self.show()
        self.ids.said.text = why


def pictures_of(edition: Edition | None) -> dict[str, Picture]:
    """The first picture of each kind, by key."""
    found: dict[str, Picture] = {}
    for view in edition.references if edition is not None else ():
        found.setdefault(kind_named(view.kind).key, view.image)
    return found


load_kv(__file__)
