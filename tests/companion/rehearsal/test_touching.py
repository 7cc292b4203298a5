"""What rehearsed people enter by touch."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.rehearsal.whole_game import Rehearsal


@pytest.mark.parametrize(("caught_up", "entered"), [(False, ["build"]), (True, [])])
def test_what_people_told_when_they_looked_up_is_not_entered_once_more(caught_up: bool, entered: list[str]) -> None:
    played: list[str] = []
    session = SimpleNamespace(record=SimpleNamespace(line=["lay"]), play=played.append)

    def look_up() -> None:
        if caught_up:  # whatever was missing, and what was done just now with it
            session.record.line.append("build")

    people = SimpleNamespace(
        session=session,
        _answers=True,
        _behind=False,
        _done=2,
        _look_up=look_up,
        _say_that_nobody_was_left=lambda done: None,
        _pass_news_on=lambda: None,
    )
    Rehearsal._touch(people, "build")  # type: ignore[arg-type]
    assert played == entered
