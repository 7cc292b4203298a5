"""From one photograph to what lies on the table of Riga: cards anywhere at any angle, gathered into displays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.angles import wrapped
from calibration.arrays import Float64Array
from games.game import Phrase
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.finding import find_closely, with_small_tiles
from vision.cards.hardly_seen import is_likely
from vision.cards.judging import CardSighting
from vision.cards.pose import groups_of
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.riga import row as tile_row
from vision.riga.observation import RigaObservation, SeenCard, SeenDisplay


@dataclass(frozen=True, slots=True, kw_only=True)
class RigaReadingParameters(Parameters):
    """How sure a card is told, and where the market's cards lie."""

    sure: float = parameter(0.5, "probability", "under which a card is reported as unread", CHOSEN)
    same_way_deg: float = parameter(
        40.0, "degrees", "from how the Grand Masters lie, within which cards on offer do", CHOSEN
    )
    beside_market: float = parameter(
        0.75, "card heights", "beside the line of the market, within which cards are on offer", CHOSEN
    )


PARAMETERS = RigaReadingParameters()


def read_riga(image: Picture, edition: CardEdition) -> RigaObservation:
    """Everything of this edition that lies open on the table."""
    seen = find_closely(image, edition)
    if not seen:
        return RigaObservation(trouble=Phrase.of("riga.nothing_seen"))
    if sum(is_likely(one) for one in _tiles(seen, edition)) < tile_row.PARAMETERS.tiles:
        seen = with_small_tiles(image, seen, edition)
    tiles = tile_row.no_subject_twice(_tiles(seen, edition), edition)
    alone = tile_row.apart_from_the_row([one for one in tiles if is_likely(one)])
    others = [one for one in seen if edition.kinds[one.view] is not CardKind.TILE]
    return arranged([*others, *(replace(one, probability=0.0) if one in alone else one for one in tiles)], edition)


def _tiles(seen: Iterable[CardSighting], edition: CardEdition) -> list[CardSighting]:
    return [one for one in seen if edition.kinds[one.view] is CardKind.TILE]


def arranged(seen: list[CardSighting], edition: CardEdition) -> RigaObservation:
    """Sightings as the row, displays and market that they make up."""
    sure = [one for one in seen if one.probability >= PARAMETERS.sure]
    unread = [(float(one.middle[0]), float(one.middle[1])) for one in seen if one.probability < PARAMETERS.sure]
    lying: dict[CardKind, list[CardSighting]] = {kind: [] for kind in KINDS}
    for one in sure:
        lying[edition.views[one.view].key.kind].append(one)
    named = {kind: [_seen_card(one, edition.views[one.view].key.name) for one in some] for kind, some in lying.items()}
    row = _in_line(named[CardKind.TILE])
    together = groups_of([one.pose for one in lying[CardKind.CARD]])
    groups = [[named[CardKind.CARD][number] for number in group] for group in together]
    offer = _offer(groups, named[CardKind.GOOD], row)
    displays = _by_the_clock(
        [SeenDisplay(tuple(group)) for group in groups if group not in offer], row, named[CardKind.GOOD]
    )
    on_offer = tuple(card for group in offer for card in group)
    return RigaObservation(row, displays, on_offer, tuple(named[CardKind.GOOD]), tuple(unread))


def _seen_card(one: CardSighting, key: str) -> SeenCard:
    quad = one.quad
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    turn = math.degrees(math.atan2(up[0], -up[1])) % 360.0
    return SeenCard(key, float(one.middle[0]), float(one.middle[1]), turn, one.probability, quad)


def _in_line(tiles: list[SeenCard]) -> tuple[SeenCard, ...]:
    """The tiles from left to right as they are read."""
    if not tiles:
        return ()
    turn = math.radians(_mean_turn(tiles))
    along = np.array([math.cos(turn), math.sin(turn)])
    return tuple(sorted(tiles, key=lambda tile: float(np.array([tile.x, tile.y]) @ along)))


def _mean_turn(cards: list[SeenCard]) -> float:
    angles = np.radians([card.turn_deg for card in cards])
    return math.degrees(math.atan2(np.sin(angles).sum(), np.cos(angles).sum()))


def _offer(groups: list[list[SeenCard]], goods: list[SeenCard], row: tuple[SeenCard, ...]) -> list[list[SeenCard]]:
    """The groups that lie in line with the Grand Masters and as they do, else the one that is nearest to the line from
    them to the goods: of those little may be left by the end, and that lies beside the market's middle."""
    market = list(row) or goods
    if not market or not groups:
        return []
    start, high = _spot(market), float(np.linalg.norm(groups[0][0].outline[3] - groups[0][0].outline[0]))
    # Not by which way is up: seen aslant, what lies to either side leans.
    along = np.mean([card.outline[1] - card.outline[0] for card in market], axis=0)
    along /= np.linalg.norm(along) + 1e-6
    near, turn = PARAMETERS.beside_market * high, _mean_turn(market)
    in_line = [
        group
        for group in groups
        if _off(_spot(group) - start, along) < near and _apart_deg(_mean_turn(group), turn) < PARAMETERS.same_way_deg
    ]
    if in_line or not row or not goods:
        return in_line
    onward = _spot(goods) - start
    onward /= np.linalg.norm(onward) + 1e-6
    likely = min(groups, key=lambda group: _off(_spot(group) - start, onward))
    return [likely] if _off(_spot(likely) - start, onward) < near else []


def _spot(cards: Sequence[SeenCard]) -> Float64Array:
    """(2,) px, the middle of some cards."""
    return np.asarray(np.mean([[card.x, card.y] for card in cards], axis=0), np.float64)


def _off(away: Float64Array, along: Float64Array) -> float:
    """How far beside a line through the origin, its direction (2,) of length 1, a spot (2,) lies, px."""
    return abs(float(away[0] * along[1] - away[1] * along[0]))


def _apart_deg(one: float, other: float) -> float:
    """By how much two directions differ, degrees, 180 at most."""
    return abs(wrapped(other - one, 360.0))


def _by_the_clock(
    displays: list[SeenDisplay], row: tuple[SeenCard, ...], goods: list[SeenCard]
) -> tuple[SeenDisplay, ...]:
    """Clockwise round the middle of the table, from the lower left as the Grand Masters are read."""
    spots = [_spot(display.cards) for display in displays]
    market = [np.array([card.x, card.y]) for card in (*row, *goods)] or spots
    if not displays:
        return ()
    middle = np.mean(market, axis=0) if len(spots) < 3 else (np.mean(market, axis=0) + np.mean(spots, axis=0)) / 2
    upright = math.radians(_mean_turn(list(row))) if row else 0.0

    def hour(spot: NDArray[np.float64]) -> float:
        dx, dy = spot - middle
        angle = math.atan2(dy, dx) - upright  # clockwise from the right as the tiles are read
        return (angle - math.radians(89.0)) % (2 * math.pi)

    order = sorted(range(len(displays)), key=lambda number: hour(spots[number]))
    return tuple(displays[number] for number in order)
