"""The rules of the base game, as a table plays them."""

from __future__ import annotations

import pytest

from games.game import Phrase, Refusal
from games.istanbul.actions import End, Use
from games.istanbul.rules import ISTANBUL as GAME
from games.line_of_play import stepped
from games.log_entry import Entry, EntryKind


def test_the_table_tells_where_figures_and_demand_tiles_are(table):
    built = table()
    state = GAME.new(built.state.setup)
    built.state = state
    assert built.refused("move 6") == "refused_answer_first"
    built.do("roll 3 4", "roll 1 1", "demand 1112")
    assert built.refused("demand 1112") == "refused_tile_seen"
    built.do("demand 1121")
    assert built.state.figures == {"governor": 7, "smuggler": 2}
    assert built.do("move 6").anna.out == (6,)


def test_everybody_starts_with_one_lira_more(table):
    assert [player.lira for player in table(seats=5).state.players] == [2, 3, 4, 5, 6]


def test_an_assistant_is_left_or_picked_up(table):
    left = table().do("move 3")
    assert (left.anna.stack, left.anna.out) == (3, (3,))
    picked_up = table(stack=2, out=(3, 5)).do("move 3")
    assert (picked_up.anna.stack, picked_up.anna.out) == (3, (5,))


@pytest.mark.parametrize("line", ["move 7", "move 13", "move 8"])
def test_a_merchant_moves_one_or_two_places(table, line):
    assert table().refused(line) == "refused_distance"


def test_an_empty_pile_takes_the_discards_with_it_at_the_caravansary(at):
    """One open card and an empty pile: whoever draws from the pile first finds no open card any more."""
    table = at(6, unknown=1, state={"pile": 0, "discard": ("move_0",)})
    sources = {line.rsplit(" ", 1)[0] for line in table.legal() if line.startswith("use")}
    assert sources == {"use pile pile", "use open pile"}
    assert table.refused("use pile open take_5_lira") == "refused_no_discard"
    table.do("use open pile move_0")
    assert (table.anna.known, table.anna.unknown, table.state.discard) == ((), 1, ("move_0",))


def test_nobody_draws_where_no_card_is_left_at_the_caravansary(at):
    table = at(6, unknown=26, others={seat: {"unknown": 0} for seat in (1, 2, 3)}, state={"pile": 0})
    table.state = table.state._replace(pile=0)
    assert "use pile pile move_0" in table.legal()
    assert table.do("use pile pile move_0").anna.hand == 25


def test_any_number_of_assistants_comes_back_at_the_fountain(at):
    table = at(7, stack=1, out=(3, 5, 6))
    assert {"use", "use 3", "use 3 5", "use 3 6", "use 5 6"} <= table.legal()
    table.do("use 3 6")
    assert (table.anna.stack, table.anna.out) == (3, (5,))


@pytest.mark.parametrize(("card", "place"), [("post_office_twice", 5), ("gemstone_twice", 16)])
def test_once_more_comes_before_anybody_is_met(at, card, place):
    table = at(place, known=(card,), lira=50, others={1: {"family": place}}).do("use")
    assert f"card {card}" in table.legal()
    table.do("catch 1 lira")
    assert f"card {card}" not in table.legal()
    assert table.refused(f"card {card}") == "refused_card_elsewhere"


def test_once_more_does_not_come_after_the_governor(at):
    table = at(5, known=("post_office_twice",), lira=9, figures={"governor": 5}).do(
        "use", "meet governor lira", "roll 1 1"
    )
    assert table.refused("card post_office_twice") == "refused_card_elsewhere"


def test_once_more_works_for_a_family_member_too(at):
    table = at(12, known=("post_office_twice",), lira=0).do("use 5", "use", "card post_office_twice", "use")
    assert table.anna.lira == 4
    assert (table.state.place, table.state.actor, table.state.step) == (12, "merchant", "encounters")


def test_whoever_declines_to_act_once_more_goes_on_where_the_merchant_is(at):
    table = at(12, known=("post_office_twice",)).do("use 5", "use", "card post_office_twice", "end")
    assert (table.state.place, table.state.step) == (12, "encounters")


def test_leaving_nobody_ends_the_turn(table):
    table = table(others={1: {"family": 3}}).do("move 3 alone")
    assert (table.said(), table.state.seat, table.anna.out) == (["ends_alone"], 1, ())


@pytest.mark.parametrize("anna", [{}, {"stack": 2, "out": (3, 5)}, {"stack": 1, "out": (5,)}])
def test_that_nobody_was_left_may_be_said_after_the_move(table, anna):
    afterwards = table(**anna).do("move 3", "move 3 alone")
    assert afterwards.state == table(**anna).do("move 3 alone").state


def test_who_has_paid_or_acted_has_left_an_assistant(table):
    paid = table(others={1: {"merchant": 3}}).do("move 3")
    assert paid.do("pay").refused("move 3 alone") == "refused_not_now"
    assert table().do("move 3", "use").refused("move 3 alone") == "refused_not_now"


def test_not_paying_ends_the_turn_without_encounters(table):
    table = table(lira=9, figures={"governor": 3}, others={1: {"merchant": 3, "family": 3}}).do("move 3")
    assert table.state.step == "pay"
    assert table.refused("use") == "refused_not_now"
    assert GAME.closing(table.state) is None
    table.do("end")
    assert (table.said(), table.state.seat, table.anna.lira) == (["ends_declined"], 1, 9)


def test_declining_the_action_keeps_the_encounters(at):
    table = at(3, others={1: {"family": 3}}, lira=0)
    assert table.refused("end") == "refused_must_catch"
    assert GAME.closing(table.state) is None
    table.do("catch 1 lira")
    assert (table.anna.lira, table.ben.family, table.state.step) == (3, 12, "encounters")
    assert table.refused("use") == "refused_not_now"
    assert table.do("end").state.seat == 1


def test_others_are_paid_two_lira_each(table):
    table = table(lira=5, others={1: {"merchant": 3}, 2: {"merchant": 3}}).do("move 3", "pay")
    assert table.anna.lira == 1
    assert [player.lira for player in table.state.players[1:3]] == [5, 6]
    assert table.state.bank == 0


def test_a_card_may_bring_the_money_to_pay(table):
    table = table(lira=0, others={1: {"merchant": 3}}, known=("take_5_lira",), unknown=0).do("move 3")
    assert table.refused("pay") == "refused_lira"
    assert table.do("card take_5_lira", "pay").anna.lira == 3


def test_done_takes_the_only_action_and_gives_none_away(at):
    """At the Post Office there is one way to act; at the Caravansary people choose; without money there is none."""
    for place, only, closing in ((5, Use(), None), (6, None, None), (1, None, End())):
        state = at(place, lira=6).state
        assert (GAME.only_way(state), GAME.closing(state)) == (only, closing)
    state = at(5).do("use").state
    assert (GAME.only_way(state), GAME.closing(state)) == (None, End())


def test_done_does_not_end_a_turn_before_somebody_is_caught(at):
    table = at(5, others={1: {"family": 5}})
    assert GAME.only_way(table.state) == Use()
    table.do("use")
    assert (GAME.only_way(table.state), GAME.closing(table.state)) == (None, None)


def test_an_earlier_record_calls_all_assistants_back_by_their_names(at):
    table = at(7, stack=2, out=(3, 5))
    assert table.refused("use 3 5") == "refused_all_by_name"
    step = stepped(GAME, table.state, Entry(EntryKind.ACTION, "use 3 5"))
    assert (step.action, step.state.mover.out, step.entry.notation) == (Use(), (), "use 3 5")


def test_a_neutral_merchant_is_paid_and_moves_on(table):
    table = table(seats=2, lira=2, merchant=2).do("move 14", "pay", "roll 5 6")
    assert (table.anna.lira, table.state.bank, table.state.neutrals) == (0, 2, (11, 15, 16))
    assert table.state.step == "action"


def test_the_governor_is_paid_and_goes_where_the_dice_say(at):
    table = at(5, lira=2, figures={"governor": 5}, unknown=0).do("meet governor lira", "roll 2 3")
    assert (table.anna.lira, table.anna.hand, table.state.figures["governor"]) == (0, 1, 5)
    assert table.refused("meet governor lira") == "refused_not_here"  # once a turn


def test_the_fountain_gives_back_as_many_as_one_likes(at):
    table = at(7, stack=1, out=(3, 5, 6)).do("use 3 6")
    assert (table.anna.stack, table.anna.out) == (3, (5,))
    assert at(7, stack=1, out=(3,)).refused("use 9") == "refused_no_assistant"


def test_the_red_tile_turns_a_die_to_four_or_rolls_again(at):
    table = at(9, tiles=frozenset({"red"}), lira=0).do("use 8", "roll 1 4")
    assert table.legal() == {"keep", "turn 1", "turn 2", "reroll"}
    assert table.do("turn 1").anna.lira == 8
    table = at(9, tiles=frozenset({"red"}), lira=0).do("use 8", "roll 1 4", "reroll", "roll 2 2")
    assert (table.anna.lira, table.state.asks) == (2, ())


def test_the_green_tile_buys_an_extra_good(at):
    assert at(2, lira=2).refused("use blue") == "refused_green_tile"
    table = at(2, lira=2, tiles=frozenset({"green"})).do("use blue")
    assert (table.anna.goods, table.anna.lira) == ({"red": 2, "green": 0, "yellow": 0, "blue": 1}, 0)


def test_the_yellow_tile_fetches_an_assistant_once_a_turn(table):
    table = table(lira=9, stack=0, out=(3, 5), tiles=frozenset({"yellow"})).do("recall 3")
    assert (table.anna.lira, table.anna.stack, table.anna.out) == (7, 1, (5,))
    assert table.refused("recall 5") == "refused_recall"


def test_a_card_doubles_an_action_and_the_second_ruby_costs_more(at):
    table = at(16, lira=30, known=("gemstone_twice",)).do("use", "card gemstone_twice", "use")
    assert (table.anna.rubies, table.anna.lira) == (2, 30 - 12 - 13)
    paid = [item.phrase for event in table.events if event.line for item in event.line.items]
    assert paid == [Phrase.of("istanbul.lira", lira=12), Phrase.of("istanbul.lira", lira=13)]


def test_staying_and_going_far(table):
    near = table(merchant=3, stack=2, out=(3,), known=("move_0",)).do("card move_0")
    assert near.refused("move 5") == "refused_distance"
    assert near.do("move 3").anna.stack == 3
    far = table(known=("move_3_or_4",)).do("card move_3_or_4")
    assert far.do("move 13").state.place == 13


def test_any_goods_at_the_small_market(at):
    table = at(11, goods={"blue": 2, "red": 2}, lira=0, known=("small_market_any_goods",))
    assert table.refused("use blue blue") == "refused_demand"
    assert table.do("card small_market_any_goods", "use blue blue red").anna.lira == 9


def test_the_family_member_comes_home_for_a_reward(table):
    table = table(family=5, lira=0, known=("family_to_police",)).do("card family_to_police lira")
    assert (table.anna.family, table.anna.lira) == (12, 3)


def test_a_card_is_checked_against_what_may_still_be_out(table):
    gone = ("move_0", "move_0")
    table = table(state={"discard": gone, "pile": 20})
    assert table.refused("card move_0") == "refused_not_in_hand"
    assert "card move_0" not in table.legal()
    assert "card take_5_lira" in table.legal()


def test_the_round_is_finished_and_everybody_may_play_cards(at):
    others = {3: {"unknown": 0}, 1: {"known": ("take_5_lira",), "unknown": 0, "lira": 0}, 2: {"unknown": 0}}
    table = at(16, lira=30, rubies=4, unknown=0, state={"seat": 0}, others=others).do("use", "end")
    assert table.state.last_round
    for _ in range(3):
        merchant = table.state.mover.merchant
        assert merchant == 7
        table.do("move 6 alone")
    assert (table.state.step, table.state.seat) == ("window", 1)
    assert table.refused("move 6") == "refused_not_now"
    table.do("card take_5_lira", "end")
    assert GAME.player_to_move(table.state) is None
    assert table.ben.lira == 5
    assert [one.player for one in GAME.standings(table.state)] == [0, 1, 3, 2]
    assert table.refused("end") == "refused_over"


def test_a_ruby_says_where_it_comes_from(at):
    table = at(13, goods={"red": 1, "green": 1, "yellow": 1, "blue": 1}).do("use")
    (line,) = [event.line for event in table.events if event.line]
    assert (line.player, line.points, line.places, line.working) == (0, 1, ("13",), "1 + 1 + 1 + 1")


def test_a_box_with_another_price_is_corrected(at):
    table = at(16, lira=30, corrections=(("dealer_first.4", "13"),)).do("use")
    assert table.anna.lira == 17


@pytest.mark.parametrize("path", ["dealer_first.4.x", "nothing", "dealer_first"])
def test_a_correction_that_leads_nowhere_is_refused(at, path):
    with pytest.raises(Refusal, match="bad_correction"):
        at(16, corrections=((path, "13"),))


@pytest.mark.parametrize("count", [1, 6])
def test_two_to_five_people_play(count):
    from games.game import Seat

    colours = ("red", "yellow", "green", "blue", "black", "white")
    seats = tuple(Seat(colour, colour) for colour in colours[:count])
    with pytest.raises(Refusal, match="refused_seats"):
        GAME.new(GAME.setup(seats))


def test_expansion_actions_are_not_in_the_base_game(table):
    assert table().refused("escort") == "refused_not_in_this_game"
