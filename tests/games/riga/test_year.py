"""Years and seasons: spring refills, summer goes round, autumn back, winter checks hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import Refusal
from games.riga.box.printed_values import market_of
from games.riga.moment import Step
from games.riga.revealing import place_due
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


NEW = "Visby-mint,Visby-castle,Danzig-mint,Danzig-castle,Tallinn-mint"
ROWS = "wine,wine,wine|cloth,glass|grain,grain,grain,grain,grain|glass,glass,grain"


def test_spring_fills_every_row_until_it_is_worth_nine(riga):
    state = play(riga(step=Step.SPRING), f"spring {ROWS} {NEW}")
    assert [
        state.setup.market.worth([row.count(good) for good in ("cloth", "glass", "wine", "grain")])
        for row in state.rows
    ] == [9, 9, 10, 10]
    assert state.step is Step.TAKE
    assert len(state.offer) == 5


def test_a_spring_that_turns_nothing_up_goes_on_with_done(riga):
    """Given a year in which nobody took a row, and no building left in the pile, when spring comes, then it passes."""
    full = (("wine", "wine", "wine"), ("cloth", "glass"), ("grain", "-"), ("glass", "glass", "grain"))
    state = riga(step=Step.SPRING, rows=full, offer=("Visby-mint",))._replace(cards_pile=0)
    (only,) = GAME.legal(state)
    assert GAME.write(only) == "spring .|.|.|. ."
    assert GAME.closing(state) == only
    after = play(state, GAME.write(only))
    assert (after.step, after.rows, after.offer) == (Step.TAKE, full, (("Visby-mint", 1),))
    assert GAME.closing(riga(step=Step.SPRING)) is None  # where cards are to be turned up, they come first


def test_a_row_is_filled_no_less_and_no_further(riga):
    state = riga(step=Step.SPRING)
    assert refused(state, f"spring {ROWS.replace('wine,wine,wine', 'wine,wine')} {NEW}") == "row_too_short"
    assert refused(state, f"spring {ROWS.replace('cloth,glass', 'cloth,glass,grain')} {NEW}") == "row_too_long"
    assert refused(state, f"spring {ROWS} Visby-mint") == "buildings_number"
    assert refused(state, f"spring {ROWS} {NEW.replace('Tallinn-mint', 'Visby-mint')}") == "not_in_pile"
    assert refused(state, f"spring wine,wine,wine {NEW}") == "rows_number"


def test_a_row_that_nobody_looked_at_is_taken_as_declared(riga):
    state = play(riga(step=Step.SPRING), f"spring -,-,-|{ROWS.split('|', 1)[1]} {NEW}")
    assert state.rows[0] == ("-", "-", "-")


def test_what_lay_there_stays_and_is_filled_on(riga):
    state = riga(step=Step.SPRING, rows=(("wine", "wine"), (), (), ()))
    after = play(state, f"spring {ROWS.replace('wine,wine,wine', 'wine')} {NEW}")
    assert after.rows[0] == ("wine", "wine", "wine")


def test_buildings_that_nobody_took_are_discarded_in_their_second_spring(riga):
    state = riga(step=Step.SPRING)._replace(offer=(("Visby-brewery", 0), ("Visby-gatehouse", 1)), cards_pile=44)
    after = play(state, f"spring {ROWS} {NEW}")
    assert ("Visby-brewery", 1) in after.offer
    assert after.cards_discarded == ("Visby-gatehouse",)


def test_summer_goes_clockwise_and_autumn_back(riga):
    rows = tuple((good,) for good in ("wine", "grain", "cloth", "glass", "wine"))
    state = riga(players=3, rows=rows, offer=("Visby-mint",))
    turns = []
    for line in ("row 1", "row 2", "row 3", "row 4", "row 5", "take Visby-mint"):
        turns.append((state.autumn, state.seat))
        state = play(state, line, "end")
    assert turns == [(False, 0), (False, 1), (False, 2), (True, 2), (True, 1), (True, 0)]
    assert (state.year, state.step, state.seat) == (2, "spring", 1)


def test_winter_asks_for_what_is_above_the_limit_and_opens_the_purses(riga):
    state = riga(rows=(("wine",),), goods=(0, 0, 9, 0), built=("Visby-mint",), opened=("Visby-mint",))
    state = play(state._replace(autumn=True, seat=0), "row 1", "end")
    assert state.step is Step.WINTER
    assert refused(state, "discard wine") == "wrong_number"
    state = play(state, "discard wine,wine")
    assert (state.year, state.step) == (2, "spring")
    assert state.players[0].hand == 8
    assert state.players[0].opened == ()


def test_where_money_is_spent_once_a_game_winter_opens_no_purse(riga):
    setup = replace(GAME.setup(SEATS[:2]), market=market_of({"purse": "once a game, spent whole"}))
    state = riga(setup=setup, rows=(("wine",),), built=("Visby-mint",), opened=("Visby-mint",))
    state = play(state._replace(autumn=True, seat=0), "row 1", "end")
    assert (state.year, state.step) == (2, "spring")
    assert state.players[0].opened == ("Visby-mint",)


def test_a_warehouse_raises_the_limit(riga):
    state = riga(rows=(("wine",),), goods=(0, 0, 9, 0), built=("Visby-warehouse",))
    state = play(state._replace(autumn=True, seat=0), "row 1", "end")
    assert state.step is Step.SPRING


def test_the_last_autumn_ends_the_game_with_everything_counted(riga):
    state = riga(
        rows=(("wine",),),
        tiles="max-Visby first-Danzig max-Riga Money",
        cards=("Danzig-castle",),
        hidden_cards=0,
        built=("Visby-mint", "Visby-brewery"),
        goods=(0, 0, 1, 0),
    )
    state = state._replace(row=(state.row[0].__class__(state.row[0].master, owner=0), *state.row[1:]))
    after, events = GAME.apply(play(state._replace(autumn=True, year=8), "row 1"), GAME.read("end"))
    lines = [event.line for event in events]
    # One building left in hand each, the tile, and Money: 2 wine, 3 and 1 ducats in the buildings against nothing.
    assert [(line.player, line.points) for line in lines] == [(0, -1), (1, -1), (0, 4), (0, 4)]
    assert lines[0].marks == ("default",)
    assert GAME.player_to_move(after) is None
    assert refused(after, "end") == "over"


def test_money_counts_only_where_it_lies_in_the_row(riga):
    state = riga(rows=(("wine",),), tiles="max-Visby first-Danzig max-Riga max-Tallinn", hidden_goods=1)
    after, events = GAME.apply(play(state._replace(autumn=True, year=8), "row 1"), GAME.read("end"))
    assert after.step is Step.OVER  # nobody shows what is in hand
    assert [(event.line.player, event.line.points) for event in events] == [(0, -1), (1, -1)]  # unbuilt cards


def test_hidden_goods_are_shown_for_the_count_of_cash(riga):
    state = riga(rows=(("wine",),), tiles="max-Visby first-Danzig max-Riga Money", hidden_goods=1)
    state = play(state._replace(autumn=True, year=8), "row 1", "end")
    assert state.step is Step.SHOW
    after = play(state, "show cloth")
    assert after.cash(0) == 3 + 5


def test_an_empty_pile_is_the_discard_pile_shuffled(riga):
    state = riga(
        step=Step.SPRING, rows=(("wine", "wine"), ("wine", "wine", "wine"), ("cloth", "glass"), ("glass",) * 3)
    )
    state = state._replace(goods_pile=0, goods_discarded=(0, 0, 0, 3))
    after = play(state, f"spring grain,grain|.|.|. {NEW}")
    assert after.goods_pile == 1
    assert after.goods_discarded == (0, 0, 0, 0)


def test_cards_may_be_told_one_by_one_as_they_are_turned_up(riga):
    state = riga(step=Step.DEAL)
    state = play(state, "reveal wine", "reveal wine", "reveal glass")
    assert state.step is Step.DEAL
    state = play(state, "reveal grain")
    assert [player.hand for player in state.players] == [2, 2]
    assert refused(state, "reveal Visby-mint") == "reveal_good"
    assert refused(state, "reveal .") == "reveal_end"
    for row in ("wine wine wine", "cloth glass", "grain grain grain grain grain", "- - ."):
        state = play(state, *(f"reveal {card}" for card in row.split()))
    assert refused(state, "reveal wine") == "reveal_building"
    state = play(state, *(f"reveal {key}" for key in NEW.split(",")))
    assert state.step is Step.TAKE
    assert [len(row) for row in state.rows] == [3, 2, 5, 2]
    assert state.revealed == ()


def test_a_hand_of_unseen_cards_is_full_when_even_the_cheapest_would_be_enough(riga):
    state = play(riga(step=Step.DEAL), "reveal -", "reveal -")
    assert place_due(state) == 0  # two grain would be worth 4 of the 6 ducats
    state = play(state, "reveal -")
    assert place_due(state) == 1
    assert refused(state, "reveal .") == "reveal_end"
    after = play(state, "reveal cloth", "reveal glass")
    assert [player.hand for player in after.players] == [3, 2]
