"""What glass brings: options of the set-up. The rulebook's values are lost, so ours are a house rule and marked so,
unless an owner has entered what is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.carcassonne.expansion import Rulebook
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.windows import (
    GlassValues,
    Window,
    assemblies,
    printed,
    tiles_of,
    unfinished,
    whole_copies,
    window_name,
)
from games.carcassonne.state import State
from games.game import Event, Phrase, ScoreItem, ScoreLine
from games.place_before import GLASS, PlaceBefore

RULE = "Stained Glass, score"
HOUSE_RULE = f"{RULE} (house rule: the rulebook's own is lost)"
LOOSE_TILE = "glass-unfinished-tile"
POINTS = (*(f"glass-window-{tiles}" for tiles in (3, 6, 9, 12)), LOOSE_TILE)  # options that say how many points


def glass_values(book: Rulebook) -> GlassValues:
    """What glass brings in this game."""
    return values_by(book.options)


def values_by(options: Mapping[str, object]) -> GlassValues:
    """What glass brings with these options."""
    three, six, nine, twelve, loose = (int(str(options[key])) for key in POINTS)
    return GlassValues((three, six, nine, twelve), loose)


def counted(book: Rulebook, seat: int, window: Window, *, final: bool = False) -> Event:
    """A window is counted."""
    return _counted(book.options, book.setup.printed, seat, window, final=final)


def _counted(
    options: Mapping[str, object], entered: Iterable[str], seat: int, window: Window, *, final: bool = False
) -> Event:
    tiles = tiles_of(window)
    points = values_by(options).of(window)
    item = ScoreItem(Phrase.of("carcassonne.item_window", tiles=len(tiles), window=window_name(window)), points)
    settled = (f"glass-window-{len(tiles)}", *(("glass-uncounted", "glass-kept-windows") if final else ()))
    house_rule = not set(settled) <= set(entered)
    return _event(seat, "window_counted", (item,), f"{points}", tiles, final=final, house_rule=house_rule)


def is_house_rule(book: Rulebook, options: Iterable[str] = POINTS) -> bool:
    """Whether any of these options is a house rule, ours or the table's, and not what the owner's rulebook prints."""
    return not set(options) <= set(book.setup.printed)


def final_glass(book: Rulebook, state: State) -> tuple[Event, ...]:
    """The end of the game: whole windows that were never counted, and the tiles of unfinished ones."""
    held = glass_of(state).held
    return tuple(
        event for seat, own in enumerate(held) for event in glass_kept(seat, own, book.options, book.setup.printed)
    )


def glass_kept(
    seat: int, held: Mapping[str, int], options: Mapping[str, object], entered: Iterable[str]
) -> tuple[Event, ...]:
    """What a seat's glass brings at the end.

    Args:
        held: the player's glass, kind -> how many.
        options: of the game. told: which of them the owner's rulebook prints; the others are a house rule.
    """
    events: list[Event] = []
    each = int(str(options[LOOSE_TILE]))
    rule = options["glass-uncounted"]
    loose = list(unfinished(held).elements())
    windows = kept_windows(held, values_by(options), str(options["glass-kept-windows"]))
    if rule == "full":
        events.extend(_counted(options, entered, seat, window, final=True) for window in windows)
    elif rule == "tiles":
        loose.extend(tile for window in windows for tile in tiles_of(window))
    if loose:
        phrase = Phrase.of("carcassonne.item_glass", each=each, tiles=len(loose))
        item = ScoreItem(phrase, len(loose) * each)
        working = f"{len(loose)} × {each}"
        tiles = tuple(sorted(loose))
        settled = (LOOSE_TILE, *(("glass-uncounted",) if windows and rule == "tiles" else ()))
        house_rule = not set(settled) <= set(entered)
        events.append(_event(seat, "glass_unfinished", (item,), working, tiles, final=True, house_rule=house_rule))
    return tuple(events)


def kept_windows(held: Mapping[str, int], values: GlassValues, reading: str) -> tuple[Window, ...]:
    """As which windows a player's whole ones count that were kept to the end.

    Args:
        held: the player's glass, kind -> how many.
        values: what windows bring.
        reading: ``best`` for whatever brings most ("can together form a bigger window": the player may choose),
            ``joined`` for as few and as large windows as there can be, ``apart`` for windows of three tiles only.
    """
    ways = [way.windows for way in assemblies(held, values)]
    every = sum(whole_copies(held).values())
    using_all = [windows for windows in ways if sum(map(len, windows)) == every]
    if reading == "joined":
        # With as few windows, the larger ones first: 3 + 1 small windows rather than 2 + 2.
        return min(using_all, key=lambda windows: (len(windows), sorted(-len(one) for one in windows)))
    if reading == "apart":
        return max(using_all, key=len)
    return ways[0]


def _event(
    seat: int,
    reason: str,
    items: tuple[ScoreItem, ...],
    working: str,
    tiles: tuple[str, ...],
    *,
    final: bool,
    house_rule: bool,
) -> Event:
    line = ScoreLine(
        player=seat,
        points=sum(item.points for item in items),
        reason=Phrase.of(f"carcassonne.{reason}" if house_rule else f"carcassonne.{reason}_as_printed"),
        items=items,
        working=working,
        rule=HOUSE_RULE if house_rule else RULE,
        final=final,
        places=tuple(PlaceBefore(GLASS, seat, tile).notation for tile in tiles),
        marks=(printed()["mark"],) if house_rule else (),
    )
    return Event(line.reason, seat, line.places, line)
