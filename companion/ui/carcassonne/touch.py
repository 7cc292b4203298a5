"""Playing Carcassonne by touch: tap a place or pick a tile, tap to turn it, tap a spot for the follower, DONE."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.carcassonne.at_table import CarcassonneSession, CarcassonneView
from companion.ui.carcassonne.board import CarcassonneBoard, Tapped
from companion.ui.carcassonne.lay_draft import LayDraft
from companion.ui.carcassonne.tile_art import corners, spot_of, tile_texture
from companion.ui.kit import masks
from companion.ui.kit.base import Panelled, Tap, Words, board_turns, look, words
from companion.ui.kit.dock import Dock, DockRow, title_row
from companion.ui.kit.players import letter_texture
from companion.ui.kit.theme import PLAYERS, rgba
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import Phrase

SPOT_DP = 56  # a spot for a follower
MOST_PUSHES = 120


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
        attempt: Callable[..., bool],
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

    def tapped(self, thing: Tapped) -> bool:
        """An open place was tapped, or the ghost."""
        draft = self._draft
        if thing.laid or (thing.x, thing.y) not in draft.state.board.frontier:
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

    def dock_key(self) -> tuple[Any, ...]:
        """Changes whenever the dock would look different."""
        draft = self._draft
        return (id(draft.state), draft.tile, draft.place, draft.turns, draft.deploy, self.opened, self.busy)

    def _tiles_dock(self) -> Dock:
        the, draft = look(), self._draft
        dock = Dock()
        asks = "app.which_tile" if draft.tile is None else "app.where_tile"
        extra = []
        if draft.discard() is not None:
            away = Tap(text=words("app.put_away"), icon="trash", size_hint=(None, 1), width=the.px(260))
            away.bind(on_release=lambda _: self._discard())
            extra.append(away)
            asks = "app.fits_nowhere"
        dock.add_widget(title_row(words(asks), self.clear, *extra))
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
        dock.add_widget(title_row(words("app.where_tile"), self.clear))
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

    def _discard(self) -> None:
        discard = self._draft.discard()
        if discard is not None:
            self._attempt(self._session.play, discard)

    def _spots_dock(self) -> Dock:
        the, draft = look(), self._draft
        view = self._session.view
        dock = Dock() if the.compact else Dock(orientation="horizontal", spacing=the.px(20))
        lay = draft.lay
        last = draft.state.board.laid[-1]
        key, turns = (lay.tile, lay.turns) if lay is not None else (last.turned.key, last.turned.turns)
        side = the.px(176 if the.compact else 272)
        art = SpotsTile(key=key, turns=turns, seat=view.active or 0, view=view, chosen=draft.deploy)
        art.size_hint, art.size = (None, None), (side, side)
        art.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        art.offer(draft.offered_spots(), self._deploy)
        if the.compact:
            told = _told(draft.deploy) if draft.deploy is not None else self._spots_head()
            dock.add_widget(title_row(told, None if draft.laid_already else self.clear))
            row = BoxLayout(size_hint_y=None, height=side, spacing=the.px(8))
            row.add_widget(art)
            row.add_widget(self._spots_buttons())
            dock.add_widget(row)
            return dock
        dock.add_widget(art)
        dock.add_widget(self._spots_side())
        return dock

    def _spots_head(self) -> str:
        draft = self._draft
        if draft.asks_first:
            return words("app.lies_there")
        return words("app.where_follower") if draft.spots() else words("app.no_free_spot")

    def _spots_side(self) -> Widget:
        the, draft = look(), self._draft
        column = BoxLayout(orientation="vertical", spacing=the.px(8))
        column.add_widget(title_row(self._spots_head(), None if draft.laid_already else self.clear))
        told = _told(draft.deploy) if draft.deploy is not None else words("app.no_follower") if draft.spots() else ""
        role = "body" if the.text_scale == 1 else "label"  # two lines of large words need the room
        column.add_widget(Words(text=told, role=role, ink="text2", valign="top"))
        column.add_widget(self._spots_buttons())
        return column

    def _spots_buttons(self) -> Widget:
        """What else can be done with the tile; in a small dock as icons below each other."""
        the, draft = look(), self._draft
        if the.compact:
            buttons = BoxLayout(orientation="vertical", spacing=the.px(4), size_hint_x=None, width=the.px(56))
        else:
            buttons = DockRow(each_dp=72, size_hint_y=None, height=the.px(72), spacing=the.px(8))
        if draft.can_rotate:
            buttons.add_widget(self._button("rotate", "app.rotate", self._rotate))
        if not draft.laid_already:
            buttons.add_widget(self._button("tile", "app.other_tile", self._other_tile))
        if draft.deploy is not None:
            for other in draft.other_kinds():
                buttons.add_widget(self._button("swap", f"app.take_{other.kind}", partial(self._deploy, other)))
            buttons.add_widget(self._button("no_figure", "app.none", lambda: self._deploy(None)))
        if the.compact:
            for button in buttons.children:
                button.text, button.size_hint_y, button.height = "", None, the.px(56)
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


def _told(deploy: Deploy) -> str:
    told = words(f"app.on_{deploy.feature.value.lower()}", kind=Phrase.of(f"carcassonne.kind_{deploy.kind}"))
    return told[0].upper() + told[1:]


def _order(key: str) -> tuple[int, int, str]:
    """Tiles that look alike stand together: monasteries, cities from large to small, roads."""
    features = tile_type(key).features
    cities = sum(len(feature.edges) for feature in features if feature.kind is FeatureKind.CITY)
    roads = sum(len(feature.edges) for feature in features if feature.kind is FeatureKind.ROAD)
    return (-cities if tile_type(key).turned[0].monastery < 0 else -9, roads, key)


class TileTap(Tap):
    """A kind of tile to pick, with how many are left."""

    def __init__(self, *, key: str, left: int, chosen: bool, **kwargs: Any) -> None:
        self.key, self.left, self.chosen = key, left, chosen
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def dress(self, *_: Any) -> None:
        """Drawn in :meth:`_draw`."""

    def _draw(self, *_: Any) -> None:
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


class SpotsTile(Panelled, FloatLayout):
    """The laid tile, large, with every spot for a follower as something to tap."""

    def __init__(
        self, *, key: str, turns: int, seat: int, view: CarcassonneView, chosen: Deploy | None, **kwargs: Any
    ) -> None:
        self.key, self.turns, self.seat, self.view, self.chosen = key, turns, seat, view, chosen
        super().__init__(**kwargs)
        with self.canvas.before:
            Color(1, 1, 1, 1)
            self._tile = Rectangle(tex_coords=corners(self.shown_turns))
        self.bind(pos=self._draw, size=self._draw)

    @property
    def shown_turns(self) -> int:
        """How the tile is shown: as on the map, turned perhaps."""
        return (self.turns + board_turns()) % 4

    def _draw(self, *_: Any) -> None:
        side = round(min(self.size))
        if side >= 8:
            self._tile.texture = tile_texture(self.key, side)
            self._tile.tex_coords = corners(self.shown_turns)
            self._tile.pos, self._tile.size = (round(self.x), round(self.y)), (side, side)

    def offer(self, spots: tuple[Deploy, ...], deploy: Callable[[Deploy], None]) -> None:
        """Show these spots; a tap on one calls ``deploy``."""
        turned = tile_type(self.key).turned[self.turns]
        indexed = [(spot, turned.index_at(spot.feature, spot.location)) for spot in spots]
        shown = [(spot, spot_of(self.key, self.shown_turns, index)) for spot, index in indexed if index is not None]
        apart = (look().px(SPOT_DP) + 2) / min(self.size)
        for (spot, _), (u, v) in zip(shown, kept_apart([at for _, at in shown], apart), strict=True):
            chosen = spot == self.chosen
            target = SpotTap(colour=self.view.seats[self.seat].colour, spot=spot, chosen=chosen)
            target.pos_hint = {"center_x": u, "center_y": 1 - v}
            target.bind(on_release=lambda target: deploy(target.spot))
            self.add_widget(target)


def kept_apart(points: Sequence[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    """Middles of squares with sides ``apart`` as near to these points of a unit square as lets no two lie on each
    other, where there is room for that: whatever overlaps is pushed apart again and again, the shorter way but for
    every seventh time, which lets three in a line out of it."""
    found = [[min(1 - apart / 2, max(apart / 2, part)) for part in point] for point in points]
    for push_number in range(MOST_PUSHES):
        moved = False
        for one, other in combinations(found, 2):
            away = [b - a for a, b in zip(one, other, strict=True)]
            lack = [apart - abs(part) for part in away]
            if min(lack) <= 1e-6:
                continue
            moved, axis = True, int((lack[0] > lack[1]) != (push_number % 7 == 6))
            push = lack[axis] / 2 * (1 if away[axis] >= 0 else -1)
            for point, by in ((one, -push), (other, push)):
                point[axis] = min(1 - apart / 2, max(apart / 2, point[axis] + by))
        if not moved:
            return [(x, y) for x, y in found]
    return _on_a_grid(points, apart)  # so many that pushing finds no way out


def _on_a_grid(points: Sequence[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    """Each point at a place of a square grid of its own; the nearest pair of both is decided first."""
    across = max(int(1 / apart), math.ceil(math.sqrt(len(points))))
    places = [((x + 0.5) / across, (y + 0.5) / across) for y in range(across) for x in range(across)]
    far = {(number, place): math.dist(point, place) for number, point in enumerate(points) for place in places}
    found: dict[int, tuple[float, float]] = {}
    for number, place in sorted(far, key=lambda pair: far[pair]):
        if number not in found and place not in found.values():
            found[number] = place
    return [found[number] for number in range(len(points))]


class SpotTap(Tap):
    """A spot for a follower: a ring, filled with the player's figure once chosen."""

    def __init__(self, *, colour: str, spot: Deploy, chosen: bool, **kwargs: Any) -> None:
        self.colour, self.spot, self.chosen = colour, spot, chosen
        super().__init__(**kwargs)
        self.size_hint = (None, None)
        self.size = (look().px(SPOT_DP), look().px(SPOT_DP))
        self.bind(pos=self._draw, size=self._draw)

    def dress(self, *_: Any) -> None:
        """Drawn in :meth:`_draw`."""

    def _draw(self, *_: Any) -> None:
        the, paint = look(), PLAYERS[self.colour]
        side = round(the.px(46))
        inner = round(side * 0.66)
        x, y = round(self.x + (self.width - side) / 2), round(self.y + (self.height - side) / 2)
        inset = (side - inner) // 2
        lying = 1 if self.spot.feature is FeatureKind.FIELD else 0
        self.canvas.clear()
        with self.canvas:
            Color(*the.colour("text"))
            Rectangle(pos=(x, y), size=(side, side), texture=masks.badge("circle", side))
            Color(*(rgba(paint.fill) if self.chosen else the.colour("bg", 0.92)))
            Rectangle(pos=(x, y), size=(side, side), texture=masks.badge_inside("circle", side, the.px(3)))
            Color(*(rgba(paint.letter) if self.chosen else the.colour("text")))
            Rectangle(pos=(x + inset, y + inset), size=(inner, inner), texture=masks.figure(inner, lying))
