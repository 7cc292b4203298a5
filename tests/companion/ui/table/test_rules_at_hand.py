"""Where play stands, its rule in our own words, with where the rulebook has it."""

import random
from dataclasses import replace

import pytest

from companion.locale import LANGUAGES, messages, say
from companion.session.proposing import view_of
from companion.titles.registry import game_keys, game_named
from companion.ui.faces import face_of
from games.carcassonne.actions import Lay
from games.game import Phrase, Seat
from games.record import Record
from games.riga.box.printed_values import market_of
from games.thurn_and_taxis.editing import settled

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


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


@pytest.mark.parametrize("key", game_keys())
def test_every_step_that_is_due_has_its_rule(key):
    game, face, rng = game_named(key), face_of(key), random.Random(2)
    record = Record.start(game, game.setup(SEATS))
    without = set()
    for _ in range(60):
        view = view_of(record)
        if view.active is None:
            break
        steps, due = face.steps(view)
        if face.rule(view) is None:
            without.add(steps[due].key)
        record = record.play(game.sample(record.state, rng))
    assert without == set()


def test_every_rule_names_its_section_in_both_languages():
    rules = [key for key in messages() if key.count(".") == 2 and key.startswith("rules.")]
    found = [key for key in rules if not key.endswith("_section") and not key.startswith("rules.cited.")]
    assert found
    for key in found:
        assert all(say(Phrase.of(f"{key}_section"), language) for language in LANGUAGES)


def ours(key, change=lambda setup: setup):
    game = game_named(key)
    return face_of(key).still_ours(view_of(Record.start(game, change(game.setup(SEATS)))))


def test_what_is_a_default_of_ours_is_counted_and_what_was_entered_is_not():
    assert ours("riga", lambda setup: replace(setup, market=market_of({"hand_limit": 9}))) == ours("riga") - 1
    istanbul = game_named("great-bazaar")
    assert ours("great-bazaar", lambda s: istanbul.with_entered(s, {"tavern_tiles": 8})) == ours("great-bazaar") - 1
    assert ours("power-and-glory", lambda setup: replace(setup, atlas=settled(setup.atlas))) == 0
    assert ours("power-and-glory") > 0
    assert ours("carcassonne-stained-glass", lambda s: replace(s, printed=("glass-window-3",))) == 8
    assert ours("cronberg", lambda s: replace(s, edition=replace(s.edition, marks=()))) == 0
    assert ours("cronberg") > 54
    assert ours("carcassonne") == ours("grand-masters") == ours("thurn-and-taxis") == 0


def test_the_table_says_how_much_of_it_is_a_default_of_ours(tablet):
    riga = game_named("riga")
    tablet.app.sit_down(tablet.shelf.start("riga", riga.setup_to_json(riga.setup(SEATS))))
    tablet.open("table")
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Rule")
    assert tablet.reads(f"{ours('riga')} things that you play with are a default of ours")
