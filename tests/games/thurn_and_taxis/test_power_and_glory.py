"""Power & Glory: horses, the free cities, the northern map; the rulebook's example first."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from games.game import Phrase, Refusal
from games.thurn_and_taxis.actions import Abandon, Close, End, Harness, Play, Take
from games.thurn_and_taxis.advice import advice, horses_and_cities
from games.thurn_and_taxis.atlas import Atlas, atlas_named, faults
from games.thurn_and_taxis.editing import with_horses
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import POWER_AND_GLORY as GAME
from games.thurn_and_taxis.state import Conveyance, Train

EXAMPLE = ("Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster")
HORSES = ((2, "Halle"), (3, "Hamburg"))


def apply(state, *actions):
    for action in actions:
        state, _ = GAME.apply(state, action)
    return state


def refused(state, action):
    with pytest.raises(Refusal) as refusal:
        GAME.apply(state, action)
    return refusal.value.phrase.key


@pytest.fixture
def example(table):
    """A route of 6 cards and 7 horses (2 + 2 + 3)."""
    return table(GAME, route=EXAMPLE, trains=HORSES)


def test_the_example_route_is_a_route_of_the_map():
    atlas = atlas_named("power-and-glory")
    assert all(city in atlas.neighbours[before] for before, city in pairwise(EXAMPLE))


def test_seven_horses_are_enough_for_six_cities(example):
    assert horses_and_cities(example, 0) == (7, 6)
    assert apply(example, Close("all", ("Berlin", "Halle", "Münster"))).players[0].houses == {
        "Berlin",
        "Halle",
        "Münster",
    }


def test_the_examples_two_best_choices_are_both_offered(example):
    offered = {one.action.cities for one in advice(example)}
    assert ("Berlin", "Halle", "Münster") in offered
    for prussian in ("Halle", "Berlin", "Münster"):
        for free in ("Hamburg", "Bremen"):
            assert tuple(sorted((prussian, "Hannover", free))) in offered


def test_the_player_may_not_in_any_case_place_houses_in_both_free_cities(example):
    assert not any({"Hamburg", "Bremen"} <= set(one.action.cities) for one in advice(example))
    assert refused(example, Close("one", ("Bremen", "Hamburg"))) == "thurn.refused_no_such_placement"


def test_too_few_horses_keep_a_route_open(table):
    state = table(GAME, route=EXAMPLE, trains=((3, "Hamburg"),))
    assert refused(state, Close("one", ("Berlin", "Bremen", "Hannover"))) == "thurn.refused_cannot_close"


def test_the_top_tile_of_length_six_is_taken_and_route_and_horses_are_discarded(example):
    after = apply(example, Close("all", ("Berlin", "Halle", "Münster")))
    assert after.players[0].tiles == (("length-6", 3),)
    assert (after.players[0].route, after.players[0].trains) == ((), ())
    assert after.discarded == tuple(sorted((*EXAMPLE, "Halle", "Hamburg")))


def test_the_first_house_in_a_free_city_takes_its_tile(example):
    close = Close("one", ("Berlin", "Bremen", "Hannover"))
    assert ("free-Bremen", 1) in apply(example, close).players[0].tiles
    ben = example.players[1]._replace(houses=frozenset({"Bremen"}))
    second = example._replace(players=(example.players[0], ben))
    assert ("free-Bremen", 1) not in apply(second, close).players[0].tiles


def test_preussen_asks_for_every_city_in_both_parts(table):
    preussen = set(atlas_named("power-and-glory").provinces["Preussen"])
    state = table(GAME, route=EXAMPLE, trains=HORSES, houses=frozenset(preussen - {"Münster"}))
    assert ("Preussen", 5) in apply(state, Close("all", ("Münster",))).players[0].tiles


def test_at_most_six_cards_are_horses(table):
    state = table(GAME, step=Step.PLAY, known=("Berlin",), trains=((1, None),) * 6)
    assert refused(state, Harness(1, "Berlin")) == "thurn.refused_train_full"


def test_who_gave_a_route_up_begins_another_before_any_horses(table):
    state = apply(table(GAME, step=Step.PLAY, route=("Berlin",), known=("Halle", "Kassel")), Abandon())
    assert not any(isinstance(action, Harness) for action in GAME.legal(state))
    assert refused(state, Harness(1, "Halle")) == "thurn.refused_begin_route"
    begun = apply(state, Play("Halle", "right"))
    assert any(isinstance(action, Harness) for action in GAME.legal(begun))


def test_with_the_postal_carrier_each_card_is_city_or_horse(table):
    state = table(GAME, step=Step.PLAY, known=("Berlin", "Halle"))
    after = apply(state, Play("Berlin", "left"), Harness(2, "Halle"))
    assert (after.mover.route, [train.horses for train in after.mover.trains]) == (("Berlin",), [2])


def owned(state, **horses):
    """The state on a map whose owner has entered what the cards of these cities show."""
    atlas = state.setup.atlas
    for city, number in horses.items():
        atlas = with_horses(atlas, city, (number,))
    return state._replace(setup=replace(state.setup, atlas=atlas))


def test_a_card_shows_the_horses_that_it_has(table):
    state = owned(table(GAME, step=Step.PLAY, known=("Hamburg",)), Hamburg=3)
    assert refused(state, Harness(1, "Hamburg")) == "thurn.refused_bad_horses"


@pytest.mark.parametrize("city", ["Berlin", "Weimar"])  # one card of Berlin is known, none of Weimar
def test_horses_that_nobody_has_entered_rule_no_card_out(table, city):
    state = table(GAME, step=Step.PLAY, known=(city,))
    assert {Harness(horses, city) for horses in (1, 2, 3)} <= set(GAME.legal(state))
    assert refused(state, Harness(4, city)) == "thurn.refused_bad_horses"


def test_the_last_house_ends_the_game_with_the_rider(table):
    atlas = atlas_named("power-and-glory")
    placed = frozenset([city for city in atlas.city if city not in EXAMPLE[:4]])
    state = table(GAME, route=("Halle", "Berlin", "Hannover"), trains=HORSES, houses=placed)
    after = apply(state, Close("one", ("Hannover",)))
    assert after.last_round
    ben = after.mover._replace(known=("Kassel",))
    bens = after.with_mover(ben)._replace(step=Step.PLAY, taken=1)
    assert apply(bens, Play("Kassel", "left"), End()).step is Step.OVER


def test_the_northern_map_may_be_played_with_carriages(table):
    state = table(GAME, route=("Halle", "Berlin", "Hannover"))
    basic = state._replace(setup=replace(state.setup, conveyance=Conveyance.CARRIAGES))
    assert apply(basic, Close("one", ("Berlin", "Hannover"))).players[0].carriage == 3


def test_no_cartwright_helps_where_horses_pull(example):
    assert not any(one.cartwright for one in GAME.legal(example) if isinstance(one, Close))
    assert refused(example, Close("one", ("Berlin", "Bremen", "Hannover"), True)) == "thurn.refused_no_such_placement"


def test_the_free_cities_belong_to_no_province(example):
    atlas = atlas_named("power-and-glory")
    assert atlas.free_cities == ("Bremen", "Frankfurt", "Hamburg", "Lübeck")
    assert not set(atlas.free_cities) & {city for cities in atlas.provinces.values() for city in cities}
    whole = [one.cities for one in GAME.legal(example) if isinstance(one, Close) and one.how == "all"]
    assert whole
    assert not any(set(cities) & set(atlas.free_cities) for cities in whole)


def test_a_house_in_every_province_is_enough_without_the_free_cities(table):
    atlas = atlas_named("power-and-glory")
    one_each = frozenset(cities[0] for province, cities in atlas.provinces.items() if province != "Hannover")
    state = table(GAME, route=EXAMPLE, trains=HORSES, houses=one_each)
    assert ("all-provinces", 6) in apply(state, Close("all", ("Hannover",))).players[0].tiles
    lacking = state.with_mover(state.mover._replace(houses=one_each - {atlas.provinces["Baiern"][0]}))
    assert "all-provinces" not in dict(apply(lacking, Close("all", ("Hannover",))).players[0].tiles)


def test_by_the_basic_rules_backs_are_ignored_and_the_bonus_tiles_are_the_new_ones(example):
    basic = example._replace(setup=replace(example.setup, conveyance=Conveyance.CARRIAGES))
    tiles = dict(apply(basic, Close("one", ("Berlin", "Bremen", "Hannover"))).players[0].tiles)
    assert tiles == {"length-6": 3, "free-Bremen": 1}
    playing = basic._replace(step=Step.PLAY).with_mover(basic.mover._replace(known=("Kassel",)))
    assert refused(playing, Harness(3, "Kassel")) == "thurn.refused_no_horses_here"


def test_thirty_nine_bonus_tiles():
    assert sum(len(stack.values) for stack in atlas_named("power-and-glory").stacks) == 39


@pytest.mark.parametrize("key", ["base", "power-and-glory"])
def test_a_map_that_ships_is_whole_and_survives_json(key):
    atlas = atlas_named(key)
    assert faults(atlas) == ()
    assert Atlas.from_json(atlas.to_json()) == atlas


def test_what_we_made_up_is_marked_and_what_is_known_is_not():
    atlas = atlas_named("power-and-glory")
    assert atlas.city["Cöln"].defaults == ("horses", "name", "province")
    assert atlas.city["Berlin"].defaults == ("horses",)  # seen on one card of three
    assert len(atlas.roads_known) == 5
    assert not atlas.stack["free-Bremen"].is_default
    assert atlas.stack["length-8"].is_default


def test_the_editor_is_told_what_is_wrong_with_a_map():
    atlas = atlas_named("power-and-glory")
    cut_off = replace(atlas, roads=frozenset(road for road in atlas.roads if "Lübeck" not in road))
    assert [fault.key for fault in faults(cut_off)] == ["thurn.map_unconnected"]
    crossed = replace(atlas, roads=atlas.roads | {frozenset(("Amsterdam", "Dresden"))})
    assert not faults(crossed)  # a printed road may pass beneath another one
    seven = replace(atlas, cities=(replace(atlas.cities[0], horses=(7,)), *atlas.cities[1:]))
    assert [fault.key for fault in faults(seven)] == ["thurn.map_horses"]
    homeless = replace(atlas, numbers={**atlas.numbers, "houses": 0})
    assert [fault.key for fault in faults(homeless)] == ["thurn.map_number"]
    bare = replace(atlas, stacks=(replace(atlas.stacks[0], values=()), *atlas.stacks[1:]))
    assert [fault.key for fault in faults(bare)] == ["thurn.map_stack_values"]
    fewer = replace(
        atlas, cities=atlas.cities[1:], roads=frozenset(r for r in atlas.roads if atlas.cities[0].name not in r)
    )
    assert "thurn.map_cities" in [fault.key for fault in faults(fewer)]


def test_a_horse_card_that_nobody_saw_lies_on_the_discard_pile_until_it_is_shuffled(table):
    state = table(GAME, route=EXAMPLE[:3], trains=((1, None), (2, None)))
    after = apply(state, Close("one", ("Hannover",)))
    assert (after.discarded, after.discarded_unseen) == (tuple(sorted(EXAMPLE[:3])), 2)
    assert after.pile == state.pile
    empty = after._replace(pile=0, step=Step.TAKE, taken=0)
    assert apply(empty, Take("-")).pile == 4  # five cards were shuffled, one was taken


def test_who_plays_horses_unseen_may_have_played_a_card_that_everybody_knew(table):
    state = owned(table(GAME, step=Step.PLAY, known=("Berlin", "Halle"), unknown=1), Berlin=1, Halle=2)
    after = apply(state, Harness(1))  # Berlin shows one horse, Halle two: it was Berlin, or the unknown card
    assert (after.players[0].known, after.players[0].unknown) == (("Halle",), 1)


def test_where_the_hand_leaves_no_other_card_its_city_is_known(table):
    after = apply(owned(table(GAME, step=Step.PLAY, known=("Berlin", "Halle")), Berlin=1, Halle=2), Harness(2))
    assert after.players[0].trains == (Train(2, "Halle"),)


def test_copies_of_a_city_may_show_different_horses(table):
    state = table(GAME, step=Step.PLAY, known=("Berlin", "Berlin"))
    atlas = with_horses(state.setup.atlas, "Berlin", (1, 1, 3))
    state = state._replace(setup=replace(state.setup, atlas=atlas))
    assert {Harness(1, "Berlin"), Harness(3, "Berlin")} <= set(GAME.legal(state))
    assert apply(state, Harness(3, "Berlin")).players[0].trains == (Train(3, "Berlin"),)


def test_who_plays_last_has_the_rider(table):
    atlas = atlas_named("power-and-glory")
    placed = frozenset([city for city in atlas.city if city not in EXAMPLE[:4]])
    state = table(GAME, route=("Halle", "Berlin", "Hannover"), trains=HORSES, houses=placed)
    _, events = GAME.apply(state, Close("one", ("Hannover",)))
    assert Phrase.of("thurn.last_round_rider", name="Ben") in [event.phrase for event in events]
