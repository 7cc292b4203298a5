"""Holes: turns that wait to be laid again, and what of the table is nobody's new move meanwhile."""

from __future__ import annotations

import random

import numpy as np

from companion.locale import say
from companion.session.looking.sighting import Sighting
from companion.session.rewriting import hole_views, phrase_of
from companion.session.table import TableSession
from companion.store import StoredGame
from games.cronberg.rules import CRONBERG
from games.record import HoleKind, Record
from games.riga.rules import RIGA
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from tests.companion.session.fed_watcher import FedWatcher
from tests.companion.session.hand_fed_table import MOVED, ROAD_EAST, ROAD_WEST, SEATS, actions
from vision.explanation import Scored, explained
from vision.eyes import Attention, Glance


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


def declared_before_eyes(record, action):
    """A session over this record, whose eyes are sure of one action."""
    session = TableSession(record, lambda: 99, watcher=FedWatcher())
    explanation = explained([Scored((action,), 0.0), Scored((), -9.0)], 0, otherwise=-9.0)
    session.see(Sighting(np.zeros((270, 480, 3), np.uint8), Glance(0, 0.0, Attention.STILL), explanation, 0))
    return session


def played_by_chance(game, moves):
    record, chance = Record.start(game, game.setup(SEATS)), random.Random(3)
    for time_ms in range(1, moves + 1):
        record = record.play(game.sample(record.state, chance), time_ms=time_ms)
    return record


def test_a_rhomb_that_nobody_has_picked_up_is_nobodys_new_one():
    record = played_by_chance(CRONBERG, 6)
    place = next(number for number, found in enumerate(record.actions) if found.startswith("rhomb"))
    rhomb, record = record.action_at(place), record.remove(place, time_ms=9)
    session = declared_before_eyes(record, rhomb)
    assert (session.view.proposal, len(session.view.holes)) == (None, 1)
    session.commit(session.active)
    assert session.record is record
    assert session.take_news()[-1].phrase.key == "table.cannot_tell"


def test_where_later_turns_wait_for_a_hole_the_table_as_it_lies_tells_no_move():
    record = played_by_chance(THURN_AND_TAXIS, 13)
    without = (record.remove(place, time_ms=99) for place in range(12))
    held = next(one for one in without if any(step.hole and step.hole.kind is HoleKind.HELD for step in one.line))
    later = next(one for one in held.game.legal(held.state) if one != held.game.closing(held.state))
    session = declared_before_eyes(held, later)
    assert session.view.proposal is None
    session.commit(session.active)
    assert session.record is held


def test_a_hole_is_told_by_its_turn_and_by_its_year_where_people_count_those():
    """The bar of Riga says "Year 3", so nobody is sent to a "turn 27"."""
    laid, built = played_by_chance(CRONBERG, 8).remove(4), played_by_chance(RIGA, 60).remove(50)
    assert say(phrase_of(hole_views(laid)[0]), "en").startswith(hole_views(laid)[0].name + "'s turn ")
    view = hole_views(built)[0]
    year = RIGA.year(built.state_before(view.index))
    assert year > 1
    assert say(phrase_of(view), "en").startswith(f"{view.name}, year {year}: ")
    assert say(phrase_of(view), "de").startswith(f"{view.name}, Jahr {year}: ")
