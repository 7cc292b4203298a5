"""A photograph of a finished table: given what the eyes saw, when people put it right, then it is counted."""

from __future__ import annotations

import numpy as np

from companion.readings.photographed_map import PhotographedMap, kinds_like
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import Phrase, Seat
from vision.carcassonne.observation import Alternative, CarcassonneObservation, SeenFollower, SeenTile, UnreadTile

NOWHERE = np.zeros((4, 2), np.float32)


def tile(column: int, letter: str, turns: int = 0, sure: float = 0.99, *others: Alternative) -> SeenTile:
    kind = tile_type(letter)
    north, east, south, west = kind.turned[turns].sides
    return SeenTile(0, column, kind.key, letter, (north, east, south, west), turns, sure, others, NOWHERE)


def somebody(column: int, colour: str, feature: str, sides: str, sure: float = 0.99) -> SeenFollower:
    return SeenFollower(0, column, colour, feature, sides, sure, (0.0, 0.0), (0.5, 0.5), True)


def seen(
    *tiles: SeenTile, followers: tuple[SeenFollower, ...] = (), unread: tuple[UnreadTile, ...] = ()
) -> PhotographedMap:
    return PhotographedMap(CarcassonneObservation(tiles, followers, unread))


def keys(table: PhotographedMap) -> list[str]:
    return [doubt.why.key for doubt in table.doubts()]


def test_what_was_seen_surely_is_counted_and_nothing_is_asked() -> None:
    table = seen(tile(0, "B"), tile(1, "B"), followers=(somebody(0, "red", "cloister", ""),))
    assert not table.doubts()
    count = table.count()
    assert [seat.colour for seat in count.state.setup.seats] == ["red"]
    assert count.state.scores == (2,)
    assert count.points_of(0, FeatureKind.MONASTERY) == 2


def test_points_of_the_score_track_are_added() -> None:
    table = seen(tile(0, "B"), followers=(somebody(0, "red", "cloister", ""),))
    table.points = {"blue": 31, "red": 17}
    count = table.count()
    scores = {seat.colour: points for seat, points in zip(count.state.setup.seats, count.state.scores, strict=True)}
    assert scores == {"red": 18, "blue": 31}


def test_a_tile_that_was_read_with_sixty_percent_is_asked_until_somebody_says_what_it_is() -> None:
    other = Alternative(tile_type("B").key, ("field", "field", "field", "field"), 0.4)
    table = seen(tile(0, "A", 0, 0.6, other), followers=(somebody(0, "red", "cloister", ""),))
    assert keys(table) == ["photo.tile_doubtful"]
    assert [option.kind for option in table.options[0, 0]] == [tile_type("A").key, tile_type("B").key]
    table.lay((0, 0), tile_type("B").key, 0)
    assert not table.doubts()
    assert table.followers == {((0, 0), 0): "red"}  # the monk stays in the other monastery
    assert table.tiles[0, 0].features[0].kind is FeatureKind.MONASTERY


def test_people_who_agree_are_not_asked_again() -> None:
    table = seen(tile(0, "B", 0, 0.6), tile(1, "B"), followers=(somebody(1, "red", "cloister", "", 0.5),))
    assert keys(table) == ["photo.tile_doubtful", "photo.follower_doubtful"]
    table.agree((0, 0))
    table.stand((1, 0), 0, None)
    assert not table.doubts()
    assert not table.followers


def test_an_unread_place_is_asked_until_it_is_laid_or_left_empty() -> None:
    why = Phrase.of("reading.unlike_all")
    table = seen(tile(0, "B"), unread=(UnreadTile(0, 1, why), UnreadTile(0, 2, why)))
    assert [doubt.place for doubt in table.doubts()] == [(1, 0), (2, 0)]
    table.lay((1, 0), tile_type("B").key, 0)
    table.clear((2, 0))
    assert not table.doubts()
    assert set(table.tiles) == {(0, 0), (1, 0)}


def test_tiles_that_do_not_fit_are_both_shown_until_people_say_that_they_lie_so() -> None:
    table = seen(tile(0, "E", 1), tile(1, "V", 1))
    assert keys(table) == ["photo.seam_broken", "photo.seam_broken"]
    table.agree((0, 0))
    table.agree((1, 0))
    assert not table.doubts()
    table.lay((1, 0), tile_type("V").key, 1)  # told anew, so it is asked anew
    assert [doubt.place for doubt in table.doubts()] == [(1, 0)]


def test_more_of_a_kind_than_the_box_has_asks_for_those_that_are_least_sure() -> None:
    table = seen(tile(0, "C"), tile(1, "C", 0, 0.95), tile(2, "C"))  # the box has one
    found = {doubt.place: doubt.why.key for doubt in table.doubts()}
    assert len(found) == 2
    assert found[1, 0] == "photo.too_many"


def test_a_follower_that_was_left_on_a_finished_feature_is_shown_and_not_counted() -> None:
    table = seen(tile(0, "E", 1), tile(1, "E", 3), followers=(somebody(0, "red", "city", "E"),))
    assert keys(table) == ["photo.left_standing"]
    assert table.count().state.scores == (0,)


def test_a_tile_of_the_expansion_brings_its_rules() -> None:
    inn = next(
        key
        for key in CARCASSONNE.box(CARCASSONNE.setup((Seat("a", "red"),), expansions=("inns-and-cathedrals",)))
        if key.startswith("IC/")
    )
    table = seen(tile(0, "B"))
    assert not table.setup().expansions
    table.lay((5, 5), inn, 0)
    assert table.setup().expansions == ("inns-and-cathedrals",)
    assert table.count().state.setup.expansions


def test_seven_colours_can_be_counted_although_no_box_seats_so_many() -> None:
    colours = ("red", "blue", "green", "yellow", "black", "pink", "white")
    monks = tuple(somebody(column, colour, "cloister", "") for column, colour in enumerate(colours))
    table = seen(*(tile(column, "B") for column in range(7)), followers=monks)
    assert sorted(table.count().state.scores) == [2, 2, 3, 3, 3, 3, 3]


def test_kinds_that_look_alike_come_first() -> None:
    box = CARCASSONNE.box(CARCASSONNE.setup((Seat("a", "red"),)))
    city_with_arms = tile_type("F").key
    assert kinds_like(city_with_arms, box)[0].name == "G"  # the same city without a coat of arms
