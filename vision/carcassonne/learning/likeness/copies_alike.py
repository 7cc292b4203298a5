"""How alike the copies of a kind are on an edition: on some each kind is one drawing, on others each tile has its own.

It is told by the views that the record named. Where copies are alike, a kind whose picture is plainly unlike a tile is
not what lies there; where they are not, that says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.references import Reference
from vision.carcassonne.learning.likeness.print_detail import KnownPrints
from vision.carcassonne.learning.likeness.print_likeness import as_laid, print_likeness
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import kind_named

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiesAlikeParameters(Parameters):
    """When two views show one drawing, and how many are compared while people wait."""

    # Whole views of two editions that print one drawing of each kind: 0.80 and more, 0.91 in the median (29 pairs);
    # copies of our own print, of which each has its own: 0.26 to 0.84, 0.73 in the median (28). Kinds that arms alone
    # tell apart: 0.92 to 0.98 on two such editions, 0.69 to 0.89 on a third, 0.50 to 0.81 where some kinds have several
    # drawings, 0.20 to 0.63 on our own.
    one_drawing: tuple[float, float] = parameter(
        (0.78, 0.88), "correlation", "between which two views come to show one drawing", FINDING
    )
    at_once: int = parameter(2, "views", "that are compared at each look: there is little time", CHOSEN)


PARAMETERS = CopiesAlikeParameters()


@dataclass(eq=False)
class CopiesAlike:
    """What the views of one edition tell, compared a few at a time."""

    _copies: dict[Reference, float | None] = field(default_factory=dict)  # None where there is no other of its kind
    _twins: dict[Reference, float | None] = field(default_factory=dict)  # None where there is none of its twin

    def chance(self, views: Sequence[Reference], twin_of: Callable[[str], str]) -> float:
        """How likely one more tile of a kind shows the same drawing as a known one, 0 to 1; 0 while nothing is known.

        A set of pictures may show each kind once. Then those tell that a coat of arms alone tells apart: who draws both
        alike draws no copy anew. They count as much as they are alike, for where they differ it says nothing.

        Args:
            views: what is known of the edition, each the same object every time; of whose parts are hidden, or whose
                arms are in doubt, nothing is told.
            twin_of: the kind that arms alone tell from one, itself where there is none.
        """
        plain = [view for view in views if not view.in_doubt]
        copies = self._compared(self._copies, plain, lambda key: key)
        with_twins = [view for view in plain if twin_of(_key(view)) != _key(view)]
        twins = self._compared(self._twins, with_twins, twin_of)
        # One more than were seen is counted as another drawing: the next may be the first of its kind.
        return (sum(copies) + sum(one * one for one in twins)) / (len(copies) + sum(twins) + 1)

    def _compared(
        self, seen: dict[Reference, float | None], plain: Sequence[Reference], other_of: Callable[[str], str]
    ) -> list[float]:
        """How far each view shows the drawing of an earlier one of its kind, or of its twin, as ``other_of`` says."""
        left = PARAMETERS.at_once
        for number, view in enumerate(plain):
            if view not in seen and left:
                seen[view] = _alike(view, plain[:number], other_of(_key(view)))
                left -= seen[view] is not None
        return [one for view in plain if (one := seen.get(view)) is not None]


def _alike(view: Reference, earlier: Sequence[Reference], key: str) -> float | None:
    """How far a view shows the drawing of an earlier one of a kind, 0 to 1; None where there is none."""
    others = [other for other in earlier if _key(other) == key]
    if not others:
        return None
    view = replace(view, kind=others[0].kind)
    tile = as_laid(view)[0]
    like = print_likeness(
        view.image, np.zeros(view.image.shape[:2], bool), others, [tile], lambda key: key, KnownPrints()
    )
    found = like.correlations.get(tile)
    return None if found is None else float(np.interp(found, PARAMETERS.one_drawing, (0.0, 1.0)))


def _key(view: Reference) -> str:
    return kind_named(view.kind).key
