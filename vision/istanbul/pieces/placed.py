"""A piece that was seen on the layout."""

from __future__ import annotations

from dataclasses import dataclass

from vision.istanbul.pieces.shapes import PieceShape


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece that was seen.

    Attributes:
        kind, colour: as :class:`games.istanbul.standing.StandingPieces` has them; a figure's colour is its kind.
        under: assistants below a merchant. count: assistants in a pile of their own.
        cell: index of the place. x, y: its foot, px of the mosaic.
        gain: log-likelihood over its not being there. like: mean squared standard deviations from its paint.
        in_view: share of it that nothing hides. margin: over the best other piece at the same spot.
        shape: how it stands.
        counts: log-likelihood of each number of assistants, relative to the best.
        sure_of_count: chance that just so many assistants lie below a merchant, where a merchant stands.
        sighted: the network of many makes saw him by itself.
        vouched: probability that somebody of that colour stands there, as one tells who knows no make; None: not asked.
    """

    kind: str
    colour: str
    under: int
    count: int
    cell: int
    x: int
    y: int
    gain: float
    like: float
    in_view: float
    shape: PieceShape
    margin: float = 0.0
    counts: tuple[float, ...] = ()
    sure_of_count: float = 1.0
    vouched: float | None = None
    sighted: bool = False
