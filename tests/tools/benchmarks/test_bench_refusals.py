"""What `bench` refuses in words: a misspelt game or fault, for a run that measures nothing looks like one that found
nothing; frames where there is no screen to count them on."""

from __future__ import annotations

import pytest

from companion.cli import main
from companion.commands import CommandError
from tools.benchmarks.evening.measures import measure


@pytest.mark.parametrize("topic", ["demos", "rules", "touch"])
def test_a_game_that_there_is_not_is_refused_before_anything_is_played(topic, capsys):
    with pytest.raises(SystemExit) as end:
        main(["bench", topic, "--only", "thurn"])
    assert end.value.code == 2
    assert "thurn-and-taxis" in capsys.readouterr().err


def test_an_evening_s_fault_that_there_is_not_is_refused():
    with pytest.raises(CommandError, match="kills, power_cuts"):
        measure(seed=1, only=("kils",))


def test_frames_without_a_screen_to_count_them_on_say_what_to_install(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["bench", "frames"]) != 0
    assert "apt install xvfb" in capsys.readouterr().err
