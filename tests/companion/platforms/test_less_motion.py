"""A system that was asked for less motion is obeyed; one that can't be asked changes nothing."""

import pytest

from companion.desktop.motion import wants_less_motion

ANSWERS = {  # as these programs print it: with less motion, and without
    "linux": ("false\n", "true\n"),
    "darwin": ("1\n", "0\n"),
    "win32": ("    MinAnimate    REG_SZ    0\r\n", "    MinAnimate    REG_SZ    1\r\n"),
}


@pytest.mark.parametrize("platform", ANSWERS)
def test_each_system_is_asked_by_its_own_program(platform):
    less, usual = ANSWERS[platform]
    asked = []
    assert wants_less_motion(platform, lambda question: asked.append(question[0]) or less)
    assert not wants_less_motion(platform, lambda _: usual)
    assert asked == [{"linux": "gsettings", "darwin": "defaults", "win32": "reg"}[platform]]


def test_a_system_that_cannot_be_asked_changes_nothing(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert not wants_less_motion("linux")
    assert not wants_less_motion("android")
