"""Cronberg's board: rhombi, tokens, what every crossing is worth now and at best, and what is about to be cut off."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import partial

from kivy.animation import Animation
from kivy.graphics import Color, Line, Quad
from kivy.properties import ListProperty, NumericProperty

from companion.editions.cronberg_sets import board_extent, set_of
from companion.ui.cronberg.art import (
    Points,
    board_texture,
    rhomb_box,
    rhomb_outline,
    rhomb_texture,
    triangle_outline,
)
from companion.ui.cronberg.strokes import EdgeStrokes, inside, signed
from companion.ui.kit.base import look
from companion.ui.kit.boards.gain_badge import draw_gain, gain_step
from companion.ui.kit.boards.piece import BoardPiece, Pieces, Spot
from companion.ui.kit.boards.turning import turned, turned_extent
from companion.ui.kit.players import draw_badge
from companion.ui.kit.theme import PLAYERS, rgba
from games.cronberg.components import Symbol
from games.cronberg.lattice import Site
from games.cronberg.outlook import Prospect, nearly_cut_off, prospects
from games.cronberg.scoring import MINUS
from games.cronberg.state import Action, LayRhomb, PlaceToken, State
from games.game import ScoreLine

BOARD_SHADE = (0.8, 0.79, 0.76)  # the empty board stands back, so that rhombi and tokens stand out
TOKEN_SHARE = 0.42  # of an edge
TOUCHED = 0.3  # of an edge: nearer to a crossing than this, the crossing is meant
NEAR = 1.15  # edges about a place that is shown alone
RIM = 0.42  # edges of the wall that stay in sight around the net
STEP_TICKS = 14  # about half a second: how long each number of a sum is lit


class CronbergBoard(EdgeStrokes):
    """The board.

    Attributes:
        letters: badge letters by seat index.
        held: places around which a halo is shown.
        around: only what lies about the middle of these places is shown.
        pulse: alpha of the ghost, moved once when it appears.
    """

    letters = ListProperty()
    held = ListProperty()
    around = ListProperty()
    pulse = NumericProperty(0.6)

    turnable = True
    has_values = True
    most_cell_dp = 150.0
    target_units = 0.84  # a crossing is meant so far around

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._ghost_alpha: list[Color] = []
        self._ghost_was: tuple[object, ...] = ()
        self._outlook: tuple[State | None, tuple[Prospect, ...], tuple[int, ...]] = (None, (), ())
        self._ticks = 0
        for name in ("held", "letters"):
            self.fbind(name, self.refresh)
        self.fbind("pulse", self._pulse)
        self.fbind("view", self._new_ghost)
        self.fbind("lit", self._restart_lit)

    # The world

    @property
    def state(self) -> State:
        """The state that is drawn."""
        state: State = self.view.state
        return state

    def extent(self) -> tuple[float, float, float, float]:
        """The whole board, or what lies about the place that is shown alone."""
        if self.view is None:
            return -4.0, -4.0, 4.0, 4.0
        if self.around:
            spots = [self.point(place) for place in self.around]
            x, y = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
            return x - NEAR, y - NEAR, x + NEAR, y + NEAR
        # The wall only counts points, which the cards do better: it may run out of sight.
        side = self.state.edition.side
        return -side - RIM, -side * _ROW - RIM, side + RIM, side * _ROW + RIM

    def point(self, place: str) -> tuple[float, float]:
        """Where a crossing or the middle of a triangle is in the world. Raises KeyError where the board has none."""
        lattice = self.state.lattice
        if place in lattice.crossing_named:
            return lattice.positions[lattice.crossing_named[place]]
        return lattice.centre(lattice.triangle_named[place])

    def thing_at(self, x: float, y: float) -> str | None:
        """The crossing or triangle there, by name; None beside the net. While triangles are asked for, crossings leave
        them all of their room."""
        lattice = self.state.lattice
        reach = max(TOUCHED, look().px(26) / self.cell)
        apart = [((px - x) ** 2 + (py - y) ** 2, number) for number, (px, py) in enumerate(lattice.positions)]
        nearest, crossing = min(apart)
        name = lattice.crossing_names[crossing]
        if nearest < min(reach, 0.42) ** 2 and (not self.open_places or name in self.open_places):
            return name
        for triangle in lattice.triangles_at[crossing]:  # no other crossing is nearer to a point of these
            if inside(triangle_outline(lattice, triangle), x, y):
                return lattice.triangle_names[triangle]
        return None

    def on_offer(self) -> tuple[str, ...]:
        """Triangles for the rhomb that was picked; before one is, crossings where a token can stand."""
        names, owners = self.state.lattice.crossing_names, dict(self.state.tokens)
        best = (prospect.best for prospect in self._looked_ahead()[1])
        free = tuple(names[number] for number, one in enumerate(best) if one is not None and number not in owners)
        return tuple(self.open_places) or free

    def pieces(self) -> Pieces:
        """Rhombi and tokens; a token that is taken off the board goes back to its owner."""
        lattice = self.state.lattice
        found: dict[Hashable, BoardPiece] = {}
        for rhomb in self.state.rhombi:
            corners = rhomb_outline(lattice, rhomb.site)
            middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
            found[rhomb.site] = BoardPiece(middle, partial(self._draw_rhomb, rhomb.kind, rhomb.site), mark=1.1)
        for crossing, seat in self.state.tokens:
            spot = lattice.positions[crossing]
            found[crossing, seat] = BoardPiece(
                spot, partial(self._draw_token, seat, spot), seat, goes_home=True, mark=0.6
            )
        return found

    def spot_of_place(self, place: str) -> Spot | None:
        """A crossing or the middle of a triangle."""
        try:
            return self.point(place)
        except KeyError:
            return None

    def _looked_ahead(self) -> tuple[State | None, tuple[Prospect, ...], tuple[int, ...]]:
        """The state with each crossing's prospects and what is nearly cut off, worked out once a state."""
        if self._outlook[0] is not self.state:
            self._outlook = (self.state, prospects(self.state), nearly_cut_off(self.state))
        return self._outlook

    def tick(self) -> None:
        """Go on through the numbers of a sum that is lit."""
        if self.lit:
            self._ticks += 1
            if self._ticks % STEP_TICKS == 0:
                self.redraw()

    def _restart_lit(self, *_: object) -> None:
        self._ticks = 0

    # Drawing

    def draw(self) -> None:
        """Everything, from the ground up."""
        self._draw_ground()
        for rhomb in self.state.rhombi:
            self._draw_rhomb(rhomb.kind, rhomb.site)
        if look().aids:
            self._draw_cut_off()
        self._draw_lit()
        self._draw_open()
        self._draw_ghost_rhomb()
        if self.values_shown and look().aids and (self.view.active is not None or not self.lit):
            self._draw_worths()
        self._draw_tokens()
        self._draw_ghost_token()
        self._draw_differing()
        self._draw_going_home()
        self._draw_sums()
        for place in self.held:
            self._draw_halo(place)

    def _draw_ground(self) -> None:
        left, top, right, bottom = board_extent(set_of(self.state.edition))
        corners = ((left, bottom), (right, bottom), (right, top), (left, top))
        Color(*BOARD_SHADE)
        Quad(points=self.flat(corners), texture=board_texture(self.state.edition, self.cell))

    def _draw_rhomb(self, kind: int, site: Site, alpha: float = 1.0) -> Color:
        lattice = self.state.lattice
        colour = Color(1, 1, 1, alpha)
        texture = rhomb_texture(self.state.edition, kind, self.cell)
        Quad(points=self.flat(rhomb_box(lattice, site)), texture=texture)
        return colour

    # Triangles

    def _draw_cut_off(self) -> None:
        """Triangles that the next rhomb may cut off are hatched; those that are cut off show what they do."""
        the, lattice = look(), self.state.lattice
        for triangle in self._looked_ahead()[2]:
            self.hatch(triangle_outline(lattice, triangle, 0.86), the.colour("warn"))
        for triangle in sorted(self.state.activated):
            self.outline(triangle_outline(lattice, triangle, 0.9), 4, the.colour("bg"))
            self.outline(triangle_outline(lattice, triangle, 0.9), 2.5, the.colour("text"))
            text = _EFFECT.get(self.state.edition.symbols[triangle])
            if text:
                self.pill(lattice.centre(triangle), text, 0.2, "text", "bg")
            elif self.state.edition.symbols[triangle] is Symbol.GUARD:
                for crossing in lattice.corners_of[triangle]:
                    self.icon(lattice.positions[crossing], "cross", 0.3, "bad")

    def _draw_open(self) -> None:
        """Places that may be tapped."""
        the, lattice = look(), self.state.lattice
        for place in self.open_places:
            if place in lattice.triangle_named:
                triangle = lattice.triangle_named[place]
                self.outline(triangle_outline(lattice, triangle, 0.8), 3, the.colour("text"))
            else:
                self._draw_halo(place, 1.5)

    def _draw_halo(self, place: str, width_dp: float = 3) -> None:
        if place in self.state.lattice.triangle_named:
            triangle = self.state.lattice.triangle_named[place]
            self.outline(triangle_outline(self.state.lattice, triangle), width_dp, look().colour("text"))
            return
        self.circle(self.point(place), 0.56, look().colour("text"), width_dp)

    # What crossings are worth

    def _draw_worths(self) -> None:
        """A disc at each crossing where a token can stand: what it counts now, below it what it may count at best."""
        owners = dict(self.state.tokens)
        for crossing, prospect in enumerate(self._looked_ahead()[1]):
            if crossing in owners or self.framed or prospect.best is None:
                continue
            spot = self.state.lattice.positions[crossing]
            self.disc(spot, 0.46, look().colour("surface", 0.92))
            now = prospect.now.points
            ink = "bad" if now < 0 else "text"
            self.words(signed(now), self.below(spot, -0.06), 0.23, ink, "LatoBlack")
            self.words(f"≤{signed(prospect.best)}", self.below(spot, 0.12), 0.15, "text2", "LatoBold")

    # Tokens

    def _draw_tokens(self) -> None:
        for crossing, seat in self.state.tokens:
            prospect = self._looked_ahead()[1][crossing]
            spot = self.state.lattice.positions[crossing]
            self._draw_token(seat, spot)
            if self.view.active is not None and not self.framed:
                now = prospect.now.points
                best = f" ≤{signed(prospect.best)}" if self.values_shown and prospect.best is not None else ""
                self.pill(self.below(spot, 0.3), f"{signed(now)}{best}", 0.2, "surface", "text", "line")

    def _draw_token(self, seat: int, spot: tuple[float, float]) -> None:
        side = max(12, round(self.cell * TOKEN_SHARE))
        x, y = self.to_px(*spot)
        letter = self.letters[seat] if self.letters else ""
        self.disc(spot, TOKEN_SHARE + 0.08, look().colour("bg", 0.85))
        draw_badge(self.view.seats[seat].colour, letter, x - side // 2, y - side // 2, side)

    # The ghost

    def _ghost(self) -> Action | None:
        proposal = self.view.proposal if self.view is not None else None
        return proposal.actions[0] if proposal is not None and proposal.actions else None

    def _new_ghost(self, *_: object) -> None:
        ghost = self._ghost()
        if (ghost,) == self._ghost_was:
            return
        self._ghost_was = (ghost,)
        duration = look().motion.ghost / 1000
        Animation.cancel_all(self, "pulse")
        if ghost is not None and duration:
            self.pulse = 0.3
            (Animation(pulse=0.95, duration=duration / 2) + Animation(pulse=0.72, duration=duration / 2)).start(self)
        else:
            self.pulse = 0.72

    def _pulse(self, *_: object) -> None:
        for colour in self._ghost_alpha:
            colour.a = self.pulse

    def _ghost_site(self, action: LayRhomb) -> Site:
        lattice = self.state.lattice
        one, other = (lattice.triangle_named[name] for name in action.triangles)
        return lattice.site_of[one, other, lattice.crossing_named[action.head]]

    def _draw_ghost_rhomb(self) -> None:
        self._ghost_alpha = []
        ghost = self._ghost()
        if not isinstance(ghost, LayRhomb):
            return
        the, site = look(), self._ghost_site(ghost)
        kind = self.state.edition.kind_index(ghost.kind)
        if kind is None:
            return
        colour = self._draw_rhomb(kind, site, 1.0 if self.around else self.pulse)
        if not self.around:
            self._ghost_alpha.append(colour)
        outline = self.flat(rhomb_outline(self.state.lattice, site))
        for width, role in ((5, "bg"), (3, "text")):
            Color(*the.colour(role))
            Line(points=outline, close=True, width=the.px(width) / 2, dash_length=the.px(10), dash_offset=the.px(6))
        if self.view.proposal.doubtful:
            self.doubt(outline)
        elif not self.around:
            self._draw_gains(self.point(ghost.head))

    def _draw_ghost_token(self) -> None:
        ghost = self._ghost()
        if isinstance(ghost, PlaceToken) and self.view.active is not None:
            spot = self.point(ghost.crossing)
            self._draw_token(self.view.active, spot)
            self.circle(spot, TOKEN_SHARE + 0.24, look().colour("text"), 3)
            if self.view.proposal.doubtful:
                self.doubt(self.flat((spot,)))

    def _draw_gains(self, spot: tuple[float, float]) -> None:
        """Badge and points of everybody whom the proposal would bring something, above its head."""
        x, y = self.to_px(*spot)

        def left_of(wide: int) -> int:
            return int(max(round(self.x), min(x - wide // 2, round(self.right - wide))))

        for seat, points in enumerate(self.view.proposal.points):
            if points:
                letter = self.letters[seat] if self.letters else ""
                draw_gain(self.view.seats[seat].colour, letter, points, y, left_of)
                y += gain_step()

    # What has scored

    def _lit_number(self, line: ScoreLine) -> int:
        """Which item of a sum is lit now: one after the other, then all of them."""
        step = self._ticks // STEP_TICKS
        return step if step < len(line.items) else -1

    def _draw_lit(self) -> None:
        for line in self.lit:
            fill = rgba(PLAYERS[self.view.seats[line.player].colour].fill)
            now = self._lit_number(line)
            for number, item in enumerate(line.items):
                for points in self._outlines(item.places):
                    bright = now in (-1, number)
                    self.outline(points, 7 if bright else 3, look().colour("bg"))
                    self.outline(points, 5 if bright else 2, fill)
            if line.places:
                self.circle(self.point(line.places[0]), 0.66, fill, 5)

    def _outlines(self, places: tuple[str, ...]) -> list[Points]:
        """The rhomb on two triangles, or a triangle by itself."""
        lattice = self.state.lattice
        wanted = tuple(sorted(lattice.triangle_named[place] for place in places if place in lattice.triangle_named))
        for rhomb in self.state.rhombi:
            if rhomb.site.triangles == wanted:
                return [rhomb_outline(lattice, rhomb.site)]
        return [triangle_outline(lattice, triangle, 0.94) for triangle in wanted]

    def _draw_sums(self) -> None:
        """Every lit score written out beside its crossing."""
        for line in self.lit:
            if line.places:
                x, y = turned(*self.point(line.places[0]), self.turns)
                below = 0.52 if y < 2 else -0.52
                points = signed(line.points)
                text = points if line.working == points else f"{line.working} = {points}"
                room = 0.08 * len(text)  # so that a long sum stays on the board
                left, _, right, _ = turned_extent(self.extent(), self.turns)
                x = min(max(x, left + room), right - room)
                self.pill(turned(x, y + below, -self.turns), text, 0.35, "bg", "text", "text")

    # What is not well

    def _draw_differing(self) -> None:
        for one in self.view.discrepancies:
            if one.place in self.state.lattice.triangle_named:
                triangle = self.state.lattice.triangle_named[one.place]
                laid = next((r for r in self.state.rhombi if triangle in r.site.triangles), None)
                for part in laid.site.triangles if laid is not None else (triangle,):
                    self.hatch(triangle_outline(self.state.lattice, part), look().colour("warn"))
            elif one.place in self.state.lattice.crossing_named:
                self.circle(self.point(one.place), 0.62, look().colour("warn"), 5)

    def _draw_going_home(self) -> None:
        """Tokens that are to be taken off the board."""
        for place in self.view.go_home:
            if place in self.state.lattice.crossing_named:
                self.disc(self.point(place), 0.46, look().colour("text"))
                self.icon(self.point(place), "house", 0.3, "bg")


_ROW = math.sqrt(3) / 2
_EFFECT = {Symbol.PARK: "×2", Symbol.COAT: f"{MINUS} = +"}
