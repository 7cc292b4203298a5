"""Every sentence of the rulebooks, in our own words with its section (``rulebook.json``), with the tests that fail when
it is broken; those that no other file has stand here. Of Mocha & Baksheesh it is as much as is known."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from games.istanbul.expansions.letters import LettersState, Own
from games.istanbul.moment import Step
from games.istanbul.rules import GREAT_BAZAAR
from games.istanbul.rules import LETTERS_AND_SEALS as GAME

HERE = Path(__file__).parent
SENTENCES = json.loads((HERE / "rulebook.json").read_text("utf-8"))


def letters(*mine, companion=0, society=0):
    """What the expansion remembers where only Anna has letters."""
    players = (Own(tuple(sorted(mine)), companion), *(Own() for _ in range(3)))
    return {"letters-and-seals": LettersState(players, 28 - len(mine), society=society), "base": None}


def of(table):
    return table.state.own["letters-and-seals"].players[0]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: f"{one['book']}, {one['section']}: {one['says'][:40]}")
def test_every_sentence_has_its_tests(sentence):
    for name in sentence["tests"]:
        file, _, test = name.partition("::")
        tree = ast.parse((HERE / f"{file}.py").read_text("utf-8"))
        assert test in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}, name
    assert sentence["tests"]


def test_the_rule_of_every_ruby_leads_to_its_sentence(at, table):
    """A ruby from each place that has some, by each way to get one."""
    rich = {"lira": 30, "goods": dict.fromkeys(("red", "green", "yellow", "blue"), 5)}
    both = {14: frozenset({"red"}), 15: frozenset({"blue"})}
    tables = [
        at(1, GAME, extensions=2, **rich).do("use"),
        at(13, GAME, **rich).do("use"),
        at(16, GAME, **rich).do("use"),
    ]
    for place, line in ((14, "use green"), (15, "use yellow")):
        tables.append(at(place, GAME, tiles=both[place], **rich).do(line))
    tables.append(at(24, GAME, state={"own": letters(*((3, True),) * 3)}).do("use 13 d d d"))
    tables.append(at(20, GREAT_BAZAAR).do("use +ruby@20"))
    rules = [event.line.rule for one in tables for event in one.events if event.line is not None]
    assert len(rules) == len(tables)
    assert set(rules) == {sentence["rule"] for sentence in SENTENCES if "rule" in sentence}


def test_both_tiles_of_the_great_mosque_bring_a_ruby(at):
    table = at(15, GAME, goods={"blue": 5, "yellow": 5}, state={"own": letters()}).do("use blue")
    assert table.anna.rubies == 0
    table.state = table.state._replace(step=Step.ACTION, uses=1)
    table.do("use yellow")
    assert (table.anna.rubies, table.anna.goods["yellow"]) == (1, 4)


def test_the_courier_is_rolled_for_like_the_others(table):
    state = GAME.new(table(GAME).state.setup)
    assert [ask.detail for ask in state.asks if ask.kind == "dice"] == [("governor",), ("smuggler",), ("courier",)]


def test_companions_and_rubies_wait_beside_the_board(table):
    table = table(GAME)
    assert [one.companion for one in table.state.own["letters-and-seals"].players] == [0] * 4
    assert sum(table.state.rubies.values()) == 42
    assert table.state.rubies[0] == 42 - 4 - 4 - 4 - 7 - 12  # Wainwright, both mosques, both tracks


def test_a_letter_shows_one_seal_until_it_is_delivered(at):
    table = at(21, GAME, state={"own": letters()}).do("use", "letter 9", "letter 21")
    assert (of(table).letters, of(table).seals) == (((9, False), (21, True)), 3)


def test_placing_the_companion_costs_nothing(table):
    others = {1: {"merchant": 3}, 2: {"merchant": 3}}
    table = table(GAME, merchant=3, lira=0, others=others, state={"own": letters(companion=-1)}).do("escort")
    assert (of(table).companion, table.anna.lira, table.state.step) == (3, 0, "move")


def test_either_the_companion_or_the_merchant_moves(table):
    table = table(GAME, merchant=7, state={"own": letters(companion=24)}).do("step 2")
    assert table.refused("move 6") == "refused_not_now"


def test_the_fountain_takes_the_companion_back(at):
    table = at(7, GAME, state={"own": letters(companion=5)}).do("use companion")
    assert of(table).companion == -1


def test_the_courier_takes_lira_or_a_letter(at):
    state = {"own": letters((9, False), (3, True))}
    table = at(5, GAME, lira=1, figures={"courier": 5}, state=state)
    assert {line for line in table.legal() if line.startswith("meet")} == {"meet courier 9", "meet courier d"}


@pytest.mark.parametrize("card", ["move_3_or_4", "anywhere_for_3_lira", "to_other_merchant 1"])
def test_a_card_for_the_merchant_does_not_move_the_companion(table, card):
    others = {1: {"merchant": 16}}
    state = {"own": letters(companion=24)}
    table = table(GAME, known=(card.split()[0],), lira=9, others=others, state=state).do(f"card {card}")
    assert not any(line.startswith("step") for line in table.legal())


def test_a_card_for_a_letter(table):
    table = table(GAME, known=("take_letter",), state={"own": letters()}).do("card take_letter", "letter 9")
    assert of(table).letters == ((9, False),)


def test_a_card_for_seven_lira(table):
    """Coffee pays it too, where there is any."""
    table = table(GREAT_BAZAAR, known=("good_for_7_lira",), lira=0, goods={"coffee": 1}, unknown=0)
    assert {line for line in table.legal() if "good_for" in line} == {"card good_for_7_lira coffee"}
    table.do("card good_for_7_lira coffee")
    assert (table.anna.lira, table.anna.goods["coffee"]) == (7, 0)


def test_a_card_for_a_good_and_three_lira(table):
    table = table(GAME, known=("good_and_3_lira",), lira=0, state={"own": letters()}).do("card good_and_3_lira blue")
    assert (table.anna.lira, table.anna.goods["blue"]) == (3, 1)


def test_the_secret_society_once_more(at):
    state = {"own": letters(*((3, True),) * 6)}
    table = at(24, GAME, known=("society_again",), lira=0, state=state)
    table.do("use 13 d d d", "card society_again", "use 16 d d d")
    assert (table.anna.rubies, table.anna.lira) == (2, 3 + 2)
