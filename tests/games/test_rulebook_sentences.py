"""What each rulebook says, sentence by sentence in our own words: the tests that break with it, and the way to it from
every point that is scored. Stained Glass and the Grand Masters have lists of their own beside their tests.
"""

from __future__ import annotations

import ast
import json
import random
from functools import cache, partial
from pathlib import Path

import pytest

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.varied_setups import varied as with_glass
from games.carcassonne.varied_setups import varied as on_a_map
from games.cronberg.rules import CRONBERG
from games.cronberg.varied_setups import varied as on_a_board
from games.game import Seat
from games.istanbul.box.drawn_box import varied
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS
from games.riga.rules import RIGA
from games.riga.scorer.rules import GRAND_MASTERS
from games.riga.varied_setups import varied as with_cards
from games.riga.varied_setups import varied_scorer
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS
from games.thurn_and_taxis.varied_setups import varied as on_a_postal_map

FOLDER = Path(__file__).parent
LISTS = ("carcassonne", "cronberg", "riga", "thurn_and_taxis")
BOOKS = [
    (folder, book) for folder in LISTS for book in json.loads((FOLDER / folder / "sentences.json").read_text("utf-8"))
]


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


SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
GAMES = {
    CARCASSONNE: on_a_map,
    CARCASSONNE_STAINED_GLASS: with_glass,
    CRONBERG: on_a_board,
    RIGA: with_cards,
    GRAND_MASTERS: varied_scorer,
    THURN_AND_TAXIS: on_a_postal_map,
    POWER_AND_GLORY: on_a_postal_map,
    ISTANBUL: partial(varied, ISTANBUL),
    LETTERS_AND_SEALS: partial(varied, LETTERS_AND_SEALS),
    GREAT_BAZAAR: partial(varied, GREAT_BAZAAR),
}
A_WALK = 150  # actions; kinds of action at even odds bring up what people seldom do


def rules_of(game, seed):
    """The rule of every score line of a game that is played as people play, and of a walk through another one."""
    rng = random.Random(seed)
    for walks in (False, True):
        state = game.new(GAMES[game](game.setup(SEATS), rng))
        actions = 0
        while game.player_to_move(state) is not None and not (walks and actions >= A_WALK):
            action = game.sample(state, rng)
            if walks:
                legal = list(game.legal(state))
                kind = rng.choice(list(dict.fromkeys(map(type, legal))))
                action = rng.choice([one for one in legal if type(one) is kind])
            state, events = game.apply(state, action)
            actions += 1
            yield from (event.line.rule for event in events if event.line is not None)


def rules_of_lists():
    """Every section of every list, as score lines name it."""
    yield from (f"{book['title']}, {section}" for _, book in BOOKS for section in book["sections"])
    for file in ("istanbul/rulebook.json", "riga/rulebook.json", "carcassonne/stained_glass/sentences.json"):
        for sentence in json.loads((FOLDER / file).read_text("utf-8")):
            yield from sentence.get("rules", [sentence["rule"]] if "rule" in sentence else [])


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.key)
def test_every_score_line_leads_to_its_sentences(game):
    found = set(rules_of(game, 8))
    assert found
    assert found <= set(rules_of_lists())
