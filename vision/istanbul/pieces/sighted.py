"""People whom the network of many makes sees by itself, whatever paint and form say.

It is asked all over the layout. Of what make people are is told by the forms of those whom it surely sees; and of
another make than ours it puts people down whose paint is off its tone, or whose form is none of the usual ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float32Array
from games.istanbul.standing import NEUTRAL
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.makes import OURS, Make
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import ONE_OF_EACH, as_piece, placed_piece
from vision.istanbul.pieces.shapes import FIGURES, PLAYERS, figure_paints
from vision.istanbul.pieces.standing import OF_FIGURES, StandingSpots
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import Kind, Tried, shapes_of
from vision.istanbul.pieces.vouching import chance_of_somebody
from vision.networks.standing.network import COLOURS, StandingVerdict, joined
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SightedParameters(Parameters):
    """Where the network is asked, and when it is believed."""

    step_px: int = parameter(5, "px", "of the mosaic between two spots that are asked", CHOSEN)
    seen: float = parameter(0.7, "probability", "from which somebody may be seen", "docs/findings/istanbul.md")
    sure: float = parameter(0.9, "probability", "from which somebody is surely seen", "docs/findings/istanbul.md")
    believed: float = parameter(
        0.45,
        "probability",
        "for all that is known, from which somebody is put down: below half of the F1 that is reached one more costs "
        "more than he brings",
        CHOSEN,
    )
    closer_px: int = parameter(2, "px", "of the mosaic, beside a spot where somebody may be: asked next", CHOSEN)
    perhaps: float = parameter(
        0.5, "probability", "from which somebody may be surely seen between two spots that are asked", CHOSEN
    )
    disc_px: float = parameter(7.6, "px", "of the mosaic, from the middle of a disc to its edge", CHOSEN)
    figure_px: float = parameter(5.0, "px", "of the mosaic, from the middle of a figure to its edge", CHOSEN)
    apart: float = parameter(0.8, "share", "of what two measure, between their feet at the least", CHOSEN)
    same_px: float = parameter(9.0, "px", "of the mosaic, between two sightings of one piece at most", CHOSEN)
    roam_px: int = parameter(3, "px", "of the mosaic, that a piece may move from where it was seen", CHOSEN)
    darkened: float = parameter(
        0.4, "share", "of two black figures' chances that are the governor's, where he is not seen himself", CHOSEN
    )
    likely: float = parameter(0.05, "times", "the likeliest: as likely must be whom somebody may be as well", CHOSEN)
    least: float = parameter(0.1, "probability", "that somebody is whom he is put down as", CHOSEN)
    hardly: float = parameter(0.01, "probability", "that he is an assistant whom paint and form plainly show", CHOSEN)
    plain_nats: float = parameter(
        100.0,
        "nats",
        "that they say for him then: 170 and more for assistants who were taken for their colour's figure, 50 at most "
        "for print",
        "docs/findings/istanbul.md",
    )
    coloured: float = parameter(0.3, "probability", "of his colour, at the least, of whoever is put down", CHOSEN)
    form: float = parameter(0.05, "nats", "that each nat counts by which form tells kinds of one colour apart", CHOSEN)
    of_ours: float = parameter(
        0.15,
        "share",
        "of all people that ours do not explain, from which they are not ours",
        "docs/findings/istanbul.md",
    )
    least_strange: int = parameter(2, "people", "whom ours do not explain, at the least", CHOSEN)
    surest: float = parameter(
        0.98,
        "probability",
        "of one of these at the least: on six tables of another make one to four had it, and on an own one in a hard "
        "light, where five were print, none",
        "docs/findings/istanbul.md",
    )


PARAMETERS = SightedParameters()
BLEACHED, UNBLEACHED = "pink", "red"
DARK = "black"
BLACK_DISC = ("merchant", DARK)
SMUGGLER, BLACK_FIGURE, GOVERNOR = ("smuggler", "smuggler"), ("family member", DARK), ("governor", "governor")


@dataclass(frozen=True, eq=False, slots=True)
class NetworkSighting:
    """Somebody whom the network sees.

    Attributes:
        x, y: the foot, px of the mosaic.
        who: the probability of each (kind, colour), by the network alone. sure: that it is anybody.
        at_once: he was seen on the first spots that were asked, not only between two of them.
        otherwise: share of the print about him that is not what its picture shows.
    """

    x: int
    y: int
    who: Mapping[Kind, float]
    sure: float
    at_once: bool = True
    otherwise: float = 0.0

    @property
    def likeliest(self) -> Kind:
        """Who that is; of two as likely always the same."""
        return max((chance, who) for who, chance in self.who.items())[1]

    def is_of(self, person: PlacedPiece) -> bool:
        """Whether this may be of somebody who was put down."""
        return float(np.hypot(person.x - self.x, person.y - self.y)) < PARAMETERS.same_px


def sightings(spots: StandingSpots, mosaic: Mosaic, allowed: Iterable[Kind]) -> list[NetworkSighting]:
    """Everybody who may be seen, surest first. Where no print is known a bright table is as pale as a piece: nobody is
    asked for there."""
    high, wide = mosaic.known.shape
    near = mosaic.known > 0
    first, step = PARAMETERS.step_px // 2, PARAMETERS.step_px
    feet = [(x, y) for y in range(first, high, step) for x in range(first, wide, step) if near[y, x]]
    verdict = _judged(spots, feet)
    between, first_asked = _between(feet, 1 - verdict.kinds[:, 0]), len(feet)
    closer = [(x, y) for x, y in between if 0 <= x < wide and 0 <= y < high and near[y, x]]
    if closer:
        feet, verdict = [*feet, *closer], joined(verdict, _judged(spots, closer))
    discs = verdict.kinds[:, 1] > verdict.kinds[:, 2:].sum(axis=1)
    wide_px = np.where(discs, PARAMETERS.disc_px, PARAMETERS.figure_px)
    at, kept = np.array(feet, np.float64).reshape(-1, 2), list[int]()
    for one in np.argsort(verdict.kinds[:, 0], kind="stable"):
        if 1 - verdict.kinds[one, 0] < PARAMETERS.seen:
            break
        away = np.linalg.norm(at[kept] - at[one], axis=1)
        if (away >= PARAMETERS.apart * (wide_px[kept] + wide_px[one])).all():
            kept.append(int(one))
    return [
        NetworkSighting(
            *feet[one],
            _who(verdict, one, allowed),
            float(1 - verdict.kinds[one, 0]),
            one < first_asked,
            mosaic.otherwise_about(*feet[one]),
        )
        for one in kept
    ]


def _judged(spots: StandingSpots, feet: Iterable[tuple[int, int]]) -> StandingVerdict:
    return spots.judged([(float(x), float(y)) for x, y in feet])


def _between(feet: Sequence[tuple[int, int]], somebody: Float32Array) -> list[tuple[int, int]]:
    """Spots about those where somebody may be who is not surely seen, though no more on any beside it: a figure's foot
    is hardly wider than a step."""
    chance = dict(zip(feet, somebody.tolist(), strict=True))
    step, aside = PARAMETERS.step_px, (-PARAMETERS.closer_px, 0, PARAMETERS.closer_px)
    around = [(x, y) for x in (-step, 0, step) for y in (-step, 0, step) if x or y]
    likeliest = [
        (x, y)
        for (x, y), here in chance.items()
        if PARAMETERS.perhaps <= here < PARAMETERS.sure
        and all(chance.get((x + right, y + down), 0.0) <= here for right, down in around)
    ]
    return [(x + right, y + down) for x, y in likeliest for right in aside for down in aside if right or down]


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


def strange(seen: Iterable[NetworkSighting], found: Sequence[PlacedPiece]) -> bool:
    """Whether so many are surely seen at once whom these people do not explain that they are of another make."""
    surely = (one for one in seen if one.at_once and one.sure >= PARAMETERS.sure)
    missed = [one for one in surely if not any(one.is_of(person) for person in found)]
    return (
        len(missed) >= PARAMETERS.least_strange
        and len(missed) > PARAMETERS.of_ours * (len(missed) + len(found))
        and max(one.sure for one in missed) >= PARAMETERS.surest
    )


def surely_seen(seen: Iterable[NetworkSighting]) -> list[NetworkSighting]:
    """Those who are surely seen."""
    return [one for one in seen if one.sure >= PARAMETERS.sure]


def forms_explain(mosaic: Mosaic, seen: Iterable[NetworkSighting], make: Make) -> float:
    """How much these people, each as whom he likeliest is, are explained in the forms of a make."""
    made = replace(mosaic, make=make)
    return sum(max(0.0, _fitted(made, one, one.likeliest, ())[0]) for one in seen)


def played(put: Iterable[PlacedPiece]) -> set[str]:
    """Colours of which somebody likely was put down; who is black and stands may be a smuggler."""
    return {
        one.colour
        for one in put
        if one.colour in PLAYERS
        and (one.vouched or 0.0) > PARAMETERS.coloured
        and not (one.colour == DARK and one.kind == "family member")
    }


def plays_black(put: Iterable[PlacedPiece], seen: Iterable[NetworkSighting] = ()) -> bool:
    """Whether somebody plays black, by those who were put down: burnt white discs are black, and so is the governor in
    a warm lamp's light, so its merchant must be seen, once, and its family member beside him and the smuggler."""
    there = {(one.kind, one.colour) for one in put}
    merchants = [one for one in surely_seen(seen) if one.likeliest == BLACK_DISC]
    return len(merchants) <= 1 and {BLACK_DISC, BLACK_FIGURE, GOVERNOR} <= there


def among(seen: Sequence[NetworkSighting], playing: Set[str], put: Iterable[PlacedPiece]) -> list[NetworkSighting]:
    """The same where only these colours play: who is of another is of one of these, or nobody. Of two black figures
    that are nobody's family members either may be the governor, where none was ``put`` down."""
    black = sum(one.who.get(SMUGGLER, 0.0) > PARAMETERS.coloured for one in seen)
    lacking = black > 1 and DARK not in playing and not any(one.kind == "governor" for one in put)
    return [_among(one, playing, PARAMETERS.darkened if lacking else 0.0) for one in seen]


def _among(seen: NetworkSighting, playing: Set[str], darkened: float) -> NetworkSighting:
    who = {one: chance for one, chance in seen.who.items() if one[1] in playing or one[0] in FIGURES}
    left = max(1 - _all(seen.who) / seen.sure + _all(who) / seen.sure, 1e-6)
    if GOVERNOR in who and SMUGGLER in who:
        who[GOVERNOR] += darkened * who[SMUGGLER]
        who[SMUGGLER] *= 1 - darkened
    return _with_only(seen, who, left)


def of_the_box(seen: Iterable[NetworkSighting], make: Make) -> list[NetworkSighting]:
    """The same where wood has only the colours of a make: a lamp makes yellow orange, and where the smuggler is black
    nobody is orange. Whoever is of no colour that there is is of one that there is, or nobody."""
    if figure_paints(make)["smuggler"] == figure_paints(OURS)["smuggler"]:
        return list(seen)
    return [_with_only(one, one.who, max(_all(one.who) / one.sure, 1e-6)) for one in seen]


def _all(who: Mapping[Kind, float]) -> float:
    """The chance that it is any of these; a black figure may be a smuggler as well."""
    twice = who.get(SMUGGLER, 0.0) if BLACK_FIGURE in who else 0.0
    return sum(who.values()) - twice


def _with_only(seen: NetworkSighting, who: Mapping[Kind, float], left: float) -> NetworkSighting:
    """The sighting where he is one of these or nobody, to whom a share ``left`` of what he may be belongs."""
    odds = left * seen.sure / max(1 - seen.sure, 1e-6)
    sure = odds / (1 + odds)
    return replace(seen, who={one: chance * sure / (left * seen.sure) for one, chance in who.items()}, sure=sure)


def as_played(seen: Sequence[NetworkSighting], put: Iterable[PlacedPiece]) -> list[NetworkSighting]:
    """The same, with pink as red where red has a merchant and pink has none: a lamp bleaches red to pink, and whoever
    plays has a merchant."""
    merchants = {one.colour for one in put if one.kind == "merchant"}
    if BLEACHED in merchants or UNBLEACHED not in merchants:
        return list(seen)
    return [replace(one, who=_unbleached(one.who)) for one in seen]


def _unbleached(who: Mapping[Kind, float]) -> dict[Kind, float]:
    red = {(kind, colour): chance for (kind, colour), chance in who.items() if colour != BLEACHED}
    for (kind, colour), chance in who.items():
        if colour == BLEACHED and (kind, UNBLEACHED) in red:
            red[kind, UNBLEACHED] += chance
    return red


def put_down(mosaic: Mosaic, seen: Sequence[NetworkSighting], allowed: Iterable[Kind]) -> list[PlacedPiece]:
    """Those who are surely seen as people on the layout, each as whom he likeliest is; there is but one of some."""
    may, taken = set(allowed), set[int]()
    ways = [
        (said, number, who, gain)
        for number, one in enumerate(seen)
        for said, who, gain in _weighed(mosaic, one, {who: chance for who, chance in one.who.items() if who in may})
    ]
    found: list[PlacedPiece] = []
    for _, number, who, gain in sorted(ways, reverse=True):
        if number not in taken and who in may and _is_likely(mosaic, seen[number], who, found):
            taken.add(number)
            may -= {who} if who[0] in ONE_OF_EACH else set()
            piece = _fitted(mosaic, seen[number], who, found)[1]
            person = placed_piece(mosaic, piece, [*(as_piece(mosaic, one) for one in found), piece], {who})
            found.append(replace(person, vouched=_chance(seen[number], who, gain), sighted=True))
    return found


def _is_likely(mosaic: Mosaic, seen: NetworkSighting, who: Kind, found: Sequence[PlacedPiece]) -> bool:
    """Whether somebody is told as this one. The network may take an assistant for a figure of his colour; there is but
    one of those, and paint and form know a disc."""
    chance = seen.who[who]
    if chance > PARAMETERS.least or who[0] != "assistant" or chance <= PARAMETERS.hardly:
        return chance > PARAMETERS.least
    return _fitted(mosaic, seen, who, found)[0] > PARAMETERS.plain_nats


def _chance(seen: NetworkSighting, who: Kind, gain: float) -> float:
    """That he is whom he is put down as, which explains so many nats; of somebody who is so because his colour's figure
    stands elsewhere, that he is of that colour."""
    chance = seen.who[who]
    if chance <= PARAMETERS.least:
        chance = sum(other for (_, colour), other in seen.who.items() if colour == who[1])
    return min(1.0, chance / seen.sure) * chance_of_somebody(seen.sure, gain, seen.otherwise)


def _weighed(mosaic: Mosaic, seen: NetworkSighting, who: Mapping[Kind, float]) -> list[tuple[float, Kind, float]]:
    """Log of the chance of each whom somebody may be, and the nats that he explains as that one, alone. Of one colour
    form tells as well which it is; what colour it is the network knows better."""
    least = PARAMETERS.likely * max(who.values(), default=0.0)
    likely = {
        one: chance
        for one, chance in who.items()
        if chance > (min(least, PARAMETERS.hardly) if one[0] == "assistant" else least)
    }
    gains = {one: _fitted(mosaic, seen, one, ())[0] for one in likely}
    best = {colour: max(gain for (_, other), gain in gains.items() if other == colour) for _, colour in gains}
    return [
        (math.log(chance) + PARAMETERS.form * (gains[one] - best[one[1]]), one, gains[one])
        for one, chance in likely.items()
        if chance_of_somebody(seen.sure, gains[one], seen.otherwise) >= PARAMETERS.believed
        and sum(other for as_who, other in who.items() if _alike(as_who, one)) > PARAMETERS.coloured
    ]


def _alike(one: Kind, other: Kind) -> bool:
    """Whether both are of one colour; in some lights the governor and the smuggler are."""
    return one[1] == other[1] or {one, other} == {GOVERNOR, SMUGGLER}


def _fitted(mosaic: Mosaic, seen: NetworkSighting, who: Kind, others: Sequence[PlacedPiece]) -> tuple[float, Tried]:
    """The most that such a person explains there, and as which piece."""
    kind, colour = who
    around = PlaceSurroundings.beyond(mosaic, [as_piece(mosaic, person) for person in others])
    at = (seen.x, seen.y)
    shapes = [one for one in shapes_of(colour, {who}, mosaic.make) if one.kind == kind or colour in FIGURES]
    tried = (around.fitted(colour, template_of(shape, mosaic.lean(*at)), at, PARAMETERS.roam_px) for shape in shapes)
    return max(tried, key=lambda one: one[0])
