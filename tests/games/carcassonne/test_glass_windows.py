"""The best way to put glass together, and what it brings at the end of the game."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import Glass, with_glass
from games.carcassonne.stained_glass.scoring import kept_windows
from games.carcassonne.stained_glass.windows import (
    GlassValues,
    assemblies,
    best_windows,
    glass_kinds,
    legal_windows,
    tiles_of,
    unfinished,
    whole_supply,
    window_name,
    worth_at_end,
)
from games.carcassonne.state import State
from games.game import Refusal, RefusalKind, Seat

ANNA, BEN = 0, 1

VALUES = GlassValues((6, 15, 27, 42), 1)
GLASS = st.dictionaries(st.sampled_from(glass_kinds()), st.integers(1, 2))


def glass(text: str) -> Counter[str]:
    """``1 2a 2b``: a whole small window, or single tiles."""
    return Counter(tile for word in text.split() for tile in (tiles_of((int(word),)) if word.isdecimal() else (word,)))


@pytest.mark.parametrize(
    ("held", "windows", "points"),
    [
        ("", (), 0),
        ("1a 1b", (), 0),
        ("1", ((1,),), 6),
        ("1 1", ((1,), (1,)), 12),
        ("1 2", ((1, 2),), 15),
        ("1 3", ((1,), (3,)), 12),
        ("1 2 3", ((1, 2, 3),), 27),
        ("1 2 4", ((4,), (1, 2)), 21),
        ("1 2 3 4", ((1, 2, 3, 4),), 42),
        ("1 2 2 3", ((2,), (1, 2, 3)), 33),
        ("1 1 2 2 3 3 4 4", ((1, 2, 3, 4), (1, 2, 3, 4)), 84),
    ],
)
def test_best_assembly(held: str, windows: object, points: int) -> None:
    best = assemblies(glass(held), VALUES)[0]
    assert (best.windows, best.points) == (windows, points)


def _by_force(tiles: Counter[str]) -> int:
    """Every multiset of up to eight windows, tried tile by tile."""
    best = 0
    for count in range(1, 9):
        found = False
        for windows in combinations_with_replacement(legal_windows(), count):
            needed = Counter(tile for window in windows for tile in tiles_of(window))
            if needed <= tiles:
                found = True
                best = max(best, sum(VALUES.of(window) for window in windows))
        if not found:
            break
    return best


@settings(max_examples=40, deadline=None)
@given(held=GLASS)
def test_assemblies_agree_with_trying_everything(held: dict[str, int]) -> None:
    tiles = Counter(held)
    ways = assemblies(tiles, VALUES)
    assert ways[0].points == _by_force(tiles)
    assert worth_at_end(tiles, VALUES) == ways[0].points + unfinished(tiles).total()
    assert len(set(ways)) == len(ways)
    for way in ways:
        used = Counter(tile for window in way.windows for tile in tiles_of(window))
        assert used + Counter(way.left_over) == tiles


def test_what_one_more_tile_is_worth() -> None:
    """3c makes the window of nine: six more points than two small ones."""
    held = glass("1 2 3a 3b")
    supply = whole_supply() - held
    advice = best_windows(held, supply, {}, VALUES)
    first = advice.one_more[0]
    assert (first.tile, first.in_supply, first.still_missing) == ("3c", 2, 0)
    assert first.gain == 27 - 15 - 2
    by_tile = {more.tile: more for more in advice.one_more}
    assert (by_tile["4a"].gain, by_tile["4a"].still_missing) == (1, 2)
    assert advice.expected_gain == pytest.approx((2 * 10 + 14 * 1) / 16)


def test_what_can_grow_is_kept_and_what_cannot_is_counted() -> None:
    held = glass("1 2 3a 3b")
    advice = best_windows(held, whole_supply() - held, {}, VALUES)
    assert advice.count_now == ()
    (growth,) = advice.growth
    assert (growth.window, growth.bigger, growth.missing) == ((1, 2), (1, 2, 3), ("3c",))
    # both tiles 3c are out of play for growing: nobody has them and the bag neither
    assert best_windows(held, {}, {}, VALUES).count_now == ((1, 2),)
    # with another player they could be stolen
    assert best_windows(held, {}, {"3c": 1}, VALUES).count_now == ()
    assert best_windows(glass("1 2 3 4"), whole_supply(), {}, VALUES).count_now == ((1, 2, 3, 4),)


def test_no_glass_no_advice() -> None:
    advice = best_windows({}, {}, {}, VALUES)
    assert advice.assemblies[0].windows == ()
    assert advice.count_now == ()
    assert advice.expected_gain == 0.0


# The end of the game: options of the set-up, marked as a house rule


HELD = (glass("1 2 4a"), glass("3a 3a"))  # Anna's and Ben's


def started(*options: tuple[str, int | str]) -> State:
    game = CARCASSONNE_STAINED_GLASS
    return game.new(game.setup((Seat("Anna", "red"), Seat("Ben", "blue")), options=options))


def the_end(*options: tuple[str, int | str]) -> dict[int, list[tuple[str, int]]]:
    state = with_glass(started(*options), Glass(whole_supply() - HELD[ANNA] - HELD[BEN], HELD))
    _, events = CARCASSONNE_STAINED_GLASS.finish(state)
    found: dict[int, list[tuple[str, int]]] = {}
    for line in (event.line for event in events if event.line):
        assert line.marks == ("house rule",)
        found.setdefault(line.player, []).append((line.reason.key.split(".")[1], line.points))
    return found


def test_at_the_end_windows_score_in_full_and_loose_tiles_one_each() -> None:
    assert the_end() == {
        ANNA: [("window_counted", 15), ("glass_unfinished", 1)],
        BEN: [("glass_unfinished", 2)],
    }


@pytest.mark.parametrize(
    ("options", "anna"),
    [
        ((("glass-uncounted", "tiles"),), [("glass_unfinished", 7)]),
        ((("glass-uncounted", "nothing"),), [("glass_unfinished", 1)]),
        ((("glass-window-6", 20), ("glass-unfinished-tile", 2)), [("window_counted", 20), ("glass_unfinished", 2)]),
        ((("glass-window-6", 10),), [("window_counted", 6), ("window_counted", 6), ("glass_unfinished", 1)]),
    ],
)
def test_the_players_settle_what_glass_brings(options: tuple[tuple[str, int | str], ...], anna: object) -> None:
    assert the_end(*options)[ANNA] == anna


@pytest.mark.parametrize(
    ("kept", "reading", "windows"),
    [
        ("1 2", "best", ["1+2"]),
        ("1 2", "apart", ["1", "2"]),
        ("1 2", "joined", ["1+2"]),
        ("1 2 3", "joined", ["1+2+3"]),
        ("1 2 4", "joined", ["1+2", "4"]),  # 2 and 4 do not join
        ("1 1 2", "joined", ["1", "1+2"]),  # doubles are never in one window
        ("1 1 2 3 4", "joined", ["1", "1+2+3+4"]),
        ("1 2 2 3", "apart", ["1", "2", "2", "3"]),
    ],
)
def test_as_what_windows_count_that_were_kept(kept: str, reading: str, windows: list[str]) -> None:
    """Each window of three that is whole counts once, in whichever way the players settled before the game."""
    held = Counter(glass(kept))
    found = kept_windows(held, VALUES, reading)
    assert sorted(map(window_name, found)) == windows


def test_windows_of_six_that_bring_less_than_two_of_three() -> None:
    """The values are the owner's: what is best depends on them, as one or one by one does not."""
    poor = ("glass-window-6", 10)
    assert the_end(poor)[ANNA][:2] == [("window_counted", 6), ("window_counted", 6)]
    assert the_end(poor, ("glass-kept-windows", "joined"))[ANNA][0] == ("window_counted", 10)
    assert the_end(("glass-kept-windows", "apart"))[ANNA][:2] == [("window_counted", 6), ("window_counted", 6)]


@pytest.mark.parametrize("option", [("glass-window-3", -201), ("glass-window-3", "many"), ("glass-stealable", "some")])
def test_what_cannot_be_settled(option: tuple[str, int | str]) -> None:
    with pytest.raises(Refusal) as refused:
        started(option)
    assert refused.value.kind is RefusalKind.INVALID


def test_what_the_owners_rulebook_prints_is_no_house_rule() -> None:
    """Also where it is the same number as ours; what else the points depend on is told as before."""
    game = CARCASSONNE_STAINED_GLASS
    ends = {"glass-uncounted", "glass-kept-windows"}
    for printed, house_rules in (
        (set(), {"window_counted", "glass_unfinished"}),
        ({"glass-window-6"}, {"window_counted", "glass_unfinished"}),
        ({"glass-window-6", *ends}, {"glass_unfinished"}),
        ({"glass-window-6", *ends, "glass-unfinished-tile"}, set()),
    ):
        setup = game.setup((Seat("Anna", "red"), Seat("Ben", "blue")), printed=tuple(sorted(printed)))
        assert game.setup_from_json(game.setup_to_json(setup)) == setup
        state = with_glass(game.new(setup), Glass(whole_supply() - HELD[ANNA] - HELD[BEN], HELD))
        _, events = game.finish(state)
        lines = [event.line for event in events if event.line and event.line.player == ANNA]
        assert {line.reason.key.split(".")[1] for line in lines if line.marks} == house_rules
        assert all(("lost" in line.rule) == bool(line.marks) for line in lines)
        assert all(line.reason.key.endswith("_as_printed") != bool(line.marks) for line in lines)


def test_without_the_expansion_there_is_nothing_to_settle() -> None:
    with pytest.raises(Refusal):
        CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"),), options=(("glass-window-3", 9),)))
