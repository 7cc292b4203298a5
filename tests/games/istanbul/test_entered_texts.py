"""What an owner enters of the boxes: texts of places, tiles and cards, which are then offered, checked and played."""

from __future__ import annotations

import json
import random

import pytest

from games.game import Refusal, Seat
from games.istanbul.box.facts import Facts
from games.istanbul.box.printed_values import box_of, printed_values
from games.istanbul.expansions.mocha import MochaState
from games.istanbul.rules import GREAT_BAZAAR as GAME
from games.istanbul.rules import ISTANBUL, LETTERS_AND_SEALS

NOT_NUMBERS = ("layouts", "layout_rule")  # laid out or read in a workshop of their own


def entered(**entries):
    """Corrections for what an owner entered; dots in keys are written as two underscores."""
    setup = GAME.with_entered(GAME.setup(()), {key.replace("__", "."): value for key, value in entries.items()})
    return setup.corrections


@pytest.mark.parametrize("game", [ISTANBUL, LETTERS_AND_SEALS, GAME], ids=lambda game: game.key)
def test_every_fact_that_is_a_default_of_ours_can_be_entered(game):
    facts = Facts(game.rulebook(game.setup(())).facts.sets)
    open_facts = {name for name in facts.sources if facts.is_default(name)} - set(NOT_NUMBERS)
    assert open_facts <= {one.key.split(".")[0] for one in game.printed_values()}


def test_a_game_asks_for_the_boxes_alone_that_it_is_played_with():
    assert {box_of(one.key) for one in ISTANBUL.printed_values()} == {"base"}
    assert {box_of(one.key) for one in LETTERS_AND_SEALS.printed_values()} == {"base", "letters_and_seals"}
    found = {"coffee_limit": 4, "dealer_first.3": 15}
    assert ISTANBUL.with_entered(ISTANBUL.setup(()), found).corrections == (("dealer_first.3", "15"),)


def test_every_default_is_a_value_that_could_be_entered():
    for one in printed_values():
        assert one.check(one.shipped) == one.shipped, one.key


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("place_trades.17", "-lira:2 coffee"),
        ("place_trades.17", "-lira:0"),
        ("place_trades.17", "-lira |"),
        ("place_trades.17", "+action@26"),
        ("place_trades.26", "+lira"),
        ("coffee_limit", 0),
        ("bonus_cards.mocha_1.does", "everything"),
    ],
)
def test_what_no_box_can_print_is_refused(key, value):
    with pytest.raises(Refusal) as refusal:
        GAME.with_entered(GAME.setup(()), {key: value})
    assert refusal.value.place == key


def test_a_place_with_two_offers_is_offered_and_refereed(at):
    table = at(
        17, GAME, lira=5, goods={"red": 1}, corrections=entered(place_trades__17="-lira:2 +coffee | -good +coffee")
    )
    assert {line for line in table.legal() if line.startswith("use")} == {
        "use -lira:2 +coffee",
        "use -good=red +coffee",
    }
    assert table.refused("use -lira +coffee") == "refused_printed"
    table.do("use -good=red +coffee")
    assert (table.anna.goods["coffee"], table.anna.goods["red"], "declared" in table.said()) == (1, 0, False)


def test_two_goods_of_choice_may_be_two_different_ones(at):
    goods = {"red": 1, "blue": 1}
    table = at(18, GAME, goods=goods, corrections=entered(place_trades__18="-good:2 +guild"))
    assert {line for line in table.legal() if line.startswith("use")} == {"use -good=red -good=blue +guild"}


def test_rubies_of_the_coffee_house_may_become_dearer(at):
    """Whether they do is not known: the owner says so, and each ruby then costs one more."""
    found = entered(place_trades__20="-coffee:3 +ruby@20", coffee_house_rises="coffee")
    table = at(20, GAME, goods={"coffee": 7}, uses=2, corrections=found)
    assert "use -coffee:4 +ruby@20" not in table.legal()
    table.do("use -coffee:3 +ruby@20", "use -coffee:4 +ruby@20")
    assert (table.anna.rubies, table.anna.goods["coffee"]) == (2, 0)
    lines = [event.line for event in table.events if event.line]
    assert [line.marks for line in lines] == [(), ()]


def test_a_tavern_tile_whose_text_is_entered_is_used_by_who_holds_one(at):
    """A tile that goes back is one that is paid."""
    table = at(5, GAME, lira=0, corrections=entered(tavern_texts__3="-tavern +lira:4"))
    assert table.refused("tavern 3 -tavern +lira:4") == "refused_no_tavern_tile"
    table.state = table.state.with_own("mocha-and-baksheesh", MochaState((0,) * 4, (1, 0, 0, 0)))
    assert "tavern 3 -tavern +lira:4" in table.legal()
    table.do("tavern 3 -tavern +lira:4")
    assert (table.anna.lira, table.state.own["mocha-and-baksheesh"].tavern) == (4, (0, 0, 0, 0))


def test_the_baksheesh_tile_lies_there_for_everybody(at):
    table = at(5, GAME, lira=2, corrections=entered(tavern_texts__baksheesh="-lira:2 +card"))
    table.do("tavern baksheesh -lira:2 +card")
    assert (table.anna.lira, table.anna.hand) == (0, 2)


def test_what_the_barrier_costs_is_entered_and_offered_to_whoever_moves(table):
    """Where it stands and whom it stops is not known; what passing it costs, or its tile brings, may be entered."""
    table = table(GAME, lira=3, corrections=entered(tavern_texts__barrier="-lira:2 | +card"))
    assert {line for line in table.legal() if line.startswith("tavern")} == {
        "tavern barrier -lira:2",
        "tavern barrier +card",
    }
    table.do("tavern barrier -lira:2")
    assert table.anna.lira == 1
    assert table.refused("tavern barrier -lira:2") == "refused_lira"
    assert table.refused("tavern barrier -lira:1").startswith("refused")


def test_bonus_cards_are_entered_with_what_they_do(table):
    found = entered(
        bonus_cards__mocha_1__count=4,
        bonus_cards__mocha_1__text="-coffee +lira:5",
        bonus_cards__mocha_2__count=2,
        bonus_cards__mocha_2__does="again",
        bonus_cards__mocha_2__place=1,
    )
    table = table(GAME, lira=0, goods={"coffee": 1}, known=("mocha_1", "mocha_2"), unknown=0, corrections=found)
    book = GAME.rulebook(table.state.setup)
    assert {kind: int(card["count"]) for kind, card in book.cards.items() if "mocha" in kind} == {
        "mocha_card": 12,
        "mocha_1": 4,
        "mocha_2": 2,
    }
    table.do("card mocha_1 -coffee +lira:5")
    assert (table.anna.lira, table.anna.goods["coffee"]) == (5, 0)


def test_an_entered_card_takes_an_action_once_more(at):
    found = entered(bonus_cards__mocha_2__count=2, bonus_cards__mocha_2__does="again", bonus_cards__mocha_2__place=1)
    table = at(1, GAME, lira=14, known=("mocha_2",), unknown=0, corrections=found).do("use", "card mocha_2", "use")
    assert (table.anna.extensions, table.anna.lira) == (2, 0)


def test_what_two_dice_bring_is_read_from_the_entered_table(table):
    table = table(
        GAME, known=("roll_2_dice",), lira=0, unknown=0, corrections=entered(reward_table__7="+lira:4 | +blue")
    )
    table.do("card roll_2_dice", "roll 3 4")
    assert table.legal() == {"declare", "declare +lira:4", "declare +blue"}
    assert table.refused("declare +lira:5") == "refused_printed"
    table.do("declare +blue")
    assert (table.anna.goods["blue"], "declared" in table.said()) == (1, False)


def test_a_kiosk_tile_that_the_box_has_twice_may_lie_there_twice(at):
    found = entered(kiosk_counts__two_red=2, kiosk_counts__die=0)
    table = at(22, GAME, seats=2, corrections=found).do("use", "letter 9", "kiosk two_red two_red red")
    assert GAME.rulebook(table.state.setup).facts["kiosk_counts"]["die"] == 0
    table.do("tile two_red 1", "tile two_red 1", "tile red 1")
    assert (table.anna.goods["red"], table.ben.goods["red"]) == (2, 2)


def test_too_few_kiosk_tiles_are_refused():
    none = {f"kiosk_counts.{tile}": 0 for tile in GAME.rulebook(GAME.setup(())).facts["kiosk_counts"]}
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"))
    with pytest.raises(Refusal, match="refused_few_tiles"):
        GAME.new(GAME.with_entered(GAME.setup(seats), none))


def test_letters_are_counted_on_only_once_all_of_them_are(at):
    some = at(21, GAME, corrections=entered(letter_numbers__9=1)).do("use")
    assert len(some.legal()) == 25
    every = at(21, GAME, corrections=entered(letter_numbers__9=27, letter_numbers__21=1)).do("use")
    assert every.legal() == {"letter 9", "letter 21"}


# What may be said where no text is entered


def test_a_declaration_moves_pieces_and_gives_what_a_card_may_say(at):
    table = at(19, GAME, lira=1, stack=2, out=(5, 8), figures={"governor": 4})
    table.do("use +merchant@3 +assistant@5 -assistant@9 +family@2 +governor@11 +tile=blue")
    assert (table.anna.merchant, table.anna.family, table.anna.out) == (3, 2, (8, 9))
    assert (table.anna.stack, table.anna.tiles) == (3, frozenset({"blue"}))  # the fifth assistant comes with the tile
    assert table.state.figures["governor"] == 11


def test_a_declaration_may_be_about_somebody_else(at):
    table = at(18, GAME, lira=0, others={1: {"lira": 3}}).do("use +lira:2 1:-lira:2")
    assert (table.anna.lira, table.ben.lira, table.state.bank) == (2, 1, 0)
    assert table.refused("declare 7:+lira") == "bad_words"


def test_a_text_may_let_the_action_of_a_place_be_taken(at):
    """Nobody stands there, so nobody is paid or met; then play goes on where it was."""
    table = at(19, GAME, lira=0, others={1: {"merchant": 5, "family": 5}}).do("use +action@5")
    assert (table.state.place, table.state.step) == (5, "action")
    assert not any(line.startswith("catch") for line in table.legal())
    table.do("use")
    assert (table.state.place, table.state.step, table.anna.lira) == (19, "encounters", 2)


def test_who_acts_by_a_text_is_given_no_second_action_by_another(at):
    """Nor does the player who plays by chance take it: there is nothing to do at that place but to go on."""
    found = entered(place_trades__19="+action@18", place_trades__18="+action@9")
    table = at(19, GAME, corrections=found, unknown=0).do("use +action@18")
    assert not any(line.startswith("use") for line in table.legal())
    by_chance = GAME.sample(table.state, random.Random(1))
    assert by_chance.notation == "end"
    table.do(by_chance.notation)


def test_an_action_that_a_tile_gives_before_the_move_leaves_the_move(table):
    table = table(GAME, lira=0).do("declare +action@5", "use")
    assert (table.state.step, table.anna.lira) == ("move", 2)
    table.do("move 4")


def test_a_guild_card_may_give_an_action_instead_of_the_turn(table):
    table = table(GAME, lira=0)
    table.state = table.state.with_own("mocha-and-baksheesh", MochaState((1, 0, 0, 0), (0,) * 4))
    table.do("guild 5 +action@5", "use", "end")
    assert (table.anna.lira, table.state.seat) == (2, 1)


def test_corrections_keep_their_shape_in_the_record(table):
    setup = GAME.with_entered(table(GAME).state.setup, {"place_trades.17": "-lira:2 +coffee | -red +coffee"})
    again = GAME.setup_from_json(json.loads(json.dumps(dict(GAME.setup_to_json(setup)))))
    assert again == setup
    assert GAME.rulebook(again).facts["place_trades"]["17"] == [
        {"pay": {"lira": 2}, "take": {"coffee": 1}},
        {"pay": {"red": 1}, "take": {"coffee": 1}},
    ]
