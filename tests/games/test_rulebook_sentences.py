"""What each rulebook says, sentence by sentence in our own words: the tests that break with it, and the way to it from
every point that is scored. Stained Glass and the Grand Masters have lists of their own beside their tests.
"""

from __future__ import annotations

import ast
import json
import random
from functools import cache
from pathlib import Path

import pytest

from games.catalogue import game_named
from games.drawn_setups import drawn_setup

FOLDER = Path(__file__).parent
LISTS = ("carcassonne", "cronberg", "riga", "thurn_and_taxis")
BOOKS = [
    (folder, book) for folder in LISTS for book in json.loads((FOLDER / folder / "sentences.json").read_text("utf-8"))
]
# Sections that other lists hold: of the Grand Masters, and of Stained Glass.
ELSEWHERE = ("Die Großmeister, ", "Stained Glass, ")


@cache
def functions_of(path):
    """Every function of a test file: of worked cases, those that play one as well."""
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("folder", "book"), BOOKS, ids=[book["title"] for _, book in BOOKS])
def test_every_sentence_names_tests_that_there_are(folder, book):
    for section, sentences in book["sections"].items():
        assert sentences, section
        for one in sentences:
            assert one["says"].endswith(".")
            assert one["tests"], one["says"]
            for named in one["tests"]:
                file, test = named.split("::")
                assert test in functions_of(FOLDER / folder / file), named


def rules_of(key, games):
    """The rule of every score line of some games, played as people play."""
    game, rng = game_named(key), random.Random(8)
    for _ in range(games):
        state = game.new(drawn_setup(key, rng))
        while game.player_to_move(state) is not None:
            state, events = game.apply(state, game.sample(state, rng))
            yield from (event.line.rule for event in events if event.line is not None)


@pytest.mark.parametrize("key", ["carcassonne", "cronberg", "riga", "thurn-and-taxis", "power-and-glory"])
def test_every_score_line_leads_to_its_sentences(key):
    sections = {f"{book['title']}, {section}" for _, book in BOOKS for section in book["sections"]}
    told = set(rules_of(key, 2))
    assert told
    assert {rule for rule in told if not rule.startswith(ELSEWHERE)} <= sections
