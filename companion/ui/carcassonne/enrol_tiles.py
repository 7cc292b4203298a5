"""The owner's tiles learned from photographs, each beside our drawing of what it is taken for; a tap puts it right."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.references import ReferencesError
from companion.editions.kept_tiles import kept_editions
from companion.editions.tile_draft import DraftTile, TileDraft, kept_draft
from companion.readings.carcassonne_reading import base_stock
from companion.ui.carcassonne.face import TilePicture, drawn_anew
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import scrolled
from companion.ui.screen import SideScreen
from companion.ui.screens.owned.kept_sets import KeptSetsScreen, button
from games.game import Phrase
from vision.artwork.carcassonne.edition import BASE
from vision.tile_map.terrain import kind_named, kinds
from vision.tile_map.terrain.kinds import turns_of

CARD_DP, CARD_HIGH_DP = 188, 104  # a photograph and a drawing side by side
NOT_SEEN = 0.4  # opacity of a drawing that stands for a photograph


class EnrolTilesScreen(KeptSetsScreen[TileDraft, int]):
    """``wishes``: ``edition``, the name of a kept one that is put right; a new one is begun without it."""

    speaks = "edition.enrol"
    usual_back = "editions"
    _version = -1  # of the tiles that were painted beside the screen

    def tick(self, now_ms: int) -> None:
        """Show tiles that were painted meanwhile, and what came of a photograph."""
        super().tick(now_ms)
        self._version = drawn_anew(self, self._version)

    def first_draft(self) -> TileDraft:
        """What is kept of the edition, or a new one, which begins with a photograph."""
        name = str(self.wishes.get("edition") or "")
        try:
            return kept_draft(name, base_stock()) if name else self._new()
        except ReferencesError as error:
            self._said = error.phrase
            return self._new()

    def _new(self) -> TileDraft:
        return TileDraft(kept_editions().free_name(words("edition.default_name")), base_stock())

    # Showing

    def example(self) -> Widget:
        """Tiles lie apart, any way round."""
        grid = GridLayout(cols=4, spacing=look().px(28), padding=look().px(12))
        for place, key in enumerate(sorted(BASE)[:8]):
            grid.add_widget(TilePicture(key, place % 4))
        return grid

    def _show_draft(self, side: BoxLayout) -> None:
        if self._held is None:
            super()._show_draft(side)
        else:
            self._put(self._kinds())
            self._show_tile(side, self.draft.tiles[self.held])

    def pieces_of(self, draft: TileDraft) -> Widget:
        """Every tile that was seen, beside what it is taken for; below them what is to be looked for in the box."""
        the = look()
        grid = GridLayout(cols=2, spacing=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"), width=_as_many_as_fit)
        crowded = draft.crowded
        for place, tile in enumerate(draft.tiles):
            card = self._card(place, tile)
            if tile.photograph and kind_named(tile.kind).key in crowded:
                card.rim, card.rim_width = the.colour("warn"), 3
            grid.add_widget(card)
        for name in draft.lacking:
            grid.add_widget(_not_seen(kind_named(name).key))
        return scrolled(grid)

    def _card(self, place: int, tile: DraftTile) -> Tap:
        the = look()
        card = Tap(size_hint_y=None, height=the.px(CARD_HIGH_DP))
        card.place, card.padding, card.spacing = place, [the.px(8)] * 4, the.px(6)
        card.add_widget(StillPicture(picture=tile.picture))
        card.add_widget(_drawn(tile))
        if place in self.draft.doubted:
            card.rim, card.rim_width = the.colour("warn"), 3
            mark = Words(text="?", role="ribbon", weight="black", ink="warn", size_hint_x=None, width=the.px(18))
            card.add_widget(mark)
        card.bind(on_release=lambda _: self.take_up(place))
        return card

    def show_mending(self, draft: TileDraft, side: BoxLayout) -> None:
        """How much was seen, what to look at, and what is missing."""
        lines = [words("edition.enrol.seen", tiles=len(draft.tiles))]
        if draft.doubtful:
            lines.append(words("edition.enrol.doubtful", count=draft.doubtful))
        if draft.crowded:
            lines.append(words("edition.enrol.crowded", count=len(draft.crowded)))
        lacking = draft.lacking
        if lacking:
            lines.append(words("edition.enrol.lacking", count=len(lacking)))
        else:
            lines.append(words("edition.enrol.whole"))
        text = Words(text="\n".join(lines), role="label", ink="text2", fit="wrap", size_hint_y=None)
        side.add_widget(scrolled(text))
        side.add_widget(button("edition.rename", self.rename, "pen"))

    def _kinds(self) -> Widget:
        """Everything that a tile may be: the likeliest first, last what the box has no more of."""
        the, tile = look(), self.draft.tiles[self.held]
        here = kind_named(tile.kind)
        likely = [here, *(kind_named(name) for name in tile.others)]
        grid = GridLayout(cols=4 if the.compact or the.portrait else 6, spacing=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        left = {kind: self.draft.left_of(kind.key, self.held) for kind in kinds()}
        others = sorted(kinds(), key=lambda kind: (more := left[kind]) is not None and more < 1)
        for kind in dict.fromkeys((*likely, *others)):
            look_of = "chosen" if kind == here else "raised"
            tap = Tap(kind=look_of, stacked=True, size_hint_y=None, height=the.px(112))
            tap.tile_kind, tap.padding = kind.key, [the.px(8)] * 4
            tap.add_widget(TilePicture(kind.key, turns_of(kind, tile.sides) if kind == here else 0))
            more = left.get(kind)
            if more is not None:
                tap.add_widget(_how_many_left(more, "on_primary" if kind == here else "text"))
            tap.bind(on_release=partial(self._name, kind.key))
            grid.add_widget(tap)
        return scrolled(grid)

    def _show_tile(self, side: BoxLayout, tile: DraftTile) -> None:
        """The tile itself, larger, and what else can be said of it."""
        pair = BoxLayout(spacing=look().px(8))
        pair.add_widget(StillPicture(picture=tile.picture))
        pair.add_widget(_drawn(tile))
        side.add_widget(pair)
        side.add_widget(scrolled(self._what_to_do(tile)))
        side.add_widget(button("edition.enrol.turn", self.turn, "redo"))
        side.add_widget(button("edition.enrol.drop", self.drop, "trash"))
        side.add_widget(button("edition.enrol.right", self.is_right, "check", primary=True))

    def _what_to_do(self, tile: DraftTile) -> Words:
        """How it is put right, or why a name that is sure can't be."""
        if not self.draft.is_one_too_many(self.held):
            text = words("edition.enrol.which")
            return Words(text=text, role="label", ink="text2", fit="wrap", size_hint_y=None)
        held = self.draft.stock[kind_named(tile.kind).key]
        text = words("edition.enrol.too_many", count=held)
        return Words(text=text, role="label", ink="warn", fit="wrap", size_hint_y=None)

    def trouble(self, draft: TileDraft) -> Phrase:
        """A photograph shows no tiles."""
        return Phrase.of("edition.no_tiles")

    # What people do

    def take_up(self, place: int) -> None:
        """Look at this tile."""
        self._held, self._said = place, None
        self.show()

    def _name(self, key: str, *_: object) -> None:
        self.draft.name_tile(self.held, key)
        self.show()

    def turn(self) -> None:
        """It lies another way round."""
        self.draft.turn_tile(self.held)
        self.show()

    def drop(self) -> None:
        """This is no tile of ours."""
        self.draft.drop_tile(self.held)
        self._held = None
        self.show()

    def is_right(self) -> None:
        """It is as shown; the next doubtful one is shown then, if there is any."""
        draft = self.draft
        draft.name_tile(self.held, draft.tiles[self.held].kind)
        self._held = draft.next_doubted(self.held)
        self.show()

    def keep(self) -> None:
        """Keep them, play with them, and go back."""
        self._said = None
        self._tried(self.draft.keep)
        if self._said is None:
            SideScreen.leave(self)

    def leave(self) -> None:
        """Back a step, then to where it was opened from."""
        if self._picking or self._naming or self._held is not None:
            super().leave()
        else:
            SideScreen.leave(self)


def _as_many_as_fit(grid: GridLayout, width: float) -> None:
    grid.cols = max(2, int(width // look().px(CARD_DP + 8)))


def _not_seen(key: str) -> Panel:
    """Our drawing of a kind of which there is no photograph yet, faint, in the place where it would be."""
    the = look()
    card = Panel(fill=the.colour("surface"), radius=8, size_hint_y=None, height=the.px(CARD_HIGH_DP))
    row = BoxLayout(spacing=the.px(6), padding=[the.px(8)] * 4, size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
    missing = Words(text=words("edition.enrol.no_picture"), role="least", ink="text2", fit="wrap", halign="center")
    missing.pos_hint = {"center_y": 0.5}
    row.add_widget(missing)
    row.add_widget(TilePicture(key, 0, opacity=NOT_SEEN))
    card.add_widget(row)
    return card


def _how_many_left(count: int, ink: str) -> Words:
    """What the box has left of a kind."""
    text = words("edition.enrol.left", count=max(0, count))
    return Words(text=text, role="label", ink=ink, halign="center", size_hint_y=None, height=look().px(24))


def _drawn(tile: DraftTile) -> Widget:
    """Our drawing of what it is taken for, as it lies."""
    kind = kind_named(tile.kind)
    return TilePicture(kind.key, turns_of(kind, tile.sides))
