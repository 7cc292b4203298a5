"""The table and the record differ: presses wait, and people say which is right."""

from __future__ import annotations

from tests.companion.session.hand_fed_table import MOVED, ROAD_EAST, ROAD_WEST, actions


def test_commits_wait_while_table_and_record_differ(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.sees((0.97, *ROAD_WEST), differs=[MOVED])
    table.session.commit(1)
    assert table.notation == ROAD_EAST
    assert table.session.view.discrepancies == (MOVED,)
    table.sees((0.97, *ROAD_WEST))
    table.session.commit(1)
    assert table.notation == ROAD_EAST + ROAD_WEST


def test_a_press_while_table_and_record_differ_counts_once_they_agree_again(table):
    table.sees((0.97, *ROAD_EAST), differs=[MOVED])
    table.session.commit(0)
    assert table.notation == ()
    table.sees((0.97, *ROAD_EAST))
    assert table.notation == ROAD_EAST


def test_a_press_while_they_differ_is_not_about_what_is_laid_while_that_is_put_right(table):
    table.sees((0.6,), (0.3, *ROAD_EAST), differs=[MOVED])
    table.session.commit(0)
    table.sees((0.97, *ROAD_WEST))
    assert table.notation == ()
    assert table.session.view.ribbon.key == "table.press_again"
    table.session.commit(0)
    assert table.notation == ROAD_WEST


def test_a_long_press_takes_a_waiting_press_back(table):
    table.sees((0.97, *ROAD_EAST), differs=[MOVED])
    table.session.commit(0)
    table.session.disagree()
    table.sees((0.97, *ROAD_EAST))
    assert table.notation == ()


def test_the_table_may_be_right(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.sees(differs=[MOVED])
    table.session.resolve(table_is_right=True)
    assert table.notation[0] == "lay BA/RRRR 1,0 r0"
    (hole,) = table.session.view.holes
    assert (hole.name, hole.turn, table.notation[hole.index]) == ("Anna", 1, f"? {ROAD_EAST[1]}")
    assert table.session.view.active == 1
    table.session.undo()
    assert table.notation == ROAD_EAST


def test_playing_on_from_an_earlier_moment_is_undone_at_once(table):
    for lines in (ROAD_EAST, ROAD_WEST, ("lay BA/RFr 2,0 r0", "skip")):
        table.session.stage(actions(*lines))
        table.session.commit()
    before = table.notation
    table.session.back_to(2)
    assert table.notation == ROAD_EAST
    table.session.undo()
    assert table.notation == before


def test_the_record_may_be_right_and_is_not_asked_about_again(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.sees(differs=[MOVED])
    table.session.resolve(table_is_right=False)
    table.sees((0.97, *ROAD_WEST), differs=[MOVED])
    table.session.commit(1)
    assert table.notation == ROAD_EAST + ROAD_WEST


def test_followers_that_go_home_are_named_until_they_are_gone(table):
    table.session.play(*actions("lay BA/RRRR 1,0 r0"))
    table.session.play(*actions("follower small Road W"))
    table.sees((0.97, "lay BA/RRR -1,0 r0", "skip"))
    table.session.commit(1)
    (home,) = table.session.view.go_home
    table.sees(lingering=[home])
    assert table.session.view.go_home == (home,)
    table.sees()
    assert table.session.view.go_home == ()
