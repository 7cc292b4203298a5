"""What people settle before a game: less and more, digits for numbers that are far away, and kept for the next time."""

from __future__ import annotations

import pytest

from companion.preferences import HouseRule, Preferences, load
from companion.ui.screens.setting_row import SettingRow

GLASS = {"game": "carcassonne", "chosen": {"carcassonne-stained-glass"}, "step": "options"}


def new_game(tablet, **wishes):
    tablet.open("new_game", **wishes)
    for place, name in ((0, "Anna"), (2, "Ben")):
        tablet.screen.seating.sit(place, name)


def row_of(tablet, key):
    return next(row for row in tablet.widgets(SettingRow) if row.setting.key == key)


def begin(tablet):
    tablet.screen.start()
    tablet.wait()
    return tablet.session.record.setup


def type_points(tablet, key, *signs):
    row = row_of(tablet, key)
    tablet.see(tablet.thing(typed_key=key))
    tablet.tap(tablet.thing(typed_key=key))
    for sign in signs:
        pad = next(tap for tap in row.children[0].walk() if getattr(tap, "text", "") == sign)
        tablet.see(pad)
        tablet.tap(pad)
    return row


def test_a_window_of_thirty_points_is_two_digits(tablet):
    new_game(tablet, **GLASS)
    row = type_points(tablet, "glass-window-12", "3", "0")
    assert row.value == 30
    assert tablet.reads("house rule of your table")
    assert ("glass-window-12", 30) in begin(tablet).options


def test_loose_glass_may_cost_points(tablet):
    new_game(tablet, **GLASS)
    assert type_points(tablet, "glass-unfinished-tile", "±", "2").value == -2
    assert ("glass-unfinished-tile", -2) in begin(tablet).options


def test_a_number_that_nothing_brings_says_what_may_be_and_changes_nothing(tablet):
    new_game(tablet, **GLASS)
    row = type_points(tablet, "glass-window-3", "9", "9", "9")
    assert row.value == 99
    assert tablet.reads("−200 to 200")


def test_what_was_typed_can_be_forgotten(tablet):
    new_game(tablet, **GLASS)
    row = type_points(tablet, "glass-window-3", "9", "Forget it")
    assert row.value == row.setting.default
    assert begin(tablet).options == ()


def test_the_next_game_begins_with_what_was_settled_and_another_one_does_not(tablet):
    """Given a table whose windows bring nine and whose small cities two, when they play again, then both still do."""
    new_game(tablet, **GLASS)
    type_points(tablet, "glass-window-3", "9")
    row_of(tablet, "tiny-city-scoring").move(-1)
    settled = begin(tablet).options
    assert dict(settled) == {"glass-window-3": 9, "tiny-city-scoring": 2}
    new_game(tablet, **GLASS)
    assert row_of(tablet, "glass-window-3").value == 9
    assert begin(tablet).options == settled
    new_game(tablet, game="carcassonne", step="options")  # without the glass
    assert begin(tablet).options == (("tiny-city-scoring", 2),)
    new_game(tablet, game="cronberg", step="options")
    assert tablet.screen.settled == {}


def test_it_is_kept_where_the_app_is_opened_again(tablet):
    new_game(tablet, **GLASS)
    type_points(tablet, "glass-window-6", "1", "9")
    begin(tablet)
    kept = load(tablet.folder / "config")
    assert kept.settled("carcassonne") == {"glass-window-6": 19}


@pytest.mark.parametrize("rule", [HouseRule("carcassonne", "glass-window-3", 4000), HouseRule("carcassonne", "?", 3)])
def test_what_can_no_longer_be_settled_is_left_out(make_tablet, rule):
    tablet = make_tablet(house_rules=(rule,))
    new_game(tablet, **GLASS)
    assert tablet.screen.settled == {}


def test_house_rules_of_other_games_stay():
    likes = Preferences(
        house_rules=(HouseRule("cronberg", "empty-stack", "leaves-open"), HouseRule("carcassonne", "x", 1))
    )
    rules = likes.settling("carcassonne", {"y": 2})
    assert rules == (HouseRule("cronberg", "empty-stack", "leaves-open"), HouseRule("carcassonne", "y", 2))


def test_on_a_small_german_tablet_the_digits_are_fingers_wide_and_inside_their_row(make_tablet):
    tablet = make_tablet(size=(800, 480), language="de", text_scale=1.3)
    new_game(tablet, **GLASS)
    row = row_of(tablet, "glass-window-12")
    tablet.see(tablet.thing(typed_key="glass-window-12"))
    tablet.tap(tablet.thing(typed_key="glass-window-12"))
    for tap in (one for one in row.walk(restrict=True) if hasattr(one, "kind") and hasattr(one, "icon")):
        assert min(tap.size) >= 44
        assert row.x <= tap.x < tap.right <= row.right
        assert row.y <= tap.y < tap.top <= row.top


def test_words_are_turned_over_and_begin_anew(tablet):
    new_game(tablet, game="cronberg", step="options")
    row = row_of(tablet, "empty-stack")
    seen = [row.value]
    for _ in row.setting.allowed:
        tablet.tap(next(tap for tap in row.walk() if getattr(tap, "icon", "") == "next"))
        seen.append(row.value)
    assert seen[0] == seen[-1]
    assert set(seen) == set(row.setting.allowed)


def test_a_number_offers_no_less_than_its_least(tablet):
    new_game(tablet, **GLASS)
    row = row_of(tablet, "glass-window-12")
    row.move(-1000)
    less, more = (next(tap for tap in row.walk() if getattr(tap, "icon", "") == icon) for icon in ("bar", "add"))
    assert (less.disabled, more.disabled) == (True, False)
