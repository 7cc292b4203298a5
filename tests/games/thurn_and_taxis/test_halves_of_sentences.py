"""Halves of sentences that could be broken without another test telling: each was, on purpose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import Refusal, Seat
from games.thurn_and_taxis.actions import HIDDEN, Close, End, Harness, Play, Renew, Take
from games.thurn_and_taxis.editing import with_horses
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS

SOUTH = ("Carlsruhe", "Stuttgart", "Nürnberg", "Regensburg")
OPEN = ("Ulm", "Linz", "Basel", "Pilsen", "Lodz", "Passau")
COLOURS = ("red", "blue", "green", "yellow", "black")


def refused(state, action, game=THURN_AND_TAXIS):
    with pytest.raises(Refusal) as refusal:
        game.apply(state, action)
    return refusal.value.phrase.key


@pytest.mark.parametrize("game", [THURN_AND_TAXIS, POWER_AND_GLORY], ids=lambda game: game.key)
def test_two_to_four_sit_down_each_with_a_colour_of_their_own(game):
    seats = [Seat(colour, colour) for colour in COLOURS]
    for count in (2, 3, 4):
        assert game.player_to_move(game.new(game.setup(tuple(seats[:count])))) == 0
    for wrong in (seats[:1], seats, [seats[0], seats[0]], [seats[0], Seat("Ben", "mauve")]):
        with pytest.raises(Refusal):
            game.new(game.setup(tuple(wrong)))


def test_an_open_card_is_replaced_in_its_place_at_once(table):
    state, _ = THURN_AND_TAXIS.apply(table(step=Step.TAKE, display=OPEN, known=("Ulm",)), Take("Basel", "Zürich"))
    assert state.display == ("Ulm", "Linz", "Zürich", "Pilsen", "Lodz", "Passau")
    assert state.mover.known == ("Basel", "Ulm")


def test_the_top_of_the_pile_may_be_taken_unseen(table):
    state = table(step=Step.TAKE, display=OPEN, known=("Ulm",))
    assert Take(HIDDEN) in set(THURN_AND_TAXIS.legal(state))
    after, _ = THURN_AND_TAXIS.apply(state, Take(HIDDEN))
    assert (after.mover.hand, after.mover.unknown, after.pile, after.display) == (2, 1, state.pile - 1, OPEN)


def test_nobody_asks_the_administrator_once_a_card_was_taken(table):
    state, _ = THURN_AND_TAXIS.apply(table(step=Step.TAKE, display=OPEN, known=("Ulm",)), Take("Basel", "Zürich"))
    assert not any(isinstance(action, Renew) for action in THURN_AND_TAXIS.legal(state))
    assert refused(state, Renew(OPEN)) == "thurn.refused_no_administrator"


def test_a_house_in_one_of_its_cities_does_not_earn_the_tile_of_a_province(table):
    close = Close("one", ("Basel", "Freiburg"))
    state, _ = THURN_AND_TAXIS.apply(
        table(route=("Carlsruhe", "Freiburg", "Basel"), houses=frozenset({"Carlsruhe"})), close
    )
    assert state.players[0].houses == {"Carlsruhe", "Freiburg", "Basel"}
    assert state.players[0].tiles == ()  # Mannheim and Zürich are missing


def test_who_ends_the_turn_without_closing_keeps_every_card(table):
    hand = ("Basel", "Linz", "Lodz", "Passau", "Ulm")
    state, _ = THURN_AND_TAXIS.apply(table(route=SOUTH, known=hand), End())
    assert (state.seat, state.players[0].known, state.step) == (1, hand, Step.TAKE)


# Power & Glory

NORTH = ("Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster")  # the rulebook's route


def test_the_northern_box_has_three_cards_of_each_city():
    state = POWER_AND_GLORY.new(POWER_AND_GLORY.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    assert (len(state.setup.atlas.cities), state.pile) == (23, 69)


@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_where_horses_pull_no_carriage_is_taken_and_no_cartwright_asked(table, length):
    state = table(POWER_AND_GLORY, route=NORTH[:length], trains=((3, None), (3, None)))
    ways = [action for action in POWER_AND_GLORY.legal(state) if isinstance(action, Close)]
    assert ways
    assert not any(action.cartwright for action in ways)
    after, events = POWER_AND_GLORY.apply(state, ways[0])
    assert after.players[0].carriage == 0
    assert not any(event.phrase.key == "thurn.carriage" for event in events)


def test_a_card_that_nobody_saw_has_horses_that_a_card_in_hand_may_show(table):
    state = table(POWER_AND_GLORY, step=Step.PLAY, known=("Dresden",))
    atlas = with_horses(state.setup.atlas, "Dresden", (2,))
    state = state._replace(setup=replace(state.setup, atlas=atlas))
    found = {action for action in POWER_AND_GLORY.legal(state) if isinstance(action, Harness)}
    assert found == {Harness(2), Harness(2, "Dresden")}
    assert Play("Dresden", "right") in set(POWER_AND_GLORY.legal(state))


@pytest.mark.parametrize(
    ("missing", "tile", "earned"),
    [("Stettin", "Preussen", False), ("Münster", "Preussen", True), ("Stettin", "Mecklenburg+Hannover", False)],
)
def test_a_tile_asks_for_every_city_in_all_of_its_provinces(table, missing, tile, earned):
    """The route closes with houses in Bremen, Hannover and Münster; before it one city of Preussen has none."""
    state = table(POWER_AND_GLORY, route=NORTH, trains=((3, None), (3, None)))
    preussen = frozenset(state.setup.atlas.provinces["Preussen"]) - {missing, "Münster"}
    hannover = frozenset({"Göttingen"})  # Schwerin of Mecklenburg has no house
    state = state.with_mover(state.mover._replace(houses=preussen | hannover))
    after, _ = POWER_AND_GLORY.apply(state, Close("one", ("Bremen", "Hannover", "Münster")))
    assert (tile in {key for key, _ in after.players[0].tiles}) is earned


def test_everybody_up_to_the_rider_has_a_turn_after_the_last_house(table):
    everywhere = frozenset(city.name for city in POWER_AND_GLORY.setup(()).atlas.cities) - {
        "Halle",
        "Berlin",
        "Hannover",
        "Hamburg",
    }
    state = table(POWER_AND_GLORY, seats=3, route=NORTH[:3], trains=((3, None),), houses=everywhere)
    state, events = POWER_AND_GLORY.apply(state, Close("one", ("Hannover",)))
    assert any(event.phrase.key == "thurn.last_round_rider" for event in events)
    for seat, card in ((1, "Kassel"), (2, "Leipzig")):
        assert (state.seat, state.step) == (seat, Step.TAKE)
        state = state.with_mover(state.mover._replace(known=(card,)))._replace(step=Step.PLAY, taken=1)
        for action in (Play(card, "right"), End()):
            state, _ = POWER_AND_GLORY.apply(state, action)
    assert state.step is Step.OVER
