"""Arms over a table: who reaches in from the picture's edge, and what is only something that was put down."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.carcassonne.following.reaching import Arms, hidden_by
from vision.frames import Frame

HEIGHT, WIDTH = 270, 480
CLOTH, SLEEVE, SKIN = (96, 62, 30), (80, 51, 25), (150, 178, 226)
POSES = {
    (0, column): np.array([[60.0, 0, 150 + 60 * column], [0, 60.0, 100], [0, 0, 1]]) for column in range(3)
}  # three tiles side by side


class Table:
    """A blue cloth with three tiles, looked at once a second."""

    def __init__(self):
        self.arms, self.seconds, self.grain = Arms(), 0, np.random.default_rng(2)
        self.light = 1.0
        self.picture = np.full((HEIGHT, WIDTH, 3), CLOTH, np.uint8)
        self.picture[100:160, 150:330] = self.grain.integers(60, 200, (60, 180, 3))
        self.look()

    def look(self, *hands, laid=None):
        """Which tiles are hidden while hands in blue sleeves are at ``hands`` (x, y), something lying at ``laid``."""
        seen = self.picture.copy()
        if laid is not None:
            cv2.rectangle(seen, laid, (laid[0] + 40, laid[1] + 40), (60, 180, 90), -1)
        for hand in hands:
            cv2.line(seen, (hand[0], HEIGHT), hand, SLEEVE, 40)
            cv2.circle(seen, hand, 18, SKIN, -1)
        noisy = np.clip(seen * self.light + self.grain.normal(0, 1, seen.shape), 0, 255).astype(np.uint8)
        mask, scale = self.arms.over(Frame(noisy, 1000.0 * self.seconds, self.seconds))
        self.seconds += 1
        return {column for _, column in hidden_by(mask, POSES, scale)}


@pytest.fixture
def table():
    return Table()


def test_a_sleeve_of_the_table_s_colour_is_an_arm_up_to_its_hand(table):
    assert table.look((240, 60)) == {1}
    assert table.look() == set()


def test_what_was_put_down_is_no_arm(table):
    assert table.look(laid=(60, 60)) == set()
    assert table.look(laid=(290, 110)) == set()


def test_what_has_lain_still_for_long_is_a_part_of_the_table_whatever_happens_beside_it(table):
    hidden = [table.look((180, 60), (400 - 12 * second, 200)) for second in range(5)]
    assert hidden == [{0}, {0}, {0}, {0}, set()]


def test_an_arm_that_moves_stays_one(table):
    assert all(0 in table.look((170 + 6 * second, 60)) for second in range(6))


def test_where_an_arm_was_while_the_light_changed_nothing_is_left_of_it(table):
    table.look((180, 60))
    table.light = 0.6
    assert 0 in table.look((180, 60))
    assert table.look() == set()
    table.light = 1.0
    assert table.look() == set()
