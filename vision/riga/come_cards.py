"""Buildings that have come to a table since the last move, told from all else that looks a little like one: by their
size, and by what explains them in their own light. In bad light flowers of a cloth are more like a card than it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vision.cards.edition import CardEdition
from vision.cards.hardly_seen import found_beside, is_likely, named_in_own_light
from vision.cards.judging import CardSighting
from vision.cards.one_size import CardSizes, SizedCard
from vision.imaging.patches import Layers
from vision.riga.memory import Lying

HasCome = Callable[[CardSighting], bool]


def cards_that_came(
    lit: Layers,
    cards: Iterable[CardSighting],
    lying: Sequence[Lying],
    edition: CardEdition,
    has_come: HasCome,
    *,
    strange: bool,
) -> list[CardSighting]:
    """What may be a building that was laid down.

    Args:
        cards: what looks like one and is not on record.
        lying: what is on record, where it lies.
        has_come: whether the table looked otherwise there before.
        strange: something has come that may be a card of which too little shows to tell it: it is looked for beside
            what lies there.
    """

    def sized(one: CardSighting | Lying) -> SizedCard:
        return one.pose, edition.views[one.view].size_mm

    sizes = CardSizes.of([sized(one) for one in lying])

    def may_be(one: CardSighting) -> bool:
        return (sizes is None or sizes.fits(sized(one))) and has_come(one)

    came = named_in_own_light(lit, [one for one in cards if may_be(one)], edition)
    if strange and not any(is_likely(one) for one in came):
        known = [CardSighting(one.view, one.pose, 1.0, 1.0) for one in lying]
        came += [one for one in found_beside(lit, known, (), edition) if one not in known and may_be(one)]
    return came
