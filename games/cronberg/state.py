"""Set-up, actions and state of Cronberg: immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.cronberg.components import CronbergBox, Symbol
from games.cronberg.lattice import Site, TriangleLattice
from games.game import Seat

EMPTY_STACK = "empty-stack"  # the option's key
CUTS_OFF, LEAVES_OPEN = "cuts-off", "leaves-open"


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays with which copy.

    Attributes:
        seats: in playing order; the youngest goes first, the game continues clockwise.
        edition: the copy on the table.
        start_scores: where the score markers stand; empty means all at zero. In a series the markers keep their
            places ("If playing several games in a row").
        empty_stack: what the last rhomb of the stack does to triangles that are still free. The text asks only whether
            a triangle "cannot be covered by a rhomb any more": they are cut off, which is our default; or only those
            are that no rhomb would fit on.
    """

    seats: tuple[Seat, ...]
    edition: CronbergBox
    start_scores: tuple[int, ...] = ()
    empty_stack: str = CUTS_OFF


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """The player puts a token on a crossing."""

    crossing: str


@dataclass(frozen=True, slots=True)
class LayRhomb:
    """The player draws a rhomb and lays it.

    Attributes:
        kind: what was drawn, the key in the edition.
        triangles: the two triangles it covers, in the order of the board.
        head: the crossing under the tip that the roof points to.
    """

    kind: str
    triangles: tuple[str, str]
    head: str


@dataclass(frozen=True, slots=True)
class Pass:
    """The player can neither place a token nor lay a rhomb."""


Action: TypeAlias = PlaceToken | LayRhomb | Pass


@dataclass(frozen=True, slots=True)
class RhombOnBoard:
    """A rhomb on the board: index of its kind in the edition, and where it lies."""

    kind: int
    site: Site


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table.

    Attributes:
        setup: as given.
        rhombi: in the order in which they were laid.
        covered: triangles under them.
        tokens: (crossing, seat) by crossing.
        left: how many of each kind are still in the face-down stack. Which one lies on top nobody knows.
        activated: uncovered triangles that no rhomb can cover any more.
        scores: by seat.
        to_move: seat index, or None when the game is over.
        turn: number of the turn, from 1.
        rhombi_aside, tokens_aside: kinds of rhombi and seats of tokens that were told and do not count, since they no
            longer fit after a correction: they lie on the table, and nobody has them any more.
    """

    setup: Setup
    rhombi: tuple[RhombOnBoard, ...]
    covered: frozenset[int]
    tokens: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    activated: frozenset[int]
    scores: tuple[int, ...]
    to_move: int | None
    turn: int = 1
    rhombi_aside: tuple[int, ...] = ()
    tokens_aside: tuple[int, ...] = ()

    @property
    def edition(self) -> CronbergBox:
        """The copy on the table."""
        return self.setup.edition

    @property
    def lattice(self) -> TriangleLattice:
        """The board's lattice."""
        return self.setup.edition.lattice

    def tokens_in_hand(self, seat: int) -> int:
        """Tokens that the player can still place."""
        placed = sum(owner == seat for _, owner in self.tokens) + self.tokens_aside.count(seat)
        return self.edition.tokens_each - placed

    def numbers_at(self, crossing: int) -> tuple[tuple[int, RhombOnBoard], ...]:
        """The numbers that point at a crossing, one per rhomb, each with its rhomb, highest first."""
        found = []
        for rhomb in self.rhombi:
            corners = rhomb.site.corners
            if crossing in corners:
                found.append((self.edition.kinds[rhomb.kind].numbers[corners.index(crossing)], rhomb))
        return tuple(sorted(found, key=lambda one: (-one[0], one[1].site.triangles)))

    def activated_at(self, crossing: int, symbol: Symbol) -> tuple[int, ...]:
        """The activated triangles with this symbol that touch a crossing."""
        around = self.lattice.triangles_at[crossing]
        return tuple(t for t in around if t in self.activated and self.edition.symbols[t] is symbol)

    def is_closed(self, crossing: int) -> bool:
        """True where every triangle that touches the crossing is covered."""
        return self.covered.issuperset(self.lattice.triangles_at[crossing])
