"""What people may be called: every script, and nothing that no screen, voice or file can carry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import Refusal, Seat
from games.names import MOST_LETTERS, check_name, check_seats, fault_of, shown


@pytest.mark.parametrize(
    "name", ["Anna", "Jürgen", "Søren Å.", "שלום", "محمد", "花子", "😀", "👩‍👩‍👧", "--help", "O'Neil", "=1+1"]
)
def test_everybody_may_be_called_as_they_are(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("\u200b\u2060", "empty"),
        ("A\x00", "control"),
        ("A\nB", "control"),
        ("A\u2028B", "control"),
        ("\ud83d", "half"),
        ("\u202eanna", "turning"),
        ("x" * 200_000, "long"),
    ],
)
def test_what_nothing_can_carry_is_refused(name: str, fault: str) -> None:
    assert fault_of(name) == fault
    with pytest.raises(Refusal) as raised:
        check_seats((Seat("Anna", "red"), Seat(name, "blue")))
    assert len(str(raised.value)) < 400


@given(st.text(st.characters(codec=None), max_size=2000))
def test_any_text_can_be_shown_in_one_line(text: str) -> None:
    line = shown(text)
    line.encode()
    assert len(line) <= 403
    assert len(line.splitlines()) <= 1


@given(st.text(st.characters(codec=None), max_size=MOST_LETTERS))
def test_a_name_that_is_taken_is_shown_as_it_is(name: str) -> None:
    if fault_of(name) is None:
        assert shown(name) == name
