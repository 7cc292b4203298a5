"""Whether somebody stands at a spot, as the network of standing pieces tells, which knows no make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.shapes import PieceShape
from vision.istanbul.pieces.trying import Tried
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class VouchingParameters(Parameters):
    """When the network that knows no make vouches for a piece, and how much what it explains counts then."""

    vouched: float = parameter(
        0.9,
        "probability",
        "below which nobody of any make stands there, whatever paint and form say",
        "docs/findings/istanbul.md",
    )
    surely: float = parameter(
        8.0,
        "log-odds",
        "of somebody's standing there at which what he explains counts whole: print that is like a piece has 2 to 4",
        "docs/findings/istanbul.md",
    )
    least_counts: float = parameter(0.1, "share", "of what he explains that counts at the least", CHOSEN)
    other_colour: float = parameter(
        0.02, "probability", "of its colour below which a piece is of another", "docs/findings/istanbul.md"
    )
    other_kind: float = parameter(
        0.05, "probability", "of its being a disc, or a figure, below which it is none", "docs/findings/istanbul.md"
    )


PARAMETERS = VouchingParameters()


def in_question(mosaic: Mosaic, shapes: Iterable[PieceShape], at: tuple[int, int]) -> list[PieceShape]:
    """The shapes without discs where a figure surely stands, and without figures where a disc does; all of them where
    nobody can be asked, or stands there."""
    verdict = None if mosaic.standing is None else mosaic.standing.at(*at)
    if verdict is None or verdict.somebody < PARAMETERS.vouched:
        return list(shapes)
    discs = {"merchant": verdict.disc, "assistant": verdict.disc, "companion": 1.0}
    return [shape for shape in shapes if discs.get(shape.kind, 1 - verdict.disc) >= PARAMETERS.other_kind]


def vouched_for(mosaic: Mosaic, piece: Tried | PlacedPiece) -> bool:
    """Whether somebody of that colour may stand there for all that one sees who knows no make; always, where nobody can
    be asked."""
    if mosaic.standing is None:
        return True
    verdict = mosaic.standing.at(piece.x, piece.y)
    return verdict.somebody >= PARAMETERS.vouched and verdict.of(piece.colour) >= PARAMETERS.other_colour


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
