"""Merchants who go on before anybody pressed for where they went first.

One picture shows where a merchant stands and not where he has been. Earlier looks showed that: who was plainly seen on
one place since the record last moved him, and stands on another now, has had a turn there that nobody told, or his
player has thought better of it. No picture tells which, so people are asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from games.istanbul.standing import NEUTRAL
from vision.explanation import Explanation
from vision.istanbul.sighting_history import Key
from vision.parameters import CHOSEN, Parameters, parameter

Merchant = str  # colour


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesPassedParameters(Parameters):
    """What is thought of a merchant who stands on a second place."""

    had_a_turn: float = parameter(
        0.5, "share", "of merchants on a second place who had a turn on the first, default", CHOSEN
    )


PARAMETERS = PlacesPassedParameters()


@dataclass(slots=True)
class PlacesPassed:
    """Where merchants have gone that the record does not know yet."""

    _gone: dict[Merchant, int] = field(default_factory=dict)

    def recorded(self, standing: Iterable[Key]) -> None:
        """The record has moved on, and these stand there: who stands where he had gone is no news."""
        at = _merchants(standing)
        self._gone = {colour: place for colour, place in self._gone.items() if at.get(colour, place) != place}

    def heeded(self, explanation: Explanation, before: Iterable[Key], after: Iterable[Key]) -> Explanation:
        """What one clear look tells, by which people go from where they stood ``before`` to ``after``; less sure where
        a merchant has been elsewhere in between."""
        now = _merchants(after)
        went = {colour: place for colour, place in now.items() if _merchants(before).get(colour) != place}
        further = [colour for colour, place in went.items() if self._gone.get(colour, place) != place]
        if further:
            return _less_sure(explanation, 1.0 - PARAMETERS.had_a_turn)
        self._gone = went  # who stands where he stood before has been taken back
        return explanation


def _merchants(standing: Iterable[Key]) -> dict[Merchant, int]:
    return {colour: place for place, kind, colour in standing if kind == "merchant" and colour != NEUTRAL}


def _less_sure(explanation: Explanation, share: float) -> Explanation:
    candidates = tuple(replace(one, probability=one.probability * share) for one in explanation.candidates)
    return replace(explanation, candidates=candidates, unexplained=1.0 - sum(one.probability for one in candidates))
