"""Cases gathered from the rulebooks, each played on a table; none is left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.game import Refusal
from games.thurn_and_taxis.actions import Close, End, Harness, Play, Take
from games.thurn_and_taxis.advice import advice, horses_and_cities
from games.thurn_and_taxis.closing import carriage_after
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS

CASES = json.loads((Path(__file__).parent / "rule_cases.json").read_text(encoding="utf-8"))
SOUTH = ("Mannheim", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg", "Kempten")
NORTH = ("Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster")
PLAYED = {}


def case(name):
    """The function plays the case of this name: its set-up, ``given``; it asserts ``then``."""

    def remember(function):
        PLAYED[name] = function
        return function

    return remember


@pytest.mark.parametrize("one", CASES, ids=[one["id"] for one in CASES])
def test_the_case_holds(one, table):
    PLAYED[one["id"]](table, one["given"], one["then"])


def test_no_case_is_made_up():
    assert sorted(PLAYED) == sorted(one["id"] for one in CASES)


def takes(game, state, action):
    try:
        game.apply(state, action)
    except Refusal:
        return False
    return True


def closed(state, game=THURN_AND_TAXIS, *, cartwright=False):
    """The player to move after closing in the first way that is offered."""
    action = next(one.action for one in advice(state) if one.action.cartwright == cartwright)
    return game.apply(state, action)[0]


@case("no-duplicate-city")
@case("illegal-extension")
@case("no-insert")
def an_addition_to_the_route(table, given, then):
    """Each of the three cities by its own ban: there already, no road, and not at an end."""
    for city in ("Stuttgart", "Innsbruck", "Würzburg"):
        state = table(step=Step.PLAY, route=tuple(given["route"]), known=(city,))
        assert [takes(THURN_AND_TAXIS, state, Play(city, end)) for end in ("left", "right")] == [then["legal"]] * 2


@case("one-length-tile-only")
def one_length_tile(table, given, then):
    after = closed(table(route=SOUTH[: given["route_len"]]))
    assert sum(stack.startswith("length") for stack, _ in after.players[0].tiles) == then["tiles"]


@case("bonus-fallback")
def an_empty_stack_falls(table, given, then):
    empty = {"length-7": ()}
    for stacks, tiles in (
        (empty, {("length-6", 3)}),
        (empty | {"length-6": ()}, {("length-5", 2)}),
        (empty | {"length-6": (), "length-5": ()}, set()),
    ):
        earned = closed(table(route=SOUTH[: given["route_len"]], stacks=stacks)).players[0].tiles
        assert {one for one in earned if one[0].startswith("length")} == tiles


@case("hand-limit-only-on-close")
def the_hand_is_not_limited_at_the_end_of_a_turn(table, given, then):
    after, _ = THURN_AND_TAXIS.apply(table(route=SOUTH[:3], unknown=given["hand"]), End())
    assert (after.players[0].hand, after.seat) == (then["hand"], 1)


@case("hand-limit")
def the_hand_is_limited_at_closing(table, given, then):
    state = closed(table(route=SOUTH[:3], known=("Basel", "Linz", "Lodz", "Pilsen", "Ulm")[: given["hand"]]))
    assert state.step is Step.DISCARD
    while state.seat == 0:
        state, _ = THURN_AND_TAXIS.apply(state, next(iter(THURN_AND_TAXIS.legal(state))))
    assert state.players[0].hand == then["hand"]


@case("carriage-no-skip")
@case("carriage-too-short")
def the_next_carriage(table, given, then):
    after = closed(table(route=SOUTH[: given["route_len"]], carriage=given["carriage"]))
    assert after.players[0].carriage == then["carriage"]


@case("cartwright-too-short")
def even_the_cartwright_cannot_help(table, given, then):
    state = table(route=SOUTH[: given["route_len"]], carriage=given["carriage"])
    assert carriage_after(state, cartwright=True) == then["carriage"]
    assert not any(one.action.cartwright for one in advice(state))


@case("end-trigger-carriage")
def the_last_carriage_ends_the_game(table, given, then):
    longest = given["carriage"]
    state = closed(table(route=SOUTH, carriage=longest - 1))
    assert (state.players[0].carriage, state.last_round) == (longest, True)
    assert (("game-end", 1) in state.players[0].tiles) == then["game_end_tile"]
    ben = state.mover._replace(known=("Ulm",))
    over = state.with_mover(ben)._replace(step=Step.PLAY, taken=1)
    for action in (Play("Ulm", "left"), End()):  # Ben sits to the right of Anna, who began
        over, _ = THURN_AND_TAXIS.apply(over, action)
    assert over.step is Step.OVER


@case("empty-hand")
def an_empty_hand_forces_the_postmaster(table, given, then):
    display = ("Ulm", "Linz", "Basel", "Pilsen", "Lodz", "Passau")
    state, _ = THURN_AND_TAXIS.apply(table(step=Step.TAKE, display=display), Take("Ulm", "Zürich"))
    assert (state.official, state.step) == (then["official_forced"], "take")


@case("place-option-1")
def a_house_in_each_province(table, given, then):
    ways = [one.action.cities for one in advice(table(route=tuple(given["route"]))) if one.action.how == "one"]
    south = THURN_AND_TAXIS.setup(()).atlas
    for cities in ways:
        provinces = [south.city[city].province for city in cities]
        assert len(cities) == len(set(provinces)) == then["houses"]
        assert set(provinces) == set(then["choices"])
    assert len({tuple(sorted(cities)) for cities in ways}) == 4  # the four cities in Baiern


@case("final-score")
def the_score_at_the_end(table, given, then):
    houses = frozenset(list(THURN_AND_TAXIS.setup(()).atlas.city)[: 20 - given["unplaced"]])
    tiles = (("Baiern", 5), ("all-provinces", 6), ("length-7", 4), ("length-5", 2))
    assert sum(value for _, value in tiles) == given["bonus_vp"]
    state = table(step=Step.TAKE, houses=houses, tiles=tiles, carriage=6)
    assert dict(state.setup.atlas.carriages)[6] == given["carriage_vp"]
    assert next(one.score for one in THURN_AND_TAXIS.standings(state) if one.player == 0) == then["score"]


@case("close-needs-horses")
@case("too-few-horses")
def horses_for_every_city(table, given, then):
    """The carriage's own two, and cards of up to three."""
    more = given["horses"] - 2
    trains = ((3, "Kassel"), (more - 3, "Berlin"))[: 1 if more <= 3 else 2]
    state = table(POWER_AND_GLORY, route=NORTH[: given["cities"]], trains=trains)
    assert horses_and_cities(state, 0) == (given["horses"], given["cities"])
    assert takes(POWER_AND_GLORY, state, Close("all", ("Berlin", "Halle", "Münster"))) == then["legal"]


@case("discard-horses")
def horses_are_discarded(table, given, then):
    trains = ((2, "Halle"), (3, "Kassel"))[: given["horse_cards"]]
    after = closed(table(POWER_AND_GLORY, route=NORTH, trains=trains), POWER_AND_GLORY)
    assert len(after.players[0].trains) == then["horse_cards"]
    assert (horses_and_cities(after, 0)[0] == 2) == then["carriage_kept"]


@case("horse-card-limit")
def no_seventh_horse_card(table, given, then):
    state = table(POWER_AND_GLORY, step=Step.PLAY, known=("Berlin",), trains=((1, None),) * given["horse_cards"])
    assert takes(POWER_AND_GLORY, state, Harness(1, "Berlin")) == then["legal"]


@case("carrier-two-roles")
def one_card_is_a_city_and_one_a_horse(table, given, then):
    state, _ = POWER_AND_GLORY.apply(
        table(POWER_AND_GLORY, step=Step.PLAY, known=("Berlin", "Halle")), Play("Berlin", "right")
    )
    assert takes(POWER_AND_GLORY, state, Harness(2, "Halle")) == then["legal"]
    assert POWER_AND_GLORY.apply(state, Harness(2, "Halle"))[0].official == given["official"]


@case("end")
def the_rider_ends_the_game(table, given, then):
    cities = [city for city in POWER_AND_GLORY.setup(()).atlas.city if city not in NORTH[:4]]
    state = table(POWER_AND_GLORY, route=NORTH[:3], trains=((2, "Halle"),), houses=frozenset(cities), seats=3)
    state, events = POWER_AND_GLORY.apply(state, Close("one", ("Hannover",)))
    assert state.houses_left(0) == given["houses_left"]
    last = next(event for event in events if event.phrase.key == "thurn.last_round_rider")
    assert dict(last.phrase.values)["name"] == "Cleo"  # she sits to the right of Anna and holds the rider


@case("horse-count")
def horses_are_summed(table, given, then):
    trains = tuple(zip(given["cards"], ("Halle", "Kassel"), strict=True))
    state = table(POWER_AND_GLORY, route=NORTH, trains=trains)
    assert horses_and_cities(state, 0)[0] == then["horses"]


@case("example-option-A")
def the_rulebooks_example(table, given, then):
    state = table(POWER_AND_GLORY, route=tuple(given["route"]), trains=((2, "Halle"), (3, "Kassel")))
    assert tuple(sorted(then["option"])) in {one.action.cities for one in advice(state)}
