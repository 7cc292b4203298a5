"""A half-made move of Cronberg: which rhomb was drawn and where it may lie. No kivy."""

from __future__ import annotations

from dataclasses import dataclass

from games.cronberg.legal import free_places, open_crossings
from games.cronberg.rules import CRONBERG
from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken, State


@dataclass(slots=True)
class RhombDraft:
    """What people have tapped so far.

    Attributes:
        state: where the move begins.
        kind: index of the rhomb that was drawn, or None.
        triangles: what it shall cover, one or two, in the order of tapping.
        action: what is staged, or None.
    """

    state: State
    kind: int | None = None
    triangles: tuple[int, ...] = ()
    action: Action | None = None

    @property
    def begun(self) -> bool:
        """True once anything was tapped."""
        return self.kind is not None or bool(self.triangles) or self.action is not None

    @property
    def must_pass(self) -> bool:
        """True where nothing can be placed."""
        return CRONBERG.closing(self.state) == Pass()

    def crossings(self) -> tuple[str, ...]:
        """Where the player to move may put a token."""
        state = self.state
        if state.to_move is None or not state.tokens_in_hand(state.to_move):
            return ()
        return tuple(state.lattice.crossing_names[crossing] for crossing in open_crossings(state))

    def kinds(self) -> tuple[int, ...]:
        """The rhombi that are still face down."""
        if not free_places(self.state):
            return ()
        return tuple(kind for kind, left in enumerate(self.state.left) if left)

    def free(self) -> tuple[str, ...]:
        """The triangles that may be tapped next: any that a rhomb can cover, or those beside the one tapped first."""
        names, sites = self.state.lattice.triangle_names, self.state.lattice.sites
        pairs = [sites[2 * place].triangles for place in free_places(self.state)]
        if len(self.triangles) == 1:
            pairs = [pair for pair in pairs if self.triangles[0] in pair]
        found = {triangle for pair in pairs for triangle in pair} - set(self.triangles)
        return tuple(names[triangle] for triangle in sorted(found))

    def tap(self, triangle: str) -> bool:
        """Take a triangle, as the second one where it lies beside the first; True where a rhomb can lie there."""
        if triangle not in self.state.lattice.triangle_named:
            return False
        number = self.state.lattice.triangle_named[triangle]
        if number in self.triangles:
            self.triangles, self.action = (), None
            return True
        if len(self.triangles) == 1 and triangle in self.free():
            self.triangles = (*self.triangles, number)
            return True
        before, self.triangles = self.triangles, ()
        if triangle not in self.free():
            self.triangles = before
            return False
        self.triangles, self.action = (number,), None
        return True

    def options(self) -> tuple[LayRhomb, ...]:
        """Every way in which the drawn rhomb can lie on what was tapped: places beside each other, two ways each."""
        if self.kind is None or not self.triangles:
            return ()
        state, wanted = self.state, set(self.triangles)
        names, crossings = state.lattice.triangle_names, state.lattice.crossing_names
        found = []
        for place in free_places(state):
            for site in state.lattice.sites[2 * place : 2 * place + 2]:
                if wanted.issubset(site.triangles):
                    one, other = site.triangles
                    kind = state.edition.kinds[self.kind].key
                    found.append(LayRhomb(kind, (names[one], names[other]), crossings[site.head]))
        return tuple(found)

    def token(self, crossing: str) -> PlaceToken | None:
        """A token there, where the rules take it."""
        return PlaceToken(crossing) if crossing in self.crossings() else None
