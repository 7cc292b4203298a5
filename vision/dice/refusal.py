"""Why a die that was found is not read: whatever a careful person would not call out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from games.game import Phrase
from vision.dice.one_each import as_large
from vision.dice.sighting import DieSighting
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalParameters(Parameters):
    """When a die's number is told. Sides are those of a die as it is seen."""

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


PARAMETERS = RefusalParameters()
NOT_CLEAR = Phrase.of("dice.not_clear")


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
    if (
        one.vouched_for
        and one.surely_a_number
        and one.alone_in_its_figure
        and by_judge
        and (one.bears_its_figure or certain)
    ):
        return None
    return NOT_CLEAR


def beside_cocked(edges: Sequence[float], cocked: Sequence[float]) -> list[bool]:
    """Of each die whether another is rather cocked than not: then either may be the level one.

    Spots of cards and boards look cocked as well, but they have any size: they are no doubt of dice that are as large
    as each other.

    Args:
        edges: as ``vision.dice.upper_face.edge_there`` has them. cocked: chances, of each.
    """
    beside = []
    for number, edge in enumerate(edges):
        others = [(as_large(edge, [other]) > 0, cocked[k] > 0.5) for k, other in enumerate(edges) if k != number]
        alone = (True, False) not in others
        beside.append((True, True) in others or (alone and (False, True) in others))
    return beside


def of_a_cloth(seen: Sequence[DieSighting]) -> bool:
    """Whether more aces are seen than dice ever throw: a cloth of discs or rings shows nothing but aces."""
    count, aces = len(seen), sum(one.verdict.pips == 1 for one in seen)
    chance = sum(comb(count, many) * 5 ** (count - many) for many in range(aces, count + 1)) / 6**count
    return bool(chance < PARAMETERS.too_many_aces)
