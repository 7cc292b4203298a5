"""Read the dice of one picture: find, judge, and refuse whatever a careful person would not call out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from calibration.arrays import Float64Array
from games.game import Phrase
from vision.dice.level import DiceTable, Lean, Stance, stances
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.dice.one_each import as_large, of_a_size, once, shows_top
from vision.dice.own_dice import OwnDice
from vision.dice.panels import panels_of
from vision.dice.pattern import UpperFace
from vision.dice.sighting import DieSighting, face_of, sighting_of
from vision.dice.upper_face import edge_there, lean_there, supposed_table, upper_face
from vision.frames import Picture
from vision.networks.dice.finder import DieProposal, find
from vision.networks.dice.judge import Verdict, judge
from vision.networks.dice.poise import poised
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceParameters(Parameters):
    """When something is a die, and when its number is told. Sides are those of a die as it is seen."""

    a_die: float = parameter(0.8, "chance", "from which something may be a die", "docs/findings/dice.md")
    likely: float = parameter(
        0.85,
        "chance",
        "that the judge alone gives it at the least: part of a six bears the figure of a two or a three",
        "docs/findings/dice.md",
    )
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
    there: float = parameter(
        0.3, "sides", "from where the upper face should lie that it is looked for: its sides lie further", CHOSEN
    )
    expected_die: float = parameter(
        0.5, "chance", "by the judge that there is a die where a side of it says so already", CHOSEN
    )
    stands: float = parameter(
        0.1, "chance", "of being cocked, up to which another die tells how the table lies", CHOSEN
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
    too_many_aces: float = parameter(
        1e-6,
        "chance",
        "from which so many aces are no dice but a cloth of discs: six of six are still believed",
        "docs/findings/dice.md",
    )
    edge: float = parameter(
        0.42, "sides", "that the upper face's middle lies from the picture's edge at the least", CHOSEN
    )
    around: tuple[tuple[float, int], ...] = parameter(
        ((0.25, 5), (0.5, 8)),
        "sides, count",
        "from a die's middle at which faces are looked for, and in how many directions",
        CHOSEN,
    )


PARAMETERS = DiceParameters()


def _around() -> list[tuple[float, float]]:
    """Of a side, about a die's middle: where faces are looked for."""
    return [
        (float(apart * np.cos(turn)), float(apart * np.sin(turn)))
        for apart, turns in PARAMETERS.around
        for turn in np.arange(turns) * 2 * np.pi / turns
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A picture, and what is known of it: the table's up, the camera's focal length and the owner's dice."""

    picture: Picture
    table_up: Float64Array | None = None
    focal_px: float | None = None
    own: OwnDice | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self.picture.shape[1], self.picture.shape[0]

    def stances(self, dice: Sequence[DieSighting], above: Sequence[Lean | None] = ()) -> tuple[list[Stance], DiceTable]:
        """How dice stand, and on what table."""
        leans = [one.lean for one in dice]
        return stances(leans, self.size, above=above, table_up=self.table_up, focal_px=self.focal_px)

    def sighting(self, verdict: Verdict, quarrel: float = 0.0) -> DieSighting:
        """What is seen of a verdict's face."""
        ours = 0.0 if self.own is None else self.own.likeness(self.picture, verdict)
        return replace(sighting_of(self.picture, verdict), ours=ours, quarrel=quarrel)


def read_dice(
    picture: Picture,
    table_up: Float64Array | None = None,
    focal_px: float | None = None,
    own: OwnDice | None = None,
) -> DiceObservation:
    """The dice that lie in a BGR picture.

    A number is told where the judge and the figure of the pips agree, the face is whole, and the die lies as level as
    the table and the other dice tell.

    Args:
        picture: of the table, from above or aslant; each die at least 12 px large.
        table_up: (3,) the table's up in the camera's frame (right, down, forward), where a calibration tells it.
        focal_px: of the camera, where it is known.
        own: the dice that were thrown before, where it is the same table and light; what is told is added to them.
    """
    panels = panels_of(picture)
    if len(panels) == 1:
        return _read(_Known(picture, table_up, focal_px, own))
    parts = [_moved(_read(_Known(panel.picture)), panel.left, panel.top) for panel in panels]
    return DiceObservation(
        tuple(sorted((die for part in parts for die in part.dice), key=lambda die: die.y)),
        tuple(sorted((die for part in parts for die in part.unread), key=lambda die: die.y)),
    )


def _moved(seen: DiceObservation, right: int, down: int) -> DiceObservation:
    return DiceObservation(
        tuple(replace(die, x=die.x + right, y=die.y + down) for die in seen.dice),
        tuple(replace(die, x=die.x + right, y=die.y + down) for die in seen.unread),
    )


def _read(known: _Known) -> DiceObservation:
    """The dice of one photograph."""
    seen, sides = _upper_ones(known, _seen_dice(known))
    dice, unread = [], []
    how, table = known.stances(seen)
    cocked = [min(1.0, 1 - stance.level + side) for stance, side in zip(how, sides, strict=True)]
    beside, discs = any(stance.cocked > 0.5 for stance in how), of_a_cloth(seen)
    for one, chance in zip(seen, cocked, strict=True):
        verdict, why = one.verdict, why_not(one, chance, known.size, beside_cocked=beside)
        if why is None and discs and verdict.pips == 1:
            why = Phrase.of("dice.not_clear")
        if why is None:
            dice.append(SeenDie(verdict.pips, verdict.x, verdict.y, verdict.side, one.confidence))
            if known.own is not None:
                known.own.learn(known.picture, one, edge_there(face_of(verdict), known.size, table))
        else:
            unread.append(UnreadDie(verdict.x, verdict.y, verdict.side, why))
    return DiceObservation(tuple(dice), tuple(unread))


def _upper_ones(known: _Known, seen: list[DieSighting]) -> tuple[list[DieSighting], list[float]]:
    """The same dice, each known by its upper face where a side of it was taken for that; and of each the chance that
    this is a side all the same.

    From beside a table a die's side is larger than its upper face, so it is what was found. All faces together tell
    the table's up, and that tells where the upper face lies.
    """
    if not seen:
        return seen, []
    size = known.size
    above = [_above(known, one) for one in seen] if known.table_up is None else []
    how, table = known.stances(seen, above)
    steady = sum(stance.cocked < PARAMETERS.stands for stance in how)
    found, sides = [], []
    for one, stance in zip(seen, how, strict=True):
        others = steady - (stance.cocked < PARAMETERS.stands)
        upper = None
        if stance.side > stance.level:
            place = upper_face(one.lean, one.verdict.side, size, table)
            if any(each is not one and shows_top(each, one, place) for each in seen):
                continue  # this is a side of a die that is known by its upper face already
            upper = _expected(known, place)
        elif known.table_up is not None or others:
            # Another die stands on the same table: it tells better than a second look how this one should lean.
            off = _apart(one.verdict.lean, lean_there(one.verdict.x, one.verdict.y, size, table))
            one = replace(one, quarrel=min(one.quarrel, off))
        found.append(upper or one)
        sides.append(0.0 if upper is not None else stance.side)
    return found, sides


def _above(known: _Known, one: DieSighting) -> Lean | None:
    """The lean of the upper face that a die shows if what was found is a side of it; None where it shows none."""
    table = supposed_table(one.lean, known.size, known.focal_px)
    found = None if table is None else _expected(known, upper_face(one.lean, one.verdict.side, known.size, table))
    return None if found is None or found.explained < PARAMETERS.faint else found.lean


def _expected(known: _Known, place: UpperFace) -> DieSighting | None:
    """The upper face where it should lie, known by how it leans and by its figure; None where there is no such face."""
    look = judge(known.picture, [DieProposal(place.x, place.y, place.side, 1.0)], refinements=1)[0]
    verdict = poised(known.picture, [replace(look, x=place.x, y=place.y, side=place.side)])[0]
    apart = np.hypot(verdict.x - place.x, verdict.y - place.y)
    if verdict.is_die < PARAMETERS.expected_die or apart > PARAMETERS.there * place.side:
        return None
    return known.sighting(verdict, _apart(verdict.lean, place.lean))


def _apart(lean: tuple[float, float], other: tuple[float, float]) -> float:
    """How far two leans lie from each other, in sides."""
    return float(np.hypot(*np.subtract(lean, other)))


def of_a_cloth(seen: Sequence[DieSighting]) -> bool:
    """Whether more aces are seen than dice ever throw: a cloth of discs or rings shows nothing but aces."""
    count, aces = len(seen), sum(one.verdict.pips == 1 for one in seen)
    chance = sum(comb(count, many) * 5 ** (count - many) for many in range(aces, count + 1)) / 6**count
    return bool(chance < PARAMETERS.too_many_aces)


def _seen_dice(known: _Known) -> list[DieSighting]:
    """Everything that is a die, from the top down, each die once."""
    found = _sightings(known, find(known.picture))
    # What is not plain may be another face of its die: the upper one lies about the same middle.
    around = [
        DieProposal(one.x + (one.lean[0] + x) * one.side, one.y + (one.lean[1] + y) * one.side, one.side, 1.0)
        for one in (each.verdict for each in once(found) if not each.plain)
        for x, y in _around()
    ]
    sized = of_a_size(found + _sightings(known, around, refinements=1))
    return sorted(_credible(known, _poised(known, once(sized))), key=lambda one: one.verdict.y)


def _credible(known: _Known, dice: Sequence[DieSighting]) -> list[DieSighting]:
    """Those that are dice: where one surely lies, others are easily believed, the more so where they are as large; a
    table without any shall stay empty."""
    sure = [one for one in dice if one.surely_a_die]
    if not sure:
        return []
    sizes = _as_large(known, dice, known.stances(sure)[1])
    return [one for one, as_others in zip(dice, sizes, strict=True) if one.another_die(as_others)]


def _as_large(known: _Known, dice: Sequence[DieSighting], table: DiceTable) -> list[float]:
    """Of each die the log-odds that its size tells of its being one, beside the others that surely are and those of
    before."""
    edges = [edge_there(face_of(one.verdict), known.size, table) for one in dice]
    sure = np.flatnonzero([one.surely_a_die for one in dice])
    before = [] if known.own is None else list(known.own.edges)
    return [
        as_large(edge, before + [edges[other] for other in sure if other != number])
        for number, edge in enumerate(edges)
    ]


def _poised(known: _Known, dice: Sequence[DieSighting]) -> list[DieSighting]:
    """The same dice, each with its lean told better; what their figures explain can only gain by it."""
    verdicts = poised(known.picture, [one.verdict for one in dice])
    return [
        _gained(one, known.sighting(verdict, _apart(verdict.lean, one.verdict.lean)))
        for one, verdict in zip(dice, verdicts, strict=True)
    ]


def _gained(one: DieSighting, nearer: DieSighting) -> DieSighting:
    return replace(nearer, figures=tuple(map(max, one.figures, nearer.figures)))


def _sightings(known: _Known, places: Sequence[DieProposal], refinements: int = 2) -> list[DieSighting]:
    return [known.sighting(one) for one in judge(known.picture, places, refinements) if one.is_die >= PARAMETERS.a_die]


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
    faintly = verdict.pips <= PARAMETERS.few and one.explained >= PARAMETERS.faint
    certain = faintly and verdict.confidence >= PARAMETERS.certain and verdict.agreeing == 1.0
    if one.surely_a_number and one.alone_in_its_figure and by_judge and (one.bears_its_figure or certain):
        return None
    return Phrase.of("dice.not_clear")
