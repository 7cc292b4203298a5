"""How the people of one table were seen while it was known where they stand.

Of another make a merchant may pass for his stack all evening, and in the dark nobody sees who wears black. That tells
how much it means that somebody is not seen now.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vision.parameters import CHOSEN, Parameters, parameter

Key = tuple[int, str, str]  # place number, kind, colour ("" for figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class SightingHistoryParameters(Parameters):
    """What is thought of people before any was seen."""

    overlooked: float = parameter(
        0.02, "share", "of those who would show that are not seen, before a table has shown anybody", CHOSEN
    )
    as_stack: float = parameter(0.02, "share", "of merchants seen as assistants of their colour, likewise", CHOSEN)
    ghost: float = parameter(
        0.002, "share", "of those who are plainly seen that stand nowhere near there, likewise", CHOSEN
    )
    worth: float = parameter(4.0, "sightings", "that is worth for everybody, and everybody's for one of them", CHOSEN)


PARAMETERS = SightingHistoryParameters()


@dataclass(slots=True)
class SightingHistory:
    """Sightings of people where the record had them. Each counts once a place, as it was last: who has been seen ten
    times in front of the same print may still not show on another."""

    _overlooked: dict[Key, float] = field(default_factory=dict)
    _stacks: dict[Key, float] = field(default_factory=dict)
    _ghosts: dict[Key, float] = field(default_factory=dict)
    _shown: set[Key] = field(default_factory=set)

    def add(
        self,
        standing: Iterable[Key],
        seen: Iterable[Key],
        hidden: Mapping[Key, float],
        plain: Iterable[Key] = (),
        former: Mapping[tuple[str, str], int] | None = None,
    ) -> None:
        """A look at a table on which these stand.

        Args:
            standing: everybody, as recorded. seen: who was seen. plain: who of them was seen plainly.
            hidden: of who was not, the log of the chance that he does not show where he stands: whom others hide, or
                who is as dark as the print, is not overlooked.
            former: where those of whom there is but one stood before the record moved them. Whoever is seen there
                still has only to be moved: he is neither a ghost nor overlooked.
        """
        known, before = frozenset(seen), former or {}
        waiting = {key for key in known if before.get(key[1:]) == key[0]}
        unmoved = {key[1:] for key in waiting}
        everybody = frozenset(standing)
        there = frozenset(key for key in everybody if key in known or key[1:] not in unmoved)
        for key in there:
            place, kind, colour = key
            stack = key not in known and kind == "merchant" and (place, "assistant", colour) in known
            chance = math.exp(min(0.0, hidden.get(key, -math.inf)))
            self._stacks[key] = float(stack)
            self._overlooked[key] = 0.0 if stack or key in known else 1.0 - chance
            if key in known:
                self._shown.add(key)

        taken = {(place, colour) for place, _, colour in everybody - known if colour}  # for another of their colour
        for place, kind, colour in frozenset(plain) - waiting:
            stack = kind == "assistant" and (place, "merchant", colour) in there
            somebody = stack or (place, colour) in taken or (place, kind, colour) in there
            self._ghosts[place, kind, colour] = float(not somebody)

    def has_shown(self, key: Key) -> bool:
        """Whether somebody was ever seen on just this place, in front of this print."""
        return key in self._shown

    def ghost(self) -> float:
        """The share of those who are plainly seen that are nobody: glare and shadows draw people on some tables."""
        worth = PARAMETERS.worth
        return (PARAMETERS.ghost * worth + sum(self._ghosts.values())) / (worth + len(self._ghosts))

    def overlooked(self, kind: str, colour: str) -> float:
        """The share of looks in which somebody like this is not seen although he should show."""
        return self._share(PARAMETERS.overlooked, self._overlooked, kind, colour)

    def as_stack(self, colour: str) -> float:
        """The share of looks in which a merchant is seen as assistants of his colour."""
        return self._share(PARAMETERS.as_stack, self._stacks, "merchant", colour)

    def _share(self, before: float, of: Mapping[Key, float], kind: str, colour: str) -> float:
        """Of one as far as he is known, else of his kind, else what is thought before."""
        worth = PARAMETERS.worth
        alike = [said for key, said in of.items() if key[1] == kind]
        own = [said for key, said in of.items() if key[1:] == (kind, colour)]
        everybody = (before * worth + sum(alike)) / (worth + len(alike))
        return (everybody * worth + sum(own)) / (worth + len(own))
