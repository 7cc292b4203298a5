"""What people on the places tell about what was done: examples of a live table."""

from __future__ import annotations

import random

from games.game import Seat
from games.istanbul.actions import End, Move, Use
from games.istanbul.rules import ISTANBUL
from games.istanbul.standing import distinct_pieces
from vision.istanbul.hypotheses import Evidence, explain, may_stand

GAME = ISTANBUL
TWO = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))


def first_turn():
    state, rng = GAME.new(GAME.setup(TWO)), random.Random(4)
    while state.asks:
        state, _ = GAME.apply(state, GAME.sample(state, rng))
    return state


def seen(state, *, without=(), also=()):
    """Everybody is seen plainly, but for some; others are seen as well."""
    keys = (distinct_pieces(state) - set(without)) | set(also)
    return Evidence(dict.fromkeys(keys, 200.0), {})


def hypothesis(evidence, state, former=None, met=None):
    return explain(GAME, evidence, state, 7, former or {}, met or {})


def test_nobody_moved():
    state = first_turn()
    found = hypothesis(seen(state), state)
    assert found.best.actions == ()
    assert found.best.probability > 0.9
    assert not found.discrepancies


def test_a_merchant_moved():
    state = first_turn()
    after, _ = GAME.apply(state, Move(12))
    found = hypothesis(seen(after), state)
    assert found.best.actions == (Move(12),)
    assert found.best.probability > 0.9
    assert "12" in found.best.places


def test_who_moves_while_nobody_said_that_the_last_turn_was_over_ends_it():
    state = first_turn()
    while GAME.closing(state) is None:
        state, _ = GAME.apply(state, GAME.sample(state, random.Random(4)))
    ended, _ = GAME.apply(state, End())
    merchant = next(place for place, kind, colour in distinct_pieces(ended) if (kind, colour) == ("merchant", "blue"))
    moves = (one for one in GAME.legal(ended) if isinstance(one, Move) and one.place != merchant)
    moved = next(moves)
    after, _ = GAME.apply(ended, moved)
    found = hypothesis(seen(after), state)
    assert found.best.actions == (End(), moved)
    assert found.best.probability > 0.9
    assert not found.discrepancies


def test_a_merchant_who_is_seen_on_the_way_to_nowhere_is_no_clear_story():
    state = first_turn()
    found = hypothesis(seen(state, without=[(7, "merchant", "red")]), state)
    assert not found.is_clear() or found.best.actions == ()


def test_an_assistant_where_nobody_can_have_left_one_is_his_merchants_stack():
    state = first_turn()
    glint = seen(state, without=[(7, "merchant", "red")], also=[(12, "assistant", "red"), (3, "merchant", "red")])
    hidden = glint.with_stacks(may_stand(GAME, state))
    assert hidden.seen[12, "merchant", "red"] == 200.0
    assert (12, "assistant", "red") not in hidden.seen
    assert hypothesis(glint, state).best.actions == (Move(3),), "print like a merchant, taken for him without a doubt"
    assert not hypothesis(hidden, state).is_clear(), "he may as well be where his stack is seen behind others"


def test_a_merchant_of_whom_only_the_stack_is_seen_is_on_it():
    state = first_turn()
    people = seen(state, without=[(7, "merchant", "red")], also=[(12, "assistant", "red")]).seen
    hardly = {(3, "merchant", "red"): 0.0, (7, "merchant", "red"): -6.0, (12, "merchant", "red"): -7.0}
    found = hypothesis(Evidence(people, {}, hardly).with_stacks(may_stand(GAME, state)), state)
    assert found.best.actions == (Move(12),)
    assert found.is_clear()


def test_an_assistant_who_may_stand_there_stays_one():
    state = first_turn()
    after, _ = GAME.apply(state, Move(12))
    assert seen(after).with_stacks(may_stand(GAME, state)).seen == seen(after).seen


def test_somebody_who_was_never_seen_speaks_for_nobody():
    state = first_turn()
    after, _ = GAME.apply(state, Move(12))
    found = hypothesis(seen(after, without=[(12, "family member", "blue")]), state)
    assert found.best.actions == (Move(12),)
    assert found.best.probability > 0.9


def test_of_somebody_who_is_hardly_seen_only_how_places_compare_tells():
    state = first_turn()
    state, _ = GAME.apply(state, Move(12))
    key = ("family member", "red")
    hardly = dict.fromkeys(((place, *key) for place in range(1, 17)), -6.0)
    for place, best in ((5, Use(("5",))), (12, ())):
        evidence = seen(state, without=[(12, *key)], also=[(3, *key)])
        found = hypothesis(Evidence(evidence.seen, {}, hardly | {(place, *key): 0.0}), state)
        assert found.best.actions == ((best,) if best else ())
        assert found.best.probability > 0.8


def test_an_assistant_who_is_hardly_seen_was_not_called_back_on_the_way():
    state, rng = GAME.new(GAME.setup(TWO)), random.Random(4)
    for _ in range(42):
        state, _ = GAME.apply(state, GAME.sample(state, rng))
    left = (4, "assistant", "blue")
    after, _ = GAME.apply(state, Move(2))
    assert left in distinct_pieces(after)
    evidence = seen(after, without=[left])
    found = hypothesis(Evidence(evidence.seen, {}, {left: 0.0}), state)
    assert found.best.actions == (Move(2),)
    assert found.best.probability > 0.95


def test_the_family_member_is_sent_to_a_place():
    state = first_turn()
    state, _ = GAME.apply(state, Move(12))
    after, _ = GAME.apply(state, Use(("5",)))
    found = hypothesis(seen(after), state)
    assert found.best.actions == (Use(("5",)),)
    assert found.best.probability > 0.9


def test_a_figure_that_people_have_still_to_move_is_no_difference():
    state = first_turn()
    place = state.figures["governor"]
    other = next(number for number in range(2, 12) if number != place)
    evidence = seen(state, without=[(place, "governor", "")], also=[(other, "governor", "")])
    met = {("governor", ""): place}
    assert hypothesis(evidence, state, met=met).discrepancies
    assert not hypothesis(evidence, state).discrepancies  # it was never seen in its place: a ghost, perhaps
    found = hypothesis(evidence, state, {("governor", ""): other}, met)
    assert not found.discrepancies
    assert found.lingering == (str(other),)


def test_probabilities_and_the_unexplained_sum_to_one():
    state = first_turn()
    after, _ = GAME.apply(state, Move(12))
    for evidence in (seen(state), seen(after), seen(state, without=list(distinct_pieces(state)))):
        found = hypothesis(evidence, state)
        assert abs(sum(one.probability for one in found.candidates) + found.unexplained - 1) < 1e-6


def test_who_is_to_move_may_stand_a_step_or_two_away_and_nobody_else_may():
    state = first_turn()
    may = may_stand(GAME, state)
    assert 7 in may["merchant", "red"]
    assert 12 in may["merchant", "red"]
    assert may["merchant", "blue"] == {7}
    assert may["family member", "green"] == {12}


def test_assistants_may_be_left_behind_only_where_their_merchant_was_or_goes():
    state = first_turn()
    moved, _ = GAME.apply(state, Move(12))
    assert may_stand(GAME, state)["assistant", "blue"] == set()
    assert (12, "assistant", "red") not in distinct_pieces(moved) or 12 in may_stand(GAME, moved)["assistant", "red"]
