"""Our icons as strokes on a grid of 24 by 24, y down: Lato has no check marks, arrows or dice."""

from __future__ import annotations

import math
from dataclasses import dataclass

GRID = 24
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class IconStroke:
    """A line through points, ``width`` grid units thick with round ends; width 0 fills the polygon. ``cut`` erases."""

    points: tuple[Point, ...]
    width: float = 2.2
    closed: bool = False
    cut: bool = False


def _line(*points: Point, width: float = 2.2) -> IconStroke:
    return IconStroke(points, width)


def _fill(*points: Point, cut: bool = False) -> IconStroke:
    return IconStroke(points, 0, cut=cut)


def _arc(x: float, y: float, r: float, start: float, end: float, width: float = 2.2) -> IconStroke:
    """Degrees clockwise from the right."""
    steps = max(8, int(abs(end - start) / 6))
    turns = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
    return IconStroke(tuple((x + r * math.cos(t), y + r * math.sin(t)) for t in turns), width)


def _circle(x: float, y: float, r: float, width: float = 2.2) -> IconStroke:
    return IconStroke(_arc(x, y, r, 0, 354).points, width, closed=True)


def _disc(x: float, y: float, r: float, *, cut: bool = False) -> IconStroke:
    return IconStroke(_arc(x, y, r, 0, 354).points, 0, cut=cut)


def _box(x0: float, y0: float, x1: float, y1: float, width: float = 2.2) -> IconStroke:
    return IconStroke(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), width, closed=True)


def _gear() -> tuple[IconStroke, ...]:
    teeth = []
    for k in range(8):
        turn = math.radians(45 * k)
        teeth.append(
            _line(
                (12 + 7 * math.cos(turn), 12 + 7 * math.sin(turn)),
                (12 + 9.4 * math.cos(turn), 12 + 9.4 * math.sin(turn)),
                width=3.4,
            )
        )
    return (_disc(12, 12, 7.4), *teeth, _disc(12, 12, 3.2, cut=True))


# A standing figure of ours: round head, sloping shoulders, a wide foot.
FIGURE: tuple[Point, ...] = (
    *((12 + 4.3 * math.cos(t), 6.6 + 4.3 * math.sin(t)) for t in (math.radians(a) for a in range(140, 401, 10))),
    (16.4, 11.6),
    (18.3, 16.2),
    (19.4, 22),
    (4.6, 22),
    (5.7, 16.2),
    (7.6, 11.6),
)

ICONS: dict[str, tuple[IconStroke, ...]] = {
    "check": (_line((4.5, 12.5), (10, 18), (19.5, 6.5), width=2.8),),
    "cross": (_line((6, 6), (18, 18), width=2.8), _line((18, 6), (6, 18), width=2.8)),
    "warn": (
        _fill((12, 2.6), (22.4, 21), (1.6, 21)),
        IconStroke(((12, 3.4), (21.6, 20.4), (2.4, 20.4)), 1.6, closed=True),
        IconStroke(((12, 9), (12, 14.2)), 2.2, cut=True),
        _disc(12, 17.6, 1.35, cut=True),
    ),
    "bar": (_line((5, 12), (19, 12), width=2.8),),
    "menu": (_line((4, 6.5), (20, 6.5)), _line((4, 12), (20, 12)), _line((4, 17.5), (20, 17.5))),
    "back": (_line((14.5, 5), (7.5, 12), (14.5, 19), width=2.6),),
    "next": (_line((9.5, 5), (16.5, 12), (9.5, 19), width=2.6),),
    "down": (_line((5, 9.5), (12, 16.5), (19, 9.5), width=2.6),),
    "undo": (_arc(12.5, 13.5, 6.5, -160, 100, 2.4), _fill((2.6, 12.6), (10.6, 12.6), (5.6, 5.8))),
    "redo": (_arc(11.5, 13.5, 6.5, -20, -280, 2.4), _fill((21.4, 12.6), (13.4, 12.6), (18.4, 5.8))),
    "rotate": (_arc(12, 12, 7.2, -40, 230, 2.4), _fill((14.2, 9.4), (21.6, 9.8), (19.4, 2.8))),
    "camera": (
        _box(2.6, 6.6, 21.4, 19.6),
        _fill((7.6, 6.6), (9.4, 3.6), (14.6, 3.6), (16.4, 6.6)),
        _circle(12, 13, 3.8),
    ),
    "eye": (
        IconStroke(
            tuple(
                (12 + 9.6 * math.cos(t), 12 - 6.2 * math.sin(t) * abs(math.sin(t)) ** 0.3)
                for t in (math.radians(a) for a in range(0, 360, 8))
            ),
            2.0,
            closed=True,
        ),
        _disc(12, 12, 3.1),
    ),
    "hand": (
        _line((8, 12.5), (8, 5.6), width=2.6),
        _line((11.4, 11.5), (11.4, 3.4), width=2.6),
        _line((14.8, 12), (14.8, 4.4), width=2.6),
        _line((18.2, 13), (18.2, 7), width=2.6),
        _line((7.6, 15.5), (3.8, 11.6), width=2.6),
        _fill((6.7, 11), (19.5, 11), (19.5, 15), (18, 19), (15.5, 21.6), (11, 21.6), (7.6, 18.4), (4.6, 14)),
    ),
    "light": (
        _circle(12, 12, 4.2),
        *(
            _line(
                (12 + 7.2 * math.cos(math.radians(a)), 12 + 7.2 * math.sin(math.radians(a))),
                (12 + 9.8 * math.cos(math.radians(a)), 12 + 9.8 * math.sin(math.radians(a))),
            )
            for a in range(0, 360, 45)
        ),
    ),
    "table": (_box(3, 5, 21, 19), _line((3, 12), (21, 12), width=1.6), _line((12, 5), (12, 19), width=1.6)),
    "buttons": (
        _line((3, 18.6), (21, 18.6), width=3.0),
        _arc(12, 17, 6.6, 180, 360, 2.4),
        _line((12, 5.6), (12, 3), width=2.4),
    ),
    "dice": (
        _box(4, 4, 20, 20),
        _disc(8.6, 8.6, 1.7),
        _disc(15.4, 8.6, 1.7),
        _disc(8.6, 15.4, 1.7),
        _disc(15.4, 15.4, 1.7),
    ),
    "save": (_box(4, 4, 20, 20), _box(8, 4, 16, 9.4, width=1.8), _box(7.4, 13.4, 16.6, 20, width=1.8)),
    "gear": _gear(),
    "play": (_fill((7, 4), (20, 12), (7, 20)),),
    "pause": (_fill((6, 4.5), (10, 4.5), (10, 19.5), (6, 19.5)), _fill((14, 4.5), (18, 4.5), (18, 19.5), (14, 19.5))),
    "history": (_circle(12, 12, 8.8), _line((12, 6.8), (12, 12), (16, 14.4))),
    "graph": (_line((4, 4), (4, 20), (20, 20)), _line((4, 16), (9, 11), (13, 13), (20, 5))),
    "fit": (
        _line((4, 9), (4, 4), (9, 4)),
        _line((15, 4), (20, 4), (20, 9)),
        _line((20, 15), (20, 20), (15, 20)),
        _line((9, 20), (4, 20), (4, 15)),
    ),
    "tile": (_box(4, 4, 20, 20), _line((4, 14), (10, 14), (14, 10), (14, 4), width=1.8)),
    "figure": (_fill(*FIGURE),),
    "no_figure": (
        _fill(*FIGURE),
        IconStroke(((3, 21.5), (21, 2.5)), 5.0, cut=True),
        _line((4, 21), (20.4, 3), width=2.2),
    ),
    "voice": (
        _fill((3, 9.4), (7.4, 9.4), (12.6, 4.6), (12.6, 19.4), (7.4, 14.6), (3, 14.6)),
        _arc(12.6, 12, 4, -50, 50),
        _arc(12.6, 12, 8, -50, 50),
    ),
    "house": (
        _line((3, 12), (12, 4), (21, 12)),
        _line((5.6, 10.4), (5.6, 20), (18.4, 20), (18.4, 10.4)),
    ),
    "why": (
        _arc(12, 8.8, 4.8, -190, 55, 2.6),
        _line((14.7, 12.7), (12, 15.2), (12, 16.2), width=2.6),
        _disc(12, 20.4, 1.7),
    ),
    "person_add": (
        _disc(9.6, 7, 4),
        _fill((2, 20.4), (3.4, 14.6), (7, 12.4), (12.2, 12.4), (15.8, 14.6), (17.2, 20.4)),
        _line((19, 4.4), (19, 11.4)),
        _line((15.5, 7.9), (22.5, 7.9)),
    ),
    "shuffle": (
        _line((3, 7), (7, 7), (15, 17), (20, 17)),
        _line((3, 17), (7, 17), (9, 14.5)),
        _line((13, 9.5), (15, 7), (20, 7)),
        _line((17.5, 4), (20.8, 7), (17.5, 10), width=2),
        _line((17.5, 14), (20.8, 17), (17.5, 20), width=2),
    ),
    "trash": (
        _line((4, 6.6), (20, 6.6)),
        _line((9, 6.4), (9.6, 3.6), (14.4, 3.6), (15, 6.4), width=1.8),
        _line((6, 6.6), (7, 20.4), (17, 20.4), (18, 6.6)),
    ),
    "pen": (
        _line((4.4, 19.6), (5.8, 14.6), (16, 4.4), (19.6, 8), (9.4, 18.2), (4.4, 19.6)),
        _line((13.4, 7), (17, 10.6), width=1.8),
    ),
    "swap": (
        _line((4, 8), (19, 8)),
        _line((15, 4), (19.4, 8), (15, 12)),
        _line((20, 16), (5, 16)),
        _line((9, 12), (4.6, 16), (9, 20)),
    ),
    "crown": (_fill((3, 19.5), (2, 7), (7.6, 11.6), (12, 4), (16.4, 11.6), (22, 7), (21, 19.5)),),
    "erase": (
        _line((8.5, 5), (21, 5), (21, 19), (8.5, 19), (2.6, 12), (8.5, 5)),
        _line((11.6, 9), (17.4, 15)),
        _line((17.4, 9), (11.6, 15)),
    ),
    "share": (
        _line((12, 15), (12, 3.6)),
        _line((7.6, 8), (12, 3.6), (16.4, 8)),
        _line((4.6, 13), (4.6, 20.4), (19.4, 20.4), (19.4, 13)),
    ),
    "add": (_line((12, 4.5), (12, 19.5), width=2.8), _line((4.5, 12), (19.5, 12), width=2.8)),
    "bag": (
        _fill((8.6, 8.2), (15.4, 8.2), (20.2, 15), (19, 20.6), (5, 20.6), (3.8, 15)),
        _fill((7.4, 2.8), (12, 4.4), (16.6, 2.8), (15.2, 7), (8.8, 7)),
    ),
    "shield": (_fill((4.4, 3.6), (19.6, 3.6), (19.6, 11.4), (17.4, 16.6), (12, 21.4), (6.6, 16.6), (4.4, 11.4)),),
    "horseshoe": (
        _arc(12, 10.5, 6.6, 128, 412, width=3.6),
        _line((7.6, 16), (6.2, 20.4), width=3.4),
        _line((16.4, 16), (17.8, 20.4), width=3.4),
    ),
    "cards": (
        _line((7, 18), (4.5, 17), (4.5, 4), (14, 4), (14.6, 5)),
        _box(9, 8, 19.5, 21),
    ),
    "carriage": (
        _fill((3, 8), (19, 8), (17.5, 15), (5, 15)),
        _line((17, 8), (17, 3.5), (20.5, 3.5), width=2.0),
        _circle(7, 18, 2.8),
        _circle(16, 18, 2.8),
    ),
    "question": (
        _arc(12, 8.8, 4.8, -190, 55, 2.6),
        _line((14.7, 12.7), (12, 15.2), (12, 16.2), width=2.6),
        _disc(12, 20.4, 1.7),
    ),
}
