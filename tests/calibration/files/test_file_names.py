"""Names that become files' names stay in their folder, on every system."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.files.file_names import file_name_for, is_file_name


@pytest.mark.parametrize("name", ["Anna's edition", "Ausgabe 2", "größer", "花", "😀", "--help", "v1.2"])
def test_a_name_that_every_system_takes(name: str) -> None:
    assert is_file_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "..",
        "../../x",
        "a/b",
        "a\\b",
        "C:x",
        ".hidden",
        "x.",
        " x",
        "x ",
        "con",
        "NUL.txt",
        "Com1",
        "a\0",
        "\ud800",
        "x" * 61,
        "😀" * 60,
        "\u202etxt",
    ],
)
def test_a_name_that_some_system_does_not_take(name: str) -> None:
    assert not is_file_name(name)


@given(st.text(st.characters(codec=None), max_size=300), st.booleans())
def test_any_text_has_a_file_name_that_stays_in_its_folder(tmp: str, ascii_only: bool) -> None:
    name = file_name_for(tmp, ascii_only=ascii_only)
    path = Path("/folder") / name
    assert is_file_name(name)
    assert path.parent == Path("/folder")


def test_texts_that_differ_have_names_that_differ() -> None:
    texts = ["http://cam/1", "http:-cam-1", "http-cam-1", "../cam", "/cam", "cam"]
    assert len({file_name_for(text) for text in texts}) == len(texts)
