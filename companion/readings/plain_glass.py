"""A reading of Stained Glass as plain data, as ``tableside read --game stained-glass --json`` prints it;
places in px of the picture, angles as the picture shows them."""

from __future__ import annotations

from typing import TypedDict


class PlainGlassTile(TypedDict):
    """A tile of glass that was read."""

    kind: str
    x: float
    y: float
    angle_degrees: float
    confidence: float
    outline: list[list[float]]


class PlainWindowFault(TypedDict):
    """Tiles that must not lie as they do, the middle of them, and why."""

    kind: str
    tiles: list[str]
    x: float
    y: float
    why: str


class PlainWindow(TypedDict):
    """A window, whole or begun: what it brings, which windows it may become and what they lack."""

    tiles: list[PlainGlassTile]
    whole: bool
    points: int
    why: str
    numbers: list[int]
    missing: list[str]
    faults: list[PlainWindowFault]


class PlainGlassArea(TypedDict):
    """The glass of one player."""

    player: str
    points: int
    best: int
    best_windows: list[list[int]]
    windows: list[PlainWindow]
    loose_points: int
    loose_why: str
    loose: list[PlainGlassTile]
    unsure: list[str]


class PlainUnreadGlass(TypedDict):
    """Glass that could not be read, and why."""

    x: float
    y: float
    why: str


class PlainGlass(TypedDict):
    """The whole reading; ``house_rule``: points are a default of ours."""

    areas: list[PlainGlassArea]
    house_rule: bool
    unread: list[PlainUnreadGlass]
    trouble: str | None
