"""The rules of the base game, as a table plays them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import Refusal
from games.thurn_and_taxis.actions import Abandon, Close, Deal, Discard, End, Play, Renew, Take
from games.thurn_and_taxis.advice import advice, missing
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import THURN_AND_TAXIS as GAME

SOUTH = ("Carlsruhe", "Stuttgart", "Nürnberg", "Regensburg")
LONG = ("Mannheim", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg", "Kempten")
OPEN = ("Ulm", "Linz", "Basel", "Pilsen", "Lodz", "Passau")


def play(state, *actions):
    events = ()
    for action in actions:
        state, brought = GAME.apply(state, action)
        events += brought
    return state, events


def refused(state, action):
    with pytest.raises(Refusal) as refusal:
        GAME.apply(state, action)
    return refusal.value.phrase.key


def test_the_first_turn_takes_two_cards_because_an_empty_hand_forces_the_postmaster(table):
    state, _ = play(table(step=Step.DEAL), Deal(OPEN), Take("Ulm", "Zürich"))
    assert (state.step, state.official) == ("take", "postmaster")
    state, _ = play(state, Take("Basel", "Ulm"), Play("Ulm", "right"))
    assert state.mover.route == ("Ulm",)
    assert refused(state, Play("Basel", "right")) == "thurn.refused_one_official"


def test_a_city_is_added_at_an_end_that_a_road_leads_to(table):
    state = table(step=Step.PLAY, route=SOUTH, known=("Mannheim", "Innsbruck", "Stuttgart"))
    assert refused(state, Play("Innsbruck", "right")) == "thurn.refused_no_road"
    assert refused(state, Play("Stuttgart", "left")) == "thurn.refused_city_twice"
    after, _ = play(state, Play("Mannheim", "left"))
    assert after.mover.route == ("Mannheim", *SOUTH)


def test_a_city_is_never_put_in_between(table):
    """Würzburg neighbours Stuttgart and Nürnberg, but not the ends."""
    state = table(step=Step.PLAY, route=SOUTH, known=("Würzburg",))
    assert {refused(state, Play("Würzburg", end)) for end in ("left", "right")} == {"thurn.refused_no_road"}


def test_a_route_is_closed_only_after_a_card_was_played(table):
    """Take, play, then close: a route that was long enough the turn before waits for the card of this one."""
    for step in (Step.TAKE, Step.PLAY):
        state = table(step=step, route=SOUTH, known=("Lodz",))
        assert not any(isinstance(action, Close) for action in GAME.legal(state))
        assert refused(state, Close("one", SOUTH[:1])) == "thurn.refused_not_now"


def test_giving_up_discards_the_route_and_a_new_one_has_to_be_begun(table):
    state, _ = play(table(step=Step.PLAY, route=SOUTH, known=("Lodz", "Linz")), Abandon())
    assert state.mover.route == ()
    assert state.discarded == tuple(sorted(SOUTH))
    assert refused(state, End()) == "thurn.refused_not_now"
    state, _ = play(state, Play("Lodz", "right"))
    assert (state.mover.route, state.mover.known) == (("Lodz",), ("Linz",))


def test_the_postal_carrier_plays_a_second_card(table):
    state, _ = play(
        table(step=Step.PLAY, known=("Ulm", "Augsburg", "München")), Play("Ulm", "left"), Play("Augsburg", "right")
    )
    assert state.official == "postal carrier"
    assert refused(state, Play("München", "right")) == "thurn.refused_one_official"


def test_the_administrator_renews_all_six_open_cards_before_the_first_is_taken(table):
    state = table(step=Step.TAKE, display=OPEN, known=("Ulm",))
    new = ("Freiburg", "Basel", "Zürich", "Linz", "Salzburg", "München")
    after, _ = play(state, Renew(new))
    assert (after.display, after.official) == (new, "administrator")
    assert after.discarded == tuple(sorted(OPEN))
    taken, _ = play(after, Take("Linz", "Ulm"))
    assert refused(taken, Take("Basel", "Ulm")) == "thurn.refused_one_official"


def test_nobody_with_an_empty_hand_may_ask_the_administrator(table):
    assert refused(table(step=Step.TAKE, display=OPEN), Renew(OPEN)) == "thurn.refused_no_administrator"


def test_a_route_of_two_cannot_be_closed(table):
    state = table(route=("Ulm", "Augsburg"))
    assert refused(state, Close("one", ("Ulm",))) == "thurn.refused_cannot_close"
    assert missing(state, 0).cities == 1


ROUTE = ("Sigmaringen", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg")


def test_one_house_in_each_province_or_every_city_of_one(table):
    """The rulebook's route: Hohenzollern 1, Württemberg 1, Baiern 1 of 4, or all four of Baiern."""
    offered = {one.action.cities for one in advice(table(route=ROUTE))}
    baiern = ("Nürnberg", "Regensburg", "Ingolstadt", "Augsburg")
    assert offered == {
        *(tuple(sorted(("Sigmaringen", "Stuttgart", city))) for city in baiern),
        tuple(sorted(baiern)),
        ("Sigmaringen",),
        ("Stuttgart",),
    }


def test_no_second_house_in_a_city(table):
    state = table(route=ROUTE, houses=frozenset({"Stuttgart"}))
    assert all("Stuttgart" not in one.action.cities for one in advice(state))


def test_one_length_tile_a_route_and_an_empty_stack_falls_to_the_next_lower(table):
    close = Close("one", ("Kempten", "Mannheim", "Stuttgart"))
    state, _ = play(table(route=LONG), close)
    assert state.players[0].tiles == (("length-7", 4),)
    state, _ = play(table(route=LONG, stacks={"length-7": ()}), close)
    assert state.players[0].tiles == (("length-6", 3),)
    state, _ = play(table(route=LONG, stacks={"length-7": (), "length-6": (), "length-5": ()}), close)
    assert state.players[0].tiles == ()


def test_a_province_is_worth_its_top_tile_once(table):
    state = table(route=("Carlsruhe", "Freiburg", "Basel"), houses=frozenset({"Carlsruhe", "Mannheim"}))
    closed, events = play(state, Close("all", ("Freiburg",)))
    assert ("Baden", 3) in closed.players[0].tiles
    assert [event.line.points for event in events if event.line] == [3, 2]  # the tile and the first carriage
    baden = frozenset(closed.setup.atlas.provinces["Baden"])
    later = table(route=("Ulm", "Sigmaringen", "Zürich"), houses=baden, tiles=(("Baden", 3),))
    again, _ = play(later, advice(later)[0].action)
    assert [key for key, _ in again.players[0].tiles].count("Baden") == 1


def test_the_next_carriage_only_and_the_cartwright_is_two_cities_short(table):
    def carriage(owned, length, cartwright=False):
        state = table(route=LONG[:length], carriage=owned)
        options = [one.action for one in advice(state) if one.action.cartwright is cartwright]
        return play(state, options[0])[0].players[0].carriage if options else owned

    assert carriage(3, 7) == 4  # none is skipped
    assert carriage(4, 4) == 4  # too short
    assert carriage(4, 3, cartwright=True) == 5
    assert carriage(6, 4, cartwright=True) == 6  # the cartwright would not help


def test_the_hand_is_cut_to_three_only_when_a_route_is_closed(table):
    hand = ("Basel", "Linz", "Lodz", "Passau", "Ulm")
    ended, _ = play(table(route=SOUTH, known=hand), End())
    assert ended.players[0].hand == 5
    closed, _ = play(table(route=SOUTH, known=hand), Close("one", ("Carlsruhe", "Nürnberg", "Stuttgart")))
    assert closed.step is Step.DISCARD
    done, _ = play(closed, Discard(("Linz", "Lodz")))
    assert done.players[0].known == ("Basel", "Passau", "Ulm")
    assert done.seat == 1


def test_a_seven_carriage_brings_the_end_and_the_round_is_finished(table):
    state, events = play(table(route=LONG, carriage=6, seats=3), Close("one", ("Kempten", "Mannheim", "Stuttgart")))
    assert ("game-end", 1) in state.players[0].tiles
    assert any(event.phrase.key == "thurn.last_round" for event in events)
    for _ in range(2):
        state, _ = play(
            state.with_mover(state.mover._replace(known=("Ulm",)))._replace(step=Step.PLAY, taken=1),
            Play("Ulm", "left"),
            End(),
        )
    assert state.step is Step.OVER


def test_the_last_house_brings_the_end_too(table):
    placed = frozenset(city for city in GAME.setup(()).atlas.city if city not in ("Ulm", "Stuttgart", "Augsburg"))
    state, _ = play(table(route=("Stuttgart", "Ulm", "Augsburg"), houses=placed), Close("one", ("Augsburg",)))
    assert state.last_round
    assert state.houses_left(0) == 0


def test_the_score_is_carriage_and_tiles_less_the_houses_left(table):
    """The rulebook's example: 7 + 17 − 4 = 20."""
    houses = frozenset(list(GAME.setup(()).atlas.city)[:16])
    tiles = (("length-7", 4), ("length-6", 3), ("Baiern", 5), ("Baden", 3), ("length-5", 2))
    state = table(carriage=6, houses=houses, tiles=tiles)
    (first, _) = GAME.standings(state)
    assert (first.player, first.score) == (0, 20)


def test_a_tie_goes_to_the_game_end_tile_else_clockwise_from_it(table):
    state = table(seats=3)
    holder = state.players[1]._replace(tiles=(("game-end", 1),))
    even = state.players[0]._replace(tiles=(("length-5", 1),))
    tied = state._replace(players=(even, holder, even))
    assert [standing.player for standing in GAME.standings(tied)] == [1, 2, 0]


def test_the_all_provinces_tile_leaves_baiern_out_in_the_first_edition_only(table):
    eight = frozenset({"Ulm", "Basel", "Innsbruck", "Lodz", "Linz", "Pilsen", "Mannheim"})
    state = table(route=("Ulm", "Sigmaringen", "Zürich"), houses=eight)
    close = Close("all", ("Sigmaringen",))
    assert ("all-provinces", 6) in play(state, close)[0].players[0].tiles
    later = state._replace(setup=replace(state.setup, all_provinces_has_baiern=True))
    assert play(later, close)[0].players[0].tiles == ()


def test_a_card_that_nobody_saw_is_learned_when_it_is_played(table):
    state = table(step=Step.PLAY, unknown=2)
    after, _ = play(state, Play("Ulm", "left"))
    assert (after.mover.unknown, after.mover.route) == (1, ("Ulm",))
    assert after.unseen("Ulm") == 2


def test_a_fourth_card_of_a_city_can_not_be_in_hand(table):
    state = table(step=Step.PLAY, unknown=2, display=("Ulm", "Ulm", "Ulm", "Linz", "Linz", "Lodz"))
    assert refused(state, Play("Ulm", "left")) == "thurn.refused_not_in_hand"


def test_who_finds_no_card_to_take_goes_on_without(table):
    """Given 66 cards in hands and on routes, the turn goes on with playing one, or ends where the hand is empty."""
    state = table(step=Step.CLOSE, known=("Ulm",))._replace(pile=0)
    for hand, step in ((3, "play"), (0, "close")):
        others = state.players[1]._replace(known=(), unknown=hand)
        after, _ = play(state._replace(players=(state.players[0], others, *state.players[2:])), End())
        assert (after.seat, after.step) == (1, step)
