"""A sixth game, added by following ``docs/adding-a-game.md`` alone: a folder a floor and one line."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.preferences import KnownPerson
from companion.rehearsal.games import RehearsalPlan, set_up
from companion.rehearsal.whole_game import Rehearsal
from companion.session.seating import Seating
from companion.titles.drawn_setups import seats_of
from companion.titles.registry import game_keys, title_named
from companion.ui.faces import face_of
from games.game import Seat
from games.record import Record

from .games.rules import CELLS, NOUGHTS_AND_CROSSES, Place, broken_laws
from .vision.reading import read_counters
from .vision.table import photograph

KEY = NOUGHTS_AND_CROSSES.key
SETUP = NOUGHTS_AND_CROSSES.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
HERE = Path(__file__).parent


def tap_cell(tablet, cell):
    at = CELLS.index(cell)
    tablet.tap_at(*tablet.screen.board.to_px(at % 3 + 0.5, at // 3 + 0.5))


def test_people_find_it_at_home_sit_down_and_win_by_touch(tablet):
    """Given home, when Anna and Ben choose the game and lay five counters, Anna has three in a row and a point."""
    tablet.open("home")
    assert tablet.reads("Noughts and crosses")
    seating = Seating((KnownPerson("Anna", "red"), KnownPerson("Ben", "blue")), face_of(KEY).colours())
    for place, name in enumerate(("Anna", "Ben")):
        seating.sit(3 * place, name)
    tablet.open("new_game", game=KEY, seating=seating)
    tablet.tap("Start")
    for cell in ("b2", "a1", "b1", "a2"):
        tap_cell(tablet, cell)
        tablet.tap("DONE")
    assert tablet.session.view.scores == (0, 0)
    tap_cell(tablet, "b3")
    tablet.tap("DONE")
    assert tablet.session.view.over
    assert tablet.session.view.scores == (1, 0)
    assert tablet.session.record.actions == ("place b2", "place a1", "place b1", "place a2", "place b3")


def test_a_counter_is_a_ghost_until_done_and_a_taken_cell_takes_no_other(tablet):
    session = tablet.shelf.start(KEY, NOUGHTS_AND_CROSSES.setup_to_json(SETUP))
    session.play(Place("a1"))
    tablet.app.sit_down(session)
    tablet.open("table")
    tap_cell(tablet, "a1")
    assert session.view.proposal is None
    tap_cell(tablet, "c3")
    assert session.view.proposal.actions == (Place("c3"),)
    assert session.record.actions == ("place a1",)


def test_it_is_kept_from_the_first_move_and_goes_on_where_it_was_left(tablet):
    """Given a game with two counters, when the app is closed and home is opened, it goes on with the third."""
    session = tablet.shelf.start(KEY, NOUGHTS_AND_CROSSES.setup_to_json(SETUP))
    session.play(Place("b2"))
    session.play(Place("a1"))
    session.close()
    tablet.open("home")
    tablet.tap("Go on")
    assert tablet.screen.name == "table"
    assert tablet.session.record.actions == ("place b2", "place a1")
    tap_cell(tablet, "c3")
    tablet.tap("DONE")
    assert tablet.session.record.actions[-1] == "place c3"


@pytest.mark.parametrize("seed", range(3))
def test_a_photograph_tells_every_counter(tmp_path, capsys, seed):
    """Given a photograph of a board, when it is read from the command line, each counter is told with its colour."""
    chance = random.Random(seed)
    laid = [(cell, number % 2) for number, cell in enumerate(chance.sample(CELLS, chance.randint(0, 9)))]
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), photograph(SETUP, laid, "ordinary", seed))
    assert main(["read", str(path), "--game", "tic-tac-toe", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["trouble"] is None
    assert {(one["cell"], one["colour"]) for one in answer["counters"]} == {
        (cell, SETUP.seats[seat].colour) for cell, seat in laid
    }


def test_nothing_is_told_of_a_picture_without_a_board():
    assert read_counters(np.full((480, 640, 3), 120, np.uint8)) is None


def test_a_whole_game_is_followed_on_the_simulated_table():
    """Given hands that lay counters before a camera and press, when the rehearsal ends, the record is the truth."""
    plan = RehearsalPlan(KEY, seed=4, players=2, level="easy")
    rehearsed = set_up(plan)
    now = iter(range(0, 10**9, 100))
    outcome = Rehearsal(rehearsed.table, rehearsed.record, lambda: next(now)).run()
    assert outcome.agrees, outcome.first_difference
    assert len(outcome.truth) >= 5
    assert outcome.silent_errors == 0


def test_its_rules_keep_their_laws():
    for seed in range(50):
        chance, record = random.Random(seed), Record.start(NOUGHTS_AND_CROSSES, SETUP)
        while NOUGHTS_AND_CROSSES.player_to_move(record.state) is not None:
            action = NOUGHTS_AND_CROSSES.sample(record.state, chance)
            assert NOUGHTS_AND_CROSSES.read(NOUGHTS_AND_CROSSES.write(action)) == action
            record = record.play(action)
            assert broken_laws(record.state) == ()
        assert sum(standing.score for standing in NOUGHTS_AND_CROSSES.standings(record.state)) <= 1


def test_one_line_added_it():
    assert game_keys()[-1] == KEY
    assert title_named(KEY).expands == ""
    assert seats_of(KEY) == (2, 2)


def test_random_walks_through_it_find_nothing_wrong(capsys):
    """Given the measure that walks through every game, when it walks through this one, all sentences and laws hold."""
    assert main(["bench", "rules", "--games", "20", "--seed", "1", "--only", KEY, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])[KEY]
    assert (answer["games"], answer["ended"], answer["games_with_faults"]) == (20, 20, 0)


def test_it_knows_no_other_game():
    """Given its files, when they are read, nothing of another game is imported by any of them."""
    others = {
        *("carcassonne", "stained_glass", "cronberg", "istanbul", "riga", "thurn_and_taxis"),
        *("tile_map", "catalogue"),
    }
    imported = {name for path in HERE.rglob("*.py") for name in imports_of(path)}
    assert {name for name in imported if others & set(name.split("."))} == set()


def test_its_floors_import_only_downwards():
    allowed = {"games": {"games"}, "vision": {"games", "vision", "calibration"}}
    for floor, below in allowed.items():
        for path in (HERE / floor).rglob("*.py"):
            own = {name.split(".")[0] for name in imports_of(path)} & {"games", "vision", "companion", "devices"}
            assert own <= below, path


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names if node.module)
