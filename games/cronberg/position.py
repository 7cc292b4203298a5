"""A table whose game nobody recorded: what lies there as a state, so that the rules can count it.

Who photographs a finished game shows rhombi and tokens, not the order in which they came. What tokens brought that were
built in lies on the score track; what is left to count ("At the end of the game all tokens ...", Cronberg, final
scoring) is told by the table alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.cronberg.rules import cut_off
from games.cronberg.state import LayRhomb, RhombOnBoard, Setup, State


def position(setup: Setup, rhombi: Sequence[LayRhomb], tokens: Mapping[str, int]) -> State:
    """These rhombi and tokens as a state of nobody's turn.

    What the box holds no more of counts all the same: a photograph may show a rhomb that was misread.

    Args:
        setup: whose tokens there are, be it of one player only, and which copy lies there.
        rhombi: each as it lies; of two on one triangle the first counts.
        tokens: the seat of each token, by its crossing.

    Raises KeyError where the copy or its board has no such thing.
    """
    edition, lattice = setup.edition, setup.edition.lattice
    left = [kind.count for kind in edition.kinds]
    laid: list[RhombOnBoard] = []
    covered: set[int] = set()
    for rhomb in rhombi:
        one, other = sorted(lattice.triangle_named[name] for name in rhomb.triangles)
        if covered & {one, other}:
            continue
        kind = edition.kind_index(rhomb.kind)
        if kind is None:
            raise KeyError(rhomb.kind)
        laid.append(RhombOnBoard(kind, lattice.site_of[one, other, lattice.crossing_named[rhomb.head]]))
        covered |= {one, other}
        left[kind] = max(0, left[kind] - 1)
    there = tuple(sorted((lattice.crossing_named[name], seat) for name, seat in tokens.items()))
    state = State(
        setup=setup,
        rhombi=tuple(laid),
        covered=frozenset(covered),
        tokens=there,
        left=tuple(left),
        activated=frozenset(),
        scores=setup.start_scores or (0,) * len(setup.seats),
        to_move=None,
    )
    return replace(state, activated=cut_off(state))
