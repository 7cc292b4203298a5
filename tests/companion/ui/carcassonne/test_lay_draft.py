"""A half-made move by touch, and the corrections of a made one."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ui.carcassonne.amends import follower_amendments, follower_removal, put_away_before, tile_amendments
from companion.ui.carcassonne.lay_draft import LayDraft, fitting_turns
from games.carcassonne.actions import Deploy, Discard, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Seat
from games.record import Record

ANNA_AND_BEN = Setup((Seat("Anna", "red"), Seat("Ben", "blue")))


def played(*lines):
    record = Record.start(CARCASSONNE, ANNA_AND_BEN)
    for line in lines:
        record = record.play(CARCASSONNE.read(line))
    return record


def test_a_place_narrows_down_the_tiles_and_a_tile_the_places():
    draft = LayDraft(CARCASSONNE.new(ANNA_AND_BEN))
    assert set(draft.places()) == {(0, -1), (1, 0), (0, 1), (-1, 0)}
    assert draft.put((0, -1))  # north of the start tile lies a city
    assert "BA/C" in draft.kinds()
    assert "BA/RFr" not in draft.kinds()
    draft.pick("BA/C")
    assert draft.lay == Lay("BA/C", 0, -1, 2)
    assert not draft.can_rotate


def test_tapping_the_ghost_turns_it_through_every_turn_that_fits():
    draft = LayDraft(CARCASSONNE.new(ANNA_AND_BEN))
    draft.pick("BA/L")
    assert set(draft.places()) == {(0, 1)}
    draft.put((0, 1))
    seen = []
    for _ in range(4):
        seen.append(draft.lay.turns)
        draft.put((0, 1))
    assert sorted(seen) == [0, 1, 2, 3]


def test_a_place_where_the_tile_does_not_fit_is_not_taken():
    draft = LayDraft(CARCASSONNE.new(ANNA_AND_BEN))
    draft.pick("BA/L")
    assert not draft.put((1, 0))
    assert draft.lay is None


def test_a_follower_tapped_twice_is_taken_back():
    draft = LayDraft(CARCASSONNE.new(ANNA_AND_BEN))
    draft.pick("BA/L")
    draft.put((0, 1))
    spot = next(spot for spot in draft.spots() if spot.feature == "Monastery")
    draft.deploy_on(spot)
    assert draft.actions() == (draft.lay, spot)
    draft.deploy_on(spot)
    assert draft.actions() == (draft.lay, Skip())


def test_once_the_tile_lies_only_the_follower_is_open():
    draft = LayDraft(played("lay BA/L 0,1 r0").state)
    assert draft.laid_already
    assert draft.places() == ()
    assert not draft.put((1, 0))
    draft.deploy_on(draft.spots()[0])
    assert len(draft.actions()) == 1


def test_a_tile_is_put_away_that_fits_nowhere_on_the_table_whatever_the_record_knows_of_it():
    draft = LayDraft(CARCASSONNE.new(ANNA_AND_BEN))
    draft.pick("BA/Cccc+")
    assert draft.discard() is None
    draft.table = played("lay BA/C 0,-1 r180", "skip").state  # seen, and not pressed for yet
    assert draft.places()
    assert draft.discard() == Discard("BA/Cccc+")


def test_where_a_tile_that_is_left_over_could_be_laid_nowhere_it_may_have_been_put_away():
    closed = ("lay BA/C 0,-1 r180", "skip", "lay BA/RFr 1,0 r0", "skip")  # the only city
    record = played(*closed, "lay BA/CRr 2,0 r90", "skip")  # and a new one
    assert put_away_before(record, "BA/Cccc+") == 4
    assert put_away_before(record, "BA/RFr") is None


@settings(deadline=None, max_examples=50)  # half a game is played for each
@given(st.integers(0, 10_000), st.integers(0, 60))
def test_whatever_a_draft_stages_the_rules_take(seed, turns):
    rng = random.Random(seed)
    state = CARCASSONNE.new(ANNA_AND_BEN)
    for _ in range(turns):
        if CARCASSONNE.player_to_move(state) is not None:
            state, _ = CARCASSONNE.apply(state, CARCASSONNE.sample(state, rng))
    if CARCASSONNE.player_to_move(state) is None:
        return
    draft = LayDraft(state)
    if not draft.laid_already:
        draft.pick(rng.choice(sorted(draft.kinds())))
        if draft.discard() is not None:
            CARCASSONNE.apply(state, draft.discard())
            return
        draft.put(rng.choice(draft.places()))
        for _ in range(rng.randrange(4)):
            draft.rotate()
    if draft.spots():
        draft.deploy_on(rng.choice(draft.spots()))
    for action in draft.actions():
        state, _ = CARCASSONNE.apply(state, action)


# Corrections

PLAYED = ("lay BA/RFr 1,0 r0", "follower small Road E.W", "lay BA/C 0,-1 r180", "skip")


def test_a_tile_is_first_offered_turned_then_beside_then_as_its_look_alikes():
    record = played(*PLAYED)
    found = tile_amendments(record, (1, 0))
    own = [one for one in found if isinstance(one.action, Lay) and one.action.tile == "BA/RFr"]
    others = [one for one in found if isinstance(one.action, Lay) and one.action.tile != "BA/RFr"]
    assert [(one.action.x, one.action.y, one.action.turns) for one in own] == [(1, 0, 2)]
    assert found.index(own[0]) < found.index(others[0])
    assert others[0].action.tile != "BA/L"  # a monastery looks least like a road


def test_every_correction_on_offer_is_taken_by_the_rules():
    record = played(*PLAYED)
    for one in (*tile_amendments(record, (1, 0)), *tile_amendments(record, (0, -1))):
        record.correct(one.index, one.action)
    for one in follower_amendments(record, (1, 0)):
        record.correct(one.index, one.action)


def test_a_follower_can_stand_elsewhere_or_go():
    record = played(*PLAYED)
    found = follower_amendments(record, (1, 0))
    assert {one.action.feature.value for one in found} == {"Field"}
    gone = follower_removal(record, (1, 0))
    assert record.correct(gone.index, gone.action).line[1].action == Skip()


def test_a_follower_that_was_overlooked_is_offered():
    record = played(*PLAYED)
    offered = [one.action for one in tile_amendments(record, (0, -1)) if isinstance(one.action, Deploy)]
    assert {spot.feature.value for spot in offered} == {"City", "Field"}


def test_the_start_tile_cannot_be_corrected():
    record = played(*PLAYED)
    assert tile_amendments(record, (0, 0)) == ()
    assert follower_removal(record, (0, 0)) is None


def test_turns_that_fit_are_none_where_nothing_can_lie():
    assert fitting_turns(CARCASSONNE.new(ANNA_AND_BEN), "BA/L", (5, 5)) == ()
