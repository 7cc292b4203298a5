"""The advice on closing: a card for every way to place the houses, with a small map, what it brings now and what it
leaves open; the best first. Where the route can't be closed, what it is missing.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockStrip, title_row
from companion.ui.kit.players import draw_badge
from companion.ui.kit.theme import PLAYERS
from companion.ui.thurn_and_taxis.at_table import PostalView
from companion.ui.thurn_and_taxis.board import texture_of
from companion.ui.thurn_and_taxis.map import DrawnRoute, map_picture
from companion.ui.thurn_and_taxis.offers import closing_head, may_close
from games.game import Phrase
from games.thurn_and_taxis.actions import Close
from games.thurn_and_taxis.advice import ClosingAdvice, advice, missing
from games.thurn_and_taxis.atlas import Atlas, Stack, StackKind
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import State

CARD_DP, CARD_COMPACT_DP, HIGH_DP = 400, 330, 216  # low: the map above shows what is chosen, and keeps its room
CARD_LEAST_DP = 64  # how high one is at least
MAP_DP, MAP_COMPACT_DP = 150, 96  # how wide a card's own map is
MARGIN_MM = 26.0
MOST = 24  # cards; the best ones


class AdviserDock(Dock):
    """Every way to close, to be tapped; DONE commits the one that is chosen.

    Args:
        view: the table. stage: proposes a closing, None for none. back: puts the dock away.
    """

    height_dp = HIGH_DP
    lies_flat = True
    takes_side = True

    def __init__(self, view: PostalView, stage: Callable[[Close | None], None], back: Callable[[], None]) -> None:
        super().__init__()
        the, state = look(), view.state
        self.leaves_board, self.spacing = the.compact, the.px(4)
        found = advice(state) if the.aids else tuple(sorted(advice(state), key=_unjudged))
        able = state.step is Step.CLOSE
        if missing(state, state.seat):
            head = Phrase.of("thurn.not_yet", what=may_close(state))
        else:
            key = "thurn.close_how" if able else "thurn.close_after_card"
            head = Phrase.of(key, name=view.seats[state.seat].name, ways=len(found), what=closing_head(state))
        self.add_widget(title_row(say(head, the.language), back))
        self.cards: list[AdviceCard] = []
        chosen = view.proposal.actions[0] if view.proposal is not None and view.proposal.actions else None
        if not found:
            self.height_dp = 100
            return
        for number, one in enumerate(found[:MOST]):
            best = the.aids and one.gain == found[0].gain and number == 0
            card = AdviceCard(view, one, best=best, chosen=one.action == chosen)
            card.disabled = not able
            card.bind(on_release=lambda card: stage(None if card.chosen else card.advice.action))
            self.cards.append(card)
        wide = (CARD_COMPACT_DP if the.compact else CARD_DP) * the.text_scale
        strip = DockStrip(self.cards, (wide, CARD_LEAST_DP))
        for card in self.cards:
            card.bind(needed_height=lambda *_: strip.give_height(max(one.needed_height for one in self.cards)))
        self.add_widget(strip)


def _unjudged(one: ClosingAdvice) -> tuple[str, tuple[str, ...], bool]:
    """An order that tells nothing of what is best."""
    return one.action.how, one.action.cities, one.action.cartwright


class AdviceCard(Tap):
    """One way to close: a small map, and beside it what it brings and leaves open, which need so much height, px. At
    the side of a small tablet's board there is no map: that board shows the way that is chosen."""

    needed_height = NumericProperty(0)

    def __init__(self, view: PostalView, one: ClosingAdvice, *, best: bool, chosen: bool) -> None:
        the = look()
        self.advice, self.chosen = one, chosen
        super().__init__(kind="chosen" if chosen else "raised")
        self.padding, self.spacing = [the.px(8), the.px(4 if the.compact else 8)], the.px(10)
        ink, second = ("on_primary", "on_primary") if chosen else ("text", "text2")
        if best and not chosen:
            self.rim, self.rim_width = the.colour("ok"), 3
        column = BoxLayout(orientation="vertical", spacing=the.px(2), size_hint_y=None, pos_hint={"center_y": 0.5})
        column.bind(minimum_height=self._take_needs)
        head = BoxLayout(size_hint_y=None, height=the.px(32), spacing=the.px(6))
        head.bind(minimum_height=lambda head, height: setattr(head, "height", max(the.px(32), height)))
        gain = f"+{one.gain}" if one.gain >= 0 else f"−{-one.gain}"
        if the.aids:
            head.add_widget(Words(text=gain, role="ribbon", weight="black", ink=ink, fit="free"))
        way = say(_way(view.state, one), the.language)
        head.add_widget(Words(text=way, role="least", weight="bold", ink=ink, fit="wrap"))
        if best:
            head.add_widget(
                Words(text=words("thurn.best"), role="least", weight="bold", ink=ink if chosen else "ok", fit="free")
            )
        for part in head.children:
            part.pos_hint = {"center_y": 0.5}
        column.add_widget(head)
        mapped = not the.compact or the.portrait
        lines = [] if mapped else [", ".join(one.action.cities)]  # which no map shows
        lines += [say(text, the.language) for text in ((_brings(view.state, one), _leaves(one)) if the.aids else ())]
        for text in lines:
            column.add_widget(Words(text=text, role="least", ink=second, fit="wrap"))
        if mapped:
            wide = the.px(MAP_COMPACT_DP if the.compact else MAP_DP)
            self.add_widget(RouteMap(view, one.action.cities, size_hint_x=None, width=wide))
        self.add_widget(column)

    def _take_needs(self, column: BoxLayout, height: float) -> None:
        column.height = height
        self.needed_height = height + self.padding[1] + self.padding[3]


def _way(state: State, one: ClosingAdvice) -> Phrase:
    if not one.action.cities:
        return Phrase.of("thurn.way_none")
    if one.action.how == "one":
        way = Phrase.of("thurn.way_one", houses=len(one.action.cities))
    else:
        province = state.setup.atlas.city[one.action.cities[0]].province or ""
        way = Phrase.of("thurn.way_all", houses=len(one.action.cities), province=province)
    return Phrase.of("thurn.way_cartwright", way=way) if one.action.cartwright else way


def _brings(state: State, one: ClosingAdvice) -> Phrase:
    """Tiles and carriage, or that only houses are placed."""
    atlas = state.setup.atlas
    parts = tuple(Phrase.of("thurn.tile_short", tile=brief(atlas.stack[key]), points=value) for key, value in one.tiles)
    return Phrase.of("thurn.now_brings", what=parts) if parts else Phrase.of("thurn.no_tile")


def brief(stack: Stack) -> Phrase:
    """A tile in two words."""
    match stack.kind:
        case StackKind.LENGTH:
            return Phrase.of("thurn.brief_length", length=stack.length)
        case StackKind.PROVINCES:
            return Phrase.of("thurn.brief_provinces", provinces=" + ".join(stack.provinces))
        case StackKind.FREE_CITY:
            return Phrase.of("thurn.brief_free_city", city=stack.city)
        case StackKind.ALL_PROVINCES:
            return Phrase.of("thurn.brief_all_provinces")
        case StackKind.GAME_END:
            return Phrase.of("thurn.brief_game_end")


def _leaves(one: ClosingAdvice) -> Phrase:
    """The cities that provinces of the route still lack."""
    if not one.open_cities:
        return Phrase.of("thurn.nothing_open")
    parts = tuple(
        Phrase.of("thurn.open_in", province=province, cities=", ".join(cities) if len(cities) < 3 else len(cities))
        for province, cities in one.open_cities
    )
    return Phrase.of("thurn.leaves_open", what=parts)


class RouteMap(Widget):
    """The part of the map around the mover's route, with houses as they stand and as they would."""

    def __init__(self, view: PostalView, cities: tuple[str, ...], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._view, self._cities = view, cities
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        wide, high = round(self.width), round(self.height)
        if min(wide, high) < 20:
            return
        view, state = self._view, self._view.state
        seat = state.seat
        atlas, route = state.setup.atlas, state.mover.route
        left, top, scale = _window(atlas, route, wide, high)
        fill = PLAYERS[view.seats[seat].colour].fill
        colour = (int(fill[5:7], 16), int(fill[3:5], 16), int(fill[1:3], 16))
        scale = max(0.35, round(scale * 20) / 20)  # few sizes: each is painted once
        picture = map_picture(atlas, scale, (DrawnRoute(route, colour, 8.0),))
        x0 = int(max(0, min(picture.shape[1] - wide, (left * scale))))
        y0 = int(max(0, min(picture.shape[0] - high, (top * scale))))
        part = picture[y0 : y0 + high, x0 : x0 + wide]
        left_px = round(self.x + (wide - part.shape[1]) / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                pos=(left_px, round(self.y + high - part.shape[0])),
                size=(part.shape[1], part.shape[0]),
                texture=texture_of(part, 8),
            )
            for name in route:
                city = atlas.city[name]
                px = round(left_px + city.x_mm * scale - x0)
                py = round(self.y + high - (city.y_mm * scale - y0))
                new, old = name in self._cities, name in state.mover.houses
                if new or old:
                    side = _house_side(scale, new)
                    rim = look().colour("text") if new else (0.3, 0.26, 0.22, 1)
                    letter = "+" if new else ""
                    draw_badge(view.seats[seat].colour, letter, px - side / 2, py - side / 2, side, rim=rim)


def _house_side(scale: float, new: bool) -> float:
    """How large a house is on a small map, px."""
    return max(14.0, (30.0 if new else 20.0) * scale)


def _window(atlas: Atlas, route: tuple[str, ...], wide: int, high: int) -> tuple[float, float, float]:
    """Left and top in mm, and px a mm, so that the whole route is in a picture of that size; all of the map where there
    is no route."""
    shown = [atlas.city[name] for name in route] or list(atlas.cities)
    xs, ys = [one.x_mm for one in shown], [one.y_mm for one in shown]
    across = max(xs) - min(xs) + 2 * MARGIN_MM
    deep = max(ys) - min(ys) + 2 * MARGIN_MM
    scale = min(wide / across, high / deep, 1.2)
    scale = max(0.35, int(scale * 20) / 20)
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    return middle[0] - wide / scale / 2, middle[1] - high / scale / 2, scale
