"""Measures with other parameters than the usual ones, and the list of all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from companion.cli import main
from companion.commands import CommandError
from tools.benchmarks import accuracy
from tools.benchmarks.measuring_processes import Measured
from tools.benchmarks.parameters import replaced, setting, stages
from vision import attention
from vision.carcassonne.live.map_lock import lock


def test_a_measure_is_taken_with_another_value_and_the_usual_one_is_back_afterwards() -> None:
    usual = attention.PARAMETERS
    around = setting("carcassonne.live.map_lock.lock.around=[-0.1, 0.0, 0.1]")
    with replaced([setting("attention.settle_ms=400.0"), around]):
        assert attention.PARAMETERS.settle_ms == 400.0
        assert attention.PARAMETERS.moving_pixels == usual.moving_pixels
        assert lock.PARAMETERS.around == (-0.1, 0.0, 0.1)
    assert attention.PARAMETERS is usual


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("istanbul.people.seeking.at_home=2.5", "istanbul.pieces.seeking.at_home=2.5"),
        ("istanbul.people.seeking.paint_tells=2.5", "istanbul.pieces.seeking.paint_weight=2.5"),  # renamed twice
        ("thurn_and_taxis.looks.lift=20.0", "thurn_and_taxis.board_patch.lift=20.0"),
        ("carcassonne.live.drawn.tells=2.0", "carcassonne.live.drawn.most_log_odds=2.0"),
        ("cronberg.reading.tells_the_light=0.8", "cronberg.reading.sure_of_light=0.8"),
        ("carcassonne.live.lock.fits=2.5", "carcassonne.live.map_lock.lock.fits=2.5"),
        ("istanbul.people.placing.vouched=0.8", "istanbul.pieces.vouching.vouched=0.8"),
    ],
)
def test_a_parameter_is_found_by_the_names_that_it_had_before(earlier: str, now: str) -> None:
    assert setting(earlier) == setting(now)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("atention.settle_ms=400", "bench.no_stage"),
        ("settle_ms=400", "bench.no_stage"),
        ("attention.settle=400", "bench.no_parameter"),
        ("attention.settle_ms=soon", "bench.no_value"),
        ("attention.settle_ms", "bench.no_value"),
        ("attention.moving_pixels=6.5", "bench.no_value"),
        ("carcassonne.live.map_lock.lock.around=0.1", "bench.no_value"),
    ],
)
def test_what_is_no_parameter_or_no_value_of_it_is_told(typed: str, says: str) -> None:
    with pytest.raises(CommandError) as raised:
        setting(typed)
    assert raised.value.phrase.key == says


@pytest.mark.parametrize(("share", "verdict", "code"), [(1.0, "40 of 40", 0), (0.0, "SUNK", 1)])
def test_the_marks_are_measured_with_what_was_set_and_one_that_sinks_fails(
    monkeypatch: pytest.MonkeyPatch, capsys, share: float, verdict: str, code: int
) -> None:
    ran: list[tuple[list[str], Sequence[str]]] = []

    @contextmanager
    def processes(settings: list[str]) -> Iterator[Measured]:
        def measured(bench: Sequence[str]) -> dict[str, Any]:
            ran.append((settings, bench[:1]))
            return {"ordinary": {"pairs": {"pairs_right_share": share, "pictures": 1}}}

        yield measured

    monkeypatch.setattr(accuracy, "measuring_processes", processes)
    assert main(["bench", "--set", "attention.settle_ms=400.0", "accuracy", "--only", "dice"]) == code
    assert verdict in capsys.readouterr().out
    assert ran == [(["attention.settle_ms=400.0"], ("dice",))] * 40


def test_all_are_listed_with_unit_meaning_and_what_set_them(capsys) -> None:
    assert main(["bench", "parameters", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert tuple(listed) == stages()
    (settle,) = [one for one in listed["attention"] if one["name"] == "settle_ms"]
    assert (settle["value"], settle["unit"]) == (60.0, "ms")
    assert main(["bench", "parameters"]) == 0
    assert "settle_ms" in capsys.readouterr().out


def test_a_wrong_one_ends_in_a_sentence(capsys) -> None:
    assert main(["bench", "--set", "attention.settle=400", "parameters"]) != 0
    assert 'no parameter "settle"' in capsys.readouterr().err
