"""Finished tables of Istanbul, Thurn and Taxis, Riga and the Grand Masters."""

from __future__ import annotations

import numpy as np
import pytest

from companion.readings.finished.istanbul import FinishedIstanbul
from companion.readings.finished.riga import FinishedRiga
from companion.readings.finished.table import OfPlayer
from companion.readings.finished.thurn_and_taxis import FinishedPost
from games.game import Phrase, Seat
from games.riga.box.buildings import default_cards
from games.thurn_and_taxis.atlas import atlas_named
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS
from vision.istanbul.observation import IstanbulObservation, SeenPiece, SeenPlace
from vision.registration.board_camera import CameraAboveBoard
from vision.riga.observation import RigaObservation, SeenCard, SeenDisplay
from vision.thurn_and_taxis.observation import PostalObservation, SeenHouse, UnreadCity
from vision.thurn_and_taxis.postal_set import PostalSet

SQUARE = np.array([(0, 0), (80, 0), (80, 80), (0, 80)], float)
SEATS = (Seat("red", "red"), Seat("blue", "blue"))


def points(table):
    return {one.key.player: one.points for one in table.sums()}


# Istanbul


def istanbul():
    place = SeenPlace(0, 0, 1, 0.99, SQUARE)
    pieces = (
        SeenPiece(0, 0, "merchant", "red", 1, 0.99),
        SeenPiece(0, 0, "assistant", "red", 3, 0.5),  # whoever is seen surely elsewhere plays anyway
        SeenPiece(0, 0, "merchant", "blue", 1, 0.6),
        SeenPiece(0, 0, "merchant", "neutral", 1, 0.9),
        SeenPiece(0, 0, "governor", "", 1, 0.9),
    )
    return FinishedIstanbul(IstanbulObservation(1, 1, (place,), pieces))


def test_who_plays_istanbul_is_seen_and_a_doubtful_player_is_asked_about():
    table = istanbul()
    assert table.colours() == ("red", "blue")
    (doubt,) = table.doubts()
    assert doubt.colour == "blue"
    table.answer(doubt.key, "colour", "")
    assert table.colours() == ("red",)
    assert table.doubts() == ()


def test_rubies_decide_and_lira_break_a_tie():
    table = istanbul()
    for colour, lira in (("red", 4), ("blue", 9)):
        table.answer(OfPlayer(colour), "rubies", 5)
        table.answer(OfPlayer(colour), "lira", lira)
    first, second = table.sums()
    assert (first.colour, first.rank, second.rank) == ("blue", 1, 2)
    assert first.tie == Phrase.of("istanbul.tie_lira")


# Thurn and Taxis


def post(game, houses, unread=()):
    atlas = atlas_named("base" if game is THURN_AND_TAXIS else "power-and-glory")
    wide, high = atlas.board_mm
    view = CameraAboveBoard(1600, 1200, 1500.0, 0.0, np.zeros(3), np.array([-wide / 2, -high / 2, 900.0]))
    prints = PostalSet(atlas, np.zeros((8, 8, 3), np.uint8))
    seen = [SeenHouse(city, colour, sure, np.zeros(2, np.float32)) for city, colour, sure in houses]
    hidden = tuple(UnreadCity(city, Phrase.of("thurn.city_hidden", city=city)) for city in unread)
    return FinishedPost(PostalObservation(tuple(seen), hidden, view), prints, game.setup(SEATS))


def test_houses_left_cost_points_carriage_and_tiles_bring_them():
    cities = [city.name for city in atlas_named("base").cities]
    houses = [(city, "red", 0.99) for city in cities[:18]] + [(cities[0], "blue", 0.99)]
    table = post(THURN_AND_TAXIS, houses)
    assert points(table) == {"red": -2, "blue": -19}
    table.answer(OfPlayer("blue"), "carriage", "7")
    table.answer(OfPlayer("blue"), "bonus", 14)
    carriage = dict(atlas_named("base").carriages)[7]
    assert points(table) == {"red": -2, "blue": carriage + 14 - 19}


def test_a_house_that_was_missed_comes_and_one_too_many_goes():
    table = post(THURN_AND_TAXIS, [("Ulm", "red", 0.7)], unread=("Linz",))
    assert {piece.key for piece in table.doubts()} == {"Ulm", "Linz"}
    table.answer("Linz", "houses", "blue")
    table.answer("Ulm", "houses", "red")
    assert (table.placed("red"), table.placed("blue")) == (0, 1)
    assert table.doubts() == ()


def test_of_two_alike_who_has_the_end_tile_is_first():
    table = post(THURN_AND_TAXIS, [("Ulm", "red", 0.99), ("Linz", "blue", 0.99)])
    table.answer(OfPlayer("blue"), "ended", "blue")
    assert [(one.colour, one.rank) for one in table.sums()] == [("blue", 1), ("red", 2)]


def test_on_the_northern_map_nobody_is_asked_for_a_carriage():
    city = atlas_named("power-and-glory").cities[0].name
    table = post(POWER_AND_GLORY, [(city, "red", 0.99)])
    assert "carriage" not in {question.key for question in table.questions(OfPlayer("red"))}


def test_a_tap_means_the_nearest_city():
    table = post(THURN_AND_TAXIS, [("Ulm", "red", 0.99)])
    x, y = table.piece("Linz").outline[0]
    assert table.piece_at(x + 4, y - 4) == "Linz"
    assert table.piece_at(-900, -900) is None


# Riga and the Grand Masters


def card(key, sure=0.99):
    return SeenCard(key, 0.0, 0.0, 0.0, sure, SQUARE)


def riga(row, *displays, with_buildings=True):
    shown = tuple(SeenDisplay(tuple(card(key) for key in display)) for display in displays)
    seen = RigaObservation(row=tuple(card(key) for key in row), displays=shown)
    return FinishedRiga(seen, default_cards(), with_buildings=with_buildings)


def of_city(city, count):
    return [one.key for one in default_cards().cards if one.city == city][:count]


def test_who_alone_has_most_owns_a_max_tile_and_buildings_bring_their_points():
    visby, danzig = of_city("Visby", 4), of_city("Danzig", 2)
    table = riga(["max-Visby"], visby, danzig)
    printed = sum(default_cards().by_key[key].points for key in visby)
    owner = next(one for one in table.sums() if one.key == OfPlayer("1"))
    assert owner.points == printed + sum(line.points for line in owner.lines)
    assert [line.player for line in owner.lines] == [0]
    assert table.doubts() == ()


def test_the_masters_alone_count_no_buildings():
    table = riga(["max-Visby"], of_city("Visby", 4), with_buildings=False)
    assert "points" not in {question.key for question in table.questions(OfPlayer("1"))}
    assert points(table) == {"1": 4}


def test_a_tile_that_two_may_own_is_asked_about():
    table = riga(["max-Visby"], of_city("Visby", 4), [])
    table.answer(OfPlayer("2"), "Visby", 4)
    (doubt,) = table.doubts()
    table.answer(doubt.key, "owner", "2")
    assert table.doubts() == ()
    second = next(one for one in table.sums() if one.key == OfPlayer("2"))
    assert second.lines[0].points == 4


def test_cash_is_asked_for_where_money_lies_in_the_row():
    table = riga(["Money", "max-Danzig"], of_city("Visby", 1), of_city("Danzig", 1), with_buildings=False)
    table.answer(OfPlayer("1"), "cash", 7)
    table.answer(OfPlayer("2"), "cash", 3)
    assert points(table) == {"1": 4, "2": 2}
    without = riga(["max-Danzig"], [], [])
    assert "cash" not in {question.key for question in without.questions(OfPlayer("1"))}


def test_a_card_of_somebody_else_changes_hands():
    table = riga([], of_city("Visby", 2), of_city("Danzig", 1))
    key = next(piece.key for piece in table.pieces() if piece.label == "1")
    before = table.display("2").count("Visby")
    table.answer(key, "display", "2")
    assert table.display("2").count("Visby") == before + 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_that_is_asked_has_words(language):
    from companion.locale import say

    tables = (istanbul(), post(THURN_AND_TAXIS, [("Ulm", "red", 0.5)], ("Linz",)),
              riga(["Money", "max-Visby"], of_city("Visby", 3), of_city("Danzig", 3)))  # fmt: skip
    for table in tables:
        keys = [piece.key for piece in table.pieces()] + [one.key for one in table.sums()]
        for key in keys:
            for question in table.questions(key):
                names = [question.title, *(choice.name for choice in getattr(question, "choices", ()))]
                assert all(say(name, language) for name in names if isinstance(name, Phrase))
        text = [part for one in table.sums() for part in one.parts] + list(table.notes())
        assert all(say(phrase, language) for phrase in text)
