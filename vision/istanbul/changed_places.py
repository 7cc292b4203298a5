"""Which places look otherwise than when table and record last agreed.

Who can hardly be seen changes the place that he leaves and the one that he comes to all the same, and no other. What
the record has told of since may still be seen in the difference, so it says nothing either way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from vision.istanbul.layout.mosaic import Mosaic
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPlacesParameters(Parameters):
    """What a changed place, and one that is as before, say of what was done."""

    untouched: float = parameter(
        0.01, "share", "of places that look as before though somebody has left or come to them, before any was", CHOSEN
    )
    worth: float = parameter(4.0, "places", "that this is worth: in the dark no change shows", CHOSEN)
    unexplained: float = parameter(
        -2.0, "log-probability", "that a place looks otherwise which nobody has left or come to", CHOSEN
    )
    most_unexplained: int = parameter(2, "places", "of which that counts: lamps and sleeves change many", CHOSEN)


PARAMETERS = ChangedPlacesParameters()


@dataclass(frozen=True, slots=True)
class PlaceChanges:
    """What is known of the places by their numbers.

    Attributes:
        changed: those that look otherwise. accounted: those of which the record has told since, or of which nobody
            knows how they look as recorded.
        untouched: the chance that a place looks as before which somebody has left or come to.
    """

    changed: frozenset[int]
    accounted: frozenset[int] = frozenset()
    untouched: float = PARAMETERS.untouched

    def log_likelihood(self, moved: Iterable[int], plainly: Set[int] = frozenset()) -> float:
        """Of all this, if people have left or come to just these places; ``plainly``: to these somebody has come who
        would be seen plainly, whatever of others is hardly seen."""
        expected = frozenset(moved)
        untouched = expected - self.changed - self.accounted
        plain = len(untouched & plainly)
        unexplained = len(self.changed - expected - self.accounted)
        return (
            (len(untouched) - plain) * math.log(self.untouched)
            + plain * math.log(min(self.untouched, PARAMETERS.untouched))
            + PARAMETERS.unexplained * min(unexplained, PARAMETERS.most_unexplained)
        )


class ChangedPlaces:
    """Compares each look with the last one at which table and record agreed; places by their index."""

    def __init__(self) -> None:
        self._agreed: Mosaic | None = None
        self._changed: frozenset[int] = frozenset()
        self._accounted: frozenset[int] = frozenset()
        self._unknown: frozenset[int] = frozenset()  # how they look as recorded was not seen when the others agreed
        self._shown = self._unshown = 0  # of those that people have left or come to

    @property
    def fresh(self) -> frozenset[int]:
        """Places that have changed and of which the record has told nothing since; all of them where nobody knows."""
        return (self._changed | self._unknown) - self._accounted

    def by_number(self, numbers: Sequence[int]) -> PlaceChanges | None:
        """What is known, by the places' numbers in the order of their indices; None where nobody knows."""
        if self._agreed is None:
            return None
        unseen = PARAMETERS.untouched * PARAMETERS.worth + self._unshown
        untouched = unseen / (PARAMETERS.worth + self._shown + self._unshown)
        silent = self._accounted | self._unknown
        changed, accounted = (frozenset(numbers[one] for one in some) for some in (self._changed, silent))
        return PlaceChanges(changed, accounted, untouched)

    def forget(self) -> None:
        """The layout was found anew: nothing can be compared, so everything may have changed."""
        self._agreed, self._changed, self._accounted, self._unknown = None, frozenset(), frozenset(), frozenset()

    def look(self, mosaic: Mosaic) -> None:
        """Another look at the same layout."""
        everywhere = range(len(mosaic.middles))
        self._changed = frozenset(everywhere if self._agreed is None else mosaic.changed_since(self._agreed))

    def account_for(self, places: Iterable[int]) -> None:
        """The record has told since that somebody left or came to these."""
        self._accounted |= frozenset(places)

    def agree(self, mosaic: Mosaic, missing: Iterable[int] = (), *, at_first: bool = False) -> None:
        """On this look the table is as the record says, but for places where somebody is ``missing`` who shows there
        when he stands there: what they look like as recorded is not known. ``at_first``: that counts where there is
        nothing better."""
        if at_first and self._agreed is not None:
            return
        if self._agreed is not None:  # not sooner: after dice the record moves first, and people after it
            compared = self._accounted - self._unknown  # the others look as before because they were so before
            self._shown += len(compared & self._changed)
            self._unshown += len(compared - self._changed)
        self._agreed, self._changed, self._accounted = mosaic, frozenset(), frozenset()
        self._unknown = frozenset(missing)
