"""What is taken for a die: what two networks make of it, and how far the figures of pips bear that out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.dice.face_ends import ends
from vision.dice.level import Lean
from vision.dice.pattern import UpperFace, explained
from vision.frames import Picture
from vision.networks.dice.judge import Verdict
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SightingParameters(Parameters):
    """How much the figures of pips count beside the networks, and what is surely a die and its upper face."""

    a_first_die: float = parameter(
        5.4,
        "log-odds",
        "of being one, by all that tells of it, from which the first of a table is believed: false ones reached 4.2",
        "docs/findings/dice.md",
    )
    goes_on: float = parameter(
        3.1,
        "log-odds",
        "against a die whose face does not end: so do 18 of 604 dice and 7 in 10 of what is none",
        "docs/findings/dice.md",
    )
    ends: float = parameter(
        0.75, "share", "of the directions in which something else lies beyond a face that ends", "docs/findings/dice.md"
    )
    spot: float = parameter(0.2, "times", "what speaks for a face, where it does not end", CHOSEN)
    unseen_above: float = parameter(
        0.05, "times", "what speaks for a face, where the tray's network sees no upper face", CHOSEN
    )
    above: float = parameter(
        0.65,
        "chance",
        "by the network that sees the whole tray from which a face is an upper one",
        "docs/findings/dice.md",
    )
    informs: float = parameter(
        0.8, "chance", "by the same from which a face tells how the table lies", "docs/findings/dice.md"
    )
    figures_count: float = parameter(1.5, "times", "how much the figure of pips counts among these", CHOSEN)
    sure: float = parameter(0.95, "chance", "of a number from which it is told", CHOSEN)
    surer: float = parameter(0.99, "chance", "the same of what is no die beyond doubt", CHOSEN)
    another_die: float = parameter(
        4.0, "log-odds", "of being one from which it is by itself: glints on pawns reached 3.7", "docs/findings/dice.md"
    )
    explained: float = parameter(
        0.6, "share", "of a face's variance that its figure of pips explains at the least", "docs/findings/dice.md"
    )
    clearly: float = parameter(
        1.3,
        "times",
        "as much of a face is left unexplained by any other figure, or figures don't tell the number: a five that was "
        "measured too small bears a one as well",
        "docs/findings/dice.md",
    )
    level: float = parameter(
        0.2, "chance", "of being cocked, by itself, up to which a face that is explained is the upper one", CHOSEN
    )
    sharpness: float = parameter(
        6.0, "times", "how much the figures count: half the places on a face that tell of it independently", CHOSEN
    )


PARAMETERS = SightingParameters()


@dataclass(frozen=True, slots=True)
class DieSighting:
    """A die as it is seen.

    Attributes:
        verdict: what it is taken for.
        figures: (6,) how much of its face the figure of each number explains.
        ends: share of all directions in which something else lies beyond the face (``vision.dice.face_ends``).
        ours: log-odds that its colours tell of its being one of the dice that were thrown before.
        quarrel: how far the leans that the two looks measure, or this and its table, lie from each other, in sides.
        above: chance by the network that sees the whole tray that this is an upper face; None where it was not asked.
    """

    verdict: Verdict
    figures: tuple[float, ...]
    ends: float = 1.0
    ours: float = 0.0
    quarrel: float = 0.0
    above: float | None = None

    @property
    def face_ends(self) -> bool:
        """Whether something else lies beyond its face, as it does where a die ends."""
        return self.ends >= PARAMETERS.ends

    @property
    def explained(self) -> float:
        """Share of the face's variance that the judge's number explains."""
        return self.figures[self.verdict.pips - 1]

    @property
    def evidence(self) -> float:
        """Log-odds that it is a die at all: boards and cards bear what looks like one, but seldom a face's figure."""
        goes_on = 0.0 if self.face_ends else PARAMETERS.goes_on
        seen = _log_odds(self.verdict.is_die) + PARAMETERS.figures_count * _log_odds(self.explained)
        return seen + self.ours - goes_on

    @property
    def vouched_for(self) -> bool:
        """Whether the network that sees the whole tray takes it for an upper face as well, where it was asked."""
        return self.above is None or self.above >= PARAMETERS.above

    @property
    def surely_a_die(self) -> bool:
        """Whether it is believed where nothing else on the table is a die."""
        return self.evidence >= PARAMETERS.a_first_die

    @property
    def confidence(self) -> float:
        """Chance of the judge's number where the figures are asked as well."""
        unexplained = 1.0 - np.array(self.figures)
        chances = np.array(self.verdict.chances[1:]) * (unexplained.min() / unexplained) ** PARAMETERS.sharpness
        return float(chances[self.verdict.pips - 1] / chances.sum())

    @property
    def bears_its_figure(self) -> bool:
        """Whether the judge's number explains as much of the face as it should."""
        return self.explained >= PARAMETERS.explained

    @property
    def alone_in_its_figure(self) -> bool:
        """Whether figures alone tell the judge's number: no other explains the face nearly as well."""
        others = [share for number, share in enumerate(self.figures, 1) if number != self.verdict.pips]
        return 1 - max(others) >= PARAMETERS.clearly * (1 - self.explained)

    @property
    def surely_its_number(self) -> bool:
        """Whether the judge's number is sure enough to be told of a face that is surely one."""
        return self.confidence >= PARAMETERS.sure

    @property
    def surely_a_number(self) -> bool:
        """The same of any face: what is no die beyond doubt by itself may be measured at a wrong place or size."""
        return self.confidence >= (PARAMETERS.sure if self.evidence >= PARAMETERS.another_die else PARAMETERS.surer)

    def another_die(self, as_large: float = 0.0) -> bool:
        """Whether it is believed beside others; ``as_large``: log-odds that its size tells of that."""
        return self.evidence + as_large >= PARAMETERS.another_die

    @property
    def plain(self) -> bool:
        """Whether it is surely the upper face; else that may be another face about the same middle."""
        return self.bears_its_figure and self.surely_its_number and self.verdict.cocked <= PARAMETERS.level

    @property
    def lean(self) -> Lean:
        """How it leans, as the judge measures it."""
        verdict = self.verdict
        informs = self.above is None or self.above >= PARAMETERS.informs
        return Lean(*verdict.lean, verdict.x, verdict.y, verdict.spread, verdict.cocked, informs)

    @property
    def weight(self) -> float:
        """How much speaks for it: for this face, and for its being the upper one."""
        verdict = self.verdict
        speaks = verdict.confidence * self.confidence * self.explained**2 * (1 - verdict.cocked) * (1 - verdict.hidden)
        above = 1.0 if self.above is None else max(PARAMETERS.unseen_above, self.above)
        return speaks * above * (1.0 if self.face_ends else PARAMETERS.spot)


def sighting_of(picture: Picture, verdict: Verdict) -> DieSighting:
    """What is seen of a verdict's face in a BGR picture."""
    face = face_of(verdict)
    return DieSighting(verdict, explained(picture, face), ends(picture, face))


def face_of(verdict: Verdict) -> UpperFace:
    """The face that a verdict is about."""
    return UpperFace(verdict.x, verdict.y, verdict.side, verdict.lean)


def _log_odds(chance: float) -> float:
    bounded = float(np.clip(chance, 1e-3, 1 - 1e-3))
    return float(np.log(bounded / (1 - bounded)))
