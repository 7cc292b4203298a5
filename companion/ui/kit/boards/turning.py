"""A map that lies on the screen as the camera or somebody's seat sees it: quarter turns clockwise. No kivy.

Points and ways are of a board's world, x to the right and y down, turned about the world's origin.
"""

from __future__ import annotations

Extent = tuple[float, float, float, float]  # left, top, right, bottom, world units


def turned(x: float, y: float, turns: int) -> tuple[float, float]:
    """A point or a way after some quarter turns clockwise.

    >>> turned(1, 0, 1)
    (0, 1)
    """
    for _ in range(turns % 4):
        x, y = 0 - y, x
    return x, y


def turned_extent(extent: Extent, turns: int) -> Extent:
    """The upright box that a turned one fills.

    >>> turned_extent((0, 0, 3, 1), 1)
    (-1, 0, 0, 3)
    """
    left, top, right, bottom = extent
    xs, ys = zip(turned(left, top, turns), turned(right, bottom, turns), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
