"""What somebody who searches the house counts on: one name is one class, folders and files stay small."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[1]
ROOMS = ("games", "calibration", "devices", "vision", "companion", "tools")

# In ``games`` each folder is a game of its own, and nobody plays two at once. The parts that every game has are called
# alike there, and so are actions for which several rulebooks have one word: their names are that word.
PARTS_OF_EVERY_GAME = {"Setup", "State", "Player", "Step", "Action", "Rulebook"}
WORDS_OF_THE_RULES = {"Build", "Deal", "Discard", "End", "Lay", "Pass", "Pay"}


CLASS = re.compile(r"^ *class (\w+)[(:]", re.MULTILINE)


@cache
def homes_of_classes() -> dict[str, list[Path]]:
    """Every class by the files that define it. Read as text: to parse the house takes seconds."""
    homes: dict[str, list[Path]] = defaultdict(list)
    for room in ROOMS:
        for path in sorted((HOUSE / room).rglob("*.py")):
            for name in CLASS.findall(path.read_text("utf-8")):
                homes[name].append(path.relative_to(HOUSE))
    return homes


def test_a_class_is_found_in_one_file() -> None:
    shared = PARTS_OF_EVERY_GAME | WORDS_OF_THE_RULES
    assert {name: files for name, files in homes_of_classes().items() if len(files) > 1 and name not in shared} == {}


def test_what_games_call_alike_is_one_in_each_and_nowhere_else() -> None:
    for name in PARTS_OF_EVERY_GAME | WORDS_OF_THE_RULES:
        homes = homes_of_classes()[name]
        assert len(homes) > 1, name
        assert all(file.parts[0] == "games" for file in homes), homes
        assert len({file.parent for file in homes}) == len(homes), homes


ANY_TYPE = re.compile(r"(?:[:,|\[]|->) ?Any\b")
MOST_ANY = {"games": 68, "calibration": 2, "devices": 3, "vision": 17, "companion": 65, "tools": 95}


def test_fewer_and_fewer_values_are_of_any_type() -> None:
    """Given a value that goes from one room to another, its type says what it is, so that the checker sees it, too.

    What is left is plain data from files, what Kivy, OpenCV and Android hand out, and what is imported when called.
    """
    found = {
        room: sum(
            len(ANY_TYPE.findall(line))
            for path in (HOUSE / room).rglob("*.py")
            for line in path.read_text("utf-8").splitlines()
            if "Any" in line and "import" not in line
        )
        for room in ROOMS
    }
    assert all(found[room] <= MOST_ANY[room] for room in ROOMS), found


FROZEN_OF_KINDS = re.compile(r"@dataclass\((?=.*frozen=True)(?=.*slots=True).*\)\nclass (\w+)\(.*\bGeneric\[")


def test_no_frozen_value_with_slots_is_made_by_the_name_of_its_kinds() -> None:
    """Given ``Proposal[Action](...)``, Python 3.11 would note the kinds on the value, which takes no note."""
    texts = {path: path.read_text("utf-8") for room in ROOMS for path in (HOUSE / room).rglob("*.py")}
    values = {name for text in texts.values() for name in FROZEN_OF_KINDS.findall(text)}
    assert "Proposal" in values
    made = re.compile(rf"\b(?:{'|'.join(sorted(values))})\[[^\]\n]*\]\(")
    assert [(path.name, found) for path, text in texts.items() for found in made.findall(text)] == []


MOST_MODULES, MOST_LINES = 20, 400


def test_a_folder_and_a_file_are_seen_through() -> None:
    """Given a new module or one that grows, its folder stays one that is read at a glance, and it one concept."""
    modules: dict[Path, int] = defaultdict(int)
    for path in (path for room in ROOMS for path in (HOUSE / room).rglob("*.py")):
        modules[path.parent.relative_to(HOUSE)] += path.name != "__init__.py"
        assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES, path
    assert {folder: count for folder, count in modules.items() if count > MOST_MODULES} == {}


# Words that once meant too many things (``docs/glossary.md``), where they are looked for, and in how many names of the
# code they still stand: fewer is better, more is a step back. Sentences are plain English, and so is a test's name.
HELD_BACK = {
    "told": ((*ROOMS, "tests"), 4),  # gaps of phrases
    "tells": (ROOMS, 0),
    "people": (("games", "vision"), 10),  # whose shadows fall on the table
    "looks": (ROOMS, 0),
    "net": ((*ROOMS, "tests"), 2),  # OpenCV's
}
SPOKEN = re.compile(r'"(?:\\.|[^"\\])*"|#.*|\btest_\w+')  # what of a line is no name of the code
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@cache
def names_of(room: str) -> Counter[str]:
    """How often each name that may have one of these words in it stands in a room's code."""
    words = re.compile("|".join(HELD_BACK), re.IGNORECASE)
    found: Counter[str] = Counter()
    for path in (HOUSE / room).rglob("*.py"):
        code = "".join(path.read_text("utf-8").split('"""')[::2])
        lines = (line for line in code.splitlines() if words.search(line))
        found.update(name for line in lines for name in re.findall(r"\w+", SPOKEN.sub("", line)) if words.search(name))
    return found


@pytest.mark.parametrize("word", HELD_BACK)
def test_a_word_that_meant_too_much_does_not_come_back(word: str) -> None:
    rooms, most = HELD_BACK[word]
    names = sum((names_of(room) for room in rooms), Counter[str]())
    found = {name: count for name, count in names.items() if word in map(str.lower, PARTS.findall(name))}
    assert sum(found.values()) <= most, (sum(found.values()), found)
