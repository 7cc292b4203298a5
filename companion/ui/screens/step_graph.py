"""How scores grew over a game, drawn as steps, one line a player with the badge at its end. A picture, no kivy."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ui.kit.theme import PLAYERS, rgba
from games.any_game import AnyRecord

_FINE = 3
_MOST_LINES = 6  # of round scores
_HAIR = 14  # px at the least from the end of a line to its badge


def running_scores(record: AnyRecord) -> tuple[tuple[int, ...], ...]:
    """Everybody's score before the game, after each action, and after each line of the final scoring: rows of one
    number a seat. Where a score counts what no event tells, such as houses that nobody has built, it is in them."""
    rows = [list(record.scores_of(record.first))]
    for step in record.line:
        row = list(rows[-1])
        lines = [event.line for event in step.events if event.line is not None]
        for line in lines:
            if not line.final:
                row[line.player] += line.points
        rows.append(row)
        for line in lines:
            if line.final and line.points:
                row = list(row)
                row[line.player] += line.points
                rows.append(row)
        rows[-1] = list(record.scores_of(step.state))
    return tuple(tuple(row) for row in rows)


def end_points(rows: Sequence[Sequence[int]], width: int, height: int, badge: int) -> tuple[tuple[float, float], ...]:
    """Where each seat's badge stands, px from the upper left: as near to its score as may be, none over another.

    Badges that would overlap stand together about the middle of their scores, the higher score above (pool adjacent
    violators).
    """
    low, high = _range(rows)
    wanted = [_y(score, low, high, height, badge) for score in rows[-1]]
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    apart, half = badge + 2, badge / 2
    groups: list[list[float]] = []  # where each badge of a group would have its first one
    for number, seat in enumerate(order):
        groups.append([wanted[seat] - number * apart])
        while len(groups) > 1 and np.mean(groups[-2]) >= np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    first = [float(np.mean(group)) for group in groups for _ in group]
    placed = {
        seat: min(max(y, half), height - half - (len(order) - 1) * apart) + number * apart
        for number, (seat, y) in enumerate(zip(order, first, strict=True))
    }
    return tuple((width - half, placed[seat]) for seat in range(len(wanted)))


def grid_lines(
    rows: Sequence[Sequence[int]], height: int, badge: int, *, apart: float = 0.0
) -> tuple[tuple[int, float], ...]:
    """Round scores and how far below the upper edge each stands, px, at least ``apart`` px from each other."""
    low, high = _range(rows)
    each = _grid_step(high - low, (height - badge) / apart if apart else _MOST_LINES)
    return tuple(
        (score, _y(score, low, high, height, badge)) for score in range(-(-low // each) * each, high + 1, each)
    )


def step_graph(
    record: AnyRecord,
    width: int,
    height: int,
    *,
    badge: int,
    ink: str,
    ground: str,
    left: int = 0,
    apart: float = 0.0,
) -> NDArray[np.uint8]:
    """The graph, BGR (height, width, 3); ``badge`` px at the right edge and ``left`` px at the other stay free.
    ``apart`` is that of :func:`grid_lines`. ``ink``, ``ground``: ``"#RRGGBB"``.

    Each line has the fill of its player on an edge of ink and ends in a dot at its score. A hair leads from there to
    the badge, which tells it apart without colour: it may stand higher or lower, and no points are lost on that way.
    """
    rows = running_scores(record)
    low, high = _range(rows)
    picture = np.empty((height * _FINE, width * _FINE, 3), np.uint8)
    picture[:] = _bgr(ground)
    right = width - badge - max(_HAIR, badge // 2)
    for _, at in grid_lines(rows, height, badge, apart=apart):
        y = round(at * _FINE)
        cv2.line(picture, (left * _FINE, y), (right * _FINE, y), _mixed(ink, ground, 0.22), _FINE)
    ends = end_points(rows, width, height, badge)
    for seat, player in enumerate(record.setup.seats):
        paint = PLAYERS[player.colour]
        points = _steps([row[seat] for row in rows], (left, right), low, high, height, badge)
        line = np.round(np.array(points) * _FINE).astype(np.int32)
        to_badge = (round((width - badge) * _FINE), round(ends[seat][1] * _FINE))
        cv2.line(picture, tuple(map(int, line[-1])), to_badge, _mixed(ink, ground, 0.5), _FINE, cv2.LINE_AA)
        for around, colour in ((2, _bgr(ink)), (0, _bgr(paint.fill))):
            cv2.polylines(picture, [line], False, colour, (4 + around) * _FINE, cv2.LINE_AA)
            cv2.circle(picture, tuple(map(int, line[-1])), (4 + around // 2) * _FINE, colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _steps(
    scores: Sequence[int], between: tuple[int, int], low: int, high: int, height: int, badge: int
) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    left, right = between
    for number, score in enumerate(scores):
        x = left + (right - left) * number / max(1, len(scores) - 1)
        y = _y(score, low, high, height, badge)
        if points:
            points.append((x, points[-1][1]))
        points.append((x, y))
    return points


def _range(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    numbers = [score for row in rows for score in row]
    return min(0, min(numbers)), max(10, max(numbers))


def _y(score: int, low: int, high: int, height: int, badge: int) -> float:
    return badge / 2 + (height - badge) * (1 - (score - low) / (high - low))


def _grid_step(span: int, most: float) -> int:
    """How far apart round scores stand for no more than so many spaces between them."""
    steps = (5, 10, 20, 50, 100, 200)
    return next((step for step in steps if span / step <= min(most, _MOST_LINES)), 1000)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue, _ = rgba(colour)
    return round(blue * 255), round(green * 255), round(red * 255)


def _mixed(one: str, other: str, share: float) -> tuple[int, ...]:
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(_bgr(one), _bgr(other), strict=True))
