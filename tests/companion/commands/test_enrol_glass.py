"""``tableside enrol --game carcassonne-stained-glass``: another set is learned, kept, chosen and read with."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files.user_folders import data_folder
from companion.cli import main
from companion.editions.glass_sets import OWN, glass_in_use, glass_sets
from companion.session.looking.watching import watch
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.windows import glass_kinds
from games.game import Seat


def laid_out(path, count=12):
    """A photograph of so many tiles, each with a colour and a stripe of its own."""
    rng = np.random.default_rng(5)
    picture = np.full((900, 1150, 3), (176, 170, 150), np.uint8)
    for number in range(count):
        row, column = divmod(number, 4)
        x, y = 120 + 240 * column, 110 + 240 * row
        cv2.rectangle(picture, (x, y), (x + 190, y + 190), (20, 20, 20), -1)
        cv2.rectangle(picture, (x + 8, y + 8), (x + 182, y + 182), rng.uniform(30, 220, 3).tolist(), -1)
        ends = rng.integers(20, 170, (2, 2)) + np.array([x, y])
        cv2.line(picture, ends[0].tolist(), ends[1].tolist(), rng.uniform(30, 250, 3).tolist(), 24)
    cv2.imwrite(str(path), cv2.GaussianBlur(picture, (0, 0), 1.0))
    return str(path)


@pytest.fixture(scope="module")
def learned_once(tmp_path_factory):
    """Room for what the command keeps when it learns a set: its folder, and what it answers."""
    return {"folder": tmp_path_factory.mktemp("learned") / "ours"}


@pytest.fixture
def answer(own_home, learned_once, capsys):
    """Anna's set was learned in this home, and what the command said of it. It is learned once for all examples."""
    if "said" not in learned_once:
        shot = laid_out(own_home / "shot.png")
        assert main(["enrol", "--game", "carcassonne-stained-glass", shot, "--name", "Anna's", "--json"]) == 0
        learned_once["said"] = json.loads(capsys.readouterr().out.splitlines()[-1])
        shutil.copytree(data_folder(), learned_once["folder"])
    elif not Path(data_folder()).exists():
        shutil.copytree(learned_once["folder"], data_folder())
    return learned_once["said"]


def test_a_photograph_becomes_the_set_that_is_played_with(answer):
    assert [tile["kind"] for tile in answer["tiles"]] == [f"{n}{part}" for n in (1, 2, 3, 4) for part in "abc"]
    assert glass_sets().chosen() == "Anna's"
    used = glass_in_use()
    assert used.name == "Anna's"
    assert set(used.kinds) == set(glass_kinds())
    assert main(["enrol", "--game", "carcassonne-stained-glass", "--name", "tableside"]) == 0
    assert glass_sets().chosen() == OWN
    assert glass_in_use().name == "tableside"
    assert main(["enrol", "--game", "carcassonne-stained-glass", "--name", "Anna's"]) == 0
    assert glass_in_use().name == "Anna's"


@pytest.mark.usefixtures("answer")
def test_a_real_table_is_watched_with_the_set_that_was_learned(own_home):
    state = GAME.new(GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    watcher = watch(GAME.key, state, str(own_home / "no-camera.mp4"))
    try:
        assert watcher._looker._eyes._tracker._edition.name == "Anna's"
    finally:
        watcher.close()


def test_too_few_tiles_are_told_with_how_to_lay_them(own_home, capsys):
    shot = laid_out(own_home / "shot.png", count=10)
    assert main(["enrol", "--game", "carcassonne-stained-glass", shot, "--name", "Anna's"]) != 0
    assert "10 squares found" in capsys.readouterr().err
    assert glass_sets().names() == ()
