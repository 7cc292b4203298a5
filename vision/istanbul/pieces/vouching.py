"""Whether somebody stands at a spot, as the network of standing pieces tells, which knows no make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from games.istanbul.standing import NEUTRAL
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.shapes import FIGURES, PieceShape
from vision.istanbul.pieces.spot_verdict import SpotVerdict, log_odds_of
from vision.istanbul.pieces.trying import Tried
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class VouchingParameters(Parameters):
    """When the network that knows no make vouches for a piece, and how much what it explains counts then."""

    vouched: float = parameter(
        0.8,
        "probability",
        "below which nobody of any make stands there, whatever paint and form say",
        "docs/findings/istanbul.md",
    )
    surely: float = parameter(
        5.0,
        "log-odds",
        "of somebody's standing there at which what he explains counts whole: print that is like a piece has 1 to 3",
        "docs/findings/istanbul.md",
    )
    least_counts: float = parameter(0.1, "share", "of what he explains that counts at the least", CHOSEN)
    other_colour: float = parameter(
        0.02, "probability", "of its colour below which a piece is of another", "docs/findings/istanbul.md"
    )
    other_kind: float = parameter(
        0.05, "probability", "of its being a disc, or a figure, below which it is none", "docs/findings/istanbul.md"
    )
    nobodys: float = parameter(0.5, "share", "of merchants who pass for nobody's that are: white is as pale", CHOSEN)
    # Fitted on 44 composed pictures of another's set, checked on those of them that a fit had not seen.
    before: float = parameter(
        -2.0,
        "log-odds",
        "that somebody stands where the network is in doubt: it is asked wherever something is like a piece",
        "docs/findings/istanbul.md",
    )
    seen: float = parameter(
        0.8,
        "times",
        "its log-odds count; alone 1.0, on what it was taught with as well as on photographs",
        "docs/findings/istanbul.md",
    )
    explained: float = parameter(
        0.5, "times", "the log of the nats, and one, that paint and form say for him", "docs/findings/istanbul.md"
    )
    otherwise: float = parameter(
        -5.0,
        "log-odds",
        "where all print about him is not what its picture shows: there are icons that no picture knows",
        "docs/findings/istanbul.md",
    )
    # Of our make, on 18 hard tables: of those who stood there none of a colour that can be told lies below.
    plain_nats: float = parameter(
        80.0, "nats", "that paint and form say for one of ours, at which even odds suffice", "docs/findings/istanbul.md"
    )
    denied: float = parameter(
        -1.0,
        "log-odds",
        "of somebody's standing there, and the log of what he explains in such nats, below which nobody of ours does",
        "docs/findings/istanbul.md",
    )


PARAMETERS = VouchingParameters()


def chance_of_somebody(somebody: float, gain: float, otherwise: float) -> float:
    """The probability that somebody stands on a spot.

    Args:
        somebody: the probability that the network gives it. gain: nats that paint and form say for him there.
        otherwise: share of the print about him that is not what its picture shows.
    """
    odds = log_odds_of(somebody)
    explained = PARAMETERS.explained * np.log1p(max(0.0, gain))
    log_odds = PARAMETERS.before + PARAMETERS.seen * odds + explained + PARAMETERS.otherwise * otherwise
    return float(1 / (1 + np.exp(-log_odds)))


def chance_of_piece(mosaic: Mosaic, piece: Tried, gain: float) -> float | None:
    """The probability that a piece of that colour stands there which explains so many nats; None where nobody can be
    asked."""
    if mosaic.standing is None:
        return None
    verdict = mosaic.standing.at(piece.x, piece.y)
    somebody = chance_of_somebody(verdict.somebody, gain, mosaic.otherwise_about(piece.x, piece.y))
    colour = verdict.colours.get(piece.colour, PARAMETERS.nobodys if piece.colour == NEUTRAL else 1.0)
    return somebody * colour * _of_form(verdict, piece.template.shape.kind)


def in_question(mosaic: Mosaic, shapes: Iterable[PieceShape], at: tuple[int, int]) -> list[PieceShape]:
    """The shapes without discs where a figure surely stands, and without figures where a disc does; all of them where
    nobody can be asked, or stands there."""
    verdict = None if mosaic.standing is None else mosaic.standing.at(*at)
    if verdict is None or verdict.somebody < PARAMETERS.vouched:
        return list(shapes)
    return [shape for shape in shapes if _of_form(verdict, shape.kind) >= PARAMETERS.other_kind]


def _of_form(verdict: SpotVerdict, kind: str) -> float:
    """The probability that whoever stands there is a disc, or a figure, as that kind is."""
    return {"merchant": verdict.disc, "assistant": verdict.disc, "companion": 1.0}.get(kind, 1 - verdict.disc)


def vouched_for(mosaic: Mosaic, piece: Tried | PlacedPiece) -> bool:
    """Whether somebody of that colour may stand there for all that one sees who knows no make; always, where nobody can
    be asked."""
    if mosaic.standing is None:
        return True
    verdict = mosaic.standing.at(piece.x, piece.y)
    return verdict.somebody >= PARAMETERS.vouched and verdict.of(piece.colour) >= PARAMETERS.other_colour


def denied(mosaic: Mosaic, person: PlacedPiece) -> bool:
    """Whether one of our make is nobody for all that one sees who knows no make: nobody stands there, or somebody of
    another colour. Nothing is said where nobody can be asked, of companions, who were in no lesson, and of colours that
    can't be told: who is pale is overlooked as easily as print is taken for him."""
    if mosaic.witness is None or person.kind == "companion":
        return False
    verdict = mosaic.witness.at(person.x, person.y)
    if person.colour not in verdict.colours:
        return False
    somebody = log_odds_of(verdict.somebody)
    if person.colour not in FIGURES and somebody > 0:  # figures of ours are of other colours than most
        return verdict.colours[person.colour] < PARAMETERS.other_colour
    return bool(somebody + np.log(max(person.gain, 1.0) / PARAMETERS.plain_nats) < PARAMETERS.denied)


def of_that_form(mosaic: Mosaic, person: PlacedPiece) -> bool:
    """Whether a disc, or a figure, as that kind is may stand there; always, where nobody can be asked."""
    if mosaic.standing is None:
        return True
    return _of_form(mosaic.standing.at(person.x, person.y), person.kind) >= PARAMETERS.other_kind


def counted_share(mosaic: Mosaic, piece: Tried) -> float:
    """Share of what a piece explains that counts: the less, the less sure one is who knows no make that anybody stands
    there. Print that is like paint explains as much as a piece does."""
    if mosaic.standing is None:
        return 1.0
    return float(np.clip((standing_odds(mosaic, piece) / PARAMETERS.surely) ** 2, PARAMETERS.least_counts, 1.0))


def standing_odds(mosaic: Mosaic, piece: Tried) -> float:
    """Log-odds that somebody stands there for all that one sees who knows no make, 0 at the least or where nobody can
    be asked."""
    somebody = 0.5 if mosaic.standing is None else mosaic.standing.at(piece.x, piece.y).somebody
    return max(0.0, float(np.log(somebody / max(1 - somebody, 1e-5))))
