"""What is said in half a sentence or by a number on a place: each was broken on purpose, and no other test noticed."""

from __future__ import annotations

import json

import pytest

from games.istanbul.box.facts import Facts
from games.istanbul.expansions.every import sets_for
from games.istanbul.expansions.letters import LettersState, Own
from games.istanbul.expansions.mocha import MochaState
from games.istanbul.layout import faults, swapped
from games.istanbul.rulebook import layout_rule, printed_layouts
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL
from games.istanbul.rules import LETTERS_AND_SEALS as LETTERS

ALL_GOODS = ("red", "green", "yellow", "blue")
DONE = (3, True)  # a delivered letter, which shows two seals


def seals(*mine, seats=4, companion=0, society=0):
    """What Letters & Seals remembers where only Anna has letters."""
    players = (Own(tuple(sorted(mine)), companion), *(Own() for _ in range(seats - 1)))
    return {"letters-and-seals": LettersState(players, 28 - len(mine), society=society), "base": None}


def of(table):
    return table.state.own["letters-and-seals"].players[0]


def two(total):
    """Two dice that show so much together."""
    first = max(1, total - 6)
    return f"roll {first} {total - first}"


BOXES = ((), ("letters-and-seals",), ("mocha-and-baksheesh",), GREAT_BAZAAR.setup(()).expansions)


def apart(layout, one, other):
    """Steps along rows and columns."""
    spot = {number: (row, column) for row, line in enumerate(layout) for column, number in enumerate(line)}
    return sum(abs(a - b) for a, b in zip(spot[one], spot[other], strict=True))


@pytest.mark.parametrize("expansions", BOXES)
def test_black_market_and_tea_house_two_steps_apart_are_too_near(expansions):
    facts = Facts(sets_for(expansions))
    rule = layout_rule(facts)
    for layout in printed_layouts(facts).values():
        for number in sorted(rule.numbers - {7, 8}):
            near = swapped(layout, 9, number)
            if apart(near, 8, 9) == 2:
                assert [fault.phrase.key for fault in faults(near, rule)] == ["istanbul.layout_too_near"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_ruby_a_player_lies_at_the_wainwright(table, seats):
    assert table(seats=seats).state.rubies[1] == seats


def test_a_merchant_moves_one_or_two_places_along_rows_and_columns_and_never_stays(table):
    layout = ISTANBUL.layouts()["short_paths"]
    near = {f"move {number}" for line in layout for number in line if apart(layout, 7, number) in (1, 2)}

    def moves(one):
        return {line for line in one.legal() if line.startswith("move") and "alone" not in line}

    assert moves(table()) == near
    second = table().do("move 11", "end")  # Ben's merchant stands at 7 as well
    assert second.state.seat == 1
    assert moves(second) == near


def test_a_family_member_that_is_caught_brings_one_card(at):
    table = at(3, others={1: {"family": 3}}, unknown=0).do("catch 1 card")
    assert (table.anna.hand, table.anna.lira) == (1, 2)


def test_the_governors_new_card_may_be_the_one_that_is_discarded(at):
    table = at(5, figures={"governor": 5}, unknown=0, lira=0)
    assert "meet governor lira" not in table.legal()
    assert "meet governor discard take_5_lira" in table.legal()


@pytest.mark.parametrize(
    ("line", "figure"), [("meet governor lira", "governor"), ("meet smuggler red lira", "smuggler")]
)
def test_a_figure_takes_two_lira_and_goes_where_the_dice_say(at, line, figure):
    table = at(5, figures={figure: 5}, lira=3).do(line, "roll 6 4")
    assert (table.anna.lira, table.state.figures[figure]) == (1, 10)
    assert at(5, figures={figure: 5}, lira=1).refused(line) == "refused_lira"


def test_an_extension_costs_seven_lira(at):
    assert at(1, lira=8).do("use").anna.lira == 1
    assert at(1, lira=6).refused("use") == "refused_lira"


def test_all_assistants_come_back_to_the_stack(at):
    table = at(7, stack=1, out=(3, 5, 6)).do("use")
    assert (table.anna.stack, table.anna.out) == (4, ())


@pytest.mark.parametrize(
    ("total", "blue"), [(2, 0), (6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (12, 3)]
)  # printed on the place: 7, 9 and 11
def test_the_black_market_brings_blue_goods_from_seven_nine_and_eleven_on(at, total, blue):
    assert at(8, extensions=3).do("use red", two(total)).anna.goods["blue"] == blue


@pytest.mark.parametrize(("called", "total", "lira"), [(8, 8, 8), (8, 7, 2), (12, 12, 12), (3, 2, 2)])
def test_who_just_reaches_the_number_called_has_so_many_lira(at, called, total, lira):
    assert at(9, lira=0).do(f"use {called}", two(total)).anna.lira == lira


@pytest.mark.parametrize(("place", "prices"), [(10, (3, 7, 12, 18, 25)), (11, (2, 5, 9, 14, 20))])
def test_a_market_pays_for_one_to_five_goods_of_its_tile(at, place, prices):
    for count, lira in enumerate(prices, 1):
        table = at(place, lira=0, goods=dict.fromkeys(ALL_GOODS, 5), extensions=3)
        wanted = [
            good for good, n in zip(ALL_GOODS, map(int, table.state.demand[place][0]), strict=True) for _ in range(n)
        ]
        assert table.refused(f"use {' '.join([*wanted, 'red'])}") in ("bad_words", "refused_demand")
        assert table.do(f"use {' '.join(wanted[:count])}").anna.lira == lira


def test_what_is_not_on_the_tile_is_not_sold(at):
    table = at(10, goods={"red": 2})  # 1112: one red
    assert table.refused("use red red") == "refused_demand"
    assert "use red red" not in table.legal()


def test_the_family_member_goes_to_any_other_place(at):
    assert {line for line in at(12).legal() if line.startswith("use")} == {f"use {n}" for n in range(1, 17) if n != 12}


def test_the_red_tile_makes_a_four_at_both_places_and_is_used_once(at):
    red = frozenset({"red"})
    assert at(9, tiles=red, lira=0).do("use 9", "roll 1 4", "turn 1").anna.lira == 2  # 4 and 4 do not reach nine
    table = at(8, tiles=red).do("use red", "roll 1 5")
    assert table.legal() == {"keep", "turn 1", "turn 2", "reroll"}
    assert table.do("turn 1").anna.goods["blue"] == 2  # 4 and 5
    assert at(8, tiles=red).do("use red", "roll 1 5", "reroll", "roll 1 1").state.asks == ()


def test_the_fifth_assistant_comes_once_and_at_once(at):
    table = at(15, goods={"blue": 2}).do("use blue")
    assert (table.anna.stack, table.anna.aside) == (5, 0)


def test_a_card_is_refused_outside_its_time(table, at):
    assert at(5, known=("move_0",)).refused("card move_0") == "refused_not_now"
    assert table(known=("gemstone_twice",)).refused("card gemstone_twice") == "refused_not_now"


def test_in_the_last_window_only_cards_that_bring_goods_or_lira_are_played(at):
    others = {
        1: {"known": ("return_1_assistant", "take_5_lira"), "unknown": 0, "out": (3,), "stack": 3},
        2: {"unknown": 0},
    }
    table = at(16, lira=30, rubies=4, unknown=0, others={**others, 3: {"unknown": 0}}).do("use", "end")
    table.do(*["move 6 alone"] * 3)
    assert (table.state.step, table.state.seat) == ("window", 1)
    assert table.legal() == {"card take_5_lira", "end"}
    assert table.refused("card return_1_assistant 3") == "refused_not_now"


# Letters & Seals


@pytest.mark.parametrize("expansions", BOXES)
def test_black_market_and_tea_house_share_a_line_in_the_base_box_only(expansions):
    facts = Facts(sets_for(expansions))
    rule = layout_rule(facts)
    for layout in printed_layouts(facts).values():
        spot = {number: (row, column) for row, line in enumerate(layout) for column, number in enumerate(line)}
        for number in sorted(rule.numbers - {7, 8, 9}):
            far = swapped(layout, 9, number)
            if apart(far, 8, 9) >= 3 and (spot[8][0] == spot[number][0] or spot[8][1] == spot[number][1]):
                said = [fault.phrase.key for fault in faults(far, rule)]
                assert said == (["istanbul.layout_one_line"] if expansions else [])


@pytest.mark.parametrize(("visits", "lira"), [(0, 3), (1, 2), (2, 1), (3, 0), (7, 0)])
def test_the_first_three_visits_to_the_secret_society_bring_lira(at, visits, lira):
    state = {"own": seals(DONE, DONE, DONE, society=visits)}
    assert at(24, LETTERS, lira=0, state=state).do("use 13 d d d").anna.lira == lira


def test_five_seals_are_too_few_for_the_secret_society(at):
    table = at(24, LETTERS, state={"own": seals(DONE, DONE, (9, False))})
    assert table.refused("use 13 9 d d") == "refused_seals"
    assert not any(line.startswith("use") for line in table.legal())


def test_with_the_companion_on_the_board_either_may_move_and_one_alone_does(table):
    start = table(LETTERS, merchant=7, state={"own": seals(companion=24)})
    assert {"move 6", "step 2"} <= start.legal()
    assert not any(line.startswith("step") for line in start.do("move 6").legal())
    other = table(LETTERS, merchant=7, state={"own": seals(companion=24)}).do("step 2")
    assert not any(line.startswith("move") for line in other.legal())
    assert (other.anna.stack, other.anna.out) == (4, ())  # he has and needs no assistants


def test_a_letter_pays_the_courier(at):
    table = at(5, LETTERS, lira=0, figures={"courier": 5}, state={"own": seals((9, False))}).do(
        "meet courier 9", "letter 3"
    )
    assert (of(table).letters, table.state.own["letters-and-seals"].discard) == (((3, False),), (9,))


def test_used_letters_are_shuffled_once_none_is_left_and_nobody_knows_which_they_are(at):
    """Which of the delivered ones went to the discards their backs do not tell: either number may come again."""
    mine = ((3, True), (9, True), *(((21, True),) * 24))
    letters = seals(*mine)["letters-and-seals"]._replace(pile=0, discard=(21, 21))
    counted = (("letter_numbers", json.dumps({"3": 1, "9": 1, "21": 26})),)
    table = at(21, LETTERS, state={"own": {**seals(), "letters-and-seals": letters}}, corrections=counted)
    table.do("use", "letter 21")
    assert (table.state.own["letters-and-seals"].pile, table.state.own["letters-and-seals"].discard) == (1, ())
    assert table.legal() == {"letter 3", "letter 9", "letter 21"}


def test_the_courier_is_met_by_the_merchant_after_the_move_and_once_others_are_paid(table):
    start = table(LETTERS, lira=5, merchant=24, figures={"courier": 24}, state={"own": seals()})
    assert start.refused("meet courier lira") == "refused_not_here"
    assert not any(line.startswith("meet") for line in start.legal())
    others = {1: {"merchant": 2}}
    unpaid = table(LETTERS, lira=5, merchant=24, figures={"courier": 2}, others=others, state={"own": seals()})
    unpaid.do("move 2")
    assert unpaid.refused("meet courier lira") == "refused_not_here"
    assert "meet courier lira" in unpaid.do("pay").legal()
    family = table(LETTERS, lira=5, family=24, known=("family_step",), figures={"courier": 2}, state={"own": seals()})
    assert family.do("card family_step 2").refused("meet courier lira") == "refused_not_here"


def test_the_companion_delivers_where_he_comes_to(table):
    start = table(LETTERS, merchant=7, state={"own": seals((2, False), companion=24)})
    assert of(start.do("step 2")).letters == ((2, True),)


def test_a_first_bid_is_one_lira_at_least_and_a_later_one_higher(at):
    table = at(23, LETTERS, seats=2, lira=3, others={1: {"lira": 3}}, state={"own": seals(seats=2)})
    assert {line for line in table.legal() if line.startswith("use red")} == {"use red 1", "use red 2", "use red 3"}
    assert table.refused("use red 0") == "refused_bid"
    assert table.do("use red 2").legal() == {"pass", "bid 3"}


def test_kiosk_tiles_are_chosen_clockwise_and_each_may_be_left_alone(at):
    table = at(22, LETTERS, seats=4, state={"own": seals(), "seat": 2}, others={2: {"merchant": 22}})
    table.do("use", "letter 9", "kiosk two_lira red blue green die")
    for seat in (2, 3, 0, 1, 2):
        assert table.state.asks[0].seat == seat
        tile = table.state.own["letters-and-seals"].kiosk_open[0]
        assert f"tile {tile}" in table.legal()
        table.do(f"tile {tile}")
    assert table.state.asks == ()


@pytest.mark.parametrize("place", [13, 16, 20])
def test_the_secret_society_gives_the_next_ruby_of_each_place_and_asks_for_nothing_but_seals(at, place):
    given = {"letters-and-seals": seals(DONE, DONE, DONE, society=3)["letters-and-seals"]}
    table = at(24, GREAT_BAZAAR, lira=0)
    table.state = table.state._replace(own={**table.state.own, **given})
    there = table.state.rubies[place]
    assert {f"use {one} d d d" for one in (13, 16, 20)} <= table.legal()
    table.do(f"use {place} d d d")
    assert (table.anna.rubies, table.anna.lira, table.state.rubies[place]) == (1, 0, there - 1)
    assert not any(table.anna.goods.values())


def test_a_die_at_the_kiosk_brings_as_many_lira_as_pips(at):
    table = at(22, LETTERS, seats=2, lira=0, state={"own": seals(seats=2)}).do("use", "letter 9", "kiosk die red blue")
    assert table.do("tile die 1", "roll 5").anna.lira == 5


def test_who_is_sent_to_the_fountain_collects_no_assistants(at):
    table = at(22, LETTERS, seats=2, stack=1, out=(3, 5, 22), state={"own": seals(seats=2)})
    table.do("use", "letter 9", "kiosk to_fountain red blue", "tile to_fountain 1")
    assert (table.anna.merchant, table.anna.stack, table.anna.out) == (7, 1, (3, 5, 22))


def test_a_card_lets_the_family_member_go_one_step_and_never_to_or_from_the_police(table):
    layout = LETTERS.layouts()["letters_first"]
    here = table(LETTERS, family=7, known=("family_step",), unknown=0, state={"own": seals()})
    near = {n for line in layout for n in line if apart(layout, 7, n) == 1}
    assert 12 in near
    said = {f"card family_step {number}" for number in near - {12}}
    assert {line for line in here.legal() if line.startswith("card")} == said
    at_home = table(LETTERS, family=12, known=("family_step",), unknown=0, state={"own": seals()})
    assert not any(line.startswith("card") for line in at_home.legal())


def test_the_double_move_costs_three_seals(at):
    few = at(5, LETTERS, state={"own": seals(DONE)}).do("use", "end")
    assert few.state.seat == 1  # two seals buy nothing, so the turn is over
    enough = at(5, LETTERS, state={"own": seals(DONE, (9, False))}).do("use", "end")
    assert (enough.state.seat, {line for line in enough.legal() if line.startswith("again")}) == (0, {"again 9 d"})


def test_the_card_for_a_letter_brings_one(table):
    start = table(LETTERS, known=("take_letter",), unknown=0, state={"own": seals()}).do("card take_letter", "letter 9")
    assert (start.state.asks, len(of(start).letters)) == ((), 1)


def test_the_topmost_of_several_discarded_cards_is_carried_out(table):
    discards = ("take_5_lira", "gain_1_good")
    start = table(
        LETTERS, known=("top_discarded_card",), unknown=0, lira=0, state={"own": seals(), "discard": discards}
    )
    start.state = start.state._replace(pile=start.state.pile - 2)
    assert start.refused("card top_discarded_card") == "bad_words"  # which good?
    start.do("card top_discarded_card blue")
    assert (start.anna.lira, start.anna.goods["blue"]) == (0, 1)


def test_the_card_takes_the_merchant_to_whom_one_chose_and_nowhere_else(table):
    others = {1: {"merchant": 16}, 2: {"merchant": 5}}
    start = table(LETTERS, known=("to_other_merchant",), others=others, state={"own": seals()})
    start.do("card to_other_merchant 2")
    assert {line for line in start.legal() if line.startswith("move")} == {"move 5", "move 5 alone"}


@pytest.mark.parametrize(("place", "one", "other"), [(14, "red", "green"), (15, "blue", "yellow")])
def test_the_action_of_either_mosque_is_taken_once_more(at, place, one, other):
    goods = {one: 4, other: 4}
    table = at(place, LETTERS, goods=goods, extensions=2, known=("mosque_again",), state={"own": seals()})
    table.do(f"use {one}", "card mosque_again", f"use {other}")
    assert (table.anna.tiles, table.anna.rubies) == (frozenset({one, other}), 1)


def test_the_fountain_lies_in_the_centre_of_the_great_bazaar():
    rule = GREAT_BAZAAR.layout_rule()
    for layout in GREAT_BAZAAR.layouts().values():
        for number in sorted(rule.numbers - {7, 8, 9}):
            said = [fault.phrase.key for fault in faults(swapped(layout, 7, number), rule)]
            assert said == ["istanbul.layout_fountain_centre"]


# Mocha & Baksheesh


def test_the_coffee_trader_takes_two_lira_or_a_good(at):
    table = at(5, GREAT_BAZAAR, lira=2, figures={"coffee_trader": 5}).do("meet coffee_trader lira", "roll 6 6")
    assert (table.anna.lira, table.anna.goods["coffee"], table.state.figures["coffee_trader"]) == (0, 1, 12)


def test_in_the_great_bazaar_a_tavern_tile_moves_the_courier_too(at):
    assert at(19, GREAT_BAZAAR).do("use +courier@4").state.figures["courier"] == 4


def with_guild_card(table):
    """Anna holds one guild card."""
    table.state = table.state.with_own("mocha-and-baksheesh", MochaState((1, 0, 0, 0), (0,) * 4))
    return table


def test_six_rubies_end_the_great_bazaar_as_well(at):
    table = at(16, GREAT_BAZAAR, lira=60, rubies=4, uses=2).do("use")
    assert not table.state.last_round
    assert table.do("use").state.last_round


def test_a_guild_card_is_played_instead_of_the_turn_and_nobody_is_met(table, at):
    card = "guild 16 -lira:15 +ruby@16 +coffee:3"
    assert with_guild_card(at(5, GREAT_BAZAAR, lira=15)).refused(card) == "refused_not_now"
    start = with_guild_card(table(GREAT_BAZAAR, lira=20, figures={"governor": 7}, others={1: {"family": 7}})).do(card)
    assert not any(line.startswith(("meet", "catch", "move", "use")) for line in start.legal())
    assert start.refused("meet governor lira") == "refused_not_here"
