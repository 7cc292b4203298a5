"""The people of Tableside's own Istanbul: painted wood, each kind with a shape of its own as seen from above.

A merchant is a broad disc with a turban: a dark band and a cream middle. Assistants are plain discs of the same colour
below it. A family member is a flat standing figure, a companion a square block with a cream square on it. The figures
that nobody owns are tall pawns in colours that no player has.
"""

from __future__ import annotations

from games.istanbul.standing import NEUTRAL
from vision.imaging.values import Colour
from vision.istanbul.pieces import shapes
from vision.istanbul.pieces.shapes import FIGURES
from vision.simulator.figures import PAINT
from vision.simulator.scene import ConvexPart, PiecePose, SolidPiece, disc, prism, slab

FIGURE_PAINT: dict[str, Colour] = {**FIGURES, NEUTRAL: shapes.PARAMETERS.neutral_wood}
REACH_MM = {"merchant": 11.0, "assistant": 10.0, "family member": 8.5, "companion": 8.5}  # others are 8
FIGURE_REACH_MM = 8.0


def paint_of(kind: str, colour: str) -> Colour:
    """The colour of a piece's wood, BGR."""
    return FIGURE_PAINT[colour or kind] if (colour or kind) in FIGURE_PAINT else PAINT[colour]


def merchant_parts(paint: Colour, base_mm: float = 0.0) -> tuple[ConvexPart, ...]:
    """A merchant that stands this high above the place, on assistants or none."""
    top = base_mm + shapes.PARAMETERS.merchant_high_mm
    return (
        prism(disc(shapes.PARAMETERS.merchant_mm, 24), base_mm, top, paint),
        prism(disc(7.6, 20), top, top + 1.2, shapes.PARAMETERS.band),
        prism(disc(5.4, 18), top + 1.2, top + 3.0, shapes.PARAMETERS.cream),
    )


def assistant_parts(paint: Colour, count: int) -> tuple[ConvexPart, ...]:
    """So many assistants, one on the other."""
    return tuple(
        prism(
            disc(shapes.PARAMETERS.assistant_mm, 24),
            k * shapes.PARAMETERS.assistant_high_mm,
            (k + 1) * shapes.PARAMETERS.assistant_high_mm - 0.4,
            paint,
        )
        for k in range(count)
    )


def family_parts(paint: Colour) -> tuple[ConvexPart, ...]:
    """A standing figure in a long robe."""
    robe = slab([(-8.0, 0.0), (8.0, 0.0), (4.6, 11.0), (-4.6, 11.0)], 8.0, paint)
    return robe, slab(disc(3.8, 12, (0.0, 13.4)), 8.0, paint)


def companion_parts(paint: Colour) -> tuple[ConvexPart, ...]:
    """A square block with a cream square on top."""
    half, small = 6.5, 3.4
    return (
        prism([(-half, -half), (half, -half), (half, half), (-half, half)], 0, 11.0, paint),
        prism(
            [(-small, -small), (small, -small), (small, small), (-small, small)], 11.0, 11.8, shapes.PARAMETERS.cream
        ),
    )


def figure_parts(paint: Colour) -> tuple[ConvexPart, ...]:
    """A tall pawn."""
    return prism(disc(8.0, 18), 0, 16.0, paint, top=0.42), prism(disc(4.6, 16), 16.0, 21.0, paint, top=0.7)


def parts_of(kind: str, paint: Colour, count: int = 1, base_mm: float = 0.0) -> tuple[ConvexPart, ...]:
    """The bodies of a piece or a stack of them, in their own frame."""
    match kind:
        case "merchant":
            return merchant_parts(paint, base_mm)
        case "assistant":
            return assistant_parts(paint, count)
        case "family member":
            return family_parts(paint)
        case "companion":
            return companion_parts(paint)
    return figure_parts(paint)


def stack_piece(name: str, paint: Colour, assistants: int, pose: PiecePose, height_mm: float) -> SolidPiece:
    """A merchant on his assistants, lifted and moved as one."""
    bodies = (
        *assistant_parts(paint, assistants),
        *merchant_parts(paint, assistants * shapes.PARAMETERS.assistant_high_mm),
    )
    return SolidPiece(name, bodies, pose, height_mm, gloss=0.2)


def single_piece(name: str, kind: str, paint: Colour, count: int, pose: PiecePose, height_mm: float) -> SolidPiece:
    """Any other piece, or a pile of assistants without a merchant."""
    return SolidPiece(name, parts_of(kind, paint, count), pose, height_mm, gloss=0.2)
