"""Cards that lie open on the table: routes, horse trains and the open cards, read from enrolled pictures of cards.

People lay a route from left to right, each card over the right part of the one before, so that names stay in view. So
the last card of a route is found whole, and the ones under it are told by their left parts, one after the other.
Whether a card lies somewhere at all is told by how much of what is seen there it explains, in whatever light there is.
What a left part leaves open the map settles: two neighbours of a route are neighbours on a road.
"""

from __future__ import annotations

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
from vision.cards.judging import CardSighting, PreparedEdition, prepared_edition
from vision.cards.naming import NamedCard, named
from vision.cards.pose import groups_of, middle_within, spot_of, taken, wide_of
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import quad_of
from vision.thurn_and_taxis.left_parts import part_beside

FOUND_ON = "docs/findings/postal-rows-in-hard-light.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutesParameters(Parameters):
    """How whole and how plain a card must show, and how far cards may overlap."""

    plain: float = parameter(
        0.5, "share", "of what is seen that some card explains where cards lie; 0.38 at most where none do", FOUND_ON
    )
    bare: float = parameter(0.3, "share", "of what is seen that a card explains that lies open as a whole", FOUND_ON)
    overlap: float = parameter(
        0.9,
        "widths",
        "and heights between the middles of two cards, at the least, where neither lies on the other",
        CHOSEN,
    )
    glimpsed: float = parameter(0.45, "likeness", "from which a left part is looked at closely", CHOSEN)
    partly: float = parameter(0.3, "share", "of what is seen of a left part that its card explains", FOUND_ON)
    overlooked: float = parameter(1e-6, "chance", "of every city, whatever was seen", CHOSEN)
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
    seen = _seen_cards(bare, cards)
    if not seen:
        return ()
    wide = wide_of(seen[0].pose)
    layers, sharp = layers_of(bare, wide, 48.0), layers_of(bare, wide, float(card_edition.PARAMETERS.wide_px))
    prepared = prepared_edition(cards)
    closely = [named(sharp, cards, one.pose) for one in seen]
    if board_px is None and not cards_lie_there(seen, closely):
        return ()
    whole = _open_cards(closely)
    found: list[NamedCard] = []
    for one in whole:
        found.append(one)
        place = _under(layers, prepared, one.pose, found, whole)
        while place is not None and len(found) < 8 * PARAMETERS.most_cards:
            below = named(sharp, cards, place, found[-1].pose)
            if below.explained < PARAMETERS.partly:
                break
            found.append(below)
            place = _under(layers, prepared, below.pose, found, whole)
    names = [view.key.name for view in cards.views]
    rows = [_in_line([found[number] for number in group]) for group in groups_of([card.pose for card in found])]
    return tuple(row_of(row, names, atlas) for row in rows)


def _seen_cards(image: Picture, cards: CardEdition) -> list[CardSighting]:
    """Cards that nothing lies on, some that something does, and some that are none, the likest first. Large ones are
    searched for on a smaller picture."""
    scale = 0.6 if image.shape[1] > 1500 else 1.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    back = np.diag([1 / scale, 1 / scale, 1.0])
    seen = sorted(find_cards(np.asarray(small, np.uint8), cards), key=lambda one: -one.similarity)
    return [CardSighting(one.view, back @ one.pose, one.similarity, one.probability, one.rivals) for one in seen]


def cards_lie_there(seen: Sequence[CardSighting], closely: Sequence[NamedCard]) -> bool:
    """Whether a picture on which no board was found shows any cards: one is plainly like what lies there, or explains
    much of it in whatever light there is, which other games' tiles do not."""
    return lie_there(one.similarity for one in seen) or any(one.explained > PARAMETERS.plain for one in closely)


def _open_cards(seen: Sequence[NamedCard]) -> list[NamedCard]:
    """Those that lie open as a whole, best explained first: what lies partly under one of them is told from there."""
    whole: list[NamedCard] = []
    for one in sorted(seen, key=lambda card: -card.explained):
        if one.explained > PARAMETERS.bare and not any(_overlap(one.pose, card.pose) for card in whole):
            whole.append(one)
    return whole


def _overlap(one: Float64Array, other: Float64Array) -> bool:
    across, down = middle_within(other, one)
    return bool(abs(across - 0.5) < PARAMETERS.overlap and abs(down - 0.5) < PARAMETERS.overlap)


def _under(
    layers: Layers,
    prepared: PreparedEdition,
    above: Float64Array,
    found: Sequence[NamedCard],
    whole: Sequence[NamedCard],
) -> Float64Array | None:
    """The pose of the card of which a left part shows beside another that lies on it; None where there is none, or
    where something looks better as a whole card that lies open."""
    part = part_beside(layers, prepared, prepared.groups[KINDS.index(CardKind.CARD)], above)
    if (
        part is None
        or part.similarity < PARAMETERS.glimpsed
        or taken(part.pose, (card.pose for card in found), PARAMETERS.taken, across=0.0)
    ):
        return None
    return None if taken(part.pose, (one.pose for one in whole), PARAMETERS.nearly) else part.pose


def _in_line(row: Sequence[NamedCard]) -> list[NamedCard]:
    along = sum((card.pose[:2, 0] for card in row), np.zeros(2))
    return sorted(row, key=lambda card: float(spot_of(card.pose, 0.5) @ along))


def row_of(row: Sequence[NamedCard], names: Sequence[str], atlas: Atlas) -> SeenRow:
    """The likeliest cities of a row: a route, whose neighbours roads connect, or cards that lie open beside each other,
    whichever the cards speak for."""
    on_map = [view for view, name in enumerate(names) if name in atlas.city or horses_on(name) is not None]
    names = [names[view] for view in on_map]
    chances = np.stack([card.believed[on_map] for card in row]) + PARAMETERS.overlooked
    likely = np.log(chances)
    route = _along_roads(likely, names, atlas)
    roads, connected = _along(chances, names, atlas)
    odds = connected * PARAMETERS.on_a_road ** (len(row) - 1)
    if route and all(horses_on(names[number]) is None for number in route) and odds >= 1.0:
        chosen = route
    else:
        route, chosen = [], [int(number) for number in likely.argmax(axis=1)]
    chances = (odds * roads + chances) / (odds + 1.0)
    cities = [names[number] for number in chosen]
    sure = [float(chances[place, number]) for place, number in enumerate(chosen)]
    seen = tuple(SeenCity(*one) for one in zip(cities, sure, (quad_of(card.pose) for card in row), strict=True))
    return SeenRow(seen, bool(route))


def _along_roads(likely: Float64Array, names: Sequence[str], atlas: Atlas) -> list[int]:
    """The likeliest cities that roads connect one after the other (Viterbi, 1967), none of them twice; else nothing."""
    road, open_to = np.where(_roads(names, atlas), 0.0, -np.inf), likely.copy()
    for _ in likely:
        chosen = _likeliest_chain(open_to, road)
        twice = [place for place, city in enumerate(chosen) if chosen.count(city) > 1]
        if not twice:
            return chosen
        doubted = min(twice, key=lambda place: float(likely[place, chosen[place]]))
        open_to[doubted, chosen[doubted]] = -np.inf
    return []


def _likeliest_chain(likely: Float64Array, road: Float64Array) -> list[int]:
    score, back = likely[0], list[NDArray[np.intp]]()
    for card in likely[1:]:
        ways = score[:, None] + road
        back.append(ways.argmax(axis=0))
        score = ways.max(axis=0) + card
    chosen = [int(score.argmax())]
    for come_from in reversed(back):
        chosen.append(int(come_from[chosen[-1]]))
    return chosen[::-1]


def _roads(names: Sequence[str], atlas: Atlas) -> NDArray[np.bool_]:
    """(n, n): where a road leads from one to the other; none leads to horses."""
    return np.array([[other in atlas.neighbours.get(name, ()) for other in names] for name in names])


def _along(chances: Float64Array, names: Sequence[str], atlas: Atlas) -> tuple[Float64Array, float]:
    """(cards, cities) chances, given that roads connect the cards one after the other (forward and backward sums), and
    the chance that cards which are drawn alone are connected so."""
    road = _roads(names, atlas).astype(np.float64)
    ahead, behind, connected = chances.copy(), np.ones_like(chances), float(chances[0].sum())
    for place in range(1, len(chances)):
        ahead[place] *= ahead[place - 1] @ road
        behind[-place - 1] = road @ (behind[-place] * chances[-place])
        connected *= float(ahead[place].sum() / ahead[place - 1].sum())
        ahead[place] /= ahead[place].sum()
        behind[-place - 1] /= behind[-place - 1].sum()
    both = ahead * behind
    return np.asarray(both / both.sum(axis=1, keepdims=True)), connected
