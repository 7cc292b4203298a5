"""JSON that somebody else wrote: plain values, or a reason why not."""

from __future__ import annotations

import pytest

from games.plain_json import DEEPEST, NotPlainJson, plain_json


def test_plain_values_are_read() -> None:
    assert plain_json('\ufeff{"name": "Jürgen \\ud83d\\ude00", "scores": [1, -2, 0.5, null, true]}') == {
        "name": "Jürgen 😀",
        "scores": [1, -2, 0.5, None, True],
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        "[Infinity]",
        "1e999",
        "9" * 6000,
        '"\\ud800"',
        '{"\\udfff": 1}',
        "[" * 200_000,
        "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2),
    ],
)
def test_what_no_program_should_have_to_carry_is_not(text: str) -> None:
    with pytest.raises(NotPlainJson):
        plain_json(text)
