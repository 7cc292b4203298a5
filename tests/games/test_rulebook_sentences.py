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

from games.carcassonne.rules import CARCASSONNE
from games.cronberg.rules import CRONBERG
from games.game import Seat
from games.riga.rules import RIGA
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS

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


GAMES = (CARCASSONNE, CRONBERG, RIGA, THURN_AND_TAXIS, POWER_AND_GLORY)
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))


def rules_of(game, games):
    """The rule of every score line of some games, played as people play."""
    rng = random.Random(8)
    for _ in range(games):
        state = game.new(game.setup(SEATS))
        while game.player_to_move(state) is not None:
            state, events = game.apply(state, game.sample(state, rng))
            yield from (event.line.rule for event in events if event.line is not None)


@pytest.mark.parametrize(
    "game", [CARCASSONNE, CRONBERG, RIGA, THURN_AND_TAXIS, POWER_AND_GLORY], ids=lambda one: one.key
)
def test_every_score_line_leads_to_its_sentences(game):
    sections = {f"{book['title']}, {section}" for _, book in BOOKS for section in book["sections"]}
    told = set(rules_of(game, 2))
    assert told
    assert {rule for rule in told if not rule.startswith(ELSEWHERE)} <= sections
