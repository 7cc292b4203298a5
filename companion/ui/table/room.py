"""Who gets which room of a table screen: board, dock, live picture and tools, none on another. No kivy here.

Where there is width, everything but the board stands in a column at its side which is always kept free, so that the
board neither jumps nor shrinks when something is docked. On a small tablet that column is there only while something
is docked. A board that would be much smaller beside it, and every board on a tablet that is held upright, has docks at
its foot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.ui.kit.theme import DrawingStyle

Room = tuple[float, float, float, float]  # x, y, width, height, px of the window
Size = tuple[float, float]

AS_LARGE = 0.92  # of what it is above docks, from which on a board has them at its side: there it never jumps
MUCH_LARGER = 1.25  # of what it is above a dock: for that a board may jump
SIDE_DP, SIDE_COMPACT_DP = 376.0, 264.0
LIVE_DP = (240.0, 135.0)
GAP_DP = 8.0
MOST_FOOT = 0.8  # of the area's height
LEAST_BOARD_DP = 132.0  # high: a lower board can't be read


@dataclass(frozen=True, slots=True)
class Rooms:
    """What :func:`rooms` gives: ``tools`` in the order asked for, None for one that finds no room now."""

    board: Room
    dock: Room | None
    live: Room | None
    tools: tuple[Room | None, ...]


def stands_beside(area: Room, look: DrawingStyle, shown_in: Callable[[Size], float], foot_dp: float) -> bool:
    """True where docks stand at the side of a board: where there is width, and the board is about as large beside them
    as above them.

    Args:
        shown_in: how large the board shows its world in a room of that size (px), in whatever unit.
        foot_dp: how high the docks of this game would be at its foot, as a rule.
    """
    foot = min(look.px(foot_dp), look.px(look.measures.dock))
    return _beside_against_foot(area, look, shown_in, foot) >= AS_LARGE


def much_larger_beside(area: Room, look: DrawingStyle, shown_in: Callable[[Size], float], foot_px: float) -> bool:
    """True where a board above a dock that is so high would be so small that this one stands at its side, though docks
    of this game lie at its foot as a rule. The arguments are those of :func:`stands_beside`, but ``foot_px`` in px."""
    return _beside_against_foot(area, look, shown_in, min(foot_px, MOST_FOOT * area[3])) >= MUCH_LARGER


def _beside_against_foot(area: Room, look: DrawingStyle, shown_in: Callable[[Size], float], foot_px: float) -> float:
    """How large the board is beside a dock, for what it is above one; 0 where there is no width for that."""
    _, _, width, height = area
    if width <= 1.2 * height:
        return 0.0
    above = shown_in((width, height - foot_px - 2 * look.px(GAP_DP)))
    return shown_in((width - side_width(look), height)) / max(above, 1e-6)


def side_width(look: DrawingStyle) -> float:
    """How wide a column of docks is with what keeps it apart, px."""
    return look.px(SIDE_COMPACT_DP if look.compact else SIDE_DP) + look.px(GAP_DP)


def rooms(
    area: Room, look: DrawingStyle, *, beside: bool, dock_height: float | None, live: bool, tools: Sequence[Size]
) -> Rooms:
    """Share an area out.

    Args:
        beside: docks stand at the side of the board, else at its foot.
        dock_height: how high what is docked is at a board's foot, px; None where nothing is.
        live: a live picture is shown.
        tools: sizes of the tools, px, the one that is needed most first.
    """
    if beside and look.compact and dock_height is None and not live:
        return _tools_beside(area, look, tools)
    if beside:
        return _beside(area, look, docked=dock_height is not None, live=live, tools=tools)
    return _at_foot(area, look, dock_height, live, tools)


def _beside(area: Room, look: DrawingStyle, *, docked: bool, live: bool, tools: Sequence[Size]) -> Rooms:
    x, y, width, height = area
    gap = look.px(GAP_DP)
    side = side_width(look) - gap
    left = x + gap / 2 if look.left_hand else x + width - side - gap / 2
    board_x = x + side + gap if look.left_hand else x
    foot = max((size[1] for size in tools), default=0.0) + 2 * gap
    column = (left, y + foot, side, height - foot - gap / 2)
    live_height = side * LIVE_DP[1] / LIVE_DP[0]
    shown = (left, y + height - gap / 2 - live_height, side, live_height) if live and not docked else None
    return Rooms(
        (board_x, y, width - side - gap, height),
        column if docked else None,
        shown,
        _in_row(tools, (left, y + gap, side, foot - 2 * gap), gap, from_left=look.left_hand),
    )


def _at_foot(area: Room, look: DrawingStyle, dock_height: float | None, live: bool, tools: Sequence[Size]) -> Rooms:
    x, y, width, height = area
    gap = look.px(GAP_DP)
    picture = (look.px(LIVE_DP[0]), look.px(LIVE_DP[1])) if live else (0.0, 0.0)
    high = max((size[1] for size in tools), default=0.0)
    docked = min(dock_height, MOST_FOOT * height) if dock_height is not None else 0.0
    if look.compact and not docked and not live:
        return _tools_beside(area, look, tools)
    if height > width or not docked:  # one above another
        below = docked + 2 * gap if docked else gap
        row_height = max(high, picture[1])
        roomy = height - below - row_height > look.px(120)
        dock = (x + gap, y + gap, width - 2 * gap, docked) if docked else None
        row = (x + gap, y + below, width - 2 * gap, high)
        shown = (x + (width - picture[0] - gap if look.left_hand else gap), y + below, *picture) if live else None
        used = below + row_height + gap if roomy else below
        return Rooms(
            (x, y + used, width, height - used),
            dock,
            shown if roomy else None,
            _in_row(tools, row, gap, from_left=look.left_hand) if roomy else (None,) * len(tools),
        )
    # beside each other: what is watched, the dock, and the first tool under the hand that plays
    row_height = max(docked, picture[1])
    first = tools[0] if tools else (0.0, 0.0)
    lead, trail = (picture[0] + gap if live else 0.0), (first[0] + gap if tools else 0.0)
    near, far = (trail, lead) if look.left_hand else (lead, trail)
    dock = (x + gap + near, y + gap, width - 2 * gap - near - far, docked)
    shown = (x + (width - picture[0] - gap if look.left_hand else gap), y + gap, *picture) if live else None
    tool = (x + (gap if look.left_hand else width - first[0] - gap), y + gap, *first) if tools else None
    used = row_height + 2 * gap
    return Rooms((x, y + used, width, height - used), dock, shown, (tool, *(None,) * (len(tools) - 1))[: len(tools)])


def _tools_beside(area: Room, look: DrawingStyle, tools: Sequence[Size]) -> Rooms:
    """On a small screen, whose height is what is scarce: tools one above another under the hand that plays."""
    x, y, width, height = area
    gap = look.px(GAP_DP)
    side = max((size[0] for size in tools), default=0.0)
    left = x + gap if look.left_hand else x + width - side - gap
    found: list[Room | None] = []
    reach = y + gap
    for tool_width, tool_height in tools:
        found.append((left, reach, tool_width, tool_height))
        reach += tool_height + gap
    board_x = x + side + 2 * gap if look.left_hand else x
    return Rooms((board_x, y, width - side - 2 * gap, height), None, None, tuple(found))


def _in_row(tools: Sequence[Size], row: Room, gap: float, *, from_left: bool) -> tuple[Room | None, ...]:
    """Tools one beside another from the side of the hand that plays, as many as there is width for."""
    x, y, width, _ = row
    found: list[Room | None] = []
    reach = 0.0
    for tool_width, tool_height in tools:
        if reach + tool_width > width:
            found.append(None)
            continue
        found.append((x + reach if from_left else x + width - reach - tool_width, y, tool_width, tool_height))
        reach += tool_width + gap
    return tuple(found)
