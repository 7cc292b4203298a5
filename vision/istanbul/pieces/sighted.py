"""People whom the network of many makes sees by itself, whatever paint and form say.

It is asked all over the layout. Where it surely sees people whom ours do not explain they are of another make; and of
another make it puts people down whose paint is off its tone, or whose form is none of the usual ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.istanbul.standing import NEUTRAL
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import ONE_OF_EACH, as_piece, placed_piece
from vision.istanbul.pieces.shapes import FIGURES, PLAYERS
from vision.istanbul.pieces.standing import OF_FIGURES, StandingSpots
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import Kind, Tried, shapes_of
from vision.networks.standing.network import COLOURS, StandingVerdict
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SightedParameters(Parameters):
    """Where the network is asked, and when it is believed."""

    step_px: int = parameter(5, "px", "of the mosaic between two spots that are asked", CHOSEN)
    rim_px: int = parameter(7, "px", "of the mosaic, across, by which a foot may stand beyond what is known", CHOSEN)
    sure: float = parameter(0.97, "probability", "from which somebody is surely seen", "docs/findings/istanbul.md")
    disc_px: float = parameter(7.6, "px", "of the mosaic, from the middle of a disc to its edge", CHOSEN)
    figure_px: float = parameter(5.0, "px", "of the mosaic, from the middle of a figure to its edge", CHOSEN)
    apart: float = parameter(0.8, "share", "of what two measure, between their feet at the least", CHOSEN)
    same_px: float = parameter(9.0, "px", "of the mosaic, between two sightings of one piece at most", CHOSEN)
    roam_px: int = parameter(3, "px", "of the mosaic, that a piece may move from where it was seen", CHOSEN)
    likely: float = parameter(0.05, "times", "the likeliest: as likely must be whom somebody may be as well", CHOSEN)
    least: float = parameter(0.1, "probability", "that somebody is whom he is put down as", CHOSEN)
    coloured: float = parameter(0.3, "probability", "of his colour, at the least, of whoever is put down", CHOSEN)
    form: float = parameter(0.05, "nats", "that each nat counts by which form tells kinds of one colour apart", CHOSEN)
    of_ours: float = parameter(
        0.15,
        "share",
        "of all people that ours do not explain, from which they are not ours",
        "docs/findings/istanbul.md",
    )
    least_strange: int = parameter(2, "people", "whom ours do not explain, at the least", CHOSEN)


PARAMETERS = SightedParameters()


@dataclass(frozen=True, eq=False, slots=True)
class SurelySeen:
    """Somebody who is surely seen: the foot in px of the mosaic, and the probability of each (kind, colour)."""

    x: int
    y: int
    who: Mapping[Kind, float]

    @property
    def likeliest(self) -> Kind:
        """Who that is; of two as likely always the same."""
        return max((chance, who) for who, chance in self.who.items())[1]

    def is_of(self, person: PlacedPiece) -> bool:
        """Whether this may be of somebody who was put down."""
        return float(np.hypot(person.x - self.x, person.y - self.y)) < PARAMETERS.same_px


def sightings(spots: StandingSpots, mosaic: Mosaic, allowed: Iterable[Kind]) -> list[SurelySeen]:
    """Everybody who is surely seen, surest first."""
    high, wide = mosaic.known.shape
    near = cv2.dilate((mosaic.known > 0).astype(np.uint8), np.ones((PARAMETERS.rim_px, PARAMETERS.rim_px), np.uint8))
    first, step = PARAMETERS.step_px // 2, PARAMETERS.step_px
    feet = [(x, y) for y in range(first, high, step) for x in range(first, wide, step) if near[y, x]]
    verdict = spots.judged([(float(x), float(y)) for x, y in feet])
    discs = verdict.kinds[:, 1] > verdict.kinds[:, 2:].sum(axis=1)
    wide_px = np.where(discs, PARAMETERS.disc_px, PARAMETERS.figure_px)
    at, kept = np.array(feet, np.float64).reshape(-1, 2), list[int]()
    for one in np.argsort(verdict.kinds[:, 0], kind="stable"):
        if 1 - verdict.kinds[one, 0] < PARAMETERS.sure:
            break
        away = np.linalg.norm(at[kept] - at[one], axis=1)
        if (away >= PARAMETERS.apart * (wide_px[kept] + wide_px[one])).all():
            kept.append(int(one))
    return [SurelySeen(*feet[one], _who(verdict, one, allowed)) for one in kept]


def _who(verdict: StandingVerdict, spot: int, allowed: Iterable[Kind]) -> dict[Kind, float]:
    _, disc, *figure = verdict.kinds[spot].tolist()
    capped = float(verdict.capped[spot])
    colours = dict(zip(COLOURS, verdict.colours[spot].tolist(), strict=True))
    form = {"merchant": disc * capped, "assistant": disc * (1 - capped)}
    return {
        (kind, colour): form.get(kind, sum(figure)) * colours.get(OF_FIGURES.get(colour, colour), 0.0)
        for kind, colour in allowed
        if colour != NEUTRAL and kind != "companion"
    }


def strange(seen: Iterable[SurelySeen], found: Sequence[PlacedPiece]) -> bool:
    """Whether so many are surely seen whom these people do not explain that they are of another make."""
    missed = sum(not any(one.is_of(person) for person in found) for one in seen)
    return missed >= PARAMETERS.least_strange and missed > PARAMETERS.of_ours * (missed + len(found))


def played(seen: Iterable[SurelySeen]) -> set[str]:
    """Colours of which somebody is likely seen; who is black and stands may be a smuggler."""
    likeliest = ((one.likeliest, one.who[one.likeliest]) for one in seen)
    return {
        colour
        for (kind, colour), chance in likeliest
        if colour in PLAYERS and chance > PARAMETERS.coloured and not (colour == "black" and kind == "family member")
    }


def put_down(mosaic: Mosaic, seen: Sequence[SurelySeen], allowed: Iterable[Kind]) -> list[PlacedPiece]:
    """Those who are surely seen as people on the layout, each as whom he likeliest is; there is but one of some."""
    may, taken = set(allowed), set[int]()
    ways = [
        (said, number, who)
        for number, one in enumerate(seen)
        for who, said in _weighed(mosaic, one, {who: chance for who, chance in one.who.items() if who in may}).items()
    ]
    found: list[PlacedPiece] = []
    for _, number, who in sorted(ways, reverse=True):
        if number not in taken and who in may and seen[number].who[who] > PARAMETERS.least:
            taken.add(number)
            may -= {who} if who[0] in ONE_OF_EACH else set()
            piece = _fitted(mosaic, seen[number], who, found)[1]
            person = placed_piece(mosaic, piece, [*(as_piece(mosaic, one) for one in found), piece], {who})
            found.append(replace(person, vouched=seen[number].who[who], sighted=True))
    return found


def _weighed(mosaic: Mosaic, seen: SurelySeen, who: Mapping[Kind, float]) -> dict[Kind, float]:
    """Log of the chance of each whom somebody may be. Of one colour form tells as well which it is; what colour it is
    the network knows better."""
    likely = {one: chance for one, chance in who.items() if chance > PARAMETERS.likely * max(who.values(), default=0.0)}
    gains = {one: _fitted(mosaic, seen, one, ())[0] for one in likely}
    best = {colour: max(gain for (_, other), gain in gains.items() if other == colour) for _, colour in gains}
    return {
        one: math.log(chance) + PARAMETERS.form * (gains[one] - best[one[1]])
        for one, chance in likely.items()
        if sum(other for (_, colour), other in who.items() if colour == one[1]) > PARAMETERS.coloured
    }


def _fitted(mosaic: Mosaic, seen: SurelySeen, who: Kind, others: Sequence[PlacedPiece]) -> tuple[float, Tried]:
    """The most that such a person explains there, and as which piece."""
    kind, colour = who
    around = PlaceSurroundings.beyond(mosaic, [as_piece(mosaic, person) for person in others])
    at = (seen.x, seen.y)
    shapes = [one for one in shapes_of(colour, {who}, mosaic.make) if one.kind == kind or colour in FIGURES]
    tried = (around.fitted(colour, template_of(shape, mosaic.lean(*at)), at, PARAMETERS.roam_px) for shape in shapes)
    return max(tried, key=lambda one: one[0])
