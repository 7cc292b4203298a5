"""Halves of sentences of Riga that could be broken without another test telling: each was, on purpose."""

from __future__ import annotations

import pytest

from games.game import Refusal
from games.riga.moment import Step
from games.riga.revealing import place_due
from games.riga.rules import RIGA


def play(state, *lines):
    for line in lines:
        state, _ = RIGA.apply(state, RIGA.read(line))
    return state


def refused(state, line):
    with pytest.raises(Refusal) as refusal:
        RIGA.apply(state, RIGA.read(line))
    return refusal.value.phrase.key.removeprefix("riga.refused_")


def test_everybody_has_four_riga_buildings_to_build(riga):
    state = riga(step=Step.BUILD, players=3, goods=(8, 10, 0, 0))
    buildings = {action.building for action in RIGA.legal(state) if RIGA.write(action).startswith("build Riga-")}
    assert len(buildings) == 4
    assert buildings == set(state.riga_left(0)) == set(state.riga_left(1)) == set(state.riga_left(2))


def test_goods_worth_five_are_not_enough_to_begin_with(riga):
    state = riga(step=Step.DEAL)
    assert refused(state, "deal cloth glass,grain") == "start_value"
    assert refused(state, "deal cloth,grain,grain glass,grain") == "start_value"  # seven were enough
    assert play(state, "deal cloth,grain glass,grain").players[0].hand == 2


def test_what_lay_in_a_row_counts_when_it_is_filled_on_card_by_card(riga):
    state = riga(step=Step.SPRING, rows=(("wine",), ("cloth", "glass")))
    assert place_due(state) == 0
    state = play(state, "reveal cloth")
    assert place_due(state) == 0  # three and five are not nine
    state = play(state, "reveal grain")
    assert place_due(state) == 2  # the second row was worth nine


def test_new_buildings_lie_on_offer_and_the_pile_is_smaller(riga):
    state = riga(step=Step.SPRING, rows=(("cloth", "glass"),) * 4, offer=("Visby-mint",))
    new = [card.key for card in state.setup.cards.cards if card.key != "Visby-mint"][:5]
    after = play(state, *(f"reveal {key}" for key in new))
    assert after.offer == (("Visby-mint", 1), *((key, 0) for key in new))
    assert after.cards_pile == state.cards_pile - 5
    assert after.step is Step.TAKE


def test_what_is_paid_too_much_helps_with_nothing_later(riga):
    state = riga(step=Step.BUILD, cards=("Visby-gatehouse",), goods=(0, 0, 3, 0))
    after = play(state, "build Visby-gatehouse", "pay wine,wine")  # ten ducats, and it costs less
    assert (after.ducats, after.mover.goods) == (0, (0, 0, 1, 0))


def test_points_of_a_printed_text_count_for_whom_they_are_declared(riga):
    state = play(riga(step=Step.BUILD), "effect 1 . . 2 0", "effect 0 . . -1 0")
    assert {one.player: one.score for one in RIGA.standings(state)} == {0: -1, 1: 2}


def test_ducats_of_a_text_are_spent_and_end_with_the_turn(riga):
    state = riga(step=Step.BUILD, cards=("Visby-gatehouse",))
    cost = state.card("Visby-gatehouse").cost
    built = play(state, f"effect 0 . . 0 {cost + 3}", "build Visby-gatehouse")
    assert built.ducats == 3
    assert play(built, "end").ducats == 0


@pytest.mark.parametrize(("held", "asked"), [(7, False), (8, True)])
def test_winter_asks_whoever_holds_one_card_more_than_the_limit(riga, held, asked):
    state = riga(rows=(("wine",),), goods=(0, 0, held, 0))  # and one more from the row; eight may stay
    state = play(state._replace(autumn=True, seat=0), "row 1", "end")
    assert state.step is (Step.WINTER if asked else Step.SPRING)


def test_the_next_player_begins_the_new_year(riga):
    state = riga(players=3, rows=(("wine",),))
    state = play(state._replace(autumn=True, seat=0), "row 1", "end")
    assert (state.year, state.starter, state.seat) == (2, 1, 1)
