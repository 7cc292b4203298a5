"""``tableside import``: a file is read, or refused in one line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.cli import main
from companion.exports.record_file import record_text
from companion.titles.registry import game_keys
from tools.benchmarks.evening.given.imports import drawn_record, imported, mutated_imports


def test_spoilt_files_are_read_or_refused_in_one_line() -> None:
    measured = mutated_imports(60, 20_260_801)
    assert (measured.n, measured.lost) == (60, 0), measured.details["losses"]
    assert measured.details["refused"] > 0 < measured.details["read"]


@pytest.mark.parametrize("key", game_keys())
def test_a_record_of_every_game_is_read_again(key: str, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(record_text(drawn_record(random.Random(key), key)), "utf-8")
    assert imported(tmp_path / "game.json") == "read"


@pytest.mark.parametrize("name", ["\ud800", "A\x00", "x" * 200_000, "\u202eanna", ""])
def test_a_name_that_nothing_can_carry_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(record_text(drawn_record(random.Random(1), "istanbul")))
    data["setup"]["seats"][0]["name"] = name
    (tmp_path / "game.json").write_text(json.dumps(data))
    assert main(["--language", "en", "import", str(tmp_path / "game.json")]) == 1
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert len(said.err) < 400
    assert not said.out


@pytest.mark.parametrize("name", ["שלום", "😀", "--help", "=1+1"])
def test_any_other_name_is_played_with(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(record_text(drawn_record(random.Random(1), "istanbul")))
    data["setup"]["seats"][0]["name"] = name
    (tmp_path / "game.json").write_text(json.dumps(data))
    assert main(["import", "--json", str(tmp_path / "game.json")]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0] == name


def test_a_record_of_a_later_version_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(record_text(drawn_record(random.Random(2))))
    (tmp_path / "game.json").write_text(json.dumps({**data, "format": 99}))
    assert main(["--language", "en", "import", str(tmp_path / "game.json")]) == 1
    assert "later version" in capsys.readouterr().err
