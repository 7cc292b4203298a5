"""The app finds out by looking whose tiles of Carcassonne lie on the table; nobody has to choose first."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.references import Reference
from companion.editions.in_use import tiles_in_use
from companion.editions.kept_tiles import OURS, SetInPlay, choice, choose, kept_editions, learn
from companion.titles.carcassonne import found_out
from companion.titles.registry import title_named
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from vision.carcassonne.learning.eyes import LearningEyes
from vision.carcassonne.learning.whose_tiles import WhoseTiles, WhoseTilesEyes

STATE = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_where_nobody_chose_the_eyes_find_out_and_what_people_chose_is_not_doubted():
    assert isinstance(title_named("carcassonne").owners_eyes(STATE, None), WhoseTilesEyes)
    choose(SetInPlay("Grandma's"))
    assert isinstance(title_named("carcassonne").owners_eyes(STATE, None), LearningEyes)


def test_tiles_that_nobody_has_seen_get_a_name_and_are_learned():
    eyes, said = found_out(None, WhoseTiles(), STATE)
    assert isinstance(eyes, LearningEyes)
    assert said == Phrase.of("edition.seen_first", name="Edition")
    assert choice() == SetInPlay(None, found="Edition")


def test_tiles_of_which_nobody_can_tell_are_learned_and_called_by_no_sure_name():
    """Given our own print in the dark, it is told to be perhaps ours, in words and in what is kept; once it is
    known nothing is left open."""
    eyes, said = found_out(None, WhoseTiles(perhaps=OURS), STATE)
    assert isinstance(eyes, LearningEyes)
    assert said == Phrase.of("edition.seen_unsure", name=Phrase.of("edition.ours"))
    assert tiles_in_use(STATE).perhaps == OURS
    assert not tiles_in_use(STATE).enough
    assert found_out(None, WhoseTiles(OURS), STATE)[1] == Phrase.of("edition.seen_ours")
    assert tiles_in_use(STATE).perhaps is None


def test_where_learning_is_switched_off_they_are_told_to_be_strange():
    choose(SetInPlay(None, learns=False))
    assert found_out(None, WhoseTiles(), STATE)[1] == Phrase.of("edition.seen_unlearned")
    assert kept_editions().names() == ()


def test_an_edition_that_people_own_is_told_by_its_name():
    learn("Grandma's", Reference("D", ("road", "city", "road", "field"), np.full((64, 64, 3), 90, np.uint8)))
    assert found_out(None, WhoseTiles("Grandma's"), STATE)[1] == Phrase.of("edition.seen", name="Grandma's")
    assert choice() == SetInPlay(None, found="Grandma's")


@pytest.mark.expects_log
def test_a_folder_that_takes_nothing_stops_no_game(tmp_path):
    (tmp_path / "tableside").write_text("in the way", encoding="utf-8")
    eyes, said = found_out(None, WhoseTiles(), STATE)
    assert isinstance(eyes, LearningEyes)
    assert said == Phrase.of("edition.seen_first", name="Edition")
