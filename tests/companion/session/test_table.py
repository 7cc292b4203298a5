"""The table session: what the eyes explain, and what people confirm with a press or a tap."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.session.looking.sighting import Sighting
from companion.session.views import ChipKind, NewsKind
from companion.store import StoredGame
from games.game import Phrase, Refusal
from games.record import Source
from tests.companion.session.hand_fed_table import FARMER_EAST, ROAD_EAST, ROAD_WEST, Table, actions
from vision.eyes import Attention, Glance


def test_whose_pieces_lie_there_is_said_once(table):
    found = Phrase.of("edition.seen_ours")
    for _ in range(3):
        table.sees_the_same(pieces=found)
    assert table.session.view.ribbon == found
    assert table.news().count(NewsKind.NOTICE) == 1


def test_a_table_in_the_dark_is_said_so_on_a_chip_until_there_is_light(table):
    dark = Phrase.of("vision.light_dark")
    for second in range(5):
        table.sees_the_same(light=dark, at_ms=1000.0 * second)
    (chip,) = table.session.view.chips
    assert (chip.kind, chip.phrase, chip.lost) == (ChipKind.LIGHT, dark, False)
    for second in range(5, 10):
        table.sees_the_same(at_ms=1000.0 * second)
    assert table.session.view.chips == ()


def test_what_is_seen_becomes_a_ghost_and_the_button_commits_it(table):
    table.sees((0.97, *ROAD_EAST))
    assert table.session.view.proposal is None  # one picture alone may lie between two movements of a hand
    table.sees_the_same()
    assert table.session.view.proposal.probability == 0.97
    assert table.notation == ()
    table.session.commit(seat=0)
    assert table.notation == ROAD_EAST
    assert table.session.view.active == 1
    assert {step.entry.source for step in table.session.record.line} == {Source.BUTTON}


def test_a_second_reading_bears_out_the_first_only_where_it_tells_the_same(table):
    table.sees((0.6, *ROAD_EAST), (0.3, *FARMER_EAST))
    table.sees((0.6, *FARMER_EAST), (0.3, *ROAD_EAST))
    assert table.session.view.proposal is None
    table.sees((0.7, *FARMER_EAST), (0.2, *ROAD_EAST))
    assert table.session.view.proposal.actions == actions(*FARMER_EAST)


def test_a_hand_that_comes_before_a_second_look_leaves_no_ghost(table):
    table.sees((0.97, *ROAD_EAST))
    table.sees(attention=Attention.WAITING)
    assert table.session.view.proposal is None


def test_what_is_told_for_want_of_anything_better_is_no_ghost(table):
    table.sees((0.2, *ROAD_EAST), (0.1, *FARMER_EAST))
    table.sees_the_same()
    assert table.session.view.proposal is None
    table.session.commit(seat=0)  # whoever did something there is asked all the same
    assert len(table.session.view.choice.options) == 2


def test_nothing_is_committed_without_a_button_or_a_tap(table):
    for _ in range(5):
        table.sees((0.999, *ROAD_EAST))
    assert table.notation == ()


def test_a_committed_action_is_on_the_disk_before_anybody_is_told(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    assert table.news() == [NewsKind.COMMITTED]
    other, record, _ = StoredGame.open(table.path)
    other.close()
    assert record.actions == ROAD_EAST


def test_a_press_while_a_hand_is_in_view_waits_and_then_commits_what_lies_there(table):
    table.sees((0.97, *ROAD_EAST))
    table.sees(attention=Attention.WAITING)
    table.session.commit(0)
    assert table.notation == ()
    table.sees((0.96, *ROAD_WEST))
    assert table.notation == ROAD_WEST


def test_a_press_out_of_turn_commits_nothing_and_says_whose_turn_it_is(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(seat=1)
    assert table.notation == ()
    assert table.session.view.ribbon == Phrase.of("table.not_your_turn", name="Anna")


def test_a_close_race_becomes_a_choice_of_pictures_and_a_second_press_never_chooses(table):
    table.sees((0.55, *ROAD_EAST), (0.40, *ROAD_WEST))
    table.session.commit(0)
    assert [option.probability for option in table.session.view.choice.options] == [0.55, 0.40]
    table.session.commit(0)
    assert table.notation == ()
    table.session.choose(1)
    assert table.notation == ROAD_WEST
    assert table.session.view.choice is None


def test_none_of_these_commits_nothing(table):
    table.sees((0.5, *ROAD_EAST), (0.45, *ROAD_WEST))
    table.session.commit(0)
    table.session.choose(None)
    assert table.notation == ()
    assert table.session.view.choice is None


def test_the_table_may_answer_the_question_itself(table):
    table.sees((0.5, *ROAD_EAST), (0.45, *ROAD_WEST))
    table.session.commit(0)
    table.sees((0.98, *ROAD_EAST))
    assert table.session.view.choice is None
    assert table.notation == ()


def test_an_explanation_of_an_older_record_is_void(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.sees((0.97, *ROAD_WEST), version=0)
    assert table.session.view.proposal is None


def test_a_hand_that_came_and_went_leaves_what_was_read(table):
    table.sees((0.97, *ROAD_EAST))
    table.sees(attention=Attention.WAITING)
    table.session.commit(0)
    assert table.notation == ()
    table.watcher.sightings.append(Sighting(None, Glance(0, 0.0, Attention.STILL), None, table.session.record_version))
    table.session.tick(0)
    assert table.notation == ROAD_EAST


def test_nobody_is_asked_while_another_look_may_settle_it(table):
    table.sees((0.7, *ROAD_EAST), (0.2, *ROAD_WEST), will_be_reread=True)
    table.session.commit(0)
    assert table.session.view.choice is None
    table.sees((0.98, *ROAD_EAST))
    assert table.notation == ROAD_EAST


def test_people_are_asked_when_no_look_has_settled_it(table):
    table.sees((0.7, *ROAD_EAST), (0.2, *ROAD_WEST), will_be_reread=True)
    table.session.commit(0)
    table.sees((0.7, *ROAD_EAST), (0.2, *ROAD_WEST))
    assert len(table.session.view.choice.options) == 2


def test_a_score_is_told_with_its_reason(table):
    table.session.play(*actions("lay BA/RRRR 1,0 r0"))
    table.session.play(*actions("follower small Road W"))
    table.sees((0.97, "lay BA/RRR -1,0 r0", "skip"))
    table.session.commit(1)
    (line,) = table.session.view.last_lines
    assert (line.player, line.points) == (0, 3)
    assert table.session.view.scores == (3, 0)


def test_undo_takes_back_the_whole_turn_that_was_committed_at_once(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.sees((0.97, *ROAD_WEST))
    table.session.commit(1)
    table.session.undo()
    assert table.notation == ROAD_EAST
    table.session.redo()
    assert table.notation == ROAD_EAST + ROAD_WEST
    assert table.session.view.ribbon.key == "table.redone"  # nobody corrected anything
    with pytest.raises(Refusal):
        table.session.redo()


def test_everything_can_be_done_by_touch_alone(tmp_path):
    table = Table(tmp_path, camera=False)
    table.session.stage(actions("lay BA/RFr 1,0 r0"))
    assert table.session.view.proposal.source is Source.TOUCH
    table.session.commit()
    assert table.notation == ("lay BA/RFr 1,0 r0", "skip")
    with pytest.raises(Refusal):
        table.session.stage(actions("lay BA/RFr 1,0 r0"))
    table.session.close()


def after_the_tile(table):
    """Anna has laid her tile; DONE would end her turn without a follower."""
    table.session.play(*actions(ROAD_EAST[0]))
    return table


def test_a_press_where_nothing_else_was_done_ends_the_turn(table):
    after_the_tile(table).sees((0.96,))
    table.session.commit(seat=0)
    assert table.notation == (ROAD_EAST[0], "skip")


def test_a_press_beside_something_that_nothing_explains_asks_people_to_tap(table):
    after_the_tile(table).sees((0.3,))
    table.session.commit(seat=0)
    assert table.notation == (ROAD_EAST[0],)
    assert table.session.view.ribbon.key == "table.cannot_tell"


def test_done_without_a_move_says_what_to_do(tmp_path):
    table = Table(tmp_path, camera=False)
    table.session.commit()
    assert table.session.view.ribbon.key == "table.tap_your_move"
    table.session.close()


def test_the_view_is_the_same_value_until_something_changes(table):
    view, version = table.session.view, table.session.version
    table.session.tick(5)
    assert table.session.view is view
    assert table.session.version == version
    table.sees((0.97, *ROAD_EAST))
    assert table.session.version > version
    assert replace(table.session.view) == table.session.view


def test_a_roll_that_nothing_asked_for_is_shown_and_never_used(table):
    table.session.throw_dice()
    assert len(table.session.view.roll.values) == 2
    assert table.session.view.ribbon.key == "devices.roll.unasked"
    assert table.notation == ()
    table.session.dismiss_roll()
    assert table.session.view.roll is None
