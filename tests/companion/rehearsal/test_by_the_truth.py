"""People of a rehearsal tell the tablet what was done: where it asks, and where it says that something differs."""

from __future__ import annotations

from companion.rehearsal.by_the_truth import is_shown, put_right, right_option
from games.carcassonne.actions import indistinguishable
from tests.companion.session.hand_fed_table import MOVED, ROAD_EAST, ROAD_WEST, Table, actions

CROSSING_EAST = ("lay BA/RRRR 1,0 r0", "follower small Road W")


def play(table, lines) -> None:
    for action in actions(*lines):
        table.session.play(action)


def test_who_is_told_that_a_tile_differs_corrects_it_and_who_stands_on_it(tmp_path) -> None:
    table = Table(tmp_path)
    play(table, ROAD_EAST)
    done = actions(*CROSSING_EAST)
    table.sees((0.97,), differs=(MOVED,))
    assert put_right(table.session, done, indistinguishable)
    assert table.session.record.actions == CROSSING_EAST


def test_nobody_corrects_what_is_recorded_as_it_was_done_or_what_nothing_was_said_about(tmp_path) -> None:
    table = Table(tmp_path)
    play(table, ROAD_EAST)
    table.sees((0.97,))
    assert not put_right(table.session, actions(*CROSSING_EAST), indistinguishable)
    table.sees((0.97,), differs=(MOVED,))
    assert not put_right(table.session, actions(*ROAD_EAST), indistinguishable)
    assert table.session.record.actions == ROAD_EAST


def test_where_pictures_are_shown_the_one_of_what_was_done_is_tapped(tmp_path) -> None:
    table = Table(tmp_path)
    table.sees((0.5, *ROAD_EAST), (0.45, *ROAD_WEST))
    table.session.commit()
    assert table.session.view.choice is not None
    assert right_option(table.session, actions(*ROAD_WEST), indistinguishable) == 1
    assert right_option(table.session, actions(*CROSSING_EAST), indistinguishable) is None


def test_there_is_something_to_press_for_once_the_eyes_propose_or_ask(tmp_path) -> None:
    table, done = Table(tmp_path), actions(*ROAD_EAST)
    assert not is_shown(table.session, done)
    table.sees((0.97, *ROAD_EAST))
    assert not is_shown(table.session, done), "one picture alone may lie between two movements of a hand"
    table.sees_the_same()
    assert is_shown(table.session, done)
