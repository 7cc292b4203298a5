"""Cases gathered from the rulebook, from reviews and from tests of others, each played on a table."""

import json
import re
from pathlib import Path

import pytest

from games.istanbul.places import palace_cost
from games.istanbul.rules import ISTANBUL, rulebook

CASES = json.loads((Path(__file__).parent / "rule_cases.json").read_text())
BY_ID = {case["id"]: case for case in CASES}
PLAYED = set()


def family(pattern):
    """Run a test for every case whose id matches."""
    found = [case for case in CASES if re.fullmatch(pattern, case["id"])]
    assert found
    PLAYED.update(case["id"] for case in found)
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


@family(r"gem-first-\dp")
def test_the_dealers_price(at, case):
    then = case["then"]
    table = at(16, seats=case["given"]["players"], lira=then["cost"] + then["second_cost"])
    table.do("use")
    assert table.anna.lira == then["second_cost"]
    assert table.anna.rubies == 1
    assert rulebook(table.state.setup).price(table.state, 16) == then["second_cost"]


@family(r"sultan-first-\dp")
def test_the_sultans_first_price(at, case):
    table = at(13, seats=case["given"]["players"], goods={"red": 2, "green": 2, "yellow": 2, "blue": 2})
    wanted = case["then"]["goods_needed"]
    table.do("use red" if wanted == 5 else "use")
    assert sum(table.anna.goods.values()) == 8 - wanted
    assert table.anna.rubies == 1


@family("sultan-10")
def test_the_sultans_last_price(at, case):
    table = at(13, state={"bought": {13: 6, 16: 0}})
    fixed, free = palace_cost(rulebook(table.state.setup), table.state)
    assert {**fixed, "any": free} == case["then"]["cost"]


@family(r"(small|large)-market-\d")
def test_market_prices(at, case):
    place = 11 if case["id"].startswith("small") else 10
    table = at(place, lira=0, goods={"red": 2, "green": 2, "yellow": 2, "blue": 2})
    tile = dict(zip(("red", "green", "yellow", "blue"), map(int, table.state.demand[place][0]), strict=True))
    goods = [good for good, count in tile.items() for _ in range(count)]
    table.do(f"use {' '.join(goods[: case['given']['sell']])}")
    assert table.anna.lira == case["then"]["lira"]


@family("market-tile-rotates")
def test_the_demand_tile_goes_to_the_bottom(at, case):
    table = at(11, goods={"green": 1})
    top = table.state.demand[11][0]
    table.do("use green", "demand 1220")
    assert table.state.demand[11] == ("1220", "", "", "", top)
    assert case["then"] == {"demand": "top tile to bottom"}


@family("blue-tile-assistant")
def test_the_blue_tile_brings_the_fifth_assistant(at, case):
    table = at(15, goods={"blue": 2}, stack=case["given"]["assistants_in_stack"])
    table.do("use blue")
    assert table.anna.stack == case["then"]["assistants_in_stack"]


@family("mosque-pair-ruby")
def test_both_tiles_of_a_mosque_bring_a_ruby(at, case):
    table = at(14, goods={"green": 2}, tiles=frozenset(case["given"]["owned"])).do("use green")
    assert table.anna.rubies == case["then"]["ruby"]
    assert table.events[-1].line.points == 1


@family("mosque-insufficient")
def test_a_mosque_tile_asks_for_all_its_goods(at, case):
    needed = case["given"]["requirement"]
    table = at(14, goods=case["given"]["goods"], state={"mosque": {"red": (needed,), "green": ()}})
    assert "use red" not in table.legal()
    assert table.refused("use red") == "refused_goods"


@family("mosque-no-duplicate")
def test_nobody_takes_a_second_tile_of_a_colour(at, case):
    table = at(14, goods={"red": 2}, tiles=frozenset(case["given"]["owned"]))
    assert "use red" not in table.legal()
    assert table.refused("use red") == "refused_tile"


@family("mosque-pay-one")
def test_one_good_is_paid_for_a_mosque_tile(at, case):
    needed = case["given"]["requirement"]
    table = at(14, goods=case["given"]["goods"], state={"mosque": {"red": (needed,), "green": ()}}).do("use red")
    assert table.anna.goods["red"] == case["then"]["goods"]["red"]


@family(r"mosque-stack-\dp")
def test_mosques_at_set_up(table, case):
    state = table(seats=case["given"]["players"]).state
    assert all(list(tiles) == case["then"]["tile_requirements"] for tiles in state.mosque.values())
    assert state.rubies[14] == state.rubies[15] == case["then"]["rubies_each"]


@family(r"target-\dp")
def test_rubies_that_end_the_game(table, case):
    assert rulebook(table(seats=case["given"]["players"]).state.setup).target == case["then"]["rubies"]


@family(r"blackmarket-\d+")
def test_the_black_market(at, case):
    roll = case["given"]["roll"]
    table = at(8, extensions=1).do("use yellow", f"roll {max(1, roll - 6)} {roll - max(1, roll - 6)}")
    assert table.anna.goods == {"red": 0, "green": 0, "yellow": 1, "blue": case["then"]["blue"]}


@family(r"tea-\d-\d+")
def test_the_tea_house(at, case):
    roll = case["given"]["roll"]
    table = at(9, lira=0).do(f"use {case['given']['call']}", f"roll {max(1, roll - 6)} {roll - max(1, roll - 6)}")
    assert table.anna.lira == case["then"]["lira"]


@family("neutral-start")
def test_neutral_merchants(table, case):
    assert list(table(seats=2).state.neutrals) == case["then"]["neutral_merchants_at"]


@family("no-assistant-no-action")
def test_without_an_assistant_the_turn_ends(table, case):
    given = case["given"]
    table = table(stack=given["assistants_in_stack"], out=(5, 6, 8, 9), figures={"governor": given["target"]})
    table.do(f"move {given['target']}")
    assert (table.state.seat, table.state.step) == (1, "move")
    assert table.said() == ["ends_no_assistant"]


@family("fountain-without-assistant")
def test_the_fountain_needs_no_assistant_and_no_payment(table, case):
    table = table(merchant=3, stack=0, out=(5, 6, 8, 9)).do(f"move {case['given']['target']}")
    assert table.state.step == "action"  # the others' merchants start there, too
    assert table.do("use").anna.stack == 4


@family("smuggler-same-good")
def test_the_smuggler_takes_back_what_he_gave(at, case):
    table = at(5, figures={"smuggler": 5}, goods=case["given"]["goods"], lira=0)
    assert "meet smuggler red red" in table.legal()
    assert table.do("meet smuggler red red").anna.goods["red"] == 0


@family(r"post-\d")
def test_the_post_office(at, case):
    then = case["then"]
    table = at(5, lira=0, state={"mail": case["given"]["actions_before"]}).do("use")
    assert table.anna.lira == then["lira"]
    assert {good for good, count in table.anna.goods.items() if count} == set(then["goods"])
    assert table.state.mail == then["indicators_lower_after"]


@family("wainwright-3rd")
def test_the_third_extension_brings_a_ruby(at, case):
    table = at(1, extensions=case["given"]["extensions"], lira=case["given"]["lira"]).do("use")
    then = case["then"]
    assert (table.anna.extensions, table.anna.rubies, table.anna.lira) == (then["extensions"], then["ruby"], 0)


@family("wainwright-4th")
def test_there_is_no_fourth_extension(at, case):
    table = at(1, extensions=case["given"]["extensions"], lira=case["given"]["lira"])
    assert table.refused("use") == "refused_extension"
    assert "use" not in table.legal()


@family("family-at-police-not-caught")
def test_nobody_is_caught_at_the_police_station(at, case):
    table = at(case["given"]["place"])
    assert not any(line.startswith("catch") for line in table.legal())
    assert table.refused("catch 1 lira") == "refused_nobody_to_catch"


@family("tiebreak")
def test_ties_go_to_lira_then_goods_then_cards_else_are_shared(table, case):
    assert case["then"]["order"] == ["lira", "goods", "bonus cards", "shared"]
    holdings = ((9, 0, 0), (5, 2, 0), (5, 1, 2), (5, 1, 1))
    others = {
        seat: {"rubies": 3, "lira": lira, "goods": {"red": goods}, "unknown": cards}
        for seat, (lira, goods, cards) in enumerate(holdings)
    }
    first = others.pop(0)
    ranks = [(one.player, one.rank) for one in ISTANBUL.standings(table(others=others, **first).state)]
    assert ranks == [(0, 1), (1, 2), (2, 3), (3, 4)]
    others[3] = dict(others[2])
    shared = [one.rank for one in ISTANBUL.standings(table(others=others, **first).state)]
    assert shared == [1, 2, 3, 3]


@family("capacity-per-good|gain-over-capacity-lost")
def test_what_does_not_fit_is_lost(at, case):
    good, amount = next(iter(case["given"]["goods"].items()))
    table = at(2 if good == "red" else 8, goods={good: amount})
    table.do(*(["use"] if good == "red" else ["use red", "roll 3 4"]))
    assert table.anna.goods[good] == case["then"]["goods"][good]


@family("cannot-pay")
def test_whoever_cannot_pay_ends_the_turn(table, case):
    others = {seat: {"merchant": 3} for seat in range(1, case["given"]["other_merchants"] + 1)}
    table = table(lira=case["given"]["lira"], unknown=0, others=others, figures={"governor": 3}).do("move 3")
    assert (table.state.seat, table.said()) == (1, ["ends_cannot_pay"])


@family("family-no-encounters")
def test_a_family_member_neither_pays_nor_meets_anybody(at, case):
    table = at(12, figures={"governor": 5}, others={1: {"merchant": 5, "family": 5}}, lira=0)
    table.do("use 5", "use")
    assert table.anna.lira == 2
    assert (table.state.step, table.state.place) == ("encounters", 12)
    assert table.refused("meet governor lira") == "refused_not_here"
    assert table.state.players[0].family == 5
    assert case["then"] == {"action": True, "pay": False, "governor": False}


@family("governor-drawn-card-may-be-paid")
def test_the_card_that_the_governor_gave_may_be_discarded(at, case):
    table = at(5, figures={"governor": 5}, unknown=len(case["given"]["hand"]), lira=0)
    table.do("meet governor discard take_5_lira")
    assert (table.anna.hand, table.state.discard) == (0, ("take_5_lira",))


@family("caravansary-net")
def test_the_caravansary_brings_one_card_more(at, case):
    table = at(6, unknown=case["given"]["hand"], state={"discard": ("move_0",), "pile": 21})
    table.do("use open pile take_5_lira")
    assert table.anna.hand == case["then"]["hand"]
    assert table.anna.known == ("move_0",)
    assert table.state.discard == ("take_5_lira",)


def test_every_case_of_the_base_game_is_played():
    assert {case["id"] for case in CASES if case["game"] == "istanbul"} == PLAYED


def test_every_case_of_the_expansions_is_named_by_a_test():
    texts = [(Path(__file__).parent / f"test_{name}.py").read_text() for name in ("letters_and_seals", "great_bazaar")]
    missing = [case["id"] for case in CASES if case["id"] not in PLAYED and f'"{case["id"]}"' not in "".join(texts)]
    assert missing == []
    assert len(CASES) == 63
