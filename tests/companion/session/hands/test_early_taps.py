"""A tile fits nowhere and is put away while turns before it wait for a press: the tablet forgets neither."""

from __future__ import annotations

import pytest

from games.carcassonne.rules import CARCASSONNE
from tests.companion.session.test_several_turns import Table
from vision.eyes import Attention

# Anna closes the only city, and whoever then draws the tile that is city all around can lay it nowhere.
ANNA = ("lay BA/C 0,-1 r180", "follower small City S")
ANNA_BARE = ("lay BA/C 0,-1 r180", "skip")
AWAY = "discard BA/Cccc+"
BEN = ("lay BA/RFr 1,0 r0", "skip")
CLEO = ("lay BA/RFr -1,0 r0", "skip")


@pytest.fixture
def table():
    table = Table()
    yield table
    table.session.close()


def tell(table):
    table.session.tell(CARCASSONNE.read(AWAY))


def presses_beneath_a_hand(table, seat):
    """Anna has laid her tile and is done without a follower, but a hand lies over the table as she presses."""
    table.session.play(CARCASSONNE.read(ANNA_BARE[0]))
    table.sees((0.98,))
    table.sees(attention=Attention.WAITING)
    table.session.commit(seat=seat)


def test_it_goes_in_at_once_where_nothing_waits(table):
    for line in ANNA:
        table.session.play(CARCASSONNE.read(line))
    table.sees((0.98,))
    tell(table)
    assert table.notation == (*ANNA, AWAY)


def test_what_lies_there_clearly_goes_in_first(table):
    table.sees((0.95, *ANNA))
    tell(table)
    assert table.notation == ANNA
    table.sees((0.98,))
    assert table.notation == (*ANNA, AWAY)


def test_a_press_for_later_turns_does_not_pass_over_it(table):
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    tell(table)
    assert table.notation == ()
    assert len(table.session.view.choice.options) == 2
    table.sees((0.96, *ANNA, *BEN))  # Anna's follower is plain to see now, and Ben has laid the tile that he drew next
    table.session.commit(seat=1)
    assert table.notation == ANNA
    table.sees((0.96, *BEN))
    assert table.notation == (*ANNA, AWAY)
    table.sees((0.96, *BEN))
    assert table.notation == (*ANNA, AWAY, *BEN)


def test_whoever_taps_with_a_hand_over_the_table_and_lays_the_next_tile_has_put_it_away_before(table):
    for line in ANNA:
        table.session.play(CARCASSONNE.read(line))
    table.sees((0.98,))
    table.sees(attention=Attention.WAITING)
    tell(table)
    assert table.notation == (*ANNA, AWAY)
    table.sees((0.96, *BEN))
    assert table.notation == (*ANNA, AWAY)
    assert not table.session.waits


def test_a_tile_that_comes_after_it_is_not_laid_before_it_though_nothing_was_still_between(table):
    table.sees((0.95, *ANNA))
    table.sees(attention=Attention.WAITING)
    tell(table)
    table.sees((0.95, *ANNA, *BEN))
    assert table.notation == ANNA
    table.sees((0.96, *BEN))
    assert table.notation == (*ANNA, AWAY)


def test_nobody_looked_yet_when_it_was_told(table):
    tell(table)
    assert table.notation == ()
    table.sees((0.95, *ANNA))
    table.sees((0.98,))
    assert table.notation == (*ANNA, AWAY)


def test_an_answer_to_the_question_lets_it_in(table):
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    tell(table)
    table.session.choose(1)
    table.sees((0.98,))
    assert table.notation == (*ANNA_BARE, AWAY)


def test_a_correction_meanwhile_is_no_turn(table):
    for line in ("lay BA/RFr 1,0 r0", "skip"):
        table.session.play(CARCASSONNE.read(line))
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    tell(table)
    table.session.correct(1, CARCASSONNE.read("follower small Road E.W"))
    assert AWAY not in table.notation
    table.sees((0.96, *ANNA))
    table.session.commit()
    table.sees((0.98,))
    assert table.notation[2:] == (*ANNA, AWAY)


def test_who_enters_it_with_what_was_missing_has_told_it_once(table):
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    tell(table)
    table.session.choose(None)
    for line in (*ANNA, AWAY, *BEN):
        table.session.play(CARCASSONNE.read(line))
    table.sees((0.98,))
    assert table.notation == (*ANNA, AWAY, *BEN)


def test_it_is_not_told_of_the_wrong_player_where_the_turn_before_it_is_out_of_sight(table):
    """Ben puts a tile away while Anna's is asked about; then nothing at all is seen of hers for a while."""
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    tell(table)
    table.sees((0.98,))
    assert table.notation == (), "it would be Anna's"
    table.sees((0.96, *ANNA))
    table.session.commit(seat=0)
    table.sees((0.98,))
    assert table.notation == (*ANNA, AWAY)


def test_it_comes_after_a_press_that_waits_for_a_clear_view(table):
    """Anna is done without a follower and presses, a hand over the table; Ben puts his tile away meanwhile."""
    presses_beneath_a_hand(table, seat=0)
    tell(table)
    assert table.session.waits
    table.sees((0.98,))
    assert table.notation == ANNA_BARE
    table.sees((0.98,))
    assert table.notation == (*ANNA_BARE, AWAY)


def test_it_comes_after_what_a_press_waits_to_do_and_before_what_is_laid_meanwhile(table):
    presses_beneath_a_hand(table, seat=None)
    tell(table)
    table.sees((0.96, ANNA_BARE[1], *BEN))
    assert table.notation == ANNA_BARE
    table.sees((0.96, *BEN))
    assert table.notation == (*ANNA_BARE, AWAY)


def test_it_comes_after_what_a_question_is_about_where_hardly_anything_was_seen(table):
    """A sleeve leaves doubt whether Anna has put a follower down, so her press is asked about."""
    table.session.play(CARCASSONNE.read(ANNA_BARE[0]))
    table.sees((0.7,), (0.1, ANNA[1]))
    table.session.commit(seat=0)
    assert table.session.view.choice is not None
    tell(table)
    table.sees((0.97, ANNA_BARE[1], *BEN))
    table.session.commit()
    assert table.notation == ANNA_BARE
    table.sees((0.96, *BEN))
    assert table.notation == (*ANNA_BARE, AWAY)


def test_what_two_people_tell_one_after_the_other_goes_in_so(table):
    """Ben puts his first tile away, lays the next out of sight of the camera and enters that; so does Cleo."""
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    for line in (AWAY, *BEN, *CLEO):
        table.session.tell(CARCASSONNE.read(line))
    table.session.choose(0)
    for _ in range(5):
        table.sees((0.98,))
    assert table.notation == (*ANNA, AWAY, *BEN, *CLEO)


def test_it_can_be_taken_back_before_it_counts(table):
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    tell(table)
    assert table.session.view.can_undo
    table.session.undo()
    table.session.choose(0)
    table.sees((0.98,))
    assert table.notation == ANNA


def test_what_the_rules_do_not_take_then_is_said_and_forgotten(table):
    table.sees((0.95, *ANNA, *BEN, *CLEO))
    table.session.tell(CARCASSONNE.read("discard BA/RFr"))  # which fits in many places
    table.sees((0.98,))
    assert table.notation == (*ANNA, *BEN, *CLEO)
    assert table.session.view.ribbon.key == "carcassonne.fits_somewhere"
    table.sees((0.98,))
    assert table.session.view.ribbon.key == "carcassonne.fits_somewhere"
