"""What lies in front of a player, in one strip: route, horses, hand, houses left, carriage, tiles, and whether the
route may be closed.
"""

from __future__ import annotations

from companion.ui.kit.base import look, words
from companion.ui.kit.players import draw_badge
from companion.ui.kit.theme import PLAYERS, rgba
from companion.ui.thurn_and_taxis.at_table import PostalView
from companion.ui.thurn_and_taxis.pen import Pen, ink
from games.thurn_and_taxis.advice import horses_and_cities, missing
from games.thurn_and_taxis.atlas import Atlas, StackKind
from games.thurn_and_taxis.state import Conveyance, State
from vision.artwork.thurn_and_taxis.land import province_colour

HEAD, LINE = 0.34, 0.29  # heights of type, world units
TILE, GAP = 0.42, 0.12
NAME_LEAST = 0.75  # of its size that a name may shrink to beside the answer


def draw_strip(pen: Pen, view: PostalView, seat: int, letter: str, place: tuple[float, float, float, float]) -> None:
    """Draw a player's strip; ``place`` is left, top, width, height."""
    left, top, wide, high = place
    the, state = look(), view.state
    paint, player = PLAYERS[view.seats[seat].colour], view.state.players[seat]
    active = seat == view.active
    pen.box(left, top, wide, high, the.colour("surface"))
    if active:
        pen.box(left, top, wide, high, rgba(paint.fill, 0.2))
        pen.ring(left, top, wide, high, rgba(paint.fill), 0.05)
    text, second = the.colour("text"), the.colour("text2")
    px, py = pen.to_px(left + 0.12, top + 0.58)
    draw_badge(view.seats[seat].colour, letter, px, py, 0.46 * pen.unit)
    beside = _draw_answer(pen, view, seat, (left + 0.7, left + wide - 0.12), top + 0.36)
    pen.words(view.seats[seat].name, left + 0.7, top + 0.36, HEAD, beside - left - 0.7, text, shrinks=True)
    y = top + high - 0.34
    x = left + 0.34
    for icon, counts in _counts(state, seat):
        pen.icon(icon, x, y, 0.36, second)
        x += 0.28 + pen.words(counts, x + 0.24, y, LINE + 0.03, 1.4, text) + 0.34
    _draw_tiles(pen, state, seat, left + wide - 0.12, y, x)
    route = " – ".join(player.route) or words("thurn.no_route")
    ground = text if player.route else second
    size = LINE if high < 2.1 else 0.34
    pen.wrapped(route, left + 0.16, top + 0.66, size, wide - 0.3, max(0.36, high - 0.66 - 0.58), ground)


def _draw_answer(pen: Pen, view: PostalView, seat: int, line: tuple[float, float], y: float) -> float:
    """The question "may I close?", answered for everybody at any time, at the right end of a line that begins with a
    name (``line``: from where to where). Where both have no room the name has it. Returns where the name has to end."""
    left, right = line
    answered, good = answer(view.state, seat)
    ends = right - pen.width_of(answered, LINE) - 0.28 - GAP
    if not answered or view.over or ends - left < NAME_LEAST * pen.width_of(view.seats[seat].name, HEAD):
        return right
    the = look()
    if good:
        pen.pill(answered, right, y, LINE, the.colour("ok"), ink() if the.palette.name == "dark" else (1, 1, 1, 1))
    else:
        pen.pill(answered, right, y, LINE, the.colour("raised"), the.colour("text2"))
    return ends


def answer(state: State, seat: int) -> tuple[str, bool]:
    """In words whether a route may be closed, or what it is missing."""
    if not state.players[seat].route:
        return "", False
    lacks = missing(state, seat)
    if not lacks:
        return words("thurn.may_close"), True
    parts = []
    if lacks.cities:
        parts.append(words("thurn.cities_short", cities=lacks.cities))
    if lacks.horses:
        parts.append(words("thurn.horses_short", horses=lacks.horses))
    key = "thurn.short_one" if lacks.cities + lacks.horses == 1 else "thurn.short"
    return words(key, what=" + ".join(parts)), False


def _counts(state: State, seat: int) -> list[tuple[str, str]]:
    """Cards in hand, houses left, and what pulls the carriage."""
    player = state.players[seat]
    found = [("cards", str(player.hand)), ("house", str(state.houses_left(seat)))]
    if state.setup.conveyance is Conveyance.HORSES:
        horses, cities = horses_and_cities(state, seat)
        found.append(("horseshoe", f"{horses}/{cities}"))
    else:
        found.append(("carriage", str(player.carriage) if player.carriage else "–"))
    return found


def _draw_tiles(pen: Pen, state: State, seat: int, right: float, y: float, least: float) -> None:
    """Bonus tiles, the newest at the right; closer together where there are many."""
    tiles = state.players[seat].tiles
    if not tiles:
        return
    room = right - least
    step = min(TILE + 0.06, (room - TILE) / max(1, len(tiles) - 1))
    for number, (key, value) in enumerate(reversed(tiles)):
        x = right - TILE - step * number
        blue, green, red = _tint(state.setup.atlas, key)
        pen.box(x, y - TILE / 2, TILE, TILE, (red / 255, green / 255, blue / 255, 1), 0.07)
        pen.ring(x, y - TILE / 2, TILE, TILE, ink(), 0.03, 0.07)
        pen.words(str(value), x + TILE / 2, y, 0.32, TILE, ink(), align="middle", weight="LatoBlack")


def _tint(atlas: Atlas, key: str) -> tuple[float, float, float]:
    stack = atlas.stack[key]
    if stack.kind is StackKind.PROVINCES:
        return province_colour(atlas, stack.provinces[0])
    return (228, 240, 247)
