"""Where play stands, its rule in our own words, with where the rulebook has it."""

import random

import pytest

from companion.locale import LANGUAGES, messages, say
from companion.session.proposing import view_of
from companion.titles.registry import game_named
from companion.ui.faces import face_of
from games.carcassonne.actions import Lay
from games.game import Phrase, Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
OF_A_TURN = {
    "carcassonne": 1,
    "cronberg": 1,
    "istanbul": 3,
    "istanbul-letters-and-seals": 3,
    "thurn-and-taxis": 3,
    "power-and-glory": 3,
    "riga": 3,
}


def test_the_rule_is_that_of_the_step_that_is_due(tablet):
    session = tablet.start_game()
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Rule")
    assert tablet.reads("Where you are: lay")
    assert tablet.reads("Every side that touches must go on")
    assert tablet.reads("Rulebook: Carcassonne, laying a tile")
    session.play(Lay("BA/RFr", 1, 0, 0))
    tablet.wait()
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Rule")
    assert tablet.reads("Where you are: follower")
    assert tablet.reads("You may set a follower")


@pytest.mark.parametrize("key", OF_A_TURN)
def test_the_steps_of_a_usual_turn_have_their_rule(key):
    game, face, rng = game_named(key), face_of(key), random.Random(2)
    record = Record.start(game, game.setup(SEATS))
    told = set()
    for _ in range(60):
        rule = face.rule(view_of(record))
        if rule is not None:
            told.add(rule.key)
        if game.player_to_move(record.state) is None:
            break
        record = record.play(game.sample(record.state, rng))
    assert len(told) >= OF_A_TURN[key]


def test_every_rule_names_its_section_in_both_languages():
    rules = [key for key in messages() if key.count(".") == 2 and key.startswith("rules.")]
    told = [key for key in rules if not key.endswith("_section")]
    assert told
    for key in told:
        assert all(say(Phrase.of(f"{key}_section"), language) for language in LANGUAGES)
