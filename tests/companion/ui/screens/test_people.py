"""Pages of people, by touch: how they did, other names, guests, and all of it as a table."""

from __future__ import annotations

import json
import random
import shutil
from itertools import count

import cv2
import numpy as np
import pytest

from calibration.files.user_folders import data_folder
from companion.exports.saving import export_folder
from companion.people.names import known_people
from companion.preferences import KnownPerson
from companion.session.shelf import Shelf
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.statistics.person_picture import people_pictures
from games.carcassonne.rules import CARCASSONNE

BEFORE_MS = 1_699_000_000_000  # some days before whoever looks at it


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with two finished games of Anna and Ben, and one of Anna with Zoë, not finished."""
    folder, minutes, chance = tmp_path_factory.mktemp("played"), count(BEFORE_MS, 60_000), random.Random(11)
    shelf = Shelf(folder, lambda: next(minutes))
    for names, finished in (("Anna Ben", True), ("Ben Anna", True), ("Anna Zoë", False)):
        seats = [{"name": name, "colour": colour} for name, colour in zip(names.split(), ("red", "blue"), strict=True)]
        session = shelf.start("carcassonne", {"game": "carcassonne", "format": 1, "seats": seats, "expansions": []})
        while finished and not session.view.over:
            session.play(CARCASSONNE.sample(session.record.state, chance))
        session.close()
    shelf.finish()
    return folder


@pytest.fixture
def page(tablet, played, tmp_path, monkeypatch):
    """Whoever played these games."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(played, tablet.folder / "games", dirs_exist_ok=True)
    tablet.open("past_games")
    tablet.tap("People")
    read(tablet)
    return tablet


def read(tablet):
    """Every game has been looked at."""
    while tablet.screen.reading is not None:
        tablet.screen.reading.join()
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


def test_a_page_says_what_points_came_from(page):
    page.tap(page.thing(person="Ben"))
    assert page.reads("Points a game: ")
    assert page.reads("city finished")


def test_a_game_has_a_page_with_who_won_and_how_long_it_takes(page):
    page.tap("Games")
    assert page.reads("minutes on average")
    assert page.reads("Most points: ")
    assert page.reads("Anna: 2 games, ")
    page.tap("People")
    assert sorted(names(page)) == ["Anna", "Ben"]


def test_who_is_deleted_is_asked_for_once_more_and_then_suggested_to_nobody(page):
    page.tap(page.thing(person="Ben"))
    delete(page)
    page.touch("Cancel")
    page.wait()
    assert sorted(names(page)) == ["Anna", "Ben"]
    delete(page)
    page.touch("The name")
    page.wait()
    assert names(page) == ["Anna"]
    assert not page.reads("Ben:")
    assert len(page.shelf.saved()) == 3  # what they played stays, and says so
    known, _ = known_people(data_folder())
    assert known.forgets("ben", 0)
    assert all(person.name != "Ben" for person in page.app.preferences.people)


def test_a_person_goes_with_what_they_played_where_that_is_wanted(page):
    page.tap(page.thing(person="Ben"))
    delete(page)
    page.touch("The name and the 2 games")
    page.wait()
    assert page.reads("Nobody has finished a game here yet.")
    assert page.reads("kept aside for a month")
    assert len(page.shelf.saved()) == 1  # the one that Ben did not play


def test_somebody_has_a_picture_that_goes_with_the_name_and_goes_when_they_are_deleted(page):
    folder = data_folder() / "pictures"  # where telephones send theirs
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "ben.jpg"), np.full((400, 900, 3), (40, 90, 200), np.uint8))
    page.tap(page.thing(person="Ben"))
    page.touch("Picture")
    page.wait()
    page.tap("Choose picture")
    settled(page)
    page.tap("ben.jpg")
    settled(page)
    assert people_pictures().of("ben ").shape == (256, 256, 3)
    page.screen.leave()
    page.wait()
    read(page)
    page.touch("Another name")
    page.screen._type("Benjamin")
    page.tap("Ready")
    assert people_pictures().of("Ben") is None
    assert np.abs(people_pictures().of("Benjamin").mean((0, 1)) - (40, 90, 200)).max() < 3
    page.app.prefer(people=(KnownPerson("Cem", "green"), KnownPerson("Benjamin", "blue")))
    page.open("home")
    page.tap(page.thing(game="carcassonne"))
    page.tap(page.thing(place=0))
    assert [shown.picture.shape for shown in page.widgets(StillPicture)] == [(256, 256, 3)]  # beside the name to tap
    page.tap("Benjamin")
    assert [sitter.name for sitter in page.screen.seating.sitters] == ["Benjamin"]
    page.open("people")
    read(page)
    page.screen.delete(next(one for one in page.screen.everybody() if one.name == "Benjamin"), games=False)
    assert people_pictures().of("Benjamin") is None


def settled(page):
    while page.screen.busy:
        page.screen._job.join()
        page.wait(0.1)
    page.wait(0.1)


def delete(page):
    page.touch("Delete")
    page.wait()
    assert page.reads("Delete Ben?")


def test_all_of_it_is_saved_for_programs(page):
    page.tap("As data")
    (file,) = export_folder().glob("people*.json")
    answer = json.loads(file.read_text(encoding="utf-8"))
    assert sorted(person["name"] for person in answer["persons"]) == ["Anna", "Ben"]
    game = answer["persons"][0]["games"][0]
    assert sum(game["points_by_kind"].values()) == game["points"]


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
