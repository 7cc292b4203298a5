"""The table session: what the eyes explain and people confirm, and what happens when they disagree."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.session.views import NewsKind
from companion.store import SUFFIX, StoredGame
from games.carcassonne.rules import CARCASSONNE
from games.cronberg.rules import CRONBERG
from games.game import Phrase, Refusal, Seat
from games.record import HoleKind, Record, Source
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from vision.explanation import Candidate, Discrepancy, Explanation, Scored, explained
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
ROAD_EAST = ("lay BA/RFr 1,0 r0", "follower small Road E.W")
FARMER_EAST = ("lay BA/RFr 1,0 r0", "follower small Field NL.NR.EL.WR")
ROAD_WEST = ("lay BA/RFr -1,0 r0", "skip")


class HandFedWatcher:
    """A watcher whose sightings the test puts in: what the eyes would have said."""

    def __init__(self):
        self.sightings, self.states, self.closed = [], [], False

    def record_moved_on(self, state, version):
        self.states.append((state, version))

    def take(self):
        taken, self.sightings = tuple(self.sightings), []
        return taken

    def close(self):
        self.closed = True


def actions(*lines):
    return tuple(CARCASSONNE.read(line) for line in lines)


class Table:
    """A session with its hand-fed watcher, as a test wants to talk to it."""

    def __init__(self, tmp_path, *, camera=True):
        self.time = count(1_000, 10)
        self.path = tmp_path / f"evening{SUFFIX}"
        record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self.watcher = HandFedWatcher() if camera else None
        stored = StoredGame.create(self.path, record, time_ms=0)
        self.session = TableSession(record, lambda: next(self.time), stored=stored, watcher=self.watcher)

    def sees(self, *candidates, differs=(), lingering=(), attention=Attention.STILL, version=None, looks_again=False):
        """The eyes say: each candidate is (probability, line, line...)."""
        explanation = None
        if attention is Attention.STILL:
            known = sum(candidate[0] for candidate in candidates)
            explanation = Explanation(
                tuple(Candidate(actions(*lines), np.log(p), p) for p, *lines in candidates),
                1 - known,
                0,
                tuple(differs),
                tuple(lingering),
            )
        self.watcher.sightings.append(
            Sighting(
                np.zeros((270, 480, 3), np.uint8),
                Glance(0, 0.0, attention, hand=attention is Attention.WAITING),
                explanation,
                self.session.record_version if version is None else version,
                looks_again=looks_again,
            )
        )
        self.session.tick(0)

    def sees_the_same(self, pieces=None):
        """The next still picture looks as the one that was read; ``pieces`` is what was found out of them."""
        glance = Glance(1, 100.0, Attention.STILL, pieces=pieces)
        self.watcher.sightings.append(Sighting(np.zeros((270, 480, 3), np.uint8), glance))
        self.session.tick(0)

    @property
    def notation(self):
        return self.session.record.actions

    def news(self):
        return [news.kind for news in self.session.take_news()]


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.session.close()


def test_whose_pieces_lie_there_is_said_once(table):
    found = Phrase.of("edition.seen_ours")
    for _ in range(3):
        table.sees_the_same(pieces=found)
    assert table.session.view.ribbon == found
    assert table.news().count(NewsKind.NOTICE) == 1


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


MOVED = Discrepancy("1,0", "carcassonne.tile", "carcassonne.seen_turned", 0.95, (ROAD_EAST[0], "lay BA/RRRR 1,0 r0"))


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


def test_a_long_press_takes_a_waiting_press_back(table):
    table.sees((0.97, *ROAD_EAST), differs=[MOVED])
    table.session.commit(0)
    table.session.disagree()
    table.sees((0.97, *ROAD_EAST))
    assert table.notation == ()


def test_a_hand_that_came_and_went_leaves_what_was_read(table):
    table.sees((0.97, *ROAD_EAST))
    table.sees(attention=Attention.WAITING)
    table.session.commit(0)
    assert table.notation == ()
    table.watcher.sightings.append(Sighting(None, Glance(0, 0.0, Attention.STILL), None, table.session.record_version))
    table.session.tick(0)
    assert table.notation == ROAD_EAST


def test_nobody_is_asked_while_another_look_may_settle_it(table):
    table.sees((0.7, *ROAD_EAST), (0.2, *ROAD_WEST), looks_again=True)
    table.session.commit(0)
    assert table.session.view.choice is None
    table.sees((0.98, *ROAD_EAST))
    assert table.notation == ROAD_EAST


def test_people_are_asked_when_no_look_has_settled_it(table):
    table.sees((0.7, *ROAD_EAST), (0.2, *ROAD_WEST), looks_again=True)
    table.session.commit(0)
    table.sees((0.7, *ROAD_EAST), (0.2, *ROAD_WEST))
    assert len(table.session.view.choice.options) == 2


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


def test_a_hole_is_filled_by_touch_and_play_goes_on_where_it_was(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.sees(differs=[MOVED])
    table.session.resolve(table_is_right=True)
    (hole,) = table.session.view.holes
    table.session.fill(hole.index)
    assert (table.session.view.active, table.session.view.filling) == (0, hole)
    table.session.stage(actions("follower small Road W"))
    table.session.commit()
    assert table.session.view.holes == ()
    assert table.session.view.active == 1
    assert table.notation == ("lay BA/RRRR 1,0 r0", "follower small Road W")
    other, record, _ = StoredGame.open(table.path)
    other.close()
    assert record == table.session.record


def test_a_hole_that_is_left_stays_as_it_was(table):
    table.sees((0.97, *ROAD_EAST))
    table.session.commit(0)
    table.session.play(*actions(ROAD_WEST[0]))
    table.session.remove(0)
    before = table.session.record
    table.session.fill(0)
    table.session.undo()
    assert table.session.record == before
    assert table.session.view.filling is None


def test_the_tile_of_a_turn_that_was_taken_out_is_nobodys_new_move(table):
    table.session.play(*actions(ROAD_EAST[0]))
    table.session.play(*actions("skip"))
    table.session.play(*actions(ROAD_WEST[0]))
    table.session.play(*actions("skip"))
    table.session.remove(0)  # and yet it lies there: nobody has picked it up
    before = table.notation
    table.sees((0.98, *ROAD_EAST))
    assert table.session.view.proposal is None
    table.session.take_news()
    table.session.commit(table.session.active)
    assert [news.phrase.key for news in table.session.take_news()] == ["table.cannot_tell"]
    assert table.notation == before
    # What is laid elsewhere meanwhile is asked about where both may be, and told where it stands alone.
    table.sees((0.5, *ROAD_EAST), (0.49, "lay BA/RFr -2,0 r0", "skip"))
    table.session.commit(table.session.active)
    (option,) = table.session.view.choice.options
    assert option.actions == actions("lay BA/RFr -2,0 r0", "skip")


def told_before_eyes(record, action):
    """A session over this record, whose eyes are sure of one action."""
    session = TableSession(record, lambda: 99, watcher=HandFedWatcher())
    told = explained([Scored((action,), 0.0), Scored((), -9.0)], 0, otherwise=-9.0)
    session.see(Sighting(np.zeros((270, 480, 3), np.uint8), Glance(0, 0.0, Attention.STILL), told, 0))
    return session


def played_by_chance(game, moves):
    record, chance = Record.start(game, game.setup(SEATS)), random.Random(3)
    for time_ms in range(1, moves + 1):
        record = record.play(game.sample(record.state, chance), time_ms=time_ms)
    return record


def test_a_rhomb_that_nobody_has_picked_up_is_nobodys_new_one():
    record = played_by_chance(CRONBERG, 6)
    place = next(number for number, told in enumerate(record.actions) if told.startswith("rhomb"))
    rhomb, record = record.told_at(place), record.remove(place, time_ms=9)
    session = told_before_eyes(record, rhomb)
    assert (session.view.proposal, len(session.view.holes)) == (None, 1)
    session.commit(session.active)
    assert session.record is record
    assert session.take_news()[-1].phrase.key == "table.cannot_tell"


def test_where_later_turns_wait_for_a_hole_the_table_as_it_lies_tells_no_move():
    record = played_by_chance(THURN_AND_TAXIS, 13)
    without = (record.remove(place, time_ms=99) for place in range(12))
    held = next(one for one in without if any(step.hole and step.hole.kind is HoleKind.HELD for step in one.line))
    later = next(one for one in held.game.legal(held.state) if one != held.game.closing(held.state))
    session = told_before_eyes(held, later)
    assert session.view.proposal is None
    session.commit(session.active)
    assert session.record is held


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


def test_a_move_that_cannot_be_saved_is_shown_and_not_announced(table):
    table.sees((0.97, *ROAD_EAST))
    table.session._kept.close()
    table.session.commit(0)
    assert table.notation == ()
    assert [chip.phrase.key for chip in table.session.view.chips] == ["store.cannot_write"]
    assert NewsKind.COMMITTED not in table.news()


def test_each_press_that_cannot_be_saved_is_answered(table):
    table.sees((0.97, *ROAD_EAST))
    table.session._kept.close()
    for _ in range(2):
        table.session.commit(0)
        assert [news.phrase.key for news in table.session.take_news()] == ["store.cannot_write"]
        assert table.session.view.ribbon.key == "store.cannot_write"


def test_a_picture_that_cannot_be_kept_takes_no_move_back(table):
    table.sees((0.97, *ROAD_EAST))
    table.session._look.sighting = replace(table.session._look.sighting, small=np.zeros((0, 0, 3), np.uint8))
    table.session.commit(0)
    assert table.notation == ROAD_EAST
    assert [chip.phrase.key for chip in table.session.view.chips] == ["store.kept_less"]


def test_a_lost_camera_is_a_chip_and_touch_goes_on(table):
    lost = Sighting(None, None, trouble=Phrase.of("vision.camera_lost", source="0"))
    table.watcher.sightings.append(lost)
    table.session.tick(0)
    assert table.session.view.chips[0].lost
    table.session.stage(actions("lay BA/RFr 1,0 r0"))
    table.session.commit()
    assert len(table.notation) == 2
    table.sees((0.97, "lay BA/RFr -1,0 r0", "skip"))
    assert table.session.view.chips == ()


def test_whoever_pressed_before_a_camera_was_lost_is_told_once(table):
    table.sees(attention=Attention.WAITING)
    table.session.commit(0)
    table.session.take_news()
    for number in range(3):  # every picture that comes is too small, and each is told with its own size
        trouble = Phrase.of("picture.frame_too_small", value=f"{number} × 1")
        table.watcher.sightings.append(Sighting(None, None, trouble=trouble))
        table.session.tick(0)
    told = [news.phrase.key for news in table.session.take_news()]
    assert told.count("table.cannot_look") == 1


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
    assert table.session.view.ribbon.key == "devices.roll.shown"
    assert table.notation == ()
    table.session.dismiss_roll()
    assert table.session.view.roll is None
