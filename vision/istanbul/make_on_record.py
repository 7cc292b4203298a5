"""Of what make the people on a table are, where it is known who stands where.

Who is taken for whom depends on the make: a bare disc on others is one more assistant to who looks for turbans. So the
makes are not compared by whatever each explains, print among it, but by how well each explains those who are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.istanbul.standing import NEUTRAL, StandingPieces
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces import seeking, shapes
from vision.istanbul.pieces.makes import Make
from vision.istanbul.pieces.shapes import FIGURES, PieceShape, merchant
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import shapes_of
from vision.istanbul.reading_pieces import likeliest_make


@dataclass(frozen=True, slots=True)
class RecordedPiece:
    """Somebody whom the record has on a place (its index), and so many assistants below him."""

    kind: str
    colour: str
    cell: int
    under: int


def recorded_pieces(standing: Iterable[StandingPieces], numbers: Sequence[int]) -> tuple[RecordedPiece, ...]:
    """Everybody but assistants, of those who stand on these places."""
    pieces = tuple(piece for piece in standing if piece.place in numbers)
    stacks = {(piece.place, piece.colour): piece.count for piece in pieces if piece.kind == "assistant"}
    return tuple(
        RecordedPiece(
            piece.kind,
            piece.colour or piece.kind,
            numbers.index(piece.place),
            stacks.get((piece.place, piece.colour), 0) if piece.kind == "merchant" else 0,
        )
        for piece in pieces
        if piece.kind != "assistant"
    )


def make_on_record(mosaic: Mosaic, there: Sequence[RecordedPiece], makes: Sequence[Make], *, shown: bool) -> Make:
    """The make of which those who stand there explain most; the first, unless another explains clearly more.

    Args:
        mosaic: the layout. there: who stands on it.
        makes: of which they may be. shown: whether the owner has shown them.
    """
    explained = [
        sum(max(0.0, _explained(PlaceSurroundings.beyond(made, ()), piece)) for piece in there)
        for made in (replace(mosaic, make=make) for make in makes)
    ]
    return likeliest_make(makes, explained, shown=shown)


def _explained(around: PlaceSurroundings, piece: RecordedPiece) -> float:
    """Log-likelihood of somebody's standing on a place, where he shows best."""
    mosaic = around.mosaic
    at = (int(mosaic.middles[piece.cell][0]), int(mosaic.middles[piece.cell][1]))
    return max(
        around.fitted(piece.colour, template_of(shape, mosaic.lean(*at)), at, seeking.PARAMETERS.roam_of_a_place)[0]
        for shape in _shapes(piece, mosaic.make)
    )


def _shapes(piece: RecordedPiece, make: Make) -> Sequence[PieceShape]:
    if piece.kind == "merchant" and piece.colour != NEUTRAL:
        return (merchant(min(shapes.PARAMETERS.most_assistants, piece.under), make),)
    possible = shapes_of(piece.colour, {(piece.kind, piece.colour)}, make)
    return possible if piece.colour in FIGURES else [shape for shape in possible if shape.kind == piece.kind]
