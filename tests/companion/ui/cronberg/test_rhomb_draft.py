"""Half-made moves of Cronberg: what can be tapped next, and what it comes to."""

from __future__ import annotations

from companion.ui.cronberg.amends import amendments
from companion.ui.cronberg.rhomb_draft import RhombDraft
from games.cronberg.rules import CRONBERG
from games.cronberg.state import LayRhomb, PlaceToken
from games.game import Seat
from games.record import Record

TWO = (Seat("Anna", "red"), Seat("Ben", "blue"))


def played(*turns):
    record = Record.start(CRONBERG, CRONBERG.setup(TWO))
    for turn in turns:
        record = record.play(CRONBERG.read(turn))
    return record


def test_a_rhomb_and_two_triangles_leave_two_ways_round():
    draft = RhombDraft(played().state)
    draft.kind = draft.state.edition.kind_index("church")
    assert draft.tap("2.2")
    assert {option.triangles for option in draft.options()} == {("2.1", "2.2"), ("2.2", "2.3"), ("1.1", "2.2")}
    assert draft.tap("2.3")
    assert {option.head for option in draft.options()} == {"B1", "C3"}


def test_only_neighbours_can_be_the_second_triangle_and_another_one_begins_anew():
    draft = RhombDraft(played().state)
    draft.tap("2.2")
    assert "2.3" in draft.free()
    assert "5.5" not in draft.free()
    assert draft.tap("5.5")
    assert draft.triangles == (draft.state.lattice.triangle_named["5.5"],)


def test_a_covered_triangle_and_a_crossing_are_no_triangles_to_tap():
    draft = RhombDraft(played("rhomb church 3.5+3.6 head C4").state)
    assert not draft.tap("3.5")
    assert not draft.tap("D4")


def test_a_token_goes_where_the_rules_take_it():
    draft = RhombDraft(played("token D4").state)
    assert draft.token("D4") is None
    assert draft.token("C3") == PlaceToken("C3")


def test_a_rhomb_is_mended_by_turning_it_round_first():
    record = played("rhomb church 3.5+3.6 head C4", "token B2")
    first, *others = amendments(record, "3.6")
    assert first.index == 0
    assert first.action == LayRhomb("church", ("3.5", "3.6"), "D3")
    assert {type(other.action) for other in others} == {LayRhomb}
    assert record.correct(0, first.action).line[0].action == first.action


def test_a_token_is_mended_to_the_crossings_beside_it():
    record = played("token D4")
    assert {one.action.crossing for one in amendments(record, "D4")} == {"C3", "C4", "D3", "D5", "E3", "E4"}


def test_where_nothing_was_placed_nothing_is_mended():
    assert amendments(played("token D4"), "C3") == ()
