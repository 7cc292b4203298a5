"""Places of Istanbul enrolled by fingers: photographed, put right, kept, played with and shown."""

from __future__ import annotations

import numpy as np
import pytest

from companion.editions.place_draft import PlaceDraft
from companion.editions.place_sets import OWN, place_sets, places_in_use
from vision.artwork.istanbul.edition import own_places
from vision.istanbul.layout.laid_out import LaidPlace

WHERE = np.zeros((4, 2))


@pytest.fixture
def draft():
    """Three places as they were photographed: 4 was taken for 9, and one was not read."""
    own = dict(zip(own_places().numbers, own_places().pictures, strict=True))
    found = ((2, 2), (4, 9), (7, 0))
    places = [LaidPlace(read, 255 - own[number], WHERE, 1.0 if read else 0.0) for number, read in found]
    return PlaceDraft("Our bazaar", places)


@pytest.fixture
def screen(tablet, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tablet


def test_the_options_of_the_game_lead_to_the_places(screen):
    screen.open("new_game", game="istanbul", step="options")
    screen.tap("Places of the bazaar")
    assert screen.reads("Tableside's own")
    screen.tap("Show your own places")
    assert screen.reads("Lay your places a finger's width apart")


def test_a_place_gets_the_number_that_is_tapped_after_it(screen, draft):
    screen.open("place_sets", draft=draft)
    assert screen.reads("1 place has no number yet")
    screen.tap(screen.thing(place=1))
    screen.tap("4")
    screen.tap(screen.thing(place=2))
    screen.tap("7")
    screen.tap("Keep and play with them")
    assert place_sets().chosen() == "Our bazaar"
    used = dict(zip(places_in_use().numbers, places_in_use().pictures, strict=True))
    ours = dict(zip(own_places().numbers, own_places().pictures, strict=True))
    for number in (2, 4, 7):
        assert np.corrcoef(used[number].ravel(), 255.0 - ours[number].ravel())[0, 1] > 0.99
    assert np.corrcoef(used[9].ravel(), ours[9].ravel())[0, 1] > 0.99


def test_a_number_stands_near_its_place_however_few_there_are(screen, draft):
    screen.open("place_sets", draft=draft)
    place = screen.thing(place=1)
    assert place.height < place.width * 1.3


def test_a_number_given_to_one_place_is_taken_from_the_other(screen, draft):
    screen.open("place_sets", draft=draft)
    screen.tap(screen.thing(place=2))
    screen.tap("2")
    assert [place.number for place in draft.places] == [0, 9, 2]


def test_what_is_no_place_is_dropped_and_what_lay_upside_down_is_turned(screen, draft):
    before = draft.places[0].picture.copy()
    screen.open("place_sets", draft=draft)
    screen.tap(screen.thing(place=1))
    screen.tap("This is no place")
    screen.tap(screen.thing(place=0))
    screen.tap("It is upside down")
    assert [place.number for place in draft.places] == [2, 0]
    assert np.array_equal(draft.places[0].picture, before[::-1, ::-1])


def test_a_set_in_which_nothing_has_a_number_is_not_kept(screen, draft):
    screen.open("place_sets", draft=PlaceDraft("Our bazaar", draft.places[2:]))
    screen.tap("Keep and play with them")
    assert screen.reads("No place of Our bazaar has a number yet")
    assert place_sets().chosen() == OWN


def test_a_photograph_without_places_says_how_to_lay_them(screen):
    screen.open("place_sets", draft=PlaceDraft("Our bazaar"))
    screen.screen.use([np.full((300, 400, 3), 200, np.uint8)])
    screen.screen._job.join()
    screen.wait()
    assert screen.reads("No places are seen")
