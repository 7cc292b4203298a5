"""Riga's base game as far as it is public: one row or one building, up to three buildings, no change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import Refusal
from games.riga.actions import Effect, Pay
from games.riga.box.goods import market, market_with
from games.riga.box.printed_values import market_of
from games.riga.moment import Step
from games.riga.rules import RIGA as GAME

from .conftest import SEATS


def play(state, *lines):
    for line in lines:
        state, _ = GAME.apply(state, GAME.read(line))
    return state


def refused(state, line):
    with pytest.raises(Refusal) as refusal:
        GAME.apply(state, GAME.read(line))
    return refusal.value.phrase.key.removeprefix("riga.refused_")


def test_there_are_44_commodities_and_48_buildings_and_four_of_riga():
    cards = GAME.setup(SEATS[:2]).cards
    assert sum(market().stock) == 44
    assert len(cards.cards) == len({card.key for card in cards.cards}) == 48
    assert {card.city for card in cards.cards} == {"Visby", "Stockholm", "Tallinn", "Danzig"}
    assert all(sum(card.city == city for card in cards.cards) == 12 for city in ("Visby", "Danzig"))
    assert len(cards.riga) == 4


def test_grain_is_worth_two_but_four_in_tallinn_and_nothing_in_danzig():
    grain = {city: prices[3] for city, prices in market().prices.items()}
    assert grain == {"Riga": 2, "Visby": 2, "Stockholm": 2, "Tallinn": 4, "Danzig": 0}


def test_each_city_favours_one_good_and_refuses_another():
    for city in ("Visby", "Stockholm", "Tallinn", "Danzig"):
        changes = sorted(price - base for price, base in zip(market().prices[city], market().base, strict=True))
        assert changes[1:3] == [0, 0]
        assert changes[3] == 2
        assert 0 in market().prices[city]


@pytest.mark.parametrize(("players", "years", "rows"), [(2, 8, 4), (3, 9, 5), (4, 8, 6)])
def test_years_and_rows_by_players(players, years, rows):
    state = GAME.new(GAME.setup(SEATS[:players]))
    assert (state.years, len(state.rows)) == (years, rows)


def test_everybody_begins_with_goods_worth_six_and_a_hidden_building(riga):
    state = riga(step=Step.DEAL)
    after = play(state, "deal wine,wine glass,grain")
    assert [player.hidden_cards for player in after.players] == [1, 1]
    assert [player.hand for player in after.players] == [2, 2]
    assert refused(state, "deal wine glass,grain") == "start_value"
    assert refused(state, "deal wine,wine,wine glass,grain") == "start_value"


def test_a_turn_takes_one_whole_row_or_one_building(riga):
    state = riga(rows=(("wine", "wine", "wine"), ("grain", "cloth")), offer=("Visby-mint", "Danzig-castle"))
    row = play(state, "row 1")
    assert row.mover.goods == (0, 0, 3, 0)
    assert row.rows[0] == ()
    assert refused(row, "row 2") == "not_now"
    building = play(state, "take Visby-mint")
    assert building.mover.cards == ("Visby-mint",)
    assert building.offer == (("Danzig-castle", 0),)
    assert refused(building, "take Danzig-castle") == "not_now"
    assert refused(state, "end") == "not_now"
    assert refused(state, "row 3") == "no_such_row"
    assert refused(state, "take Visby-castle") == "not_on_offer"


def test_a_building_is_laid_down_and_paid_for_and_its_points_count(riga):
    state = riga(step=Step.BUILD, cards=("Visby-mint",), goods=(0, 0, 2, 1))  # 10 ducats; wine is worth 5 in Visby
    after, events = GAME.apply(state, GAME.read("build Visby-mint"))
    assert after.step is Step.PAY
    assert events[0].line.points == 4
    assert events[0].line.marks == ("default",)
    paid = play(after, "pay wine,wine")
    assert paid.mover.goods == (0, 0, 0, 1)
    assert paid.goods_discarded == (0, 0, 2, 0)
    assert GAME.standings(paid)[0].score == 4


def test_no_change_is_given(riga):
    state = riga(step=Step.BUILD, cards=("Visby-gatehouse",), goods=(0, 0, 2, 0))
    cost = state.card("Visby-gatehouse").cost
    after, events = GAME.apply(play(state, "build Visby-gatehouse"), GAME.read("pay wine,wine"))
    assert after.mover.goods == (0, 0, 0, 0)
    assert dict(events[0].phrase.values)["ducats"] == 10 - cost > 0


def test_what_a_city_refuses_pays_for_nothing_there(riga):
    state = riga(step=Step.PAY, built=("Danzig-mint",), goods=(1, 0, 4, 4))._replace(owed="Danzig-mint")
    assert refused(state, "pay grain,wine,wine,wine,wine") == "city_refuses"
    assert refused(state, "pay wine") == "too_little"
    assert refused(state, "pay cloth,wine,wine,wine") == "needless_card"
    assert refused(state, "pay glass,glass,glass") == "good_not_in_hand"
    assert refused(state, "pay -") == "show_the_card"
    assert refused(state, "end") == "not_now"


def test_where_people_read_it_so_a_card_is_paid_that_is_not_needed(riga):
    state = riga(step=Step.PAY, built=("Danzig-mint",), goods=(1, 0, 4, 4))._replace(owed="Danzig-mint")
    taken = state._replace(setup=replace(state.setup, market=market_of({"needless_cards": "taken"})))
    waste = GAME.read("pay cloth,wine,wine,wine")
    assert waste not in set(GAME.legal(state))
    assert waste in set(GAME.legal(taken))
    assert play(taken, "pay cloth,wine,wine,wine").mover.goods == (0, 0, 1, 4)
    assert refused(taken, "pay cloth,grain,wine,wine") == "city_refuses"  # what is worth nothing pays for nothing


def test_what_cannot_be_paid_cannot_be_built(riga):
    state = riga(step=Step.BUILD, cards=("Danzig-mint",), goods=(0, 0, 0, 9))  # grain is worth nothing there
    assert refused(state, "build Danzig-mint") == "cannot_pay"
    assert refused(state, "build Visby-tower") == "no_such_card"


def test_three_buildings_a_turn_riga_buildings_among_them(riga):
    state = riga(step=Step.BUILD, goods=(0, 0, 8, 10))
    for name in ("school", "storehouse", "exchange"):
        state = play(state, f"build Riga-{name}")
        state = play(state, GAME.write(next(iter(GAME.legal(state)))))
    assert refused(state, "build Riga-monastery") == "three_buildings"
    assert [GAME.write(action) for action in GAME.legal(state) if not isinstance(action, Effect)] == ["end"]


def test_riga_buildings_are_built_once_and_only_where_they_are_in_play(riga):
    built = riga(step=Step.BUILD, goods=(0, 0, 5, 5), built=("Riga-school",))
    assert refused(built, "build Riga-school") == "riga_once"
    without = replace(GAME.setup(SEATS[:2]), riga_buildings=False)
    assert refused(riga(setup=without, step=Step.BUILD, goods=(0, 0, 5, 5)), "build Riga-school") == "riga_once"


def test_the_hidden_card_is_learned_when_it_is_built(riga):
    state = riga(step=Step.BUILD, goods=(0, 0, 4, 0))
    assert state.mover.hidden_cards == 1
    after = play(state, "build Visby-mint")
    assert after.mover.hidden_cards == 0
    assert "Visby-mint" not in after.unseen_cards()
    assert refused(play(after, "pay wine,wine"), "build Visby-brewery") == "card_not_in_hand"


def test_money_of_a_building_pays_once_a_year(riga):
    cards = ("Visby-gatehouse", "Visby-brewery")
    state = riga(step=Step.BUILD, cards=cards, built=("Danzig-mint",), goods=(1, 0, 3, 0))
    purse = state.card("Danzig-mint").purse
    assert purse == 3
    after = play(state, "build Visby-gatehouse", "pay cloth Danzig-mint")
    assert after.mover.opened == ("Danzig-mint",)
    later = play(after, "build Visby-brewery")
    assert refused(later, "pay wine Danzig-mint") == "purse_spent"


def test_what_is_being_paid_for_has_no_money_to_pay_with(riga):
    state = riga(step=Step.BUILD, cards=("Danzig-mint",), goods=(0, 0, 4, 4))
    after = play(state, "build Danzig-mint")
    assert refused(after, "pay wine Danzig-mint") == "purse_spent"
    assert all(way.purses == () for way in GAME.legal(after) if isinstance(way, Pay))


def test_a_claim_is_told_with_the_building(riga):
    state = riga(
        step=Step.BUILD,
        tiles="max-Visby max-Merchant first-Visby Money",
        cards=("Visby-mint",),
        built=("Visby-brewery",),
        goods=(0, 0, 4, 0),
    )
    after, events = GAME.apply(state, GAME.read("build Visby-mint"))
    assert after.row[0].owner == 0
    assert events[1].phrase.key == "riga.tile_taken"
    assert events[0].phrase.key == "riga.built_and"


def test_cards_that_nobody_looked_at_are_counts_until_shown(riga):
    state = riga(rows=(("wine", "-", "-"),), cards=("Visby-gatehouse",))
    state = play(state, "row 1")
    assert (state.mover.goods, state.mover.hidden_goods, state.mover.hand) == ((0, 0, 1, 0), 2, 3)
    after = play(state, "build Visby-gatehouse", "pay wine,cloth")
    assert after.mover.hidden_goods == 1
    assert after.goods_discarded == (1, 0, 1, 0)


def test_effects_that_no_engine_knows_are_declared(riga):
    state = riga(step=Step.BUILD, goods=(0, 0, 1, 0))
    after, events = GAME.apply(state, GAME.read("effect 0 grain,grain wine 1 0"))
    assert after.mover.goods == (0, 0, 0, 2)
    assert events[0].line.marks == ("declared",)
    with_ducats = play(riga(step=Step.BUILD, cards=("Visby-gatehouse",)), "effect 0 . . 0 20", "build Visby-gatehouse")
    assert with_ducats.step is Step.BUILD  # nothing is left to pay
    assert refused(state, "effect 1 . . 0 5") == "ducats_now"
    assert not any(line.startswith("effect 1") and line.endswith(" 1") for line in map(GAME.write, GAME.legal(state)))


def test_ducats_of_an_effect_help_with_one_building_and_are_gone(riga):
    """No change is given: what is left of them goes with the payment."""
    state = riga(step=Step.BUILD, goods=(2, 2, 2, 2), cards=("Visby-gatehouse",))
    owing = play(state, "effect 0 . . 0 1", "build Visby-gatehouse")
    assert (owing.step, owing.ducats) == (Step.PAY, 1)
    paid = play(owing, GAME.write(next(iter(GAME.legal(owing)))))
    assert (paid.step, paid.ducats) == (Step.BUILD, 0)


def test_a_correction_is_kept_and_no_default_any_more():
    setup = replace(GAME.setup(SEATS[:2]), market=market_with({"hand_limit": 10}))
    again = GAME.setup_from_json(GAME.setup_to_json(setup))
    assert again == setup
    assert "hand_limit" in market().defaults
    assert "hand_limit" not in again.market.defaults
