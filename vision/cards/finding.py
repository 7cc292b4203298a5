"""Finds every enrolled card that lies open anywhere on a picture, at any angle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.cards import edition as card_edition
from vision.cards import judging
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.growing import grown
from vision.cards.hardly_seen import found_beside, is_likely, named_closely
from vision.cards.judging import CardSighting, judged, prepared_edition, similarity_near
from vision.cards.naming import FOUND_ON
from vision.cards.one_size import CardSizes, SizedCard
from vision.cards.outlined_tiles import outlined_tiles
from vision.cards.pose import spot_of, taken, wide_of
from vision.cards.seeds import CardSeed, find_seeds
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingParameters(Parameters):
    """How far apart cards lie, and how plainly one has to show before it is told."""

    apart: float = parameter(
        0.45, "share of a card's width", "nothing lies nearer to a card's middle than this", CHOSEN
    )
    speaks: float = parameter(0.58, "likeness", "from which a card tells where its neighbours lie", CHOSEN)
    plain: float = parameter(0.75, "likeness", "from which nothing else is looked for in that place", CHOSEN)
    shown: float = parameter(
        0.735,
        "likeness",
        "of the likest card on a picture, which none without cards reaches: 0.72 at most, those with cards 0.75",
        "docs/findings/pictures-of-other-games.md",
    )
    explains: float = parameter(
        0.6,
        "share",
        "of what is seen that some card explains where cards lie; 0.34 at most where none do",
        FOUND_ON,
    )
    glimpse: float = parameter(0.2, "likeness", "of a seed as it stands from which it is laid on exactly", CHOSEN)
    sizes_others: float = parameter(0.7, "likeness", "from which a card says how large others are", CHOSEN)
    well_lit: float = parameter(
        225.0, "grey levels", "of the lightest thousandth of a picture that is light enough", CHOSEN
    )
    most_gain: float = parameter(4.0, "times", "by which a picture is lightened at most", CHOSEN)


PARAMETERS = FindingParameters()


def find_cards(image: Picture, edition: CardEdition, *, small_tiles: bool = False) -> list[CardSighting]:
    """All sightings, surest first, none in the place of another.

    Args:
        small_tiles: tiles are also looked for where an outline is about square, which takes half as long again: few
            features are left of one that shows 30 px wide in bad light.
    """
    seeds = _seeds_on(image, edition)
    if small_tiles:
        seeds = [*seeds, *outlined_tiles(image, edition)]
    return _found(image, seeds, edition)[0]


def find_closely(image: Picture, edition: CardEdition) -> list[CardSighting]:
    """All sightings as :func:`find_cards` has them; where cards lie on the picture at all, also those that hardly show,
    which are named, and told from what is none, by what each explains in its own light."""
    seeds = _seeds_on(image, edition, on_a_pattern=True)
    seen, looked_at = _found(image, seeds, edition)
    if not seen:
        return []
    plainly, lit = lie_there(one.similarity for one in seen), _as_photographed(image, seen)
    seen = named_closely(lit, seen, edition)
    if not (plainly or any(_explains(one, edition) for one in seen)):
        return []
    return _with_faint(lit, seen, [*looked_at, *_unnamed(seeds, edition)], edition)


def with_small_tiles(image: Picture, seen: list[CardSighting], edition: CardEdition) -> list[CardSighting]:
    """The sightings, and tiles too small or too faint for features: some tile explains what an outline that is about
    square encloses."""
    outlined = _unnamed(outlined_tiles(image, edition), edition)
    return _with_faint(_as_photographed(image, seen), seen, outlined, edition)


def _seeds_on(image: Picture, edition: CardEdition, *, on_a_pattern: bool = False) -> list[CardSeed]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return find_seeds(lightened(grey), edition, on_a_pattern=on_a_pattern)


def _found(
    image: Picture, seeds: list[CardSeed], edition: CardEdition
) -> tuple[list[CardSighting], list[CardSighting]]:
    """All sightings, and everything that was looked at for it."""
    if not seeds:
        return [], []
    layers = layers_of(image, wide_of(seeds[0].pose), 48.0)
    looked_at = _looked_at(layers, seeds, edition)
    seen = _of_one_size(_alone(looked_at), edition)
    speaking = [one for one in seen if one.similarity > PARAMETERS.speaks]
    return _of_one_size(_alone(grown(layers, speaking, edition) + seen), edition), looked_at


def _as_photographed(image: Picture, seen: list[CardSighting]) -> Layers:
    wide = float(np.median([one.wide for one in seen]))
    return layers_of(image, wide, float(card_edition.PARAMETERS.wide_px))


def _unnamed(seeds: list[CardSeed], edition: CardEdition) -> list[CardSighting]:
    """Where something may lie, as any view of its kind."""
    return [CardSighting(edition.kinds.index(KINDS[seed.kind]), seed.pose, 0.0, 0.0) for seed in seeds]


def _with_faint(
    lit: Layers, seen: list[CardSighting], faint: list[CardSighting], edition: CardEdition
) -> list[CardSighting]:
    """The sightings, with what shows where only faint ones tell of it, and beside what is told."""
    likely, apart = [one for one in seen if is_likely(one)], PARAMETERS.apart
    free = [replace(one, probability=0.0) for one in faint if not taken(one.pose, _poses(likely), apart)]
    fitting = [one for one in _of_one_size([*likely, *free], edition) if not is_likely(one)]
    found = found_beside(lit, likely, fitting, edition)
    return found + [one for one in seen if not is_likely(one) and not taken(one.pose, _poses(found), apart)]


def _explains(one: CardSighting, edition: CardEdition) -> bool:
    """Whether a card or tile is told that explains enough for all of them: commodities are known by likeness alone."""
    kind = edition.kinds[one.view]
    return kind is not CardKind.GOOD and is_likely(one) and one.similarity > PARAMETERS.explains


def _poses(seen: Iterable[CardSighting]) -> Iterator[Float64Array]:
    return (one.pose for one in seen)


def lie_there(likenesses: Iterable[float]) -> bool:
    """Whether any cards lie on a picture at all, by how like to a card each sighting is (-1 to 1): one at the least
    shows plainly. Other games' tiles, houses and prices look a little like some card, real cards do more."""
    return any(likeness > PARAMETERS.shown for likeness in likenesses)


def lightened(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(h, w) the picture as bright as one that is well exposed: features are told by their contrast in grey levels.

    Four small tiles alone are a 250th of a picture, and what is light on them a thousandth: they must not burn out.
    """
    gain = min(PARAMETERS.most_gain, PARAMETERS.well_lit / max(1.0, float(np.percentile(grey[::4, ::4], 99.9))))
    return grey if gain <= 1.1 else np.asarray(cv2.convertScaleAbs(grey, alpha=gain), np.uint8)


def _looked_at(layers: Layers, seeds: list[CardSeed], edition: CardEdition) -> list[CardSighting]:
    """Sightings of the seeds that are worth it: what does not look like a card at all is passed over, and what lies in
    the place of something surely found."""
    prepared = prepared_edition(edition)
    seen: list[CardSighting] = []
    for seed in seeds:
        middle, near = spot_of(seed.pose), PARAMETERS.apart * wide_of(seed.pose)
        if any(one.similarity > PARAMETERS.plain and math.dist(one.middle, middle) < near for one in seen):
            continue
        if similarity_near(layers, prepared, seed.pose, seed.kind) > PARAMETERS.glimpse:
            seen.append(judged(layers, prepared, seed.pose, seed.kind))
    return seen


def _alone(seen: list[CardSighting]) -> list[CardSighting]:
    kept: list[CardSighting] = []
    for one in sorted(seen, key=lambda sighting: -sighting.similarity):
        if one.similarity < judging.PARAMETERS.least:
            break
        size = wide_of(one.pose)
        if all(
            math.dist(one.middle, other.middle) > PARAMETERS.apart * min(size, wide_of(other.pose)) for other in kept
        ):
            kept.append(one)
    return kept


def _of_one_size(seen: list[CardSighting], edition: CardEdition) -> list[CardSighting]:
    """Those that are as large as the surest of them say."""
    sure = [one for one in seen if one.similarity > PARAMETERS.sizes_others]
    sure = sure or [one for one in seen[:3] if one.similarity > PARAMETERS.speaks]
    sizes = CardSizes.of([_sized(one, edition) for one in sure])
    return seen if sizes is None else [one for one in seen if sizes.fits(_sized(one, edition))]


def _sized(one: CardSighting, edition: CardEdition) -> SizedCard:
    return one.pose, edition.views[one.view].size_mm
