"""How the people of one table were seen while it was known where they stand.

Of another make a merchant may pass for his stack all evening, and in the dark nobody sees who wears black. That tells
how much it means that somebody is not seen now.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vision.parameters import CHOSEN, Parameters, parameter

Key = tuple[int, str, str]  # place number, kind, colour ("" for figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class SightingHistoryParameters(Parameters):
    """What is thought of people before any was seen."""

    overlooked: float = parameter(
        0.001, "share", "of those who would show that are not seen, before a table has shown anybody", CHOSEN
    )
    as_stack: float = parameter(0.02, "share", "of merchants seen as assistants of their colour, likewise", CHOSEN)
    worth: float = parameter(4.0, "sightings", "that is worth for everybody, and everybody's for one of them", CHOSEN)


PARAMETERS = SightingHistoryParameters()


@dataclass(slots=True)
class SightingHistory:
    """Sightings of people where the record had them, by kind and colour."""

    _sightings: Counter[tuple[str, str]] = field(default_factory=Counter)
    _overlooked: dict[tuple[str, str], float] = field(default_factory=dict)
    _stacks: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, standing: Iterable[Key], seen: Iterable[Key], hidden: Mapping[Key, float]) -> None:
        """A look at a table on which these stand.

        Args:
            standing: everybody, as recorded. seen: who was seen.
            hidden: of who was not, the log of the chance that he does not show where he stands: whom others hide, or
                who is as dark as the print, is not overlooked.
        """
        known = frozenset(seen)
        for key in standing:
            place, kind, colour = key
            who = kind, colour
            self._sightings[who] += 1
            if key in known:
                continue
            if kind == "merchant" and (place, "assistant", colour) in known:
                self._stacks[who] += 1
                continue
            chance = math.exp(min(0.0, hidden.get(key, -math.inf)))
            self._overlooked[who] = self._overlooked.get(who, 0.0) + 1.0 - chance

    def overlooked(self, kind: str, colour: str) -> float:
        """The share of looks in which somebody like this is not seen although he should show."""
        return self._share(PARAMETERS.overlooked, self._overlooked, kind, colour)

    def as_stack(self, colour: str) -> float:
        """The share of looks in which a merchant is seen as assistants of his colour."""
        return self._share(PARAMETERS.as_stack, self._stacks, "merchant", colour)

    def _share(self, before: float, of: Mapping[tuple[str, str], float], kind: str, colour: str) -> float:
        """Of one as far as he is known, else of his kind, else what is thought before."""
        worth = PARAMETERS.worth
        sightings, found = (
            sum(number for who, number in some.items() if who[0] == kind) for some in (self._sightings, of)
        )
        everybody = (before * worth + found) / (worth + sightings)
        return (everybody * worth + of.get((kind, colour), 0.0)) / (worth + self._sightings[kind, colour])
