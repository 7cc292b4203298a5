"""What people on the places tell about what was done: examples of a live table."""

from __future__ import annotations

import random
from dataclasses import replace

from games.game import Seat
from games.istanbul.actions import End, Move, Recall, Use
from games.istanbul.expansions.letters import PERSONAL, CompanionStep, Escort, Own, with_player
from games.istanbul.layout import FOUNTAIN
from games.istanbul.rules import ISTANBUL, LETTERS_AND_SEALS
from games.istanbul.standing import NEUTRAL, distinct_pieces
from vision.istanbul.changed_places import PlaceChanges
from vision.istanbul.evidence import Evidence
from vision.istanbul.hypotheses import explain, may_stand
from vision.istanbul.pieces import seeking
from vision.istanbul.sighting_history import SightingHistory

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


def test_who_sets_the_companion_out_and_sends_it_on_has_done_both_though_nobody_pressed():
    state, rng = LETTERS_AND_SEALS.new(LETTERS_AND_SEALS.setup(TWO)), random.Random(4)
    while state.asks:
        state, _ = LETTERS_AND_SEALS.apply(state, LETTERS_AND_SEALS.sample(state, rng))
    state = with_player(state, 0, Own((), PERSONAL))
    out, _ = LETTERS_AND_SEALS.apply(state, Escort())
    step = next(one for one in LETTERS_AND_SEALS.legal(out) if isinstance(one, CompanionStep))
    after, _ = LETTERS_AND_SEALS.apply(out, step)
    found = explain(LETTERS_AND_SEALS, seen(after), state, 7, {}, {})
    assert found.best.actions == (Escort(), step)
    assert found.best.probability > 0.9


def test_whom_dice_have_moved_and_people_have_not_is_neither_a_ghost_nor_overlooked():
    state, history, heeding = first_turn(), SightingHistory(), SightingHistory()
    keys = distinct_pieces(state)
    at = next(key for key in keys if key[1] == "governor")
    still = (at[0] % 16 + 1, "governor", "")
    as_seen = keys - {at} | {still}
    history.add(keys, as_seen, {}, as_seen)
    heeding.add(keys, as_seen, {}, as_seen, {("governor", ""): still[0]})
    assert heeding.ghost() < history.ghost() / 5
    assert heeding.overlooked("governor", "") < history.overlooked("governor", "")


def test_who_is_taken_for_another_of_his_colour_where_he_stands_is_no_ghost():
    keys, figure, disc = distinct_pieces(first_turn()), (12, "family member", "red"), (12, "assistant", "red")
    assert figure in keys
    mistaken, haunted = SightingHistory(), SightingHistory()
    mistaken.add(keys, keys - {figure} | {disc}, {}, keys - {figure} | {disc})
    haunted.add(keys, keys | {disc}, {}, keys | {disc})
    assert mistaken.ghost() < SightingHistory().ghost() < haunted.ghost() / 5


def test_table_and_record_do_not_agree_where_somebody_new_is_plainly_seen_outside_the_record():
    keys = distinct_pieces(first_turn())
    assert Evidence({}, {}, strange=frozenset(list(keys)[:2])).no_stranger_but(keys)  # who had been hidden
    assert not Evidence({}, {}, strange=frozenset({(10, "companion", "red")})).no_stranger_but(keys)


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


def test_who_goes_on_after_a_move_does_not_tell_whether_an_assistant_was_left():
    state = first_turn()
    moved, _ = GAME.apply(state, Move(12))
    after, _ = GAME.apply(GAME.apply(moved, End())[0], Move(6))
    found = explain(GAME, seen(after), moved, 7, {}, {}, move_open=True)
    first = {one.actions[0]: one.probability for one in found.candidates if one.actions[1:] == (Move(6),)}
    assert first.keys() == {End(), Move(12, "alone")}
    assert all(0.2 < chance < 0.5 for chance in first.values())
    assert found.unexplained > 0.2  # or there was something to enter
    assert not found.discrepancies


def test_while_nobody_goes_on_the_last_move_is_no_question():
    state, _ = GAME.apply(first_turn(), Move(12))
    found = explain(GAME, seen(state), state, 7, {}, {}, move_open=True)
    assert found.best.actions == ()
    assert found.best.probability > 0.9


def test_a_merchant_who_is_seen_on_the_way_to_nowhere_is_no_clear_story():
    state = first_turn()
    found = hypothesis(seen(state, without=[(7, "merchant", "red")]), state)
    assert not found.is_clear() or found.best.actions == ()


def test_print_like_a_merchant_is_no_clear_story_while_an_assistant_is_new_where_nobody_can_have_left_one():
    state = first_turn()
    new = [(12, "assistant", "red"), (3, "merchant", "red")]
    glint = seen(state, without=[(7, "merchant", "red")], also=new)
    found = hypothesis(replace(glint, strange=frozenset(new)), state)
    assert found.best.actions == (Move(3),)
    assert not found.is_clear(), "he may as well be where his stack is seen behind others"


def test_a_merchant_who_is_new_where_no_move_leads_is_somebody_nobody_thought_of():
    """Ben is plainly seen where he went in a turn that nobody told of, and what he left behind passes for him."""
    state = first_turn()
    settled = seen(state)
    beyond = next(place for place in range(1, 17) if place not in may_stand(GAME, state)["merchant", "red"])
    new = [(beyond, "merchant", "blue"), (7, "assistant", "blue")]
    gone = replace(seen(state, without=[(7, "merchant", "blue")], also=new), strange=frozenset(new))
    assert hypothesis(settled, state).unexplained < 0.01
    assert hypothesis(gone, state).unexplained > 0.05


def test_a_merchant_of_whom_only_the_stack_is_seen_is_on_it():
    state = first_turn()
    people = seen(state, without=[(7, "merchant", "red")], also=[(12, "assistant", "red")]).seen
    hardly = {(3, "merchant", "red"): -4.0, (7, "merchant", "red"): -6.0, (12, "merchant", "red"): -11.0}
    found = hypothesis(Evidence(people, {}, hardly), state)
    assert found.best.actions == (Move(12),)
    assert found.is_clear()


def test_where_merchants_pass_for_their_stacks_one_who_comes_does_too():
    history = SightingHistory()
    for place in (2, 5, 7, 9):
        history.add([(place, "merchant", "red")], [(place, "assistant", "red")], {})
    assert history.as_stack("red") > 0.5
    assert history.as_stack("blue") > 0.2, "so may others"
    assert SightingHistory().as_stack("red") < 0.05


def test_who_is_seen_again_and_again_in_one_place_may_still_not_show_in_another():
    history = SightingHistory()
    for _ in range(20):
        history.add([(12, "family member", "white")], [(12, "family member", "white")], {})
    assert history.overlooked("family member", "white") > 0.01


def test_where_glare_has_drawn_people_before_one_of_them_is_no_move():
    """Anna's family member is seen on place 9 and not at home, on a table where white assistants were seen that nobody
    has."""
    state, history = first_turn(), SightingHistory()
    state, _ = GAME.apply(state, Move(12))
    drawn = seen(state, without=[(12, "family member", "red")], also=[(9, "family member", "red")])
    assert hypothesis(drawn, state).is_clear()
    nobodys = [(place, "assistant", "white") for place in (2, 3, 5)]
    history.add(distinct_pieces(state), [*distinct_pieces(state), *nobodys], {}, nobodys)
    assert not hypothesis(replace(drawn, history=history), state).is_clear()


def test_a_merchant_and_nobodys_who_are_taken_for_each_other_are_asked_about():
    """In the dark Anna's black merchant passes for a pale one, and nobody's on place 16 for hers."""
    state, rng = GAME.new(GAME.setup((Seat("Anna", "black"), Seat("Ben", "yellow")))), random.Random(4)
    while state.asks:
        state, _ = GAME.apply(state, GAME.sample(state, rng))
    nobodys = state.neutrals[0]
    true = next(one for one in (12, 13, 15) if one not in state.neutrals)
    plain = seen(state, without=[(7, "merchant", "black"), (nobodys, "merchant", NEUTRAL)])
    faint = {(true, "merchant", NEUTRAL): 50.0, (nobodys, "merchant", "black"): 50.0}
    evidence = replace(plain, seen={**plain.seen, **faint})
    found = hypothesis(evidence, state)
    assert not found.is_clear()
    assert {(Move(true),), (Move(nobodys),)} <= {one.actions for one in found.candidates}


def test_whoever_comes_next_and_is_not_seen_has_hardly_moved_before_anybody_pressed():
    state = first_turn()
    while GAME.closing(state) is None:
        state, _ = GAME.apply(state, GAME.sample(state, random.Random(4)))
    key = ("merchant", "blue")
    people = seen(state, without=[one for one in distinct_pieces(state) if one[1:] == key])
    hardly = {(place, *key): -3.9 for place in range(1, 17)}
    found = hypothesis(replace(people, unsure=hardly), state)
    assert found.best.actions == ()
    assert found.best.probability > 0.9


def test_who_is_never_seen_tells_nothing_by_not_being_seen_here():
    """Where black was overlooked all evening, that one place would show him rather than another means little."""
    state, history = first_turn(), SightingHistory()
    people = seen(state, without=[(7, "merchant", "red")])
    hardly = {(place, "merchant", "red"): -11.0 for place in range(1, 17)} | {(12, "merchant", "red"): -3.9}
    assert hypothesis(replace(people, unsure=hardly), state).best.actions == (Move(12),)
    for place in (2, 5, 7, 9):
        history.add([(place, "merchant", "red")], [], {(place, "merchant", "red"): -7.0})
    asked = hypothesis(replace(people, unsure=hardly, history=history), state)
    assert not asked.is_clear(0.5)


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
        sighted = {(place, *key): seeking.PARAMETERS.himself}
        found = hypothesis(Evidence(evidence.seen, {}, hardly | sighted), state)
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
    found = hypothesis(Evidence(evidence.seen, {}, as_before=frozenset({left})), state)
    assert found.best.actions == (Move(2),)
    assert found.best.probability > 0.95


def left_behind():
    """A later turn, in which blue's assistant stands on 4 by the record."""
    state, rng = GAME.new(GAME.setup(TWO)), random.Random(4)
    for _ in range(42):
        state, _ = GAME.apply(state, GAME.sample(state, rng))
    return state, (4, "assistant", "blue")


def test_who_has_shown_on_his_place_is_hardly_missed_there():
    state, left = left_behind()
    evidence = seen(state, without=[left])
    usual, now = (
        {one.actions: one.probability for one in hypothesis(one, state).candidates}
        for one in (evidence, replace(evidence, shown=frozenset({left})))
    )
    assert now[Recall(4),] > 0.9
    assert now[()] < 0.2 * usual[()]


def test_whoever_shows_on_his_place_and_is_not_seen_there_is_missing_but_where_it_looks_as_with_him():
    state, left = left_behind()
    history = SightingHistory()
    evidence = replace(seen(state, without=[left]), history=history)
    assert not evidence.misses(left), "nobody knows whether he shows in front of that print"
    history.add([left], [left], {})
    assert evidence.misses(left)
    assert not replace(evidence, as_before=frozenset({left})).misses(left)
    assert not replace(evidence, seen={left: 20.0}).misses(left)


def test_a_stranger_on_a_place_that_is_as_before_has_not_come_there():
    state = first_turn()
    went, at = next(one.place for one in GAME.legal(state) if isinstance(one, Move) and one.place != 12), state.place
    after, _ = GAME.apply(state, Move(went))
    taken_for_him = (12, "merchant", "red")  # two who stood there already
    people = distinct_pieces(after) - {(went, "merchant", "red")} | {taken_for_him}
    places = PlaceChanges(frozenset({went, at}), untouched=0.3)
    evidence = Evidence(dict.fromkeys(people, 200.0), {}, strange=frozenset({taken_for_him}), places=places)

    def odds(seen_now):
        said = {one.actions: one.probability for one in hypothesis(seen_now, state).candidates}
        return said[Move(12),] / said[Move(went),]

    assert odds(evidence) < 0.05 * odds(replace(evidence, strange=frozenset()))


def test_the_family_member_is_sent_to_a_place():
    state = first_turn()
    state, _ = GAME.apply(state, Move(12))
    after, _ = GAME.apply(state, Use(("5",)))
    found = hypothesis(seen(after), state)
    assert found.best.actions == (Use(("5",)),)
    assert found.best.probability > 0.9


def test_the_family_member_is_sent_on_before_anybody_pressed_for_the_turns_before():
    state = first_turn()
    while GAME.closing(state) is None:
        state, _ = GAME.apply(state, GAME.sample(state, random.Random(4)))
    sent = (End(), Move(12), Use(("3",)))
    after = state
    for action in sent:
        after, _ = GAME.apply(after, action)
    found = hypothesis(seen(after), state, met={("family member", "blue"): 12})
    assert found.best.actions == sent
    assert found.best.probability > 0.9
    assert not found.discrepancies


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


def test_who_is_seen_where_he_was_and_where_he_may_go_has_gone_there_if_both_have_changed():
    state, rng = first_turn(), random.Random(4)
    state, _ = GAME.apply(state, Move(12))  # an assistant is left there, below the merchant
    while state.seat != 0 or not any(isinstance(action, Move) for action in GAME.legal(state)):
        state, _ = GAME.apply(state, GAME.closing(state) or GAME.sample(state, rng))
    home = (12, "merchant", "red")
    assert home in distinct_pieces(state)
    gone, _ = GAME.apply(state, Move(6))
    assert (12, "assistant", "red") in distinct_pieces(gone)
    both = replace(seen(state, also=((6, "merchant", "red"),)), places=PlaceChanges(frozenset({12, 6})))
    found = hypothesis(both, state)
    assert found.best.actions == (Move(6),)
    assert found.best.probability > 0.9


def test_who_goes_to_the_fountain_and_calls_all_assistants_back_has_done_both_though_nobody_pressed():
    state, rng = first_turn(), random.Random(4)
    for place in (12, 6, 7):
        while state.seat != 0 or not any(isinstance(action, Move) for action in GAME.legal(state)):
            state, _ = GAME.apply(state, GAME.closing(state) or GAME.sample(state, rng))
        if place != FOUNTAIN:
            state, _ = GAME.apply(state, Move(place))
    moved, _ = GAME.apply(state, Move(FOUNTAIN))
    after, _ = GAME.apply(moved, Use())
    assert sum(kind == "assistant" and colour == "red" for _, kind, colour in distinct_pieces(moved)) == 2
    assert hypothesis(seen(moved), state).best.actions == (Move(FOUNTAIN),)
    shown = replace(seen(after), shown=distinct_pieces(state))
    found = hypothesis(shown, state)
    assert found.best.actions == (Move(FOUNTAIN), Use())
    assert found.best.probability > 0.9
