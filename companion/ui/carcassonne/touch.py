"""Playing Carcassonne by touch: tap a place or pick a tile, tap to turn it, tap a spot for the follower, DONE."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.ui.carcassonne.amends import put_away_before
from companion.ui.carcassonne.at_table import CarcassonneSession, CarcassonneView
from companion.ui.carcassonne.board import CarcassonneBoard, Tapped
from companion.ui.carcassonne.lay_draft import LayDraft
from companion.ui.carcassonne.spots_dock import SpotsDock, SpotsTile
from companion.ui.carcassonne.tile_art import tile_texture
from companion.ui.kit.base import Tap, look, words
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.face import Attempt
from companion.ui.kit.players import letter_texture
from games.any_game import known_record
from games.carcassonne.actions import Deploy, Discard, Lay
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import Phrase
from games.record import Source

FEW_LEFT = 3  # tiles in the bag on record when people may wonder why none is there


class CarcassonneTouch:
    """See :class:`companion.ui.kit.face.TouchPlay`.

    Args:
        board: where places are shown.
        session: where the move is staged.
        attempt: does something that the rules may refuse, and shows why.
        changed: called when the dock has to be shown anew.
    """

    def __init__(
        self,
        board: CarcassonneBoard,
        session: CarcassonneSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> None:
        self._board = board
        self._session = session
        self._attempt = attempt
        self._changed = changed
        self._draft = LayDraft(session.view.state)
        self.opened = False  # people asked for the tiles before tapping a place
        self.resting = False  # something else is docked: no places are offered

    def follow(self, view: CarcassonneView) -> None:
        """Take in a new view: a move that was begun on another state is forgotten."""
        if view.state is not self._draft.state:
            self._draft = LayDraft(view.state)
            self.opened = False
        self._draft.table = _as_proposed(view)
        by_touch = view.attention is None
        draft = self._draft
        busy = draft.begun or self.opened
        free = view.active is not None and view.choice is None and not self.resting
        show = free and (busy or by_touch) and draft.place is None
        self._board.places = list(draft.places()) if show else []
        self._board.offered = draft.tile is not None
        chosen = draft.place if busy and draft.place is not None and not draft.laid_already else None
        self._board.held = [chosen] if chosen is not None and draft.lay is None else []
        self._board.near = chosen

    @property
    def busy(self) -> bool:
        """True while a move is half made, or the follower of a laid tile is open and nobody watches."""
        open_follower = self._draft.laid_already and self._session.view.attention is None
        return self._draft.begun or self.opened or open_follower

    def open(self) -> None:
        """Begin with the tile."""
        self.opened = True
        self._show()

    def clear(self) -> None:
        """Forget the move."""
        self._draft = LayDraft(self._session.view.state)
        self.opened = False
        self._session.stage(())
        self._show()

    def tapped(self, thing: object) -> bool:
        """An open place was tapped, or the ghost."""
        draft = self._draft
        if not isinstance(thing, Tapped) or thing.laid or (thing.x, thing.y) not in draft.state.board.frontier:
            return False
        if not draft.put((thing.x, thing.y)):
            if draft.tile is None:
                return False
            self._attempt(self._session.stage, (Lay(draft.tile, thing.x, thing.y, draft.turns),))
            return True
        self._staged()
        return True

    def _staged(self) -> None:
        self._attempt(self._session.stage, self._draft.actions())
        self._show()

    def _show(self) -> None:
        self.follow(self._session.view)
        self._changed()

    # The dock

    def dock(self) -> Dock | None:
        """The tiles to pick from, or the laid tile with its spots."""
        if not self.busy:
            return None
        draft = self._draft
        if draft.lay is not None or draft.laid_already:
            return self._spots_dock()
        if draft.tile is not None and draft.places():
            return self._place_dock(draft.tile)
        return self._tiles_dock()

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""
        draft = self._draft
        away = draft.discard() is not None or self._forgotten() is not None
        return (id(draft.state), draft.tile, draft.place, draft.turns, draft.deploy, self.opened, self.busy, away)

    def _tiles_dock(self) -> Dock:
        the, draft = look(), self._draft
        dock = Dock()
        asks = "app.which_tile" if draft.tile is None else "app.where_tile"
        asks = "app.fits_nowhere" if draft.discard() is not None else asks
        dock.add_widget(title_row(words(asks), self.clear, *self._away()))
        side = the.px(56 if the.compact else 62)  # five beside each other: no tile of the usual box is out of sight
        grid = GridLayout(
            size_hint_y=None, spacing=the.px(8), col_default_width=side, row_default_height=side,
            col_force_default=True, row_force_default=True,
        )  # fmt: skip
        grid.bind(minimum_height=grid.setter("height"))
        grid.bind(
            width=lambda grid, width: setattr(grid, "cols", max(1, int((width + the.px(8)) / (side + the.px(8)))))
        )
        grid.cols = 8
        for key, left in sorted(draft.kinds().items(), key=lambda entry: _order(entry[0])):
            tile = TileTap(key=key, left=left, chosen=key == draft.tile)
            tile.bind(on_release=lambda tile: self._pick(tile.key))
            grid.add_widget(tile)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(grid)
        dock.add_widget(scroll)
        return dock

    def _place_dock(self, tile: str) -> Dock:
        """Low, so that the board has room for places that fingers can hit."""
        the = look()
        dock = Dock()
        asks = "app.fits_nowhere" if self._draft.discard() is not None else "app.where_tile"
        dock.add_widget(title_row(words(asks), self.clear, *self._away()))
        side = the.px(72 if not the.compact else 64)
        row = BoxLayout(size_hint_y=None, height=side, spacing=the.px(12))
        held = TileTap(key=tile, left=1, chosen=False, size_hint=(None, None), size=(side, side))
        held.bind(on_release=lambda _: self._other_tile())
        row.add_widget(held)
        row.add_widget(self._button("tile", "app.other_tile", self._other_tile))
        dock.add_widget(row)
        return dock

    def _pick(self, key: str) -> None:
        self._draft.pick(key)
        self._staged()

    def _away(self) -> list[Tap]:
        """What puts the chosen tile away, where it fits nowhere, or did when nobody said that it was put away."""
        if self._draft.discard() is not None:
            key, put_away = "app.put_away", self._discard
        elif self._forgotten() is not None:
            key, put_away = "app.put_away_earlier", self._discard_earlier
        else:
            return []
        away = Tap(text=words(key), icon="trash", size_hint=(None, 1), width=look().px(260))
        away.bind(on_release=lambda _: put_away())
        return [away]

    def _forgotten(self) -> int | None:
        """Where the chosen tile may have been put away before: asked once so few are left that people see none."""
        draft = self._draft
        if draft.tile is None or draft.laid_already or sum(draft.table.bag.values()) > FEW_LEFT:
            return None
        return put_away_before(known_record(self._session.record, CARCASSONNE), draft.tile)

    def _discard_earlier(self) -> None:
        record, tile, index = known_record(self._session.record, CARCASSONNE), self._draft.tile, self._forgotten()
        laid = record.line[index].action if index is not None else None
        if index is not None and tile is not None and laid is not None:
            self._draft = LayDraft(self._session.view.state)
            self._attempt(self._session.correct, index, Discard(tile), laid)
            self._show()

    def _discard(self) -> None:
        discard = self._draft.discard()
        if discard is not None:
            self._draft = LayDraft(self._session.view.state)
            self.opened = False
            self._attempt(self._session.tell, discard)
            self._show()

    def _spots_dock(self) -> Dock:
        draft, view = self._draft, self._session.view
        lay = draft.lay
        last = draft.state.board.laid[-1]
        key, turns = (lay.tile, lay.turns) if lay is not None else (last.turned.key, last.turned.turns)
        art = SpotsTile(key=key, turns=turns, seat=view.active or 0, view=view, chosen=draft.deploy)
        art.offer(draft.offered_spots(), self._deploy)
        text = (
            _where_in_words(draft.deploy)
            if draft.deploy is not None
            else words("app.no_follower")
            if draft.spots()
            else ""
        )
        close = None if draft.laid_already else self.clear
        return SpotsDock(art, self._spots_head(), text, self._spots_buttons(), close)

    def _spots_head(self) -> str:
        draft = self._draft
        if draft.asks_first:
            return words("app.lies_there")
        if look().compact and draft.deploy is not None:
            return _where_in_words(draft.deploy)
        return words("app.where_follower") if draft.spots() else words("app.no_free_spot")

    def _spots_buttons(self) -> list[Tap]:
        """What else can be done with the tile."""
        draft, buttons = self._draft, []
        if draft.can_rotate:
            buttons.append(self._button("rotate", "app.rotate", self._rotate))
        if not draft.laid_already:
            buttons.append(self._button("tile", "app.other_tile", self._other_tile))
        if draft.deploy is not None:
            for other in draft.other_kinds():
                buttons.append(self._button("swap", f"app.take_{other.kind}", partial(self._deploy, other)))
            buttons.append(self._button("no_figure", "app.none", lambda: self._deploy(None)))
        return buttons

    def _button(self, icon: str, key: str, do: Callable[[], None]) -> Tap:
        button = Tap(icon=icon, text=words(key))
        button.bind(on_release=lambda _: do())
        return button

    def _rotate(self) -> None:
        self._draft.rotate()
        self._staged()

    def _other_tile(self) -> None:
        place = self._draft.place
        self._draft = LayDraft(self._session.view.state)
        self._draft.place = place
        self.opened = True
        self._staged()

    def _deploy(self, deploy: Deploy | None) -> None:
        self._draft.deploy_on(deploy)
        self._staged()


def _as_proposed(view: CarcassonneView) -> State:
    """The table as the eyes see it, with what waits for a press."""
    state, proposal = view.state, view.proposal
    if proposal is not None and proposal.source is not Source.TOUCH:
        for action in proposal.actions:
            state, _ = CARCASSONNE.apply(state, action)
    return state


def _where_in_words(deploy: Deploy) -> str:
    text = words(f"app.on_{deploy.feature.value.lower()}", kind=Phrase.of(f"carcassonne.kind_{deploy.kind}"))
    return text[0].upper() + text[1:]


def _order(key: str) -> tuple[int, int, str]:
    """Tiles that look alike stand together: monasteries, cities from large to small, roads."""
    features = tile_type(key).features
    cities = sum(len(feature.edges) for feature in features if feature.kind is FeatureKind.CITY)
    roads = sum(len(feature.edges) for feature in features if feature.kind is FeatureKind.ROAD)
    return (-cities if tile_type(key).turned[0].monastery < 0 else -9, roads, key)


class TileTap(Tap):
    """A kind of tile to pick, with how many are left."""

    def __init__(self, *, key: str, left: int, chosen: bool, **kwargs: object) -> None:
        self.key, self.left, self.chosen = key, left, chosen
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def dress(self, *_: object) -> None:
        """Drawn in :meth:`_draw`."""

    def _draw(self, *_: object) -> None:
        the = look()
        side = round(min(self.size))
        if side < 8:
            return
        self.canvas.clear()
        pos = (round(self.x), round(self.y))
        with self.canvas:
            if self.chosen:
                Color(*the.colour("text"))
                edge = round(the.px(3))
                Rectangle(pos=(pos[0] - edge, pos[1] - edge), size=(side + 2 * edge, side + 2 * edge))
            Color(1, 1, 1, 1)
            Rectangle(pos=pos, size=(side, side), texture=tile_texture(self.key, side))
            if self.left > 1:
                text = letter_texture(f"×{self.left}", the.type_px("least"), "LatoBold")
                width, height = text.width + round(the.px(10)), text.height + round(the.px(2))
                Color(*the.colour("bg", 0.88))
                Rectangle(pos=(pos[0] + side - width, pos[1]), size=(width, height))
                Color(*the.colour("text"))
                Rectangle(
                    pos=(pos[0] + side - width + round(the.px(5)), pos[1] + round(the.px(1))),
                    size=text.size,
                    texture=text,
                )
