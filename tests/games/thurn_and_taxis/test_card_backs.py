"""The names of card backs: read as they are written, and never taken for a city's."""

from games.thurn_and_taxis.card_backs import back_with, horses_on


def test_the_horses_on_a_back_are_read_from_its_name():
    assert [horses_on(back_with(count)) for count in (1, 2, 3)] == [1, 2, 3]


def test_a_city_shows_no_horses():
    assert [horses_on(name) for name in ("Ulm", "horses-", "horses-Ulm", "2")] == [None] * 4
