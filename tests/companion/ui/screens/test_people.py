"""Pages of people, by touch: how they did, other names, guests, and all of it as a table."""

from __future__ import annotations

import random

import pytest

from calibration.user_folders import data_folder
from companion.exports.saving import export_folder
from companion.people.names import known_people
from games.carcassonne.rules import CARCASSONNE


@pytest.fixture
def page(tablet, tmp_path, monkeypatch):
    """Two finished games of Anna and Ben, one of Anna alone with Zoë not finished."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    chance = random.Random(11)
    for names, finished in (("Anna Ben", True), ("Ben Anna", True), ("Anna Zoë", False)):
        session = tablet.start_game(names)
        while finished and not session.view.over:
            tablet.now_ms += 60_000
            session.play(CARCASSONNE.sample(session.record.state, chance))
        tablet.app.leave_table()
    tablet.open("past_games")
    tablet.tap("People")
    read(tablet)
    return tablet


def read(tablet):
    """Every game has been looked at."""
    while tablet.screen._reading is not None:
        tablet.screen._reading.join()
        tablet.wait()


def names(page):
    return [tap.person for tap in page.widgets() if hasattr(tap, "person")][::-1]


def test_only_finished_games_count(page):
    assert sorted(names(page)) == ["Anna", "Ben"]
    assert page.reads("2 games")
    assert sum(person.won for person in page.screen.everybody()) in (2, 3, 4)  # ties are won by both


def test_somebodys_page_says_against_whom_and_how_well(page):
    page.tap(page.thing(person="Ben"))
    assert page.reads("Anna: 2 games, ahead in")
    assert page.reads("Carcassonne")


def test_two_names_become_one_person(page):
    page.tap(page.thing(person="Ben"))
    page.tap("Another name")
    page.screen._type("Benjamin")
    page.tap("Ready")
    assert sorted(names(page)) == ["Anna", "Benjamin"]
    page.screen.leave()
    page.wait()
    page.tap("People")
    read(page)
    assert sorted(names(page)) == ["Anna", "Benjamin"]  # it was kept


def test_a_guest_is_left_out_until_counted_again(page):
    page.tap(page.thing(person="Ben"))
    page.tap("A guest")
    assert names(page) == ["Anna"]
    page.tap("Ben")
    assert sorted(names(page)) == ["Anna", "Ben"]


def test_who_says_no_is_told_by_colour_until_they_say_otherwise(page):
    page.tap(page.thing(person="Ben"))
    page.tap("Hide the name")
    assert page.reads("read the colour instead of Ben")
    assert known_people(data_folder())[0].withholds("Ben")
    page.tap("Show the name")
    assert not known_people(data_folder())[0].withholds("Ben")


def test_everything_is_saved_as_a_table(page):
    page.tap("As a table")
    (saved,) = export_folder().glob("people *.csv")
    rows = saved.read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 5  # the columns, and two people in two games
    assert page.reads("Saved as")


def test_without_finished_games_it_says_so(tablet):
    tablet.open("people")
    read(tablet)
    assert tablet.reads("Nobody has finished a game here yet")
