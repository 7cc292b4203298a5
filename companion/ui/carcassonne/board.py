"""Carcassonne's map: tiles, followers, the ghost of what is proposed, and everything that is lit or hatched on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.ui.carcassonne.question_sign import draw_open_twin
from companion.ui.carcassonne.strokes import MapStrokes
from companion.ui.carcassonne.tile_art import (
    corners,
    feature_texture,
    spot_of,
    tile_pictures,
)
from companion.ui.kit.base import look
from companion.ui.kit.boards.gain_badge import draw_gain, gain_height, gain_step
from companion.ui.kit.boards.piece import BoardPiece, Pieces, Spot
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.question_mark import draw_circle, draw_questions
from companion.ui.kit.theme import PLAYERS, rgba
from games.carcassonne.actions import Action, Deploy, Lay
from games.carcassonne.board import Follower
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.carcassonne.tiles import MOST_FEATURES, FeatureKind, tile_type
from games.game import ScoreLine

MARGIN_TILES = 0.35
LIKELY_THERE = 0.6  # of a place: how wide that is drawn which seems to lie there instead of what is on record


@dataclass(frozen=True, slots=True)
class Tapped:
    """What lies where the board was tapped: a place, whether a tile lies there, and the follower hit, if any."""

    x: int
    y: int
    laid: bool
    follower: Follower | None = None


class CarcassonneBoard(MapStrokes):
    """The map.

    Attributes:
        letters: badge letters by seat index.
        places: open places to be offered for tapping, as (x, y).
        offered: True where those places are meant to be seen from afar (a tile waits to be laid).
        held: tiles around which a halo is shown, as (x, y).
        near: the place that people are busy with: it and what lies around it is shown large.
        around: only this place and its neighbours are shown, as (x, y).
        ring: what of the ghost is circled: ``tile``, ``figure`` or nothing.
        pulse: alpha of the ghost, moved once when it appears.
    """

    letters = ListProperty()
    places = ListProperty()
    offered = ObjectProperty(False)
    held = ListProperty()
    near = ObjectProperty(None, allownone=True)
    around = ObjectProperty(None, allownone=True)
    ring = StringProperty("")
    pulse = NumericProperty(0.6)

    turnable = True
    most_cell_dp = 116.0
    target_units = 1.0

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._ghost_alpha: list[Color] = []
        self._ghost_was: tuple[object, ...] = ()
        self._painted = 0  # version of the tile pictures that were drawn
        for name in ("places", "offered", "held", "letters", "near"):
            self.fbind(name, self.refresh)
        self.fbind("pulse", self._pulse)
        self.fbind("view", self._new_ghost)

    def tick(self) -> None:
        """Draw again once more tiles are painted."""
        if self._painted != tile_pictures().version:
            self._painted = tile_pictures().version
            self.redraw()

    # The world

    @property
    def state(self) -> State:
        """The state that is drawn."""
        state: State = self.view.state
        return state

    def extent(self) -> tuple[float, float, float, float]:
        """All tiles and the ghost, and open places around them where they are offered."""
        if self.view is None:
            return -1.5, -1.5, 1.5, 1.5
        if self.around is not None:
            x, y = self.around
            return x - 0.3, y - 0.3, x + 1.3, y + 1.3
        spots = self._spots()
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        if self.near is not None:
            x, y = self.near
            left, right = max(min(xs), x - 4), min(max(xs), x + 4)
            top, bottom = max(min(ys), y - 1), min(max(ys), y + 1)
            return min(x, left) - 0.2, min(y, top) - 0.2, max(x, right) + 1.2, max(y, bottom) + 1.2
        margin = 0.15 if self.places else MARGIN_TILES
        return min(xs) - margin, min(ys) - margin, max(xs) + 1 + margin, max(ys) + 1 + margin

    def _spots(self) -> tuple[tuple[int, int], ...]:
        """Tiles, the ghost, and places offered for tapping."""
        if self.view is None:
            return ()
        laid = [(tile.x, tile.y) for tile in self.state.board.laid]
        laid += [(lay.x, lay.y) for lay in self._ghost_lays()]
        return (*laid, *((x, y) for x, y in self.places))

    def thing_at(self, x: float, y: float) -> object:
        """The tile or open place there, with the follower under the finger."""
        column, row = int(x // 1), int(y // 1)
        number = self.state.board.at.get((column, row))
        if number is None:
            return Tapped(column, row, laid=False)
        reach = max(0.22, look().px(24) / self.cell)
        found = None
        for follower in self.state.board.followers():
            if follower.part // MOST_FEATURES == number:
                u, v = self._spot(follower.part)
                if abs(column + u - x) < reach and abs(row + v - y) < reach:
                    found = follower
        return Tapped(column, row, True, found)

    def on_offer(self) -> tuple[Tapped, ...]:
        """Open places."""
        return tuple(Tapped(x, y, laid=False) for x, y in self.places)

    def pieces(self) -> Pieces:
        """Tiles, and followers, who go home."""
        found: dict[Hashable, BoardPiece] = {}
        for tile in self.state.board.laid:
            draw = partial(self._draw_tile, tile.turned.key, tile.turned.turns, tile.x, tile.y)
            found["tile", tile.x, tile.y] = BoardPiece((tile.x + 0.5, tile.y + 0.5), draw, mark=0.94)
        for follower in self.state.board.followers():
            tile = self.state.board.tile_of(follower.part)
            u, v = self._spot(follower.part)
            lying = self.state.board.feature_of(follower.part).kind is FeatureKind.FIELD
            spot = (tile.x + u, tile.y + v)
            draw = partial(self._draw_figure, follower.seat, follower.kind, *spot, lying=lying)
            found[follower] = BoardPiece(spot, draw, follower.seat, goes_home=True)
        return found

    def spot_of_place(self, place: str) -> Spot | None:
        """The middle of a tile."""
        there = PlaceOnMap.read(place)
        return None if there is None else (there.x + 0.5, there.y + 0.5)

    # Drawing

    def draw(self) -> None:
        """Everything, from the ground up."""
        self._draw_places(self.places, offered=self.offered)
        for tile in self.state.board.laid:
            self._draw_tile(tile.turned.key, tile.turned.turns, tile.x, tile.y)
        self._draw_lit()
        for follower in self.state.board.followers():
            self._draw_follower(follower)
        self._draw_ghost()
        self._draw_left_open()
        self._draw_differing()
        self._draw_going_home()
        self._draw_held()

    def _spot(self, part: int) -> tuple[float, float]:
        tile = self.state.board.tile_of(part)
        return spot_of(tile.turned.key, tile.turned.turns, part % MOST_FEATURES)

    def _draw_follower(self, follower: Follower) -> None:
        tile = self.state.board.tile_of(follower.part)
        u, v = self._spot(follower.part)
        lying = self.state.board.feature_of(follower.part).kind is FeatureKind.FIELD
        self._draw_figure(follower.seat, follower.kind, tile.x + u, tile.y + v, lying=lying)

    # What is lit

    def _draw_lit(self) -> None:
        for line in self.lit:
            seat = self.view.seats[line.player]
            paint = PLAYERS[seat.colour]
            parts = self._parts_of(line)
            Color(*rgba(paint.fill, 0.95))
            for part in parts:
                tile = self.state.board.tile_of(part)
                pos, size = self._box(tile.x, tile.y)
                texture = feature_texture(
                    tile.turned.key, tile.turned.turns, part % MOST_FEATURES, paint.texture, self.cell
                )
                Rectangle(pos=pos, size=size, texture=texture, tex_coords=corners(self.turns))
            if not parts:
                self._light_places(line.places)

    def _parts_of(self, line: ScoreLine) -> tuple[int, ...]:
        """The parts of the region that a score line is about: its followers' places name them."""
        board = self.state.board
        for place in _on_map(line.places):
            if place.feature is not None and place.location:
                number = board.at.get(place.cell)
                if number is not None:
                    index = board.laid[number].turned.index_at(place.feature, place.location)
                    if index is not None:
                        return board.region_of(number * MOST_FEATURES + index).parts
        return ()

    def _light_places(self, places: tuple[str, ...]) -> None:
        the = look()
        for cell in {place.cell for place in _on_map(places)}:
            pos, size = self._box(*cell)
            Color(*the.colour("text", 0.28))
            Rectangle(pos=pos, size=size)

    # The ghost

    def _ghost_lays(self) -> list[Lay]:
        proposal = self.view.proposal if self.view is not None else None
        return [action for action in proposal.actions if isinstance(action, Lay)] if proposal is not None else []

    def _new_ghost(self, *_: object) -> None:
        actions = self.view.proposal.actions if self.view is not None and self.view.proposal is not None else ()
        if actions == self._ghost_was:
            return
        self._ghost_was = actions
        duration = look().motion.ghost / 1000
        Animation.cancel_all(self, "pulse")
        if actions and duration:
            self.pulse = 0.25
            (Animation(pulse=0.85, duration=duration / 2) + Animation(pulse=0.6, duration=duration / 2)).start(self)
        else:
            self.pulse = 0.6

    def _pulse(self, *_: object) -> None:
        for colour in self._ghost_alpha:
            colour.a = self.pulse

    def _draw_ghost(self) -> None:
        self._ghost_alpha = []
        proposal = self.view.proposal
        if proposal is None:
            return
        at: tuple[int, int] | None = None
        lay = self._last_lay()
        laid: list[tuple[int, int, int | None]] = []
        doubted: set[tuple[int, int]] = set()
        doers = proposal.doers or (self.view.active,) * len(proposal.actions)
        for number, (action, doer) in enumerate(zip(proposal.actions, doers, strict=True)):
            if isinstance(action, Lay):
                lay = (action.tile, action.turns, action.x, action.y)
                at = (action.x, action.y)
                laid.append((*at, doer))
                alpha = 1.0 if self.around is not None else self.pulse
                colour = self._draw_tile(action.tile, action.turns, action.x, action.y, alpha)
                if self.around is None:
                    self._ghost_alpha.append(colour)
            elif (placed := self.placed(action)) and lay is not None and doer is not None:
                self._draw_ghost_figure(placed, lay, doer)
                if self.ring == "figure":
                    self._draw_ring(placed, lay)
                at = at or (lay[2], lay[3])
            if at is not None and proposal.open_from is not None and number >= proposal.open_from:
                doubted.add(at)
        if at is None:
            return
        if self.around is not None:
            if self.ring == "tile":
                self._draw_frame(*self._box(*at), look().colour("text"))
            return
        self._draw_dashes({at, *((x, y) for x, y, _ in laid)})
        if len(laid) > 1:
            for number, (x, y, doer) in enumerate(laid, 1):
                self._draw_turn(x, y, number, doer)
        if doubted:
            draw_questions([self.to_px(x + 0.5, y + 0.5) for x, y in doubted], round(self.cell * 0.5))
        else:
            self._draw_ghost_gains(at)

    def placed(self, action: Action) -> Deploy | None:
        """The follower that an action puts on the tile laid last, if it does."""
        return action if isinstance(action, Deploy) else None

    def _draw_ring(self, action: Deploy, lay: tuple[str, int, int, int]) -> None:
        key, turns, x, y = lay
        index = tile_type(key).turned[turns].index_at(action.feature, action.location)
        if index is not None:
            u, v = spot_of(key, turns, index)
            draw_circle(*self.to_px(x + u, y + v), round(self.cell * 0.78))

    def _last_lay(self) -> tuple[str, int, int, int]:
        tile = self.state.board.laid[-1]
        return tile.turned.key, tile.turned.turns, tile.x, tile.y

    def _draw_ghost_figure(self, action: Deploy, lay: tuple[str, int, int, int], seat: int) -> None:
        key, turns, x, y = lay
        index = tile_type(key).turned[turns].index_at(action.feature, action.location)
        if index is None:
            return
        u, v = spot_of(key, turns, index)
        lying = action.feature is FeatureKind.FIELD
        self._draw_figure(seat, action.kind, x + u, y + v, lying=lying, alpha=0.92)

    def _draw_ghost_gains(self, at: tuple[int, int]) -> None:
        """Badge and points of everybody whom the proposal would bring something, beside its tile."""
        (px, py), (tile_wide, tile_high) = self._box(*at)
        px, y = px + tile_wide, py + tile_high - gain_height() // 2

        def left_of(wide: int) -> int:
            return int(min(px - gain_height() // 2, round((self.x + self.width) - wide - look().px(8))))

        for seat, points in enumerate(self.view.proposal.points):
            if points:
                letter = self.letters[seat] if self.letters else ""
                draw_gain(self.view.seats[seat].colour, letter, points, y, left_of)
                y -= gain_step()

    # What is not well

    def _draw_left_open(self) -> None:
        for place in _on_map(self.view.left_open):
            (px, py), (wide, high) = self._box(*place.cell)
            draw_open_twin(px + wide, py + high, self.cell)

    def _draw_differing(self) -> None:
        the = look()
        for place in _on_map(one.place for one in self.view.discrepancies):
            pos, size = self._box(*place.cell)
            side = 16 if self.cell < 64 else 32
            reach = self.cell / side
            Color(*the.colour("bg", 0.45))
            Rectangle(pos=pos, size=size)
            Color(*the.colour("warn"))
            Rectangle(
                pos=pos,
                size=size,
                texture=masks.pattern("hatch", side),
                tex_coords=(0, 0, reach, 0, reach, reach, 0, reach),
            )
            self._draw_frame(pos, size, the.colour("warn"))
        for one in self.view.discrepancies:
            _, seen = one.correction or ("", "")
            lies = CARCASSONNE.read(seen) if seen and PlaceOnMap.read(one.place) is not None else None
            if isinstance(lies, Lay):
                self._draw_tile_small(lies.tile, lies.turns, lies.x, lies.y, LIKELY_THERE)

    def _draw_going_home(self) -> None:
        the = look()
        for place in _on_map(self.view.go_home):
            number = self.state.board.at.get(place.cell)
            if number is None:
                continue
            turned = self.state.board.laid[number].turned
            u, v = 0.5, 0.5
            if place.feature is not None and place.location:
                index = turned.index_at(place.feature, place.location)
                if index is not None:
                    u, v = spot_of(turned.key, turned.turns, index)
            px, py = self.to_px(place.x + u, place.y + v)
            side = round(max(the.px(26), self.cell * 0.44))
            inner = round(side * 0.66)
            Color(*the.colour("text"))
            Rectangle(pos=(px - side // 2, py - side // 2), size=(side, side), texture=masks.badge("circle", side))
            Color(*the.colour("bg"))
            Rectangle(pos=(px - inner // 2, py - inner // 2), size=(inner, inner), texture=masks.icon("house", inner))

    def _draw_held(self) -> None:
        for x, y in self.held:
            pos, size = self._box(x, y)
            self._draw_frame(pos, size, look().colour("text"))


def _on_map(places: Iterable[str]) -> Iterator[PlaceOnMap]:
    """Those places that are of the map and not something beside it."""
    return (there for there in map(PlaceOnMap.read, places) if there is not None)
