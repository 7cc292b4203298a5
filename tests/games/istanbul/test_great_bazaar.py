"""The Great Bazaar: what is known is refereed, what is not is booked as declared."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.game import Refusal
from games.istanbul.expansions.mocha import MochaState
from games.istanbul.layout import swapped
from games.istanbul.moment import Piece
from games.istanbul.rules import GREAT_BAZAAR as GAME
from games.istanbul.rules import LETTERS_AND_SEALS, rulebook

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "rule_cases.json").read_text())}


def test_the_catacombs(at):
    case = CASES["catacombs"]
    table = at(25, GAME, figures={"governor": 16})
    assert {line.split()[1] for line in table.legal() if line.startswith("use")} == {*table.anna.goods}
    table.do("use coffee 16")
    assert (table.anna.merchant, table.anna.goods["coffee"]) == (16, 1)
    assert table.state.step == "after"
    assert table.refused("meet governor lira") == "refused_not_here"
    assert table.refused("use") == "refused_not_now"
    assert case["then"] == {"gain": "1 good or coffee", "move": "any place", "action": False, "encounters": False}


def test_twenty_five_places_with_the_fountain_in_the_centre(table):
    book = rulebook(table(GAME).state.setup)
    assert set(book.places) == set(book.at) == set(range(1, 26))
    assert book.at[7] == (2, 2)


def test_black_market_and_tea_house_keep_their_distance_among_twenty_five_places(table):
    setup = table(GAME).state.setup
    ((first, beside, *_), *_) = setup.layout
    near = swapped(swapped(setup.layout, 8, first), 9, beside)
    with pytest.raises(Refusal, match="layout"):
        GAME.new(replace(setup, layout=near))


def test_the_catacombs_lie_in_the_great_bazaar_only(table):
    assert set(rulebook(table(LETTERS_AND_SEALS).state.setup).at) == {*range(1, 17), 21, 22, 23, 24}


def test_the_last_ruby_of_the_coffee_house_is_replaced(at):
    state = {"rubies": {0: 10, 1: 4, 13: 3, 14: 4, 15: 4, 16: 4, 20: 1}}
    table = at(20, GAME, goods={"coffee": 4}, state=state).do("use -coffee:4 +ruby@20")
    assert (table.anna.rubies, table.state.rubies[20], table.state.rubies[0]) == (1, 1, 9)


def test_what_a_tavern_tile_says_of_figures_goes_for_the_courier_too(table):
    found = table(GAME, lira=0).do("declare +courier@11", "declare +coffee_trader@4")
    assert (found.state.figures["courier"], found.state.figures["coffee_trader"]) == (11, 4)


def test_what_an_unknown_place_gives_is_declared_and_marked(at):
    table = at(20, GAME, goods={"coffee": 4}).do("use -coffee:4 +ruby@20")
    assert (table.anna.rubies, table.anna.goods["coffee"]) == (1, 0)
    lines = [event.line for event in table.events if event.line]
    assert [line.marks for line in lines] == [("declared",)]
    assert "declared" in table.said()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("use -lira:99 +coffee", "refused_lira"),
        ("use -coffee +lira:3", "refused_goods"),
        ("use +coffee:31", "refused_stock"),
        ("use +tavern:9", "refused_stock"),
        ("use +guild:21", "refused_stock"),
        ("use -guild", "refused_stock"),
        ("use +ruby@25", "bad_words"),
        ("use +ruby", "bad_words"),
        ("use coffee", "bad_words"),
        ("use -card=move_0", "refused_not_in_hand"),
        ("use -card", "bad_words"),
        ("use -card=move_0:2", "bad_words"),
        ("use +lira@5", "bad_words"),
        ("use +lira=red", "bad_words"),
        ("use +extension:4", "refused_extension"),
        ("use -letter=9", "refused_no_letter"),
    ],
)
def test_a_declaration_keeps_stock_and_limits(at, line, why):
    table = at(17, GAME, unknown=0)
    assert table.refused(line) == why


def test_the_text_of_a_place_can_be_entered(at):
    printed = json.dumps([{"pay": {"lira": 2}, "take": {"coffee": 2}}])
    table = at(17, GAME, lira=5, corrections=(("place_trades.17", printed),))
    assert "use -lira:2 +coffee:2" in table.legal()
    assert table.refused("use -lira:1 +coffee:2") == "refused_printed"
    table.do("use -lira:2 +coffee:2")
    assert (table.anna.lira, table.anna.goods["coffee"]) == (3, 2)
    assert "declared" not in table.said()


def test_guild_card_16_is_known(table):
    """ "Pay 15 lira, get a ruby plus 3 coffee", instead of all four phases."""
    table = table(GAME, lira=15)
    assert table.refused("guild 16 -lira:15 +ruby@16 +coffee:3") == "refused_no_guild_card"
    mocha = MochaState((1, 0, 0, 0), (0, 0, 0, 0))
    table.state = table.state.with_own("mocha-and-baksheesh", mocha)
    assert table.refused("guild 16 -lira:10 +ruby@16 +coffee:3") == "refused_printed"
    table.do("guild 16 -lira:15 +ruby@16 +coffee:3", "end")
    assert (table.anna.rubies, table.anna.lira, table.anna.goods["coffee"], table.state.seat) == (1, 0, 3, 1)
    assert all("declared" not in event.line.marks for event in table.events if event.line)


def test_the_coffee_trader(at):
    table = at(5, GAME, lira=2, goods={"red": 1}, figures={"coffee_trader": 5})
    table.do("meet coffee_trader red", "roll 1 2")
    assert (table.anna.goods["coffee"], table.anna.goods["red"], table.state.figures["coffee_trader"]) == (1, 0, 3)


def test_coffee_counts_at_the_kiosk(at):
    table = at(22, GAME, seats=2).do("use", "letter 9", "kiosk coffee_or_2_lira lira_ware die")
    table.do("tile coffee_or_2_lira 1", "tile lira_ware 1 coffee")
    assert (table.anna.goods["coffee"], table.ben.goods["coffee"]) == (1, 1)


def test_the_caravansary_brings_a_coffee(at):
    table = at(6, GAME, known=("move_0",), unknown=0).do("use pile pile move_0")
    assert table.anna.goods["coffee"] == 1


def test_a_tavern_tile_is_declared_in_the_turn(at):
    table = at(5, GAME, lira=0).do("declare +lira:3", "use")
    assert table.anna.lira == 3 + 2


def test_solely_the_new_cards_are_those_of_letters_and_seals(table):
    deck = rulebook(table(GAME, corrections=(("bonus_cards_mode", '"new"'),)).state.setup)
    assert deck.deck == 36
    assert rulebook(table(GAME).state.setup).deck == 36 + 26 + 18


def test_a_companion_whose_family_member_is_in_the_catacombs_stays_at_the_police_station(at):
    letters = at(12, GAME).state.own["letters-and-seals"]
    players = (letters.players[0]._replace(companion=12), *letters.players[1:])
    table = at(12, GAME, state={"piece": Piece.COMPANION}, figures={"governor": 12}, lira=5)
    table.state = table.state.with_own("letters-and-seals", letters._replace(players=players))
    table.do("use 25", "use red 3", "meet governor lira")
    assert (table.anna.merchant, table.anna.family, table.state.place) == (3, 25, 12)


def test_a_double_move_that_ends_in_the_catacombs_is_not_doubled_again(at):
    table = at(25, GAME)
    own = table.state.own["letters-and-seals"]
    players = (own.players[0]._replace(letters=((3, True),) * 2), *own.players[1:])
    table.state = table.state.with_own("letters-and-seals", own._replace(players=players, pile=26, doubled=0))
    table.do("use red 16")
    assert table.refused("again d d") == "refused_again"
    assert not any(line.startswith("again") for line in table.legal())
