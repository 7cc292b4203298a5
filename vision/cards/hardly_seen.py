"""Cards that hardly show: each is tried in the light that suits it, and looked for beside the others.

A search by features and likeness finds what shows plainly. In bad light it leaves some cards of a row out, and its
likeness no longer tells a card from a cloth nor a pink tile from a brown one; how much of what is seen a card explains
in its own light does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.cards import growing
from vision.cards.card_key import CardKind
from vision.cards.edition import CardEdition
from vision.cards.growing import places_beside
from vision.cards.judging import CardSighting
from vision.cards.naming import FOUND_ON, glimpsed, named
from vision.cards.pose import beside, in_view, taken
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class HardlySeenParameters(Parameters):
    """What is looked at closely, and what counts as a card then."""

    plain: float = parameter(
        0.85, "likeness", "from which a card is told by that alone; flowers on a cloth have 0.76", FOUND_ON
    )
    sure: float = parameter(0.9, "probability", "that it needs for that", CHOSEN)
    shown: float = parameter(0.4, "share", "of what is seen that a card explains which is looked for", FOUND_ON)
    likely: float = parameter(0.5, "probability", "from which a sighting tells where others lie", CHOSEN)
    tried_apart: float = parameter(0.12, "widths", "between places that are looked at, at the least", CHOSEN)
    passed_over: int = parameter(2, "places", "beside a card that are looked at: one of them may not show", CHOSEN)
    rivals: int = parameter(4, "views", "that a sighting may be as well, at most", CHOSEN)
    rival: float = parameter(0.01, "probability", "that such a one has at least", CHOSEN)


PARAMETERS = HardlySeenParameters()


def is_likely(one: CardSighting) -> bool:
    """Whether a sighting is likelier right than not."""
    return one.probability >= PARAMETERS.likely


def named_closely(lit: Layers, seen: Iterable[CardSighting], edition: CardEdition) -> list[CardSighting]:
    """The sightings, the likeliest first, laid on and named in their own light but for plain cards: how like one is
    then is the share of what is seen that it explains. Commodities, of which most lie under others, stay as they are.

    Args:
        lit: the picture, at a working size at which a card is about ``wide_px`` of its edition wide, or at its own.
    """
    return sorted((_closely(lit, one, edition) for one in seen), key=lambda one: -one.probability)


def named_in_own_light(lit: Layers, seen: Sequence[CardSighting], edition: CardEdition) -> list[CardSighting]:
    """Of some sightings those of which a card explains enough in its own light, and plain ones: where they were, named
    by that, and as like as it says if that is more. All as they were where none is explained: too little shows."""
    near = [(one, _closely(lit, one, edition)) for one in seen]
    shown = [
        replace(
            one,
            view=named.view,
            similarity=max(one.similarity, named.similarity),
            probability=named.probability,
            rivals=named.rivals,
        )
        for one, named in near
        if named.similarity > PARAMETERS.shown
    ]
    return shown or list(seen)


def found_beside(
    lit: Layers, likely: Iterable[CardSighting], seeds: Iterable[CardSighting], edition: CardEdition
) -> list[CardSighting]:
    """What is told, with those of the seeds that show something in its own light, all that lies beside either, beside
    that, and so on.

    Args:
        likely: the likeliest first.
        seeds: where something may lie, whatever of its kind it is, the likeliest first.
    """
    found, tried = list[CardSighting](), list[Float64Array]()
    for one in likely:
        if _is_free(one.pose, found):
            found.append(one)
    for seed in seeds:
        if edition.kinds[seed.view] is not CardKind.GOOD and _is_free(seed.pose, found):
            _add_shown(lit, seed, edition, found)
    done = [0] * (PARAMETERS.passed_over + 1)  # of what is found, beside how many it was looked, by how far beside
    while len(found) < growing.PARAMETERS.most:
        far = next((far for far in range(1, len(done)) if done[far] < len(found)), None)
        if far is None:
            break
        one = found[done[far]]
        done[far] += 1
        for across, down in places_beside(edition.kinds[one.view]):
            pose = beside(one.pose, (far * across, far * down))
            if in_view(pose, lit.size) and _is_free(pose, found) and not taken(pose, tried, PARAMETERS.tried_apart):
                tried.append(pose)
                _add_shown(lit, replace(one, pose=pose), edition, found)
    return found


def _is_free(pose: Float64Array, found: Iterable[CardSighting]) -> bool:
    return not taken(pose, (one.pose for one in found), growing.PARAMETERS.taken)


def _add_shown(lit: Layers, place: CardSighting, edition: CardEdition, found: list[CardSighting]) -> None:
    """Add to what is found what shows at a place, if anything does."""
    if glimpsed(lit, _of_kind(edition, edition.kinds[place.view])[0], place.pose):
        near = _named(lit, place, edition)
        if near.similarity > PARAMETERS.shown and _is_free(near.pose, found):
            found.append(near)


def _closely(lit: Layers, one: CardSighting, edition: CardEdition) -> CardSighting:
    return one if _is_plain(one, edition) else _named(lit, one, edition)


def _named(lit: Layers, one: CardSighting, edition: CardEdition) -> CardSighting:
    cards, views = _of_kind(edition, edition.kinds[one.view])
    near = named(lit, cards, one.pose, may_be_small=True)
    chances = near.believed
    likeliest, *others = (int(view) for view in np.argsort(-chances)[: 1 + PARAMETERS.rivals])
    rivals = tuple((int(views[view]), float(chances[view])) for view in others if chances[view] > PARAMETERS.rival)
    return CardSighting(int(views[likeliest]), near.pose, near.explained, float(chances[likeliest]), rivals)


def _is_plain(one: CardSighting, edition: CardEdition) -> bool:
    """Whether likeness alone tells it: not of tiles, which differ in colours more than in anything else."""
    plainly = one.similarity > PARAMETERS.plain and one.probability > PARAMETERS.sure
    kind = edition.kinds[one.view]
    return kind is CardKind.GOOD or (kind is CardKind.CARD and plainly)


@lru_cache(maxsize=4)
def _of_kind(edition: CardEdition, kind: CardKind) -> tuple[CardEdition, NDArray[np.intp]]:
    """What an edition has of one kind, and which of its views these are."""
    views = np.flatnonzero([one is kind for one in edition.kinds])
    return CardEdition(edition.name, tuple(edition.views[view] for view in views)), views
