"""How like a new tile is to the pictures of those that may lie there, where nobody stands and casts his shadow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.references import Outline, Reference
from games.carcassonne.state import State
from vision.carcassonne.learning.likeness.print_detail import KnownPrints
from vision.carcassonne.learning.likeness.print_likeness import print_likeness
from vision.carcassonne.learning.pennants.arms_beside_twins import arms_beside_twins
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.poses import TileAsLaid, tile_as_laid


def with_likeness(
    sighted: Sighted,
    hides: Outline,
    state: State,
    views: Sequence[Reference],
    twin_of: Callable[[str], str],
    prints: KnownPrints,
    one_drawing: float = 0.0,
) -> Sighted:
    """The same place with what pictures say of it.

    Args:
        sighted: the place; as it is where it was told from elsewhere than the picture.
        hides: what somebody on it hides, tile units; empty where nobody was made out.
        state: where the record stands.
        views: what is known of the edition.
        twin_of, prints: see :func:`print_likeness`.
        one_drawing: how likely copies of a kind show the same drawing on this edition.
    """
    past = sighted.past(hides)
    if past is None:
        return sighted
    seen = *past, views, _that_may_lie(sighted, state), twin_of
    arms = sighted.arms and replace(sighted.arms, beside_twins=arms_beside_twins(*seen, one_drawing))
    return replace(sighted, likeness=replace(print_likeness(*seen, prints), one_drawing=one_drawing), arms=arms)


def _that_may_lie(sighted: Sighted, state: State) -> set[TileAsLaid]:
    """What the rules and the stock allow at the place."""
    y, x = sighted.cell
    return {tile_as_laid(key, turns) for key, turns in state.board.fitting(state.bag, x, y)}
