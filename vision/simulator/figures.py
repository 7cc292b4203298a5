"""Small wooden figures, cubes and discs, of our own design: a few convex bodies each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vision.imaging.values import Colour
from vision.pieces.painted_wood import WOOD
from vision.simulator.scene import ConvexPart, PiecePose, SolidPiece, disc, laid_down, prism, slab

HEIGHT_MM, THICKNESS_MM = 16.0, 10.0
BIG = 1.3  # how much larger the large follower is

# Our own sets are painted in the colours that are looked for where nobody has shown the camera their pieces; fading,
# light and camera make every picture of them differ.
PAINT: Mapping[str, Colour] = WOOD


def follower(
    name: str, colour: Colour, pose: PiecePose, *, lying: bool = False, scale: float = 1.0, height_mm: float = 2.0
) -> SolidPiece:
    """A traveller in a wide cloak with a hat: stands on the cloak's hem, or lies on the back.

    Args:
        name: what truth calls it.
        colour: of the wood, BGR.
        pose: where its foot stands, or its middle where it lies.
        lying: on its back.
        scale: 1 is 16 mm tall and 10 mm thick.
        height_mm: of what it stands on (a tile is 2 mm thick).
    """
    parts = _traveller(colour)
    if lying:
        parts = tuple(laid_down(part, THICKNESS_MM, HEIGHT_MM / 2) for part in parts)
    scaled = tuple(replace(part, vertices=part.vertices * scale) for part in parts)
    return SolidPiece(name, scaled, pose, height_mm, gloss=0.3)


def _traveller(colour: Colour) -> tuple[ConvexPart, ...]:
    cloak = slab([(-7.6, 0.0), (7.6, 0.0), (6.6, 3.2), (3.6, 9.6), (-3.6, 9.6), (-6.6, 3.2)], THICKNESS_MM, colour)
    arms = slab([(-7.2, 7.4), (7.2, 7.4), (7.8, 8.8), (6.4, 10.6), (-6.4, 10.6), (-7.8, 8.8)], THICKNESS_MM, colour)
    head = slab(disc(3.5, 12, (0.0, 12.4)), THICKNESS_MM, colour)
    return cloak, arms, head


def cube(name: str, colour: Colour, pose: PiecePose, side_mm: float = 9.0, height_mm: float = 0.0) -> SolidPiece:
    """A wooden cube."""
    half = side_mm / 2
    body = prism([(-half, -half), (half, -half), (half, half), (-half, half)], 0, side_mm, colour)
    return SolidPiece(name, (body,), pose, height_mm, gloss=0.2)


def counter(name: str, colour: Colour, pose: PiecePose, radius_mm: float = 9.0, thick_mm: float = 5.0) -> SolidPiece:
    """A round wooden counter."""
    return SolidPiece(name, (prism(disc(radius_mm, 20), 0, thick_mm, colour),), pose, gloss=0.2)
