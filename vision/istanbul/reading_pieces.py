"""Who stands on a layout that was read: of what make, how many to a stack, in whose colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from calibration.piece_set import PieceSet
from games.istanbul.standing import NEUTRAL
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.observation import SeenPiece
from vision.istanbul.pieces.makes import Make, usual_makes
from vision.istanbul.pieces.own_make import makes_of
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import ONE_OF_EACH, once, pieces_on, plainest
from vision.istanbul.pieces.seeking import counted, leaning, mistaken, sought
from vision.istanbul.pieces.shapes import FIGURES, NEUTRAL_MERCHANT, PLAYERS
from vision.istanbul.pieces.sighted import (
    DARK,
    NetworkSighting,
    among,
    as_played,
    forms_explain,
    of_the_box,
    played,
    plays_black,
    put_down,
    surely_seen,
)
from vision.istanbul.pieces.trying import Kind
from vision.istanbul.pieces.vouching import denied, of_that_form, vouched_for
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPiecesParameters(Parameters):
    """How clearly those who stand on the places are told, and when a colour is in play."""

    stranger: float = parameter(
        130.0, "squared deviations", "of evidence below which a colour is nobody's, of several kinds of pieces", CHOSEN
    )
    alone: float = parameter(
        450.0, "squared deviations", "of evidence below which a colour is nobody's, of one kind", CHOSEN
    )
    certain: float = parameter(
        0.9,
        "probability",
        "that somebody of a colour stands there, from which it is in play",
        "docs/findings/istanbul.md",
    )
    with_neutrals: int = parameter(2, "players", "with more of them no merchants of nobody's are on the places", CHOSEN)
    unheard_of: float = parameter(-8.0, "log-probability", "of a number of assistants that no rule gives", CHOSEN)
    misread_elsewhere: float = parameter(
        -2.5,
        "log-probability",
        "of a number that no rule gives beside those who are read elsewhere, where people are of another make: of 18 "
        "merchants whose four lay there 5 had some of them misread",
        "docs/findings/istanbul.md",
    )
    four: float = parameter(0.0, "log-probability", "that four of a player's assistants are on the places", CHOSEN)
    five: float = parameter(
        -3.0,
        "log-probability",
        "that five of a player's assistants are on the places: 6 of 227 casual players had them",
        "vision/istanbul/reading_pieces.py",
    )
    hardly: float = parameter(
        0.1,
        "probability",
        "that somebody of another make stands there, below which he is left out: of 14 who were not sighted 3 were "
        "there",
        "docs/findings/istanbul.md",
    )
    clearly_seen: float = parameter(
        45.0, "log-likelihood", "from which one who had not been seen is rather where he is found than mistaken", CHOSEN
    )
    leaning: float = parameter(
        0.1,
        "weight",
        "of how a stack leans: neighbouring counts differ by a px, and softness of the picture by half",
        CHOSEN,
    )
    tell_their_make: int = parameter(
        2, "people", "surely seen, from which their forms tell of what make all are", CHOSEN
    )
    few: int = parameter(10, "people", "who tell from which side the camera looks, and of what make they are", CHOSEN)
    clearly_more: float = parameter(1.1, "times", "what ours explain: so much people of another make have to", CHOSEN)


PARAMETERS = ReadingPiecesParameters()


def as_made(mosaic: Mosaic, allowed: set[Kind], pieces: PieceSet | None = None) -> Mosaic:
    """The layout for people of the make of which the plainest explain most: of the one that was shown, on places of
    some width; else of any usual make, and of ours, unless another explains clearly more."""
    makes = usual_makes() if pieces is None else makes_of(pieces)
    explained = [plainest(replace(mosaic, make=make), allowed, PARAMETERS.few) for make in makes]
    return replace(mosaic, make=likeliest_make(makes, explained, shown=pieces is not None))


def as_sighted(
    mosaic: Mosaic,
    sighted: Sequence[NetworkSighting],
    allowed: set[Kind],
    pieces: PieceSet | None = None,
    *,
    clearly: bool = True,
) -> Mosaic:
    """The layout for people of the make in whose forms those who are surely ``sighted`` are explained best: of the one
    that was shown, on places of some width; else of ours, unless another explains (``clearly``) more. Whatever paint
    and form find by themselves is print as well, so they tell it only where hardly anybody is sighted."""
    plainly = surely_seen(sighted)
    if len(plainly) < PARAMETERS.tell_their_make:
        return as_made(mosaic, allowed, pieces)
    makes = usual_makes() if pieces is None else makes_of(pieces)
    explained = [forms_explain(mosaic, plainly, make) for make in makes]
    return replace(mosaic, make=likeliest_make(makes, explained, shown=pieces is not None or not clearly))


def likeliest_make(makes: Sequence[Make], explained: Sequence[float], *, shown: bool) -> Make:
    """The make that explains most; the first, unless another explains clearly more or the owner has ``shown`` them."""
    best = int(np.argmax(explained))
    return makes[best if shown or explained[best] > PARAMETERS.clearly_more * explained[0] else 0]


def pieces_in(mosaic: Mosaic, allowed: set[Kind], sighted: Sequence[NetworkSighting] = ()) -> list[PlacedPiece]:
    """Everybody on a layout, of those who may be there, and who is ``sighted`` whatever paint and form say; colours
    that nobody plays with are sorted out, and who must be somewhere is sought."""
    sighted = of_the_box(sighted, mosaic.make)
    sighted = as_played(sighted, put_down(mosaic, sighted, allowed))
    surely = put_down(mosaic, sighted, allowed)
    found = _with_the_rest(mosaic, surely, allowed)
    if mosaic.standing is not None and _is_burnt(found, sighted):  # who is black is white, before one asks who plays
        allowed = {one for one in allowed if one[1] != DARK}
        sighted = among(sighted, {*PLAYERS} - {DARK}, surely)
        surely = put_down(mosaic, sighted, allowed)
        found = _with_the_rest(mosaic, surely, allowed)
    playing = in_play(found) | played(surely)
    if len(playing) > PARAMETERS.with_neutrals:  # nobody's are somebody pale's, now and whenever somebody is found anew
        allowed = allowed - {NEUTRAL_MERCHANT}
        if any(person.colour == NEUTRAL for person in found):
            found = _with_the_rest(mosaic, surely, allowed)
            playing = in_play(found) | played(surely)
    strangers = {one for one in allowed if one[1] not in playing and one[0] not in FIGURES and one[1] != NEUTRAL}
    if any((person.kind, person.colour) in strangers for person in found):
        surely = put_down(mosaic, among(sighted, playing, surely), allowed - strangers)
        found = _with_the_rest(mosaic, surely, allowed - strangers)
    found = _with_whom_is_lacking(mosaic, once(found), playing)
    return stacked(mosaic, [one for one in found if _is_likely_enough(mosaic, one)])


def _with_whom_is_lacking(mosaic: Mosaic, found: list[PlacedPiece], playing: Set[str]) -> list[PlacedPiece]:
    """The people with the merchant and the family member of each colour that plays, where they show at all."""
    for colour in sorted(playing):
        for kind in ("merchant", "family member"):
            if any((person.kind, person.colour) == (kind, colour) for person in found):
                continue
            missing = sought(mosaic, kind, colour, found)
            if missing is not None and not (vouched_for(mosaic, missing) and of_that_form(mosaic, missing)):
                missing = None
            faint = missing is None or missing.gain < PARAMETERS.clearly_seen
            instead = mistaken(mosaic, kind, colour, found) if faint else None
            # Of another make, who would not be told as the one who is lacking stays whom he was found as.
            if instead is not None and (
                mosaic.standing is None or all(_is_likely_enough(mosaic, one) for one in instead if one not in found)
            ):
                found = instead
            elif missing is not None:
                found = [*found, missing]
    return found


def _is_likely_enough(mosaic: Mosaic, person: PlacedPiece) -> bool:
    """Whether somebody is likely enough to be told of; one of our make, unless one who knows no make denies him."""
    return not denied(mosaic, person) if mosaic.standing is None else _confidence(person) >= PARAMETERS.hardly


def _is_burnt(found: Sequence[PlacedPiece], sighted: Sequence[NetworkSighting]) -> bool:
    """Whether people are told as black and nobody plays black."""
    return any(one.colour == DARK for one in found) and not plays_black(found, sighted)


def _with_the_rest(mosaic: Mosaic, surely: list[PlacedPiece], allowed: set[Kind]) -> list[PlacedPiece]:
    """Those who surely stand there, and whoever else does. Pale print is found for nobody's merchants, so whoever knows
    no paint has to see them surely: of another make all of 7 who were not there stood at less than 0.9."""
    taken = {(person.kind, person.colour) for person in surely if person.kind in ONE_OF_EACH}
    rest = pieces_on(mosaic, allowed - taken, surely)
    return [*surely, *(one for one in rest if one.colour != NEUTRAL or _is_certain(mosaic, one))]


def _is_certain(mosaic: Mosaic, person: PlacedPiece) -> bool:
    return mosaic.standing is None or mosaic.standing.at(person.x, person.y).somebody >= PARAMETERS.certain


def _vouched(person: PlacedPiece) -> float:
    return 1.0 if person.vouched is None else person.vouched


def stacked(mosaic: Mosaic, found: list[PlacedPiece]) -> list[PlacedPiece]:
    """The people with the assistants below each merchant as everybody's assistants add up: four, or five with the blue
    mosque tile ("the fifth assistant comes at once"). From above one more is but a few mm more of leaning."""
    away = {
        colour: sum(other.count for other in found if (other.kind, other.colour) == ("assistant", colour))
        for colour in PLAYERS
    }
    usual = {4: PARAMETERS.four, 5: PARAMETERS.five}
    lawful = {
        colour: {min(5, max(0, total - away[colour])): prior for total, prior in usual.items()} for colour in PLAYERS
    }
    pieces = []
    for person in counted(leaning(mosaic, found, lawful, PARAMETERS.leaning), found):
        if person.kind != "merchant" or person.colour not in PLAYERS:
            pieces.append(person)
            continue
        elsewhere = away[person.colour]
        by_rule = _weighed(person, elsewhere, usual, PARAMETERS.unheard_of)
        # Of another make those who lie elsewhere are misread, too, so the rule holds less firmly for who is left.
        of_make = PARAMETERS.unheard_of if mosaic.standing is None else PARAMETERS.misread_elsewhere
        odds = _weighed(person, elsewhere, usual, of_make)
        under = int(np.argmax(by_rule))
        sure = float(np.exp(odds[under] - np.logaddexp.reduce(odds)))
        pieces.append(replace(person, under=under, sure_of_count=sure))
    return pieces


def _weighed(person: PlacedPiece, elsewhere: int, usual: Mapping[int, float], unusual: float) -> list[float]:
    """Log-odds of each number of assistants below a merchant, with so many of his colour elsewhere."""
    rest = [usual.get(under + elsewhere, unusual) for under in range(len(person.counts))]
    return [PARAMETERS.leaning * seen + prior for seen, prior in zip(person.counts, rest, strict=True)]


def in_play(found: list[PlacedPiece]) -> set[str]:
    """Colours that somebody plays with: of whom several kinds of pieces were seen, many of one, or one for certain."""
    sure: dict[str, set[str]] = {}
    weight: dict[str, float] = {}
    certain = {one.colour for one in found if (one.vouched or 0.0) >= PARAMETERS.certain and not _may_be_nobodys(one)}
    for person in found:
        if person.colour in PLAYERS:
            sure.setdefault(person.colour, set()).add(person.kind)
            weight[person.colour] = weight.get(person.colour, 0.0) + person.gain
    return {
        colour
        for colour, kinds in sure.items()
        if colour in certain
        or weight[colour] > (PARAMETERS.stranger if len(kinds) > 1 or "family member" in kinds else PARAMETERS.alone)
    }


def _may_be_nobodys(person: PlacedPiece) -> bool:
    """A black figure may be a smuggler as well."""
    return person.kind == "family member" and person.colour == "black"


def seen_pieces(spot: tuple[int, int], placed: tuple[PlacedPiece, ...]) -> list[SeenPiece]:
    """What is told of the people on one place: a merchant's assistants are pieces of their own."""
    pieces: list[SeenPiece] = []
    for person in placed:
        confidence = _confidence(person)
        colour = "" if person.kind in FIGURES else person.colour
        counts = person.counts
        if person.kind == "merchant":
            pieces.append(SeenPiece(*spot, "merchant", colour, 1, confidence, counts))
            if person.under:
                sure = confidence * person.sure_of_count
                pieces.append(SeenPiece(*spot, "assistant", colour, person.under, sure, counts))
        else:
            pieces.append(SeenPiece(*spot, person.kind, colour, person.count, confidence, counts))
    return pieces


def _confidence(person: PlacedPiece) -> float:
    """How sure it is that somebody stands there as he is told; paint that is off its tone says nothing against who was
    sighted whatever it is."""
    if person.sighted:
        return _vouched(person)
    return _vouched(person) * float(1 / (1 + np.exp(-0.25 * min(person.margin, person.gain - 6.0))))
