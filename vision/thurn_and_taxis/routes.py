"""Cards that lie open on the table: routes, horse trains and the open cards, read from enrolled pictures of cards.

People lay a route from left to right, each card over the right part of the one before, so that names stay in view. So
the last card of a route is found whole, and the ones under it are told by their left parts, one after the other. What a
left part leaves open the map settles: two neighbours of a route are neighbours on a road.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.card_backs import horses_on
from vision.cards import edition as card_edition
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.finding import find_cards, lie_there
from vision.cards.judging import CardSighting, PreparedEdition, prepared_edition, similarity_at
from vision.cards.pose import groups_of, middle_within, spot_of, taken, wide_of
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import quad_of
from vision.thurn_and_taxis.card_light import in_even_light
from vision.thurn_and_taxis.left_parts import named, part_beside

Chances = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutesParameters(Parameters):
    """How whole and how plain a card must show, and how far cards may overlap."""

    whole: float = parameter(0.62, "likeness", "from which a card lies open as a whole", CHOSEN)
    overlap: float = parameter(
        0.9,
        "widths",
        "and heights between the middles of two cards, at the least, where neither lies on the other",
        CHOSEN,
    )
    partly: float = parameter(0.55, "likeness", "from which a left part is a card's", CHOSEN)
    nearly: float = parameter(
        0.35, "widths", "from middle to middle within which a part and a whole card are the same one", CHOSEN
    )
    taken: float = parameter(0.25, "widths", "between the left edges of two cards, at the least", CHOSEN)
    on_a_road: float = parameter(
        22 / 4, "times", "likelier a row with one road more: a city has about 4 neighbours of 22 cities", CHOSEN
    )
    most_cards: int = parameter(14, "cards", "of a route that are told at most", CHOSEN)


PARAMETERS = RoutesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class SeenCity:
    """A card: its city (or ``horses-N``), how sure, and its corners (4, 2) px, its own north-west first."""

    city: str
    confidence: float
    outline: Float64Array


@dataclass(frozen=True, slots=True)
class SeenRow:
    """Cards that lie together, from left to right as they are read; ``route`` where roads connect them all."""

    cards: tuple[SeenCity, ...]
    route: bool

    @property
    def horses(self) -> tuple[int, ...]:
        """The horses of each card where this is a horse train, else nothing."""
        counts = [count for card in self.cards if (count := horses_on(card.city)) is not None]
        return tuple(counts) if len(counts) == len(self.cards) else ()

    @property
    def cities(self) -> tuple[str, ...]:
        """From left to right."""
        return tuple(card.city for card in self.cards)


@dataclass(frozen=True, eq=False, slots=True)
class _RouteCard:
    pose: Float64Array
    chances: Chances


def read_rows(
    image: Picture, cards: CardEdition, atlas: Atlas, board_px: Float64Array | None = None
) -> tuple[SeenRow, ...]:
    """Every row of city cards.

    Args:
        image: BGR. cards: their pictures, ``card:CITY``, and backs with horses, ``card:horses-2``. atlas: the map.
        board_px: outline (n, 2) px of the board, where no cards lie, if that is known.
    """
    bare = image.copy()
    if board_px is not None:
        colour = [float(value) for value in np.median(image[::16, ::16].reshape(-1, 3), axis=0)]
        cv2.fillPoly(bare, [np.rint(board_px).astype(np.int32)], colour)
    whole = _whole_cards(bare, cards)
    if not whole:
        return ()
    wide = wide_of(whole[0].pose)
    even = in_even_light(bare, cards, whole)
    layers, sharp = layers_of(bare, wide, 48.0), layers_of(even, wide, float(card_edition.PARAMETERS.wide_px))
    prepared = prepared_edition(cards)
    if board_px is None and not _cards_lie_there(whole, sharp, prepared):
        return ()
    names = [view.key.name for view in cards.views]
    found: list[_RouteCard] = []

    def card_at(pose: Float64Array, above: Float64Array | None = None) -> _RouteCard:
        exact, chances = named(sharp, cards, pose, above)
        return _RouteCard(exact, dict(zip(names, chances.tolist(), strict=True)))

    for one in whole:
        if any(_overlap(one.pose, card.pose) for card in found):
            continue  # it lies under a card that was found: that one told what it is
        found.append(card_at(one.pose))
        below = _under(layers, prepared, found[-1].pose, found, whole)
        while below is not None and len(found) < 8 * PARAMETERS.most_cards:
            found.append(card_at(below, found[-1].pose))
            below = _under(layers, prepared, found[-1].pose, found, whole)
    rows = [_in_line([found[number] for number in group]) for group in groups_of([card.pose for card in found])]
    return tuple(
        _row(row, [name for name in names if name in atlas.city or horses_on(name) is not None], atlas) for row in rows
    )


def _whole_cards(image: Picture, cards: CardEdition) -> list[CardSighting]:
    """Cards that nothing lies on, and some that something does, the likest first. Large ones are searched for on a
    smaller picture."""
    scale = 0.6 if image.shape[1] > 1500 else 1.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    back = np.diag([1 / scale, 1 / scale, 1.0])
    seen = [one for one in find_cards(np.asarray(small, np.uint8), cards) if one.similarity > PARAMETERS.whole]
    seen.sort(key=lambda one: -one.similarity)
    return [CardSighting(one.view, back @ one.pose, one.similarity, one.probability, one.rivals) for one in seen]


def _cards_lie_there(whole: Sequence[CardSighting], even: Layers, prepared: PreparedEdition) -> bool:
    """Whether a picture on which no board was found shows any cards: asked as it is and in ``even`` light, too, for a
    lamp's colour takes from cards what tells them from other games' tiles."""
    return lie_there(max(one.similarity, similarity_at(even, prepared, one.pose, one.view)) for one in whole)


def _overlap(one: Float64Array, other: Float64Array) -> bool:
    across, down = middle_within(other, one)
    return bool(abs(across - 0.5) < PARAMETERS.overlap and abs(down - 0.5) < PARAMETERS.overlap)


def _under(
    layers: Layers,
    prepared: PreparedEdition,
    above: Float64Array,
    found: Sequence[_RouteCard],
    whole: Sequence[CardSighting],
) -> Float64Array | None:
    """The pose of the card of which a left part shows beside another that lies on it; None where there is none, or
    where something looks better as a whole card that lies open."""
    part = part_beside(layers, prepared, prepared.groups[KINDS.index(CardKind.CARD)], above)
    if (
        part is None
        or part.similarity < PARAMETERS.partly
        or taken(part.pose, (card.pose for card in found), PARAMETERS.taken, across=0.0)
    ):
        return None
    better = (one.pose for one in whole if one.similarity > part.similarity)
    return None if taken(part.pose, better, PARAMETERS.nearly) else part.pose


def _in_line(row: Sequence[_RouteCard]) -> list[_RouteCard]:
    along = sum((card.pose[:2, 0] for card in row), np.zeros(2))
    return sorted(row, key=lambda card: float(spot_of(card.pose, 0.5) @ along))


def _row(row: Sequence[_RouteCard], names: Sequence[str], atlas: Atlas) -> SeenRow:
    """The likeliest cities of a row: a route, whose neighbours roads connect, or cards that lie open beside each other,
    whichever the cards speak for."""
    likely = np.log([[card.chances.get(name, 0.0) + 1e-6 for name in names] for card in row])
    apart = [int(number) for number in likely.argmax(axis=1)]
    route = _along_roads(likely, names, atlas)
    gain = sum(likely[place, number] for place, number in enumerate(route)) + math.log(PARAMETERS.on_a_road) * (
        len(row) - 1
    )
    if route and all(horses_on(names[number]) is None for number in route) and gain >= likely.max(axis=1).sum():
        chosen, chances = route, _along(np.exp(likely), names, atlas)
    else:
        route, chosen, chances = [], apart, np.exp(likely)
    cities = [names[number] for number in chosen]
    sure = [float(chances[place, number]) for place, number in enumerate(chosen)]
    seen = tuple(SeenCity(*one) for one in zip(cities, sure, (quad_of(card.pose) for card in row), strict=True))
    return SeenRow(seen, bool(route))


def _along_roads(likely: Float64Array, names: Sequence[str], atlas: Atlas) -> list[int]:
    """The likeliest cities that roads connect one after the other (Viterbi, 1967), none of them twice; else nothing."""
    road = np.where(_roads(names, atlas), 0.0, -np.inf)
    score, back = likely[0], list[NDArray[np.intp]]()
    for card in likely[1:]:
        ways = score[:, None] + road
        back.append(ways.argmax(axis=0))
        score = ways.max(axis=0) + card
    chosen = [int(score.argmax())]
    for come_from in reversed(back):
        chosen.append(int(come_from[chosen[-1]]))
    return chosen[::-1] if len(set(chosen)) == len(chosen) else []


def _roads(names: Sequence[str], atlas: Atlas) -> NDArray[np.bool_]:
    """(n, n): where a road leads from one to the other; none leads to horses."""
    return np.array([[other in atlas.neighbours.get(name, ()) for other in names] for name in names])


def _along(chances: Float64Array, names: Sequence[str], atlas: Atlas) -> Float64Array:
    """(cards, cities) chances, given that roads connect the cards one after the other (forward and backward sums)."""
    road = _roads(names, atlas).astype(np.float64)
    ahead, behind = chances.copy(), np.ones_like(chances)
    for place in range(1, len(chances)):
        ahead[place] *= ahead[place - 1] @ road
        behind[-place - 1] = road @ (behind[-place] * chances[-place])
        ahead[place] /= ahead[place].sum()
        behind[-place - 1] /= behind[-place - 1].sum()
    both = ahead * behind
    return np.asarray(both / both.sum(axis=1, keepdims=True))
