"""What is seen of the people on a layout, and how likely that is for people who stand there.

On every place the people who would stand there are matched with whom one sees: each of them may be seen as he is, be
taken for somebody else, or be missed, and whoever is seen and is nobody's picture is a ghost that has to be believed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np

from games.istanbul.standing import FIGURES
from vision.istanbul.changed_places import PlaceChanges
from vision.istanbul.sighting_history import Key, SightingHistory
from vision.parameters import CHOSEN, Parameters, parameter

DISCS = ("merchant", "assistant")


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulEvidenceParameters(Parameters):
    """How often somebody is missed, taken for somebody else, or seen where nobody stands."""

    missed: float = parameter(-3.2, "log-probability", "that somebody who stands there is not seen", CHOSEN)
    missed_in_crowd: float = parameter(
        -2.2, "log-probability", "that somebody is not seen where four or more stand", CHOSEN
    )
    crowd: int = parameter(4, "pieces", "from which it is one", CHOSEN)
    # Of 569 assistants who had shown on a place that changed while they stood there, two were not seen any more.
    missed_now: float = parameter(
        -5.3,
        "log-probability",
        "that somebody is not seen who showed on his place when the record last moved somebody",
        "docs/findings/istanbul.md",
    )
    ghost: float = parameter(
        0.1, "nats", "for each nat of evidence by which nobody is thought to be there who is seen", CHOSEN
    )
    most_ghost: float = parameter(9.0, "nats", "that nobody's being there may cost at most", CHOSEN)
    least_ghost: float = parameter(2.0, "nats", "that it costs at the least", CHOSEN)
    as_well: float = parameter(
        2.0, "people and places", "that a ghost could have been as well, for each that one looks like", CHOSEN
    )
    # Where people were taken for our make and were not, 34 of 106 merchants were seen as assistants of their colour and
    # 2 of 52 assistants as merchants; of another colour 13 and 9 (docs/findings/istanbul.md). Of our own make hardly
    # one is, so a table's history tells how many of its own are.
    stack_seen: float = parameter(
        -2.3, "log-probability", "that a merchant is taken for an assistant of his colour", "docs/findings/istanbul.md"
    )
    cap_seen: float = parameter(
        -3.2, "log-probability", "that an assistant is taken for his merchant", "docs/findings/istanbul.md"
    )
    other_shape: float = parameter(
        -3.5, "log-probability", "that a disc is taken for a figure of its colour, or a figure for a disc", CHOSEN
    )
    other_paint: float = parameter(
        -4.5, "log-probability", "that somebody is taken for just this other like him", "docs/findings/istanbul.md"
    )
    other_both: float = parameter(
        -6.0, "log-probability", "that a disc is taken for just this figure of another colour, or the reverse", CHOSEN
    )


PARAMETERS = IstanbulEvidenceParameters()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Who was seen.

    Attributes:
        seen: (place, kind, colour) -> log-likelihood over nobody's being there.
        crowd: how many are seen on each place.
        unsure: of whom was hardly seen, for each place where he may be: log-likelihood of what is seen there, over his
            not being there. Where he is seen as little as anybody would be, that is below 0.
        as_before: assistants who are not seen, on places that look as they did when they stood there: one as dark as
            the print below him is seen at one time and not at another.
        strange: who is plainly seen since the record last moved, and was not before.
        shown: who was seen when the record last moved somebody, from where the camera sees the table now.
        history: how these people were seen before.
        places: which places look otherwise than when table and record last agreed; None where nobody knows.
    """

    seen: Mapping[Key, float]
    crowd: Mapping[int, int]
    unsure: Mapping[Key, float] = field(default_factory=dict)
    as_before: frozenset[Key] = frozenset()
    strange: frozenset[Key] = frozenset()
    shown: frozenset[Key] = frozenset()
    history: SightingHistory = field(default_factory=SightingHistory)
    places: PlaceChanges | None = None

    def of_changes(self, moved: Set[Key]) -> float:
        """Log-likelihood of which places look otherwise, if just these people have left their places or come there."""
        if self.places is None:
            return 0.0
        return self.places.log_likelihood({key[0] for key in moved}, {key[0] for key in moved & self.strange})

    def shows(self, key: Key) -> bool:
        """Whether somebody is seen on a place, or what may be his stack."""
        place, kind, colour = key
        return key in self.seen or (kind == "merchant" and (place, "assistant", colour) in self.seen)

    def misses(self, key: Key) -> bool:
        """Whether somebody is not seen on a place where he has shown, and which looks otherwise than with him."""
        return self.history.has_shown(key) and not (self.shows(key) or key in self.as_before)

    def no_stranger_but(self, standing: Iterable[Key]) -> bool:
        """Whether whoever is plainly seen since the record last moved, and was not before, is among these."""
        return self.strange <= frozenset(standing)

    def of_place(self, place: int, standing: Iterable[Key], *, strangers: bool = True) -> float:
        """Log-likelihood of what is seen on a place, over its being wholly explained, if just these stand on it; or as
        if whoever is new could be accounted for, where ``strangers`` do not count."""
        there = frozenset(standing)
        hardly = {key[1:] for key in self.unsure}
        ghosts = {
            key: self._as_ghost(gain) for key, gain in self.seen.items() if key[0] == place and key[1:] not in hardly
        }
        ghosts |= {key: said for key, said in self.unsure.items() if key[0] == place and said > 0}
        nobody = {
            key: 0.0 if key in self.strange and not strangers else cost
            for key, cost in ghosts.items()
            if key not in there
        }
        return self._matched(tuple(sorted(there - ghosts.keys())), nobody)

    def _matched(self, missing: Sequence[Key], ghosts: Mapping[Key, float]) -> float:
        """The likeliest way in which these are missed or taken for one of those who are seen, the others of whom are
        nobody."""
        if not missing:
            return -sum(ghosts.values())
        first, rest = missing[0], missing[1:]
        ways = [self._missed(first) + self._matched(rest, ghosts)]
        for seen in ghosts:
            others = {key: cost for key, cost in ghosts.items() if key != seen}
            ways.append(self._taken_for(first, seen) + self._matched(rest, others))
        return max(ways)

    def _missed(self, key: Key) -> float:
        if key in self.as_before:
            return 0.0
        overlooked = self.history.overlooked(*key[1:])
        if key in self.unsure:  # whoever is missed on a table like this is missed wherever he would show
            return float(np.logaddexp(min(0.0, self.unsure[key]), math.log(overlooked)))
        in_crowd = self.crowd.get(key[0], 0) >= PARAMETERS.crowd
        if key in self.shown and not in_crowd:
            return PARAMETERS.missed_now
        usual = PARAMETERS.missed_in_crowd if in_crowd else PARAMETERS.missed
        return min(0.0, float(np.logaddexp(usual, math.log(overlooked))))

    def _taken_for(self, key: Key, seen: Key) -> float:
        """Log of the chance that somebody is taken for somebody else."""
        (_, kind, colour), (_, other, paint) = key, seen
        alike = (kind in DISCS) == (other in DISCS)
        if colour != paint or kind in FIGURES.values():
            return PARAMETERS.other_paint if alike else PARAMETERS.other_both
        if kind == "merchant" and other == "assistant":
            return max(PARAMETERS.stack_seen, math.log(self.history.as_stack(colour)))
        return PARAMETERS.cap_seen if alike else PARAMETERS.other_shape

    def _as_ghost(self, gain: float) -> float:
        """Nats that it costs to believe that nobody is where somebody is seen by so much evidence."""
        usual = min(PARAMETERS.most_ghost, max(PARAMETERS.least_ghost, PARAMETERS.ghost * gain))
        return -float(np.logaddexp(-usual, math.log(self.history.ghost() / PARAMETERS.as_well)))
