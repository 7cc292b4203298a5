"""What is taken for a die: what two networks make of it, and how far the figures of pips bear that out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.dice.face_ends import ends
from vision.dice.level import Lean
from vision.dice.pattern import UpperFace, explained
from vision.frames import Picture
from vision.networks.dice.judge import Verdict
from vision.networks.dice.measure import MeasuredFace
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
    astray: float = parameter(
        0.13,
        "sides",
        "between a face and what the network that only measures makes of it, up to which both mean one face: 96 % of "
        "right ones lie nearer, 2 of 78 parts of a figure that were taken for another number do",
        "docs/findings/dice.md",
    )
    bare_squares: int = parameter(3, "squares", "beside a face from which it is like a cell of a board", CHOSEN)
    like_a_cell: float = parameter(
        1.6,
        "log-odds",
        "against a die where so many lie: beside 15 of 144 cells and spots, and beside 3 of 159 dice",
        "docs/findings/dice.md",
    )
    larger: float = parameter(1.2, "times", "as large, that an ace's face is looked at for more pips", CHOSEN)
    around_ace: float = parameter(
        0.62, "share", "that a three or a five explains of it, from which it is none: aces reach 0.50", CHOSEN
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
        measured: what the network that only measures makes of its face.
        around_ace: of an ace, how much a figure with more pips about its own explains of a larger face.
        bare_squares: how many squares without a die, as large as it, lie beside it.
    """

    verdict: Verdict
    figures: tuple[float, ...]
    ends: float = 1.0
    ours: float = 0.0
    quarrel: float = 0.0
    measured: MeasuredFace | None = None
    around_ace: float = 0.0
    bare_squares: int = 0

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
        cell = PARAMETERS.like_a_cell if self.bare_squares >= PARAMETERS.bare_squares else 0.0
        return seen + self.ours - goes_on - cell

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
    def well_measured(self) -> bool:
        """Whether two networks measure one and the same face: what bears part of a figure is measured otherwise."""
        face = self.measured
        if face is None or face.spread > PARAMETERS.astray:
            return False
        verdict = self.verdict
        off = float(np.hypot(face.x - verdict.x, face.y - verdict.y)) / min(face.side, verdict.side)
        return max(off, abs(float(np.log(face.side / verdict.side)))) <= PARAMETERS.astray

    @property
    def only_a_middle_pip(self) -> bool:
        """Whether what was taken for an ace is the middle of a three or a five on a face measured too small."""
        return self.around_ace >= PARAMETERS.around_ace

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
        return Lean(*verdict.lean, verdict.x, verdict.y, verdict.spread, verdict.cocked)

    @property
    def weight(self) -> float:
        """How much speaks for it: for this face, and for its being the upper one."""
        verdict = self.verdict
        speaks = verdict.confidence * self.confidence * self.explained**2 * (1 - verdict.cocked) * (1 - verdict.hidden)
        return speaks * (1.0 if self.face_ends else PARAMETERS.spot)


def sighting_of(picture: Picture, verdict: Verdict) -> DieSighting:
    """What is seen of a verdict's face in a BGR picture."""
    face = face_of(verdict)
    return DieSighting(verdict, explained(picture, face), ends(picture, face))


def around_ace(picture: Picture, verdict: Verdict) -> float:
    """Of what was taken for an ace, how much a three or a five explains of a larger face; 0 of any other number."""
    if verdict.pips != 1:
        return 0.0
    face = face_of(verdict)
    figures = explained(picture, replace(face, side=PARAMETERS.larger * face.side))
    return max(figures[2], figures[4])


def face_of(verdict: Verdict) -> UpperFace:
    """The face that a verdict is about."""
    return UpperFace(verdict.x, verdict.y, verdict.side, verdict.lean)


def _log_odds(chance: float) -> float:
    bounded = float(np.clip(chance, 1e-3, 1 - 1e-3))
    return float(np.log(bounded / (1 - bounded)))
