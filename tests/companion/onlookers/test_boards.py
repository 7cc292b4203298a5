"""Every game has a board for onlookers, with the pictures that it names and everybody's pieces."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import numpy as np
import pytest

from companion.onlookers.board.drawing import BoardDrawing
from companion.titles.registry import game_keys, title_named
from games.game import Seat

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cem", "yellow"))


def played(key, actions):
    game, rng = title_named(key).rules(), random.Random(5)
    state = game.new(game.setup(SEATS))
    for _ in range(actions):
        if game.player_to_move(state) is None:
            break
        state, _ = game.apply(state, game.sample(state, rng))
    return state


@pytest.mark.parametrize("key", game_keys())
@pytest.mark.parametrize("actions", [0, 40, 400])
def test_a_board_is_drawn_from_the_first_action_to_the_last(key, actions):
    drawing = title_named(key).drawing(played(key, actions), SEATS, "de")
    found = ElementTree.fromstring(drawing.svg("/art/game/", "Plan"))
    named = {image.get("href").removeprefix("/art/game/") for image in found.iter("image")}
    assert named <= set(drawing.pictures)
    assert found.get("aria-label") == "Plan"


@pytest.mark.parametrize(("key", "actions"), [("riga", 0), ("istanbul", 0), ("cronberg", 60), ("thurn-and-taxis", 200)])
def test_people_of_one_initial_are_told_apart_as_on_the_tablet(key, actions):
    arno = (SEATS[0], Seat("Arno", "blue"), SEATS[2])
    drawing = title_named(key).drawing(played(key, actions), arno, "en")
    found = {words.text for words in ElementTree.fromstring(drawing.svg("/art/game/", "Plan")).iter("text")}
    assert {"An", "Ar"} & found
    assert "A" not in found


@pytest.mark.parametrize("key", ["cronberg", "istanbul", "riga"])
def test_the_pictures_are_pictures(key):
    drawing = title_named(key).drawing(played(key, 60), SEATS, "en")
    name, make = next(iter(drawing.pictures.items()))
    picture = make()
    assert picture.dtype == np.uint8, name
    assert picture.shape[2] in (3, 4)


def test_every_follower_on_the_map_is_drawn_in_its_owners_colour():
    state = played("carcassonne", 60)
    svg = title_named("carcassonne").drawing(state, SEATS, "en").svg("/", "")
    for seat, who in enumerate(SEATS):
        standing = sum(one.seat == seat for one in state.board.followers())
        assert svg.count(f'class="piece seat-{who.colour}"') == standing


def test_words_on_a_board_are_escaped():
    drawing = BoardDrawing(0, 0, 1, 1)
    drawing.words("<&>", 0, 0, 1)
    assert "&lt;&amp;&gt;" in drawing.svg("/", '"')
    ElementTree.fromstring(drawing.svg("/", '"<'))
