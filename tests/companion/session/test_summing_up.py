"""Who scored by what, and who took how long, told from the record alone."""

import random

from companion.session.summing_up import UNTOLD, kinds_of_all, points_by_kind, times_used
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from games.record import Record
from games.thurn_and_taxis.rules import THURN_AND_TAXIS

MINUTE = 60_000
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def played(turns, pause_ms=MINUTE):
    """A game by chance in which every action takes this long."""
    record, rng = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)), random.Random(4)
    for number in range(1, turns + 1):
        if CARCASSONNE.player_to_move(record.state) is None:
            break
        record = record.play(CARCASSONNE.sample(record.state, rng), time_ms=number * pause_ms)
    return record


def test_the_kinds_add_up_to_the_score_at_the_end_too():
    record = played(200)
    assert CARCASSONNE.player_to_move(record.state) is None
    for seat in range(2):
        kinds = points_by_kind(record, seat)
        assert sum(points for _, points in kinds) == record.scores[seat]
        assert [points for _, points in kinds] == sorted((points for _, points in kinds), reverse=True)
        assert len({kind for kind, _ in kinds}) == len(kinds) > 1


def test_houses_that_nobody_built_are_told_beside_what_was_won():
    """In Thurn and Taxis each costs a point, and no event says so: the kinds were more than the score."""
    record, rng = Record.start(THURN_AND_TAXIS, THURN_AND_TAXIS.setup(SEATS)), random.Random(4)
    for _ in range(60):
        record = record.play(THURN_AND_TAXIS.sample(record.state, rng))
    for seat in range(2):
        kinds = dict(points_by_kind(record, seat))
        assert kinds[UNTOLD] == -record.state.houses_left(seat)
        assert sum(kinds.values()) == record.scores[seat]


def test_time_belongs_to_whoever_did_what_came_after_it():
    record = played(12)
    doers = [step.doer for step in record.line[1:]]  # nobody knows when the first began to think
    assert times_used(record) == (MINUTE * doers.count(0), MINUTE * doers.count(1))


def test_an_evening_that_goes_on_later_is_no_long_turn():
    assert times_used(played(6, pause_ms=120 * MINUTE)) == (0, 0)


def test_actions_without_a_time_take_none():
    assert times_used(played(6, pause_ms=0)) == (0, 0)


def test_reasons_of_one_kind_are_summed_up_and_everybody_stands_beside_each_other():
    record = played(200)

    def kind_of(reason):
        return Phrase(reason.key.removesuffix("_unfinished").removesuffix("_finished"))

    table = kinds_of_all(record, kind_of)
    assert {kind.key for kind, _ in table} <= {f"carcassonne.{one}" for one in ("city", "road", "monastery", "field")}
    assert tuple(sum(points[seat] for _, points in table) for seat in range(2)) == record.scores
    assert [sum(points) for _, points in table] == sorted((sum(points) for _, points in table), reverse=True)
