"""Every game is told once: by its title."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, is_dataclass
from functools import partial
from importlib import import_module

import numpy as np
import pytest

from companion.app import settle_kivy
from companion.locale import is_message
from companion.titles.registry import (
    expanding,
    find_title,
    format_of,
    game_keys,
    game_named,
    title_named,
    titles,
    typed_key,
)
from companion.titles.title import Calling, Imported
from companion.ui.kit.pictures.picture_canvas import game_picture
from games.carcassonne.rules import CARCASSONNE
from games.game import Refusal, RefusalKind, Seat

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def test_the_games_are_offered_in_one_order():
    assert game_keys() == (
        *("carcassonne", "carcassonne-stained-glass", "cronberg"),
        *("istanbul", "istanbul-letters-and-seals", "great-bazaar"),
        *("thurn-and-taxis", "power-and-glory", "riga", "grand-masters"),
    )


@pytest.mark.parametrize("title", titles(), ids=game_keys())
def test_a_title_tells_of_the_game_whose_key_it_has(title):
    assert title.rules().key == title.key
    assert game_named(title.key) is title.rules()
    assert title.laws(title.rules().new(title.rules().setup(SEATS))) == ()
    assert is_message(title.name.key)


@pytest.mark.parametrize("title", titles(), ids=game_keys())
def test_whatever_a_title_names_is_there(title):
    """So that nothing is found missing only when somebody asks for it."""
    settle_kivy(headless=True)  # as the app does before any screen is imported
    for named in named_in(title):
        assert hasattr(import_module(named.module), named.name), named


def named_in(value):
    """Everything that is imported later, however deep it lies in a title."""
    if isinstance(value, Imported | Calling):
        yield value
    elif isinstance(value, partial):
        yield from named_in(value.func)
    elif isinstance(value, dict):
        for one in value.values():
            yield from named_in(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from named_in(getattr(value, one.name))


def test_an_older_name_still_means_the_game():
    """Given somebody who prints ``stained-glass`` for years, when they type it for another command, it is the game."""
    assert typed_key("stained-glass") == "carcassonne-stained-glass"
    assert typed_key("riga") == "riga"
    assert typed_key("chess") == "chess"  # whoever asked for it says that it is not known


def test_no_two_games_have_a_name_in_common():
    names = [name for title in titles() for name in (title.key, *title.also_typed)]
    assert len(names) == len(set(names))


def test_a_game_that_expands_another_is_offered_there():
    assert [title.key for title in expanding("istanbul")] == ["istanbul-letters-and-seals", "great-bazaar"]
    assert [title.key for title in expanding("riga")] == ["grand-masters"]
    for title in titles(lambda title: title.expands):
        assert game_keys().index(title.expands) < game_keys().index(title.key)
        assert title.picture is None


def test_an_unknown_game_is_refused_with_those_that_are_known():
    assert find_title("chess") is None
    with pytest.raises(Refusal) as refused:
        title_named("chess")
    assert refused.value.kind is RefusalKind.INVALID
    assert "grand-masters" in str(refused.value.phrase)


def test_what_was_printed_is_also_read_watched_and_rehearsed():
    """Every game that is drawn can be looked at: the scorer of the Grand Masters, too."""
    for title in titles(lambda title: title.pages):
        assert title.reader is not None, title.key
        assert title.eyes is not None, title.key
        assert title.rehearsal is not None, title.key


def test_a_save_of_another_program_is_known_by_its_ending():
    form = format_of("jcz")
    assert form is title_named("carcassonne").formats["jcz"]
    assert format_of("pgn") is None
    setup = CARCASSONNE.setup(SEATS)
    from games.record import Record

    assert form.read(form.write(Record.start(CARCASSONNE, setup), 1_700_000_000_000)).setup.seats == SEATS


@pytest.mark.parametrize("title", titles(lambda title: title.picture), ids=lambda title: title.key)
def test_a_game_on_the_home_screen_has_a_picture_of_its_own(title):
    picture = game_picture(title.picture, 116, 75)
    assert picture.shape == (75, 116, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


def test_titles_cost_nothing_that_only_pictures_need():
    """Given a command that only asks which games there are, when it starts, no camera, picture or screen is loaded."""
    heavy = ("vision", "cv2", "numpy", "kivy", "calibration", "companion.ui", "companion.editions")
    code = "import sys, companion.titles.registry as r; r.titles(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith(heavy)] == []
