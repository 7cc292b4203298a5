"""Figures against their marks: what was measured once must not sink."""

from __future__ import annotations

import argparse

import pytest

from companion.commands import CommandError
from games.game import Phrase
from tools.benchmarks.accuracy import (
    AccuracyFigure,
    AccuracyMark,
    KeptMeasures,
    Measure,
    chosen,
    counted,
    figures,
    line_of,
    read_marks,
)
from tools.benchmarks.command import add_parser
from tools.benchmarks.measuring_processes import measuring_processes
from tools.benchmarks.sources import fingerprint

TILES = AccuracyMark("tiles", "hard/tiles", right=95, of=100)


def test_a_figure_holds_as_long_as_it_may_be_the_same_as_when_it_was_measured():
    assert AccuracyFigure(TILES, 95, 100).holds
    assert AccuracyFigure(TILES, 93, 100).holds
    assert not AccuracyFigure(TILES, 80, 100).holds
    assert line_of(AccuracyFigure(TILES, 80, 100)).endswith("SUNK")


def test_what_counts_nothing_holds_nothing():
    assert not AccuracyFigure(TILES, 0, 0).holds


@pytest.mark.parametrize(
    "found", [{"right": 9, "of": 12, "percent": 75.0}, {"share": 0.75, "low": 0.5, "high": 0.9, "n": 12}]
)
def test_counts_and_shares_are_understood(found):
    assert counted({"hard": {"tiles": found}}, TILES) == (9, 12)


@pytest.mark.parametrize("found", [9, 0.75])
def test_a_count_or_a_share_may_have_its_whole_elsewhere(found):
    mark = AccuracyMark("cards", "hard/named", right=9, of=12, out_of="hard/cards")
    assert counted({"hard": {"named": found, "cards": 12}}, mark) == (9, 12)


def test_a_measure_without_the_figure_is_an_error_and_no_pass():
    with pytest.raises(KeyError):
        counted({"hard": {}}, TILES)


def test_each_picture_is_read_once_for_all_marks_and_what_is_counted_is_their_sum():
    ran = []

    def run(bench):
        ran.append(bench)
        return {"hard": {"tiles": {"right": 48, "of": 50}, "boards": {"right": int(bench[-1] == "7"), "of": 1}}}

    boards = AccuracyMark("boards", "hard/boards", right=1, of=2)
    found = list(figures([Measure(("riga", "--level", "hard"), 2, 7, "2026-11-23", (TILES, boards))], run))
    assert sorted(ran) == [("riga", "--level", "hard", "--pictures", "1", "--seed", seed) for seed in ("7", "8")]
    assert [(one.right, one.of, one.holds) for one in found] == [(96, 100, True), (1, 2, True)]


def test_a_game_is_a_row_as_well_where_games_are_counted():
    measure = Measure(("vision",), 1, 7, "2026-11-23", (TILES,), counted_by="--games")
    assert measure.rows == (("vision", "--games", "1", "--seed", "7"),)


def test_what_a_measure_refuses_in_another_process_is_said_here(tmp_path):
    with measuring_processes(()) as measured, pytest.raises(CommandError) as refused:
        measured(("vision", "--photos", str(tmp_path)))
    assert refused.value.phrase == Phrase.of("bench.no_photographs", folder=str(tmp_path))


def test_some_of_the_measures_can_be_run_alone():
    measures = [Measure((name,), 1, 7, "2026-11-23", (TILES,)) for name in ("riga", "dice", "vision", "dice")]
    assert chosen(measures, []) == tuple(measures)
    assert chosen(measures, ["dice", "riga"]) == (measures[0], measures[1], measures[3])
    with pytest.raises(CommandError, match="riga, dice, vision"):
        chosen(measures, ["rigga"])


RIGA, DICE = ("riga", "--seed", "1"), ("dice", "--seed", "1")


class Ended(Exception):
    """The caller had no more time."""


def says(bench):
    return {"measure": bench[0]}


def says_nothing_more(bench):
    raise Ended


def test_a_call_that_was_ended_goes_on_where_it_was(tmp_path):
    file = tmp_path / "accuracy.jsonl"
    first = KeptMeasures(file, "these sources")
    assert first.taken(RIGA, says) == {"measure": "riga"}
    with pytest.raises(Ended):
        first.taken(DICE, says_nothing_more)
    file.write_bytes(file.read_bytes() + b'{"bench":["dice"')  # ended while it wrote
    second = KeptMeasures(file, "these sources")
    assert second.taken(RIGA, says_nothing_more) == {"measure": "riga"}
    assert second.taken(DICE, says) == {"measure": "dice"}
    third = KeptMeasures(file, "these sources")
    assert third.taken(DICE, says_nothing_more) == {"measure": "dice"}


@pytest.mark.parametrize(("sources", "settings"), [("others", ()), ("these sources", ("attention.settle_ms=400",))])
def test_what_other_sources_or_parameters_measured_is_measured_anew(tmp_path, sources, settings):
    file = tmp_path / "accuracy.jsonl"
    KeptMeasures(file, "these sources").taken(RIGA, says)
    with pytest.raises(Ended):
        KeptMeasures(file, sources, settings).taken(RIGA, says_nothing_more)


def test_without_a_file_nothing_is_kept(tmp_path):
    KeptMeasures(None, "these sources").taken(RIGA, says)
    assert list(tmp_path.iterdir()) == []


def test_sources_are_others_as_soon_as_one_of_their_files_is(tmp_path):
    rules = tmp_path / "games" / "rules.py"
    compiled = tmp_path / "games" / "__pycache__" / "rules.pyc"
    compiled.parent.mkdir(parents=True)
    rules.write_text("1")
    before = fingerprint(tmp_path)
    compiled.write_text("compiled")
    assert fingerprint(tmp_path) == before
    rules.write_text("2")
    assert fingerprint(tmp_path) != before


def test_every_mark_belongs_to_a_measure_that_there_is():
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    measures = read_marks()
    assert measures
    for measure in measures:
        parser.parse_args(["bench", *measure.rows[0]])
        assert all(0 < mark.least <= mark.right / mark.of for mark in measure.marks)
