"""What rehearsed people enter by touch."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.rehearsal.whole_game import PATIENCE, Rehearsal


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


@pytest.mark.parametrize(
    ("keeps_taps", "entered"), [(True, ["card"]), (False, [])], ids=["a press waits for a view", "nothing shows"]
)
def test_a_card_is_told_at_once_where_the_tablet_keeps_it_until_the_press_before_it_is_answered(
    keeps_taps: bool, entered: list[str]
) -> None:
    heard: list[str] = []
    session = SimpleNamespace(
        record=SimpleNamespace(line=["move", "use"]),
        view=SimpleNamespace(proposal=None),
        keeps_taps=keeps_taps,
        tell=heard.append,
    )
    people = SimpleNamespace(session=session, _asks=False, _kept_back=0, _done=4, _press_and_see=lambda press: press())
    Rehearsal._tell_early(people, "card")  # type: ignore[arg-type]
    assert heard == entered
    assert people._kept_back == (0 if entered else 4)


@pytest.mark.parametrize(("shown_after", "pressed"), [(0, 1), (5, 1), (10_000, 0)], ids=["now", "soon", "never"])
def test_who_looks_up_waits_a_moment_for_what_was_done_to_be_shown(shown_after: int, pressed: int) -> None:
    frames: list[int] = []
    presses: list[int] = []
    over = SimpleNamespace(closing=lambda state: "end")
    session = SimpleNamespace(
        record=SimpleNamespace(line=[], game=over, state=None),
        view=SimpleNamespace(proposal=None, open_question=None),
        record_version=1,
        commit=lambda: presses.append(len(frames)),
    )

    def tick() -> None:
        frames.append(1)
        if len(frames) == shown_after:
            session.view.proposal = "move"

    if not shown_after:
        session.view.proposal = "move"
    people = SimpleNamespace(session=session, _true=SimpleNamespace(actions=("move",)), _tick=tick, _nothing_shown=0)
    Rehearsal._press_done(people)  # type: ignore[arg-type]
    assert len(presses) == pressed
    assert people._nothing_shown == 1 - pressed
    assert len(frames) <= PATIENCE
