"""What photographed glass is worth: given windows on a table, then each says its points and why."""

from __future__ import annotations

from collections import Counter

import numpy as np

from companion.editions.box_values import BoxValues
from companion.readings.glass_points import GAME, values_of, worth_of
from companion.readings.stained_glass_reading import as_plain, sentences
from games.carcassonne.stained_glass.scoring import glass_kept
from games.carcassonne.stained_glass.windows import GlassValues, printed
from vision.stained_glass.observation import (
    FaultKind,
    ForbiddenGlass,
    GlassArea,
    GlassObservation,
    SeenGlass,
    SeenWindow,
)

VALUES = GlassValues((6, 15, 27, 42), 1)


def glass(*kinds: str) -> tuple[SeenGlass, ...]:
    nowhere = np.zeros((4, 2))
    return tuple(SeenGlass(kind, 0.0, 0.0, 0.0, 0.99, nowhere, (0.0, 0.0), 0.0) for kind in kinds)


def window(*numbers: int, lacks: tuple[str, ...] = (), faults: tuple[ForbiddenGlass, ...] = ()) -> SeenWindow:
    kinds = [f"{number}{part}" for number in numbers for part in "abc" if f"{number}{part}" not in lacks]
    return SeenWindow(glass(*kinds), numbers, not lacks and not faults, lacks, faults)


def held(*windows: SeenWindow) -> Counter[str]:
    return Counter(tile.kind for one in windows for tile in one.tiles)


def printed_options() -> dict[str, object]:
    return {key: entry["default"] for key, entry in printed()["options"].items()}


def test_a_whole_window_brings_its_value_and_the_rest_tile_by_tile() -> None:
    area = GlassArea("bottom", (window(1, 2), window(4, lacks=("4c",))), glass("3b"))
    worth = worth_of(area, VALUES)
    assert [one.points for one in worth.windows] == [15, 2]
    assert worth.loose.points == 1
    assert (worth.total, worth.best) == (18, 18)


def test_what_is_whole_within_a_begun_window_counts_as_the_rules_count_it() -> None:
    begun = window(1, 2, lacks=("2b", "2c"))
    (worth,) = worth_of(GlassArea("bottom", (begun,)), VALUES).windows
    assert worth.points == 7 == sum(event.line.points for event in glass_kept(0, held(begun), printed_options(), ()))
    found = list(sentences(as_plain(GlassObservation((GlassArea("bottom", (begun,)),)), "en"), "en"))
    assert "    = 7 points at the end: whole within it: 1; and 1 tile of nothing whole, 1 each" in found


def test_two_small_windows_apart_could_be_one_bigger_one() -> None:
    worth = worth_of(GlassArea("bottom", (window(2), window(3))), VALUES)
    assert (worth.total, worth.best) == (12, 15)


def test_a_window_that_the_rules_forbid_counts_as_nothing_whole() -> None:
    fault = ForbiddenGlass(FaultKind.NOT_NEIGHBOURS, ("1a", "3a"), 0.0, 0.0)
    worth = worth_of(GlassArea("bottom", (window(1, 3, faults=(fault,)),)), VALUES)
    assert worth.total == 6  # six tiles
    assert worth.best == 12  # as two windows


def test_an_owners_values_are_taken_and_then_nothing_is_called_a_house_rule() -> None:
    box = BoxValues(GAME, {"glass-window-3": 5})
    values, house_rule = values_of(box)
    assert values.windows[0] == 5
    assert house_rule
    found = dict.fromkeys((f"glass-window-{tiles}" for tiles in (3, 6, 9, 12)), 7)
    values, house_rule = values_of(BoxValues(GAME, {**found, "glass-unfinished-tile": 0}))
    assert values == GlassValues((7, 7, 7, 7), 0)
    assert not house_rule


def test_the_photograph_alone_says_which_windows_score_what_and_why() -> None:
    seen = GlassObservation((GlassArea("bottom", (window(1), window(2, lacks=("2a", "2b")))),))
    found = list(sentences(as_plain(seen, "en"), "en"))
    assert "    = 6 points: a whole window of 3 tiles" in found
    assert "    = 1 point at the end: 1 tile of nothing whole, 1 each" in found
    assert "  Together: 7 points." in found
    assert any("house rule" in line for line in found)


def test_it_says_how_the_same_tiles_would_bring_more() -> None:
    seen = GlassObservation((GlassArea("left", (window(2), window(3)), glass("1a"), ("1a",)),))
    found = list(sentences(as_plain(seen, "en"), "en"))
    assert found[-2] == "  Together: 13 points; 16 if the same tiles are put together as 2+3."
    assert "    = 1 point at the end: 1 tile of nothing whole, 1 each" in found
    assert "  ? Lies between two players, so it may be the other's: 1a" in found


def test_a_forbidden_window_is_not_said_to_be_begun() -> None:
    fault = ForbiddenGlass(FaultKind.DOUBLE, ("1a", "1a"), 0.0, 0.0)
    seen = GlassObservation((GlassArea("top", (window(1, faults=(fault,)),)),))
    found = list(sentences(as_plain(seen, "de"), "de"))
    assert found[1] == "  Fenster 1 zählt so, wie es liegt, nicht: 1a 1b 1c"
    assert not any("fehlen" in line for line in found)
