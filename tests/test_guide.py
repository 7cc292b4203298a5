"""What the players' guide names on the screen is there, word for word, in the guide's own language; and what it says to
type is understood."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.cli import whole_parser
from companion.locale import GAP, every_message

HOUSE = Path(__file__).resolve().parent.parent
GUIDE = HOUSE / "docs" / "guide"
PAGES = sorted(GUIDE.glob("**/*.md"))
# What people mean, and what is nearly all gaps.
ELSEWHERE = {"my turn is done", "Mein Zug ist fertig.", "2 turns: Anna, Ben", "2 Züge: Anna, Ben"}
A_PART = re.compile(r"(?<=[.?!:;,])\s+|\s+(?=\()")  # of a text on the screen that is quoted alone


def language_of(page: Path) -> str:
    return "de" if page.parent.name == "de" else "en"


def named_in(page: Path) -> Iterator[str]:
    """What a page prints bold, as a button, or slanted, as what is told; but for a bold sentence that leads a
    paragraph, which has its own stop, colon or comma."""
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "`", page.read_text("utf-8"))
    for bold, slanted in re.findall(r"\*\*(.+?)\*\*|(?<![*\w])\*([^*\s][^*]*?)\*(?!\*)", text, re.DOTALL):
        if not bold.endswith((".", ":", ",")):
            yield plain(bold or slanted)


def plain(text: str) -> str:
    """One line, with plain dots and quotation marks."""
    text = text.replace("…", "...").replace("„", '"').replace("“", '"').replace("”", '"')
    return " ".join(text.split())


@cache
def parts_shown(language: str) -> frozenset[str]:
    """What may stand on a screen or in the terminal: whole texts and parts of them."""
    texts = [plain(message[language]) for message in every_message().values() if language in message]
    return frozenset(run for text in texts for run in runs_of(text))


@cache
def patterns_shown(language: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Those that have gaps, with anything in these, and how many letters are their own."""
    parts = [part for part in parts_shown(language) if "{" in part]
    return tuple((re.compile(pattern_of(part)), own_letters(part)) for part in parts)


def runs_of(text: str) -> Iterator[str]:
    """A text and every part of it that follows on another."""
    kept = GAP.sub(lambda gap: gap.group().replace(" ", "\0"), text)
    pieces = [piece.replace("\0", " ") for piece in A_PART.split(kept)]
    for start in range(len(pieces)):
        for end in range(start + 1, len(pieces) + 1):
            run = " ".join(pieces[start:end]).rstrip(".?!:;,")
            yield run
            yield re.sub(r"^\{\w+\} ", "", run)  # whoever it is said of


def pattern_of(text: str) -> str:
    """The same with anything in its gaps; one that goes by number as it goes."""
    found, at = "", 0
    for gap in GAP.finditer(text):
        one, many = gap.group(2), gap.group(3)
        number = "" if one is None else f"|{re.escape(one)}|{re.escape(many).replace(re.escape('{}'), '.+?')}"
        found += re.escape(text[at : gap.start()]) + (".+?" if not number else f"(?:{number[1:]})")
        at = gap.end()
    return found + re.escape(text[at:])


def own_letters(part: str) -> int:
    return letters(GAP.sub(lambda gap: (gap.group(3) or "").replace("{}", ""), part))


def letters(text: str) -> int:
    return len(re.findall(r"[^\W\d_]", text))


def is_shown(named: str, language: str) -> bool:
    if "..." in named:  # something was left out of it
        left = ".*".join(re.escape(part.strip()) for part in named.split("..."))
        return any(re.search(left, plain(message[language])) for message in every_message().values())
    wanted = named.rstrip(".?!:;,")
    written = (wanted, wanted[0].lower() + wanted[1:])  # what follows on a name begins small
    if wanted in plain((HOUSE / "setup.sh").read_text("utf-8")) or any(one in parts_shown(language) for one in written):
        return True
    return any(
        2 * own > letters(wanted) and any(pattern.fullmatch(one) for one in written)
        for pattern, own in patterns_shown(language)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(GUIDE).as_posix())
def test_what_a_page_of_the_guide_names_is_on_the_screen_under_that_very_name(page):
    lost = [one for one in named_in(page) if one not in ELSEWHERE and not is_shown(one, language_of(page))]
    assert lost == []


def test_a_button_with_another_name_and_a_sentence_that_is_not_said_are_found():
    assert is_shown("Undo", "en")
    assert not is_shown("Undo", "de")
    assert not is_shown("Undo the last turn again", "en")
    assert is_shown("Nobody answers at ...: start the phone's camera app", "en")
    assert not is_shown("Nobody answers at ...: start the phone's cooker", "en")


def commands_in(page: Path) -> Iterator[str]:
    """What a page says to type to Tableside."""
    text = page.read_text("utf-8")
    for line in re.findall(r"(?m)^    (.+)$", text) + re.findall(r"`([^`\n]+)`", text):
        if re.match(r"(\.venv/bin/)?tableside( |$)", line):
            yield line.partition("#")[0].strip()


@pytest.mark.parametrize(
    "page",
    [*PAGES, HOUSE / "README.md"],
    ids=lambda page: page.relative_to(HOUSE).as_posix(),
)
def test_what_a_page_says_to_type_is_understood(page, capsys):
    for command in commands_in(page):
        try:
            whole_parser().parse_args(shlex.split(command)[1:])
        except SystemExit:
            raise AssertionError(f"{command}: {capsys.readouterr().err.splitlines()[-1]}") from None
