"""From one photograph to what lies on the table of Riga: cards anywhere at any angle, gathered into displays."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.frames import Picture
from vision.lattice_patches import Layers, layers_of
from vision.riga.edition import KINDS, RigaEdition
from vision.riga.growing import grown
from vision.riga.judging import LEAST, Sighting, judged, likeness_near, looks_of
from vision.riga.observation import RigaObservation, SeenCard, SeenDisplay
from vision.riga.seeds import Seed, find_seeds

SURE = 0.5  # probability under which a card is reported as unread
APART = 0.45  # of a card's width: nothing lies nearer to a card's middle than this
SPEAKS = 0.58  # likeness from which a card tells where its neighbours lie
PLAIN = 0.75  # likeness from which nothing else is looked for in that place
GLIMPSE = 0.2  # likeness of a seed as it stands from which it is laid on exactly
ODD_SIZE = 0.22  # logarithm by which a card may be larger or smaller than the others say
SAME_WAY_DEG = 40.0
WELL_LIT, MOST_GAIN = 225.0, 4.0  # grey level of the lightest hundredth of a picture; by how much one is lightened


def read_riga(image: Picture, edition: RigaEdition) -> RigaObservation:
    """Everything of this edition that lies open on the table."""
    seen = find_cards(image, edition)
    if not seen:
        return RigaObservation(trouble=Phrase.of("riga.nothing_seen"))
    return arranged(seen, edition)


def find_cards(image: Picture, edition: RigaEdition) -> list[Sighting]:
    """All sightings, surest first, none in the place of another."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    seeds = find_seeds(_lit(grey), edition)
    if not seeds:
        return []
    layers = layers_of(image, _width(seeds[0].pose), 48.0)
    seen = _of_one_size(_alone(_looked_at(layers, seeds, edition)), edition)
    return _of_one_size(_alone(grown(layers, [one for one in seen if one.likeness > SPEAKS], edition) + seen), edition)


def _lit(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture as bright as one that is well exposed: features are told by their contrast in grey levels."""
    gain = min(MOST_GAIN, WELL_LIT / max(1.0, float(np.percentile(grey[::4, ::4], 99))))
    return grey if gain <= 1.1 else np.asarray(cv2.convertScaleAbs(grey, alpha=gain), np.uint8)


def _looked_at(layers: Layers, seeds: list[Seed], edition: RigaEdition) -> list[Sighting]:
    """Sightings of the seeds that are worth it: what does not look like a card at all is passed over, and what lies in
    the place of something surely found."""
    looks = looks_of(edition)
    seen: list[Sighting] = []
    for seed in seeds:
        middle = seed.pose @ np.array([0.5, 0.5, 1.0])
        near = APART * _width(seed.pose)
        if any(one.likeness > PLAIN and math.dist(one.middle, middle[:2]) < near for one in seen):
            continue
        if likeness_near(layers, looks, seed.pose, seed.kind) > GLIMPSE:
            seen.append(judged(layers, looks, seed.pose, seed.kind))
    return seen


def _alone(seen: list[Sighting]) -> list[Sighting]:
    kept: list[Sighting] = []
    for one in sorted(seen, key=lambda sighting: -sighting.likeness):
        if one.likeness < LEAST:
            break
        size = _width(one.pose)
        if all(math.dist(one.middle, other.middle) > APART * min(size, _width(other.pose)) for other in kept):
            kept.append(one)
    return kept


def _of_one_size(seen: list[Sighting], edition: RigaEdition) -> list[Sighting]:
    """Cards lie on one table: how large they show changes evenly over the picture. What is too large or small goes."""
    sure = [one for one in seen if one.likeness > 0.7] or seen[:3]
    if len(sure) < 3:
        return seen
    at = np.array([one.middle for one in sure])
    middle, reach = at.mean(axis=0), max(1.0, float(np.ptp(at, axis=0).max()))
    logs = np.array([_log_size(one, edition) for one in sure])
    rich = np.column_stack([np.ones(len(sure)), (at - middle) / reach])
    hold = np.diag([1e-3, 0.3, 0.3])
    weight = np.ones(len(sure))
    fit = np.zeros(3)
    for _ in range(5):
        fit = np.linalg.solve((rich * weight[:, None]).T @ rich + hold, (rich * weight[:, None]).T @ logs)
        weight = 1.0 / (1.0 + ((rich @ fit - logs) / 0.06) ** 2)

    def fits(one: Sighting) -> bool:
        foretold = fit @ np.concatenate([[1.0], (one.middle - middle) / reach])
        return bool(abs(_log_size(one, edition) - foretold) < ODD_SIZE)

    return [one for one in seen if fits(one)]


def _log_size(one: Sighting, edition: RigaEdition) -> float:
    """Logarithm of px a mm."""
    wide, high = edition.views[one.view].size_mm
    return 0.5 * math.log(max(1e-6, abs(float(np.linalg.det(one.pose[:2, :2]))) / (wide * high)))


def _width(pose: NDArray[np.float64]) -> float:
    return float(np.hypot(pose[0, 0], pose[1, 0]))


# Gathering


def arranged(seen: list[Sighting], edition: RigaEdition) -> RigaObservation:
    """Sightings as the row, displays and market that they make up."""
    named: dict[str, list[SeenCard]] = {kind: [] for kind in KINDS}
    unread = []
    for one in seen:
        view = edition.views[one.view]
        if one.probability < SURE:
            unread.append((float(one.middle[0]), float(one.middle[1])))
        else:
            named[view.kind].append(_seen_card(one, view.name))
    row = _in_line(named["tile"])
    groups = _groups(named["card"])
    offer = _offer(groups, named["good"], row)
    displays = _by_the_clock([SeenDisplay(tuple(group)) for group in groups if group is not offer], row, named["good"])
    return RigaObservation(row, displays, tuple(offer or ()), tuple(named["good"]), tuple(unread))


def _seen_card(one: Sighting, key: str) -> SeenCard:
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


def _groups(cards: list[SeenCard]) -> list[list[SeenCard]]:
    """Cards that lie side by side and face the same way."""
    left, groups = list(cards), []
    while left:
        group, waiting = [], [left.pop()]
        while waiting:
            card = waiting.pop()
            group.append(card)
            near = [other for other in left if _beside(card, other)]
            left = [other for other in left if other not in near]
            waiting += near
        groups.append(group)
    return groups


def _beside(card: SeenCard, other: SeenCard) -> bool:
    wide = float(np.linalg.norm(card.outline[1] - card.outline[0]))
    high = float(np.linalg.norm(card.outline[3] - card.outline[0]))
    turn = math.radians(card.turn_deg)
    dx, dy = other.x - card.x, other.y - card.y
    across, along = dx * math.cos(turn) + dy * math.sin(turn), -dx * math.sin(turn) + dy * math.cos(turn)
    same_way = abs((other.turn_deg - card.turn_deg + 180.0) % 360.0 - 180.0) < SAME_WAY_DEG
    # Beside each other, or one row below the other; people leave more than that between displays and the market.
    return same_way and abs(across) < 1.6 * wide and abs(along) < 1.2 * high


def _offer(groups: list[list[SeenCard]], goods: list[SeenCard], row: tuple[SeenCard, ...]) -> list[SeenCard] | None:
    """The group that lies in line with the market, if any: nearest to the line from the Grand Masters to the goods."""
    market = [np.array([card.x, card.y]) for card in goods]
    if not market or not row or not groups:
        return None
    start = np.mean([[card.x, card.y] for card in row], axis=0)
    goal = np.mean(market, axis=0)
    line = (goal - start) / (np.linalg.norm(goal - start) + 1e-6)
    high = float(np.linalg.norm(groups[0][0].outline[3] - groups[0][0].outline[0]))

    def off(group: list[SeenCard]) -> float:
        spot = np.mean([[card.x, card.y] for card in group], axis=0) - start
        return abs(float(spot[0] * line[1] - spot[1] * line[0]))

    likely = min(groups, key=off)
    return likely if off(likely) < 0.75 * high else None


def _by_the_clock(
    displays: list[SeenDisplay], row: tuple[SeenCard, ...], goods: list[SeenCard]
) -> tuple[SeenDisplay, ...]:
    """Clockwise round the middle of the table, from the lower left as the Grand Masters are read."""
    spots = [np.mean([[card.x, card.y] for card in display.cards], axis=0) for display in displays]
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
