"""Read the dice of one picture: find, judge, and refuse whatever a careful person would not call out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from calibration.arrays import Float64Array
from games.game import Phrase
from vision.dice.level import Lean, cocked_chances
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.dice.panels import panels_of
from vision.dice.pattern import UpperFace, explained
from vision.frames import Picture
from vision.networks.dice.finder import DieProposal, find
from vision.networks.dice.judge import Verdict, judge
from vision.networks.dice.poise import poised
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceParameters(Parameters):
    """When something is a die, and when its number is told. Sides are those of a die as it is seen."""

    a_die: float = parameter(0.8, "chance", "from which something may be a die", "docs/findings/dice.md")
    a_first_die: float = parameter(
        5.4,
        "log-odds",
        "of being one, by all that tells of it, from which the first of a table is believed: false ones reached 4.2",
        "docs/findings/dice.md",
    )
    another_die: float = parameter(
        4.0, "log-odds", "the same of more beside it: glints on pawns reached 3.7", "docs/findings/dice.md"
    )
    figures_count: float = parameter(1.5, "times", "how much the figure of pips counts among these", CHOSEN)
    sure: float = parameter(0.95, "chance", "of a number from which it is told", CHOSEN)
    likely: float = parameter(0.6, "chance", "that the judge alone gives it at the least", CHOSEN)
    agreeing: float = parameter(0.75, "share", "of the judge's positions that have to say so", CHOSEN)
    cocked: float = parameter(
        0.07,
        "chance",
        "of being cocked from which a die is refused: rather thrown again than called wrong",
        "docs/findings/dice.md",
    )
    hidden: float = parameter(0.12, "chance", "of being hidden from which it is", CHOSEN)
    beside_cocked: float = parameter(
        0.02,
        "chance",
        "of being cocked where another is: it may be that one which lies level",
        "docs/findings/dice.md",
    )
    unseen: float = parameter(
        0.02, "chance", "of being hidden times what its figure leaves unexplained: so little is allowed", CHOSEN
    )
    quarrel: float = parameter(
        0.22, "sides", "between two leans, about 25 degrees: what is seen is no whole die that lies alone", CHOSEN
    )
    explained: float = parameter(
        0.6, "share", "of a face's variance that its figure of pips explains at the least", "docs/findings/dice.md"
    )
    few: int = parameter(
        3,
        "pips",
        "up to which a fainter figure will do: they cover little of a face, and its grain counts for more",
        "docs/findings/dice.md",
    )
    certain: float = parameter(0.965, "chance", "by the judge alone with which it will do", "docs/findings/dice.md")
    faint: float = parameter(
        0.48, "share", "of the variance that such a figure explains at the least", "docs/findings/dice.md"
    )
    level: float = parameter(
        0.2, "chance", "of being cocked, by itself, up to which a face that is explained is the upper one", CHOSEN
    )
    sharpness: float = parameter(
        6.0, "times", "how much the figures count: half the places on a face that tell of it independently", CHOSEN
    )
    alike: float = parameter(
        2.0,
        "times",
        "that sides of dice thrown together differ: 12 to 19 mm, nearer to the camera or further from it",
        "docs/findings/dice.md",
    )
    far_and_near: float = parameter(
        4.0,
        "times",
        "the same of dice beyond doubt: one of 20 mm before a camera held aslant, one of 9 far away",
        "docs/findings/dice.md",
    )
    too_many_aces: float = parameter(
        1e-6,
        "chance",
        "from which so many aces are no dice but a cloth of discs: six of six are still believed",
        "docs/findings/dice.md",
    )
    edge: float = parameter(
        0.42, "sides", "that the upper face's middle lies from the picture's edge at the least", CHOSEN
    )
    pip: float = parameter(0.3, "sides", "that no pip is wider than", CHOSEN)
    ace: float = parameter(
        0.6, "sides", "that nothing is wider than which is taken for the only pip of a die of cloth", CHOSEN
    )
    one_body: float = parameter(0.6, "sides", "between the middles of two dice at the least", CHOSEN)


PARAMETERS = DiceParameters()
# Of a side, about a die's middle: where faces are looked for.
_AROUND = [
    (apart * np.cos(turn), apart * np.sin(turn))
    for apart, turns in ((0.25, 5), (0.5, 8))
    for turn in np.arange(turns) * 2 * np.pi / turns
]


@dataclass(frozen=True, slots=True)
class DieSighting:
    """A die as it is seen.

    Attributes:
        verdict: what it is taken for.
        figures: (6,) how much of its face the figure of each number explains.
        quarrel: how far the leans that the two looks measure lie from each other, in sides.
    """

    verdict: Verdict
    figures: tuple[float, ...]
    quarrel: float = 0.0

    @property
    def explained(self) -> float:
        """Share of the face's variance that the judge's number explains."""
        return self.figures[self.verdict.pips - 1]

    @property
    def evidence(self) -> float:
        """Log-odds that it is a die at all: boards and cards bear what looks like one, but seldom a face's figure."""
        return _log_odds(self.verdict.is_die) + PARAMETERS.figures_count * _log_odds(self.explained)

    @property
    def confidence(self) -> float:
        """Chance of the judge's number where the figures are asked as well."""
        unexplained = 1.0 - np.array(self.figures)
        chances = np.array(self.verdict.chances[1:]) * (unexplained.min() / unexplained) ** PARAMETERS.sharpness
        return float(chances[self.verdict.pips - 1] / chances.sum())

    @property
    def plain(self) -> bool:
        """Whether it is surely the upper face; else that may be another face about the same middle."""
        return (
            self.explained >= PARAMETERS.explained
            and self.confidence >= PARAMETERS.sure
            and self.verdict.cocked <= PARAMETERS.level
        )

    @property
    def lean(self) -> Lean:
        """How it leans, as the judge measures it."""
        verdict = self.verdict
        return Lean(*verdict.lean, verdict.x, verdict.y, verdict.spread, verdict.cocked)

    @property
    def weight(self) -> float:
        """How much speaks for it: for this face, and for its being the upper one."""
        verdict = self.verdict
        return verdict.confidence * self.confidence * self.explained**2 * (1 - verdict.cocked) * (1 - verdict.hidden)


def read_dice(picture: Picture, table_up: Float64Array | None = None, focal_px: float | None = None) -> DiceObservation:
    """The dice that lie in a BGR picture.

    A number is told where the judge and the figure of the pips agree, the face is whole, and the die lies as level as
    the table and the other dice tell.

    Args:
        picture: of the table, from above or aslant; each die at least 12 px large.
        table_up: (3,) the table's up in the camera's frame (right, down, forward), where a calibration tells it.
        focal_px: of the camera, where it is known.
    """
    panels = panels_of(picture)
    if len(panels) == 1:
        return _read(picture, table_up, focal_px)
    parts = [_moved(_read(panel.picture, None, None), panel.left, panel.top) for panel in panels]
    return DiceObservation(
        tuple(sorted((die for part in parts for die in part.dice), key=lambda die: die.y)),
        tuple(sorted((die for part in parts for die in part.unread), key=lambda die: die.y)),
    )


def _moved(seen: DiceObservation, right: int, down: int) -> DiceObservation:
    return DiceObservation(
        tuple(replace(die, x=die.x + right, y=die.y + down) for die in seen.dice),
        tuple(replace(die, x=die.x + right, y=die.y + down) for die in seen.unread),
    )


def _read(picture: Picture, table_up: Float64Array | None, focal_px: float | None) -> DiceObservation:
    """The dice of one photograph."""
    seen = seen_dice(picture)
    size = (picture.shape[1], picture.shape[0])
    dice, unread = [], []
    cocked = cocked_chances([one.lean for one in seen], size, table_up=table_up, focal_px=focal_px)
    beside, discs = any(chance > 0.5 for chance in cocked), of_a_cloth(seen)
    for one, chance in zip(seen, cocked, strict=True):
        verdict, why = one.verdict, why_not(one, chance, size, beside_cocked=beside)
        if why is None and discs and verdict.pips == 1:
            why = Phrase.of("dice.not_clear")
        if why is None:
            dice.append(SeenDie(verdict.pips, verdict.x, verdict.y, verdict.side, one.confidence))
        else:
            unread.append(UnreadDie(verdict.x, verdict.y, verdict.side, why))
    return DiceObservation(tuple(dice), tuple(unread))


def of_a_cloth(seen: Sequence[DieSighting]) -> bool:
    """Whether more aces are seen than dice ever throw: a cloth of discs or rings shows nothing but aces."""
    count, aces = len(seen), sum(one.verdict.pips == 1 for one in seen)
    chance = sum(comb(count, many) * 5 ** (count - many) for many in range(aces, count + 1)) / 6**count
    return bool(chance < PARAMETERS.too_many_aces)


def seen_dice(picture: Picture) -> list[DieSighting]:
    """Everything that is a die, from the top down, each die once."""
    found = _sightings(picture, find(picture))
    # What is not plain may be another face of its die: the upper one lies about the same middle.
    around = [
        DieProposal(one.x + (one.lean[0] + x) * one.side, one.y + (one.lean[1] + y) * one.side, one.side, 1.0)
        for one in (each.verdict for each in _once(found) if not each.plain)
        for x, y in _AROUND
    ]
    sized = _of_a_size(found + _sightings(picture, around, refinements=1))
    return sorted(_credible(_poised(picture, _once(sized))), key=lambda one: one.verdict.y)


def _credible(dice: Sequence[DieSighting]) -> list[DieSighting]:
    """Those that are dice: where one surely lies, others are easily believed; a table without any shall stay empty."""
    if max((one.evidence for one in dice), default=0.0) < PARAMETERS.a_first_die:
        return []
    return [one for one in dice if one.evidence >= PARAMETERS.another_die]


def _log_odds(chance: float) -> float:
    bounded = float(np.clip(chance, 1e-3, 1 - 1e-3))
    return float(np.log(bounded / (1 - bounded)))


def _poised(picture: Picture, dice: Sequence[DieSighting]) -> list[DieSighting]:
    """The same dice, each with its lean told better; what their figures explain can only gain by it."""
    verdicts = poised(picture, [one.verdict for one in dice])
    return [
        DieSighting(
            verdict,
            tuple(map(max, one.figures, explained(picture, _face_of(verdict)))),
            float(np.hypot(*np.subtract(verdict.lean, one.verdict.lean))),
        )
        for one, verdict in zip(dice, verdicts, strict=True)
    ]


def _face_of(verdict: Verdict) -> UpperFace:
    return UpperFace(verdict.x, verdict.y, verdict.side, verdict.lean)


def _sightings(picture: Picture, places: Sequence[DieProposal], refinements: int = 2) -> list[DieSighting]:
    return [
        DieSighting(one, explained(picture, _face_of(one)))
        for one in judge(picture, places, refinements)
        if one.is_die >= PARAMETERS.a_die
    ]


def kept(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """One sighting for each die, the likeliest first."""
    return _once(_of_a_size(sightings))


def _of_a_size(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """Those about as large as the surest dice: the grain of a cloth may look like tiny dice here and there."""
    sightings = [one for one in sightings if not _holds_dice(one, sightings)]
    surest = _once(sightings)
    if not surest:
        return []

    def support(size: float) -> float:
        # A small patch shows little: what looks like a die in it is more often none.
        alike = (one for one in surest if 1 / PARAMETERS.alike < one.verdict.side / size < PARAMETERS.alike)
        return sum(one.weight**2 * min(1.0, one.verdict.side / 30) for one in alike)

    size = max((one.verdict.side for one in surest), key=support)
    plain = {id(one) for one in surest if one.plain and one.evidence >= PARAMETERS.a_first_die}
    return [
        one
        for one in sightings
        if 1 / PARAMETERS.alike < one.verdict.side / size < PARAMETERS.alike
        or (id(one) in plain and 1 / PARAMETERS.far_and_near < one.verdict.side / size < PARAMETERS.far_and_near)
    ]


def _holds_dice(one: DieSighting, sightings: Sequence[DieSighting]) -> bool:
    """Whether what would be its pips are dice: from afar, two dice on a table look like a die that shows two, and a
    bright die on a dark cloth like the pip of a large dark one.

    One of them must show more than one pip; the pips of a large die may themselves look like dice that show one.
    """
    inside = [
        each
        for each in sightings
        if each.plain
        and each.verdict.side < (PARAMETERS.ace if one.verdict.pips == 1 else PARAMETERS.pip) * one.verdict.side
        and np.hypot(each.verdict.x - one.verdict.x, each.verdict.y - one.verdict.y) < one.verdict.side
    ]
    least = 1 if one.verdict.pips == 1 else 2
    return len(_once(inside)) >= least and any(each.verdict.pips > 1 for each in inside)


def _once(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """Each die's best sighting: two of one die lie nearer together than dice can, and no die lies inside another."""
    kept: list[DieSighting] = []
    # A large patch shows more than a small one: a pip that glints may look like a die that shows one.
    for one in sorted(sightings, key=lambda each: each.weight * each.verdict.side**0.3, reverse=True):
        if not any(_overlap(one.verdict, other.verdict) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts are of one die: of the same face, or of two faces about one middle."""
    between = np.array([one.x - other.x, one.y - other.y])
    small, large = sorted((one.side, other.side))
    if np.hypot(*between) < (0.95 if small < 0.5 * large else 0.55) * large:
        return True
    bodies = between + one.side * np.array(one.lean) - other.side * np.array(other.lean)
    return bool(np.hypot(*bodies) < PARAMETERS.one_body * large)


def why_not(one: DieSighting, cocked: float, size: tuple[int, int], *, beside_cocked: bool = False) -> Phrase | None:
    """Why a die is not read, or None; ``cocked`` is the chance that it does not lie level."""
    verdict = one.verdict
    rim = min(verdict.x, verdict.y, size[0] - 1 - verdict.x, size[1] - 1 - verdict.y)
    if rim < PARAMETERS.edge * verdict.side:
        return Phrase.of("dice.cut_off")
    most = PARAMETERS.beside_cocked if beside_cocked else PARAMETERS.cocked
    hidden = verdict.hidden > PARAMETERS.hidden or verdict.hidden * (1 - one.explained) > PARAMETERS.unseen
    if cocked > most or hidden or one.quarrel > PARAMETERS.quarrel:
        return Phrase.of("dice.cocked_or_hidden")
    by_judge = verdict.confidence >= PARAMETERS.likely and verdict.agreeing >= PARAMETERS.agreeing
    certain = verdict.pips <= PARAMETERS.few and verdict.confidence >= PARAMETERS.certain and verdict.agreeing == 1.0
    if (
        one.confidence < PARAMETERS.sure
        or not by_judge
        or one.explained < (PARAMETERS.faint if certain else PARAMETERS.explained)
    ):
        return Phrase.of("dice.not_clear")
    return None
