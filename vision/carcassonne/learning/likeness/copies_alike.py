"""How alike the copies of a kind are on an edition: on some each kind is one drawing, on others each tile has its own.

It is told by the views that the record named. Where copies are alike, a kind whose picture is plainly unlike a tile is
not what lies there; where they are not, that says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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
    # copies of our own print, of which each has its own: 0.26 to 0.84, 0.73 in the median (28).
    one_drawing: tuple[float, float] = parameter(
        (0.78, 0.88), "correlation", "between which two views come to show one drawing", FINDING
    )
    at_once: int = parameter(2, "views", "that are compared at each look: there is little time", CHOSEN)


PARAMETERS = CopiesAlikeParameters()


@dataclass(eq=False)
class CopiesAlike:
    """What the views of one edition tell, compared a few at a time."""

    _seen: dict[Reference, float | None] = field(default_factory=dict)  # None where there is no other of its kind

    def chance(self, views: Sequence[Reference]) -> float:
        """How likely one more tile of a kind shows the same drawing as a known one, 0 to 1; 0 while nothing is known.

        Args:
            views: what is known of the edition, each the same object every time; of whose parts are hidden, or whose
                arms are in doubt, nothing is told.
        """
        plain = [view for view in views if not view.in_doubt]
        waiting = [number for number, view in enumerate(plain) if view not in self._seen]
        for number in waiting[: PARAMETERS.at_once]:
            self._seen[plain[number]] = _alike(plain[number], plain[:number])
        compared = [one for view in plain if (one := self._seen.get(view)) is not None]
        # One more than were seen is counted as another drawing: the next may be the first of its kind.
        return sum(compared) / (len(compared) + 1)


def _alike(view: Reference, earlier: Sequence[Reference]) -> float | None:
    """How far a view shows the drawing of an earlier one of its kind, 0 to 1; None where there is none."""
    kind = kind_named(view.kind)
    others = [other for other in earlier if kind_named(other.kind).key == kind.key]
    if not others:
        return None
    tile = as_laid(view)[0]
    like = print_likeness(
        view.image, np.zeros(view.image.shape[:2], bool), others, [tile], lambda key: key, KnownPrints()
    )
    found = like.correlations.get(tile)
    return None if found is None else float(np.interp(found, PARAMETERS.one_drawing, (0.0, 1.0)))
