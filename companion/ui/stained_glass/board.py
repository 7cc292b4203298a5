"""The map with everybody's glass above it: each player's window as it grows, what is missing dashed, and the bag."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.carcassonne.board import CarcassonneBoard
from companion.ui.carcassonne.tile_art import dashed_frame
from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import draw_badge, letter_texture
from companion.ui.stained_glass.glass_art import ROWS, draw_window, glass_texture, missing_of
from companion.ui.stained_glass.strip import PAD_DP, GlassStrip
from games.carcassonne.actions import Action, Deploy
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.glass import Glass, glass_of
from games.carcassonne.stained_glass.windows import cell_of, tiles_of
from games.carcassonne.tiles import FeatureKind
from games.place_before import PlaceBefore

FOLDED_DP, FOLDED_HIGH_DP = 440, 220  # a narrower or lower board on a small tablet shows no glass


@dataclass(frozen=True, slots=True)
class TappedGlass:
    """Somebody's glass was tapped (seat index), or the bag (None)."""

    seat: int | None


class StainedGlassBoard(CarcassonneBoard):
    """See :class:`CarcassonneBoard`; the glass is on the screen, not in the world of the map."""

    def head_in(self, size: tuple[float, float]) -> float:
        """The strip of glass; none where a small tablet leaves the map little room, nor on a picture of one place."""
        the, (width, height) = look(), size
        folded = the.compact and (width < the.px(FOLDED_DP) or height < the.px(FOLDED_HIGH_DP))
        return 0.0 if self.framed or folded or self.around is not None else float(self._strip_in(width).height)

    @property
    def strip(self) -> GlassStrip:
        """The glass above the map as it stands; not shown where the map has no head."""
        return self._strip_in(self.width)

    def _strip_in(self, width: float) -> GlassStrip:
        return GlassStrip(width, len(self.view.seats) if self.view is not None else 4, look())

    def thing_at(self, x: float, y: float) -> object:
        """The glass under the finger, else what lies on the map."""
        px, py = self.to_px(x, y)
        below_top = self.y + self.height - py
        if below_top < self.head:
            strip = self.strip
            for seat, (left, down, width) in enumerate(strip.places()):
                if left <= px - self.x < left + width and down <= below_top < down + strip.line_height:
                    return TappedGlass(seat)
            return TappedGlass(None)
        return super().thing_at(x, y)

    def placed(self, action: Action) -> Deploy | None:
        """A thief is a follower on a road."""
        if isinstance(action, PlaceThief):
            return Deploy(action.kind, FeatureKind.ROAD, action.location)
        return super().placed(action)

    def draw(self) -> None:
        """The map, then the strip."""
        super().draw()
        if self.head:
            self._draw_strip(glass_of(self.state), self.strip)

    def _draw_strip(self, glass: Glass, strip: GlassStrip) -> None:
        the = look()
        top, height = round(self.y + self.height), strip.height
        Color(*the.colour("surface"))
        Rectangle(pos=(round(self.x), top - height), size=(round(self.width), height))
        Color(*the.colour("line", 0.4))
        Rectangle(pos=(round(self.x), top - height), size=(round(self.width), max(1, round(the.px(1)))))
        lit = self._lit_glass()
        named = {one.place for one in self.view.discrepancies} | {
            place for one in self.view.remarks for place in one.places
        }
        differing = [place for place in map(PlaceBefore.read, named) if place is not None]
        for seat, (from_left, down, _) in enumerate(strip.places()):
            left, bottom = round(self.x) + from_left, top - down - strip.line_height
            self._draw_owner(seat, left, bottom, strip)
            x, y = left + strip.badge + round(the.px(PAD_DP)), bottom + round(the.px(PAD_DP)) + 1
            held = glass.held[seat]
            draw_window(held, x, y, strip.side, begun=missing_of(held))
            for kind in lit.get(seat, ()):
                _draw_frame(kind, x, y, strip.side, the.colour("text"))
            for place in differing:
                if place.seat == seat:
                    _draw_frame(place.which, x, y, strip.side, the.colour("warn"))
            self._draw_ghost_glass(seat, x, y, strip.side)
        self._draw_bag(sum(glass.supply.values()), top - height // 2)

    def _draw_owner(self, seat: int, left: int, bottom: int, strip: GlassStrip) -> None:
        the = look()
        badge = strip.badge
        y = bottom + round((strip.line_height - badge) / 2)
        if seat == self.view.active:
            edge = round(the.px(3))
            Color(*the.colour("text"))
            radius = round(the.px(8))
            BorderImage(
                pos=(left - edge, y - edge),
                size=(badge + 2 * edge, badge + 2 * edge),
                border=masks.rounded_border(radius),
                texture=masks.rounded_line(radius, the.px(2)),
            )
        draw_badge(self.view.seats[seat].colour, self.letters[seat] if self.letters else "", left, y, badge)

    def _draw_bag(self, left_in_bag: int, middle: int) -> None:
        the = look()
        number = letter_texture(str(left_in_bag), the.type_px("body"))
        side = round(the.px(28))
        right = round(self.x + self.width - the.px(PAD_DP))
        Color(*the.colour("text2"))
        Rectangle(pos=(right - side, middle), size=(side, side), texture=masks.icon("bag", side))
        Color(*the.colour("text"))
        Rectangle(
            pos=(right - side // 2 - number.width // 2, middle - number.height - round(the.px(2))),
            size=number.size,
            texture=number,
        )

    def _draw_ghost_glass(self, seat: int, x: int, y: int, side: int) -> None:
        """What the proposal does to somebody's glass: what comes is shown through, what goes is dimmed."""
        the = look()
        comes, goes = self._proposed(seat)
        for kind in comes:
            column, row = cell_of(kind)
            pos = (x + column * side, y + (ROWS - 1 - row) * side)
            Color(1, 1, 1, 0.66)
            Rectangle(pos=pos, size=(side, side), texture=glass_texture(kind, side))
            _draw_frame(kind, x, y, side, the.colour("text"), dashed=True)
        for kind in goes:
            column, row = cell_of(kind)
            pos = (x + column * side, y + (ROWS - 1 - row) * side)
            Color(*the.colour("bg", 0.66))
            Rectangle(pos=pos, size=(side, side))
            _draw_frame(kind, x, y, side, the.colour("text"), dashed=True)

    def _proposed(self, seat: int) -> tuple[Counter[str], Counter[str]]:
        comes: Counter[str] = Counter()
        goes: Counter[str] = Counter()
        mover = self.view.active
        for action in self.view.proposal.actions if self.view.proposal is not None else ():
            if isinstance(action, TakeGlass | Steal) and seat == mover:
                comes[action.tile] += 1
            if isinstance(action, Steal) and seat == action.victim:
                goes[action.tile] += 1
            if isinstance(action, CountWindow) and seat == mover:
                goes.update(tiles_of(action.window))
        return comes - goes, goes

    def _lit_glass(self) -> dict[int, list[str]]:
        lit: dict[int, list[str]] = {}
        for line in self.lit:
            for place in map(PlaceBefore.read, line.places):
                if place is not None:
                    lit.setdefault(place.seat, []).append(place.which)
        return lit


def _draw_frame(kind: str, x: int, y: int, side: int, colour: tuple[float, ...], *, dashed: bool = False) -> None:
    """A frame round one kind's place in the window that stands there."""
    column, row = cell_of(kind)
    width = max(2, round(look().px(2)))
    pos = (x + column * side, y + (ROWS - 1 - row) * side)
    Color(*colour)
    if dashed:
        Rectangle(pos=pos, size=(side, side), texture=dashed_frame(side, width))
        return
    for offset, size in (
        ((0, 0), (side, width)),
        ((0, side - width), (side, width)),
        ((0, 0), (width, side)),
        ((side - width, 0), (width, side)),
    ):
        Rectangle(pos=(pos[0] + offset[0], pos[1] + offset[1]), size=size)
