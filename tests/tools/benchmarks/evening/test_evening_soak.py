"""The short form of the soak: real games before real eyes, kept on a real disk, and what is told of their memory."""

from __future__ import annotations

import gc
import weakref

import pytest

from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from tools.benchmarks.evening.soak import SoakedGame, played, summed


def test_a_game_of_the_soak_is_kept_as_it_was_told():
    games = list(played(40, 2026, ("thurn-and-taxis",)))
    assert sum(game.table_s for game in games) >= 40
    assert all(game.entries and game.kept and game.agrees and game.memory_mb > 0 for game in games)


def rounds(*memory_mb: float) -> list[SoakedGame]:
    """Each kind once a round, a minute each, with so much memory after every game of the round."""
    return [SoakedGame(key, 1, 60, 3, True, True, held) for held in memory_mb for key in rehearsed_keys()]


def test_memory_that_stays_is_no_loss():
    row = summed(rounds(500, 510, 505, 512), 4 * 60 * len(rehearsed_keys()))
    assert (row.lost, row.details["memory_is_judged"]) == (0, True)


def test_memory_that_grows_by_more_than_a_tenth_after_the_first_quarter_is_a_loss():
    row = summed(rounds(500, 520, 540, 560), 4 * 60 * len(rehearsed_keys()))
    assert (row.lost, row.details["growth_percent"]) == (1, 12.0)


def test_memory_is_not_judged_before_every_kind_has_been_played_again():
    row = summed([*rounds(500), *rounds(900)[1:]], 60 * len(rehearsed_keys()))
    assert (row.lost, row.details["memory_is_judged"]) == (0, False)


@pytest.mark.parametrize("key", ["carcassonne", "thurn-and-taxis"])
def test_a_simulated_table_goes_with_its_pictures_and_waits_for_no_collector(key):
    table = set_up(RehearsalPlan(key, 7, players=2, turns=1)).table
    gone = weakref.ref(table)
    gc.disable()
    try:
        table.read()
        table.close()
        del table
        assert gone() is None
    finally:
        gc.enable()
