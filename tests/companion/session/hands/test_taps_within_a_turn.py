"""A turn of Istanbul has several things that nobody sees: each goes in where it was tapped, between what was seen."""

from __future__ import annotations

import pytest

from games.istanbul.rules import ISTANBUL
from tests.companion.session.test_moves_told_by_the_next import MOVED, Table

MOVE, CARD, SENT = "move 12", "card take_5_lira", "use 7"
BEN_BEGINS = (0.96, "end", "end", "move 6")  # nobody stands where the family member came


@pytest.fixture
def table():
    """Two people before a camera; Anna is to move, and goes to the Police Station."""
    table = Table()
    yield table
    table.session.close()


def tell(table, line=CARD):
    table.session.tell(ISTANBUL.read(line))


def test_what_is_seen_later_in_the_same_turn_comes_after_it(table):
    """She plays a card there, and sends her family member off before anybody presses."""
    table.sees(*MOVED)
    tell(table)
    table.sees((0.97, SENT))
    assert table.record == (MOVE, CARD)
    table.presses(0, (0.97, SENT))
    assert table.record == (MOVE, CARD, SENT)


def test_what_was_seen_of_the_turn_before_it_comes_first_though_the_turn_has_begun(table):
    table.session.play(ISTANBUL.read(MOVE))
    table.sees((0.55, SENT), (0.4, "use 6"))
    tell(table)
    assert table.record == (MOVE,)
    table.sees((0.97, SENT))
    table.session.commit(0)
    table.sees((0.98,))
    assert table.record == (MOVE, SENT, CARD)


def test_where_something_else_was_done_than_was_seen_then_all_of_the_turn_comes_before_it(table):
    table.session.play(ISTANBUL.read(MOVE))
    table.sees((0.55, SENT), (0.4, "use 6"))
    tell(table)
    table.sees((0.97, "use 3"))
    assert table.record == (MOVE,)  # people were asked about something else, and have not answered
    table.session.choose(0)
    table.sees((0.98,))
    assert table.record == (MOVE, "use 3", CARD)


def test_the_next_player_who_has_begun_meanwhile_comes_after_it(table):
    table.session.play(ISTANBUL.read(MOVE))
    table.sees((0.97, SENT))
    tell(table)
    table.sees(BEN_BEGINS)
    assert table.record == (MOVE, SENT, CARD)
    table.presses(1, BEN_BEGINS)
    assert table.record == (MOVE, SENT, CARD, *BEN_BEGINS[1:])


def test_what_the_rules_take_only_after_a_move_waits_for_it_though_it_was_seen_late(table):
    """Anna's turn is asked about; Ben ends it for her on the tablet, moves and takes his action there, and what his
    merchant did is seen only once her question is answered."""
    table.session.play(ISTANBUL.read(MOVE))
    table.sees((0.55, SENT), (0.4, "use 6"))
    for line in ("end", "end", CARD, "end"):
        tell(table, line)
    table.session.choose(0)
    for _ in range(3):
        table.sees((0.98,))
    assert table.record == (MOVE, SENT, "end", "end", CARD)
    table.sees((0.96, "move 6"))
    assert table.record == (MOVE, SENT, "end", "end", CARD), "his turn does not end before he has moved"
    table.session.commit(1)
    table.sees((0.98,))
    assert table.record == (MOVE, SENT, "end", "end", CARD, "move 6", "end")
