"""Eyes that know no picture of any tile at first: people confirm what lies there, and from then on it is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import edition_of
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind
from games.game import Seat
from vision.carcassonne.learning import LearningEyes, detail
from vision.eyes import Attention
from vision.frames import Frame
from vision.simulated.carcassonne_art import tile_picture

SIDE, HEIGHT, WIDTH = 64, 480, 640


class Table:
    """A plain table from above, on which tiles of a game lie that is played by hand."""

    def __init__(self, edition=None, light=(1.0, 1.0, 1.0)):
        self.light = np.array(light)
        self.state = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
        self.kept = []
        self.eyes = LearningEyes(edition, self.state, keep=self.kept.append)
        self.shown = [("BA/RCr", 0, 0, 0)]
        self.number = -1
        self.grain = np.random.default_rng(1)

    def picture(self):
        sheet = np.full((HEIGHT, WIDTH, 3), (96, 118, 140), np.uint8)
        for key, x, y, turns in self.shown:
            face = np.rot90(cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)), -turns)
            top, left = 200 + y * (SIDE + 1), 240 + x * (SIDE + 1)
            sheet[top : top + SIDE, left : left + SIDE] = face
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 3.0, 1.0)
        seen = cv2.warpAffine(sheet, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        return np.clip(seen * self.light + self.grain.normal(0, 2, seen.shape), 0, 255).astype(np.uint8)

    def look(self):
        for _ in range(3):
            self.number += 1
            glance = self.eyes.look(Frame(self.picture(), 1000.0 * self.number, self.number))
        return glance

    def lay(self, key, x, y, turns, into=None):
        """Lay a tile, ask the eyes, confirm, with a follower put into a feature that nobody sees; returns what the eyes
        took it for and how surely."""
        self.shown.append((key, x, y, turns))
        self.look()
        best = self.eyes.explain(self.state).best
        self.state, _ = CARCASSONNE.apply(self.state, Lay(key, x, y, turns))
        options = [action for action in CARCASSONNE.legal(self.state) if isinstance(action, Deploy)]
        then = next((action for action in options if action.feature is into), Skip())
        self.state, _ = CARCASSONNE.apply(self.state, then)
        self.eyes.committed(self.state)
        return best

    def kept_kinds(self):
        return [view.kind for view in self.kept]


def found_table():
    table = Table()
    assert table.look().attention is not Attention.LOST
    return table


@pytest.fixture(scope="module")
def table():
    return found_table()


def test_copies_of_what_people_confirmed_are_recognised(table):
    assert table.eyes.views_of("BA/Rr") == 0
    first = table.lay("BA/Rr", 1, 0, 1)
    assert Lay("BA/Rr", 1, 0, 1) in first.actions  # read by its terrain
    assert table.eyes.views_of("BA/Rr") == 1
    again = table.lay("BA/Rr", -1, 0, 3)
    assert again.actions == (Lay("BA/Rr", -1, 0, 3), Skip())
    assert again.probability > first.probability
    assert again.probability > 0.9


def test_views_are_kept_once_the_record_has_moved_on_with_them(table):
    table.lay("BA/RFr", 1, 1, 0)
    assert "D" in table.kept_kinds()
    assert "V" in table.kept_kinds()


def test_in_the_next_game_in_another_light_nobody_is_asked_about_them(table):
    again = Table(edition_of("learned", table.kept), light=(0.7, 0.8, 0.9))
    assert again.look().attention is not Attention.LOST
    best = again.lay("BA/Rr", 1, 0, 1)
    assert best.actions == (Lay("BA/Rr", 1, 0, 1), Skip())
    assert best.probability > 0.9


def test_a_blurred_view_has_less_detail():
    sharp = tile_picture("BA/RCr", 160, 0)
    assert detail(cv2.GaussianBlur(sharp, (0, 0), 5)) < 0.6 * detail(sharp)


@pytest.fixture(scope="module")
def second():
    return found_table()


def test_turns_that_the_rules_cant_tell_apart_are_one_answer(second):
    second.lay("BA/RFr", 1, 0, 2)  # as good as not turned
    again = second.lay("BA/RFr", 2, 0, 0)
    lay = again.actions[0]
    assert (lay.tile, lay.turns % 2) == ("BA/RFr", 0)
    assert again.probability > 0.9


def test_nothing_is_learned_of_a_tile_on_which_somebody_scored_at_once(second):
    second.lay("BA/RCr", 0, -1, 2, into=FeatureKind.CITY)  # closes it: who was put down may still stand there
    assert second.eyes.views_of("BA/RCr") == 1
    second.lay("BA/Rr", -1, 0, 3)
    assert second.eyes.views_of("BA/RCr") == 2
