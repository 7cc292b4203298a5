"""The end of the Grand Masters: tile by tile, fours, then twos, Money last; every point with what it comes from."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Event, Phrase, ScoreItem, ScoreLine
from games.riga.box.components import Master, Side, money_side, printed
from games.riga.grand_masters import Display, Placed, Row, cell_place, counted, tile_phrase, tile_place

RULE = "Die Großmeister, Schlusswertung"
DIFFER = "rulebooks differ"  # a mark: what is played is told in data/languages.json


def tile_lines(row: Row, displays: Sequence[Display]) -> tuple[ScoreLine, ...]:
    """What every tile but Money brings: its owner first, then the second prizes in playing order."""
    lines = []
    for placed in row:
        if placed.owner is None:
            continue  # "… a tile that another player owns": nobody's tile brings no second prize either
        lines.append(_owner_line(placed, displays))
        lines += [_second_line(placed, displays, seat) for seat in second_prizes(placed, displays)]
    return tuple(lines)


def second_prizes(placed: Placed, displays: Sequence[Display]) -> tuple[int, ...]:
    """Seats that score two points for a tile that another player owns."""
    master = placed.master
    if placed.owner is None or master.is_money:
        return ()
    counts = {seat: one.count(master.subject) for seat, one in enumerate(displays) if seat != placed.owner}
    qualified = {seat for seat, count in counts.items() if count >= printed().needs(master)}
    if master.side is Side.MAX:
        # "… and if no other player (except for the tile's owner) has more than you": ties all score.
        qualified = {seat for seat in qualified if counts[seat] == max(counts.values())}
    return tuple(sorted(qualified))


def money_points(cash: Sequence[int]) -> tuple[int, ...]:
    """What Money brings to each seat, by cash in ducats.

    Equal cash: the points of the ranks concerned are added and divided equally, rounded down. No cash, no points.
    """
    ranks = printed().ranks(len(cash))
    return tuple(_share(cash, ranks, amount)[0] for amount in cash)


def money_lines(cash: Sequence[int], marks: tuple[str, ...] = ()) -> tuple[ScoreLine, ...]:
    """Money in words, richest first; who gets nothing has no line."""
    ranks = printed().ranks(len(cash))
    lines = []
    for seat in sorted(range(len(cash)), key=lambda seat: (-cash[seat], seat)):
        points, working = _share(cash, ranks, cash[seat])
        if points:
            phrase = Phrase.of("riga.money_scored", ducats=cash[seat])
            rank = 1 + sum(other > cash[seat] for other in cash)
            item = ScoreItem(Phrase.of("riga.money_rank", rank=rank, ducats=cash[seat]), points)
            places = (tile_place(Master("Money", Side.NONE)), f"cash:{seat}")
            line_marks = (*marks, DIFFER)
            lines.append(
                ScoreLine(seat, points, phrase, (item,), working, _money_rule(len(cash)), True, places, line_marks)
            )
    return tuple(lines)


def events_of(lines: Sequence[ScoreLine]) -> tuple[Event, ...]:
    """Score lines as things that happen."""
    return tuple(Event(line.reason, line.player, line.places, line) for line in lines)


def _owner_line(placed: Placed, displays: Sequence[Display]) -> ScoreLine:
    assert placed.owner is not None
    points, master = printed().owner_points, placed.master
    item = ScoreItem(counted(master.subject, displays[placed.owner].count(master.subject)), points)
    reason = Phrase.of("riga.tile_owned", tile=tile_phrase(master))
    return _line(placed, placed.owner, points, reason, item)


def _second_line(placed: Placed, displays: Sequence[Display], seat: int) -> ScoreLine:
    points, master = printed().second_points, placed.master
    count = counted(master.subject, displays[seat].count(master.subject))
    reason = Phrase.of(f"riga.second_{master.side.value}", tile=tile_phrase(master), needs=printed().needs(master))
    # "if you fulfill its initial requirement" is said of Max. tiles only, and less plainly than the German original.
    marks = (DIFFER,) if placed.master.side is Side.MAX else ()
    return _line(placed, seat, points, reason, ScoreItem(count, points), marks)


def _line(
    placed: Placed, seat: int, points: int, reason: Phrase, item: ScoreItem, marks: tuple[str, ...] = ()
) -> ScoreLine:
    places = (tile_place(placed.master), cell_place(seat, placed.master.subject))
    return ScoreLine(seat, points, reason, (item,), str(points), RULE, True, places, marks)


def _share(cash: Sequence[int], ranks: tuple[int, ...], amount: int) -> tuple[int, str]:
    """Points for whoever has this much, and the sum written out."""
    if amount <= 0:
        return 0, ""
    rank, equal = sum(other > amount for other in cash), sum(other == amount for other in cash)
    share = [ranks[place] if place < len(ranks) else 0 for place in range(rank, rank + equal)]
    if equal == 1:
        return share[0], str(share[0])
    return sum(share) // equal, f"({' + '.join(map(str, share))}) ÷ {equal}"


def _money_rule(players: int) -> str:
    side = "6-4-2" if money_side(players) == "four" else "4-2"
    return f"{RULE}, Geld {side}"
