"""Eyes that know no picture of any tile at first: people confirm what lies there, and from then on it is known."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import Seat
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.eyes import LearningEyes
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.eyes import Attention
from vision.frames import Frame
from vision.tile_map.terrain import kind_named

SIDE, HEIGHT, WIDTH = 64, 480, 640


class Table:
    """A plain table from above, on which tiles of a game lie that is played by hand."""

    def __init__(self, edition=None, light=(1.0, 1.0, 1.0), cloth=None):
        self.light = np.array(light)
        self.wood = (96, 118, 140)
        self.cloth = cloth  # the tile whose print shows faintly all over the table
        self.state = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
        self.kept = []
        self.eyes = LearningEyes(edition, self.state, keep=self.keep)
        self.shown = [("BA/RCr", 0, 0, 0)]
        self.occupied = set()  # (x, y) of tiles on which somebody stands
        self.paint = (30, 30, 190)
        self.number = -1
        self.grain = np.random.default_rng(1)

    def keep(self, view):
        """Somebody keeps what the eyes learned. (A table that is copied keeps its own: a list's append would not.)"""
        self.kept.append(view)

    def scene(self):
        """The table without the camera's grain."""
        sheet = np.full((HEIGHT, WIDTH, 3), self.wood, np.uint8)
        if self.cloth is not None:
            spots = range(200 % (SIDE + 1), HEIGHT - SIDE, SIDE + 1), range(240 % (SIDE + 1), WIDTH - SIDE, SIDE + 1)
            for top, left in product(*spots):
                part, face = sheet[top : top + SIDE, left : left + SIDE], tile_picture(self.cloth, 160, 0)
                part[:] = cv2.addWeighted(cv2.resize(face, (SIDE, SIDE)), 0.15, part, 0.85, 0)
        for key, x, y, turns in self.shown:
            face = np.rot90(cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)), -turns)
            top, left = round(200 + y * (SIDE + 1)), round(240 + x * (SIDE + 1))
            sheet[top : top + SIDE, left : left + SIDE] = face
        for x, y in self.occupied:
            left, top = 240 + x * (SIDE + 1), 200 + y * (SIDE + 1)
            cv2.circle(sheet, (left + SIDE // 2, top + 3 * SIDE // 4), SIDE // 6, self.paint, -1)
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 3.0, 1.0)
        return cv2.warpAffine(sheet, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE) * self.light

    def look(self):
        scene = self.scene()
        for _ in range(3):
            self.number += 1
            grain = self.grain.standard_normal(scene.shape, dtype=np.float32) * np.float32(2)
            picture = np.clip(scene + grain, 0, 255).astype(np.uint8)
            self.frame = Frame(picture, 1000.0 * self.number, self.number)
            glance = self.eyes.look(self.frame)
        return glance

    def explain(self):
        self.look()
        return self.eyes.explain(self.state, self.frame)

    def lay(self, key, x, y, turns, into=None, leaning_back=True):
        """Lay a tile, put somebody into a feature of it (once the eyes have seen it bare, or at once), confirm;
        returns what the eyes took it for at first and how surely."""
        self.shown.append((key, x, y, turns))
        if into is not None and not leaning_back:
            self.occupied.add((x, y))
        best = self.explain().best
        if into is not None and leaning_back:
            self.occupied.add((x, y))
            self.explain()
        self.state, _ = CARCASSONNE.apply(self.state, Lay(key, x, y, turns))
        options = [action for action in CARCASSONNE.legal(self.state) if isinstance(action, Deploy)]
        then = next((action for action in options if action.feature is into), Skip())
        self.state, _ = CARCASSONNE.apply(self.state, then)
        self.eyes.committed(self.state)
        return best

    def kept_kinds(self):
        return [view.kind for view in self.kept]


def test_a_cloth_that_passes_for_tiles_is_bare_on_the_first_picture_of_a_table():
    table = Table(drawn("BA/RCr", "BA/Rr", "BA/C"), cloth="BA/RFr")
    assert table.explain().best.actions == ()
    table.shown.append(("BA/Rr", 1, 0, 1))
    assert table.explain().best.actions == (Lay("BA/Rr", 1, 0, 1), Skip())


def test_a_table_that_looks_otherwise_all_around_the_map_is_still_bare():
    """A lamp beside it, or colours that are told otherwise since more is known of the tiles."""
    table = found_table()
    table.lay("BA/Rr", 1, 0, 1)
    table.explain()
    table.wood = (150, 168, 176)
    explanation = table.explain()
    assert explanation.best.actions == ()
    assert explanation.best.probability > 0.9
    table.shown.append(("BA/Rr", -1, 0, 3))
    assert table.explain().best.actions == (Lay("BA/Rr", -1, 0, 3), Skip())


def test_stacks_that_lie_corner_to_corner_are_no_map_and_do_not_hide_the_first_tile():
    table = Table()
    table.shown += [("BA/L", -2.4 + stack, 1.3 + stack, 0) for stack in range(3)]
    assert table.look().attention is not Attention.LOST
    assert table.eyes.views_of("BA/RCr") == 1


def found_table():
    """A table that was just found. Most games here begin so: it is found once."""
    return deepcopy(just_found())


@cache
def just_found():
    table = Table()
    assert table.look().attention is not Attention.LOST
    return table


def table_with_a_follower():
    """A straight road was laid, and nobody saw it without the one who stands on it. Several games begin so."""
    return deepcopy(a_follower_was_put_down())


@cache
def a_follower_was_put_down():
    table = found_table()
    table.lay("BA/Rr", 1, 0, 1, into=FeatureKind.ROAD, leaning_back=False)
    return table


@pytest.fixture(scope="module")
def table():
    """Two tiles of a kind that nobody knew were laid, then one of another."""
    found = found_table()
    found.views = [found.eyes.views_of("BA/Rr")]
    found.first = found.lay("BA/Rr", 1, 0, 1)
    found.views.append(found.eyes.views_of("BA/Rr"))
    found.again = found.lay("BA/Rr", -1, 0, 3)
    found.lay("BA/RFr", 1, 1, 0)
    return found


def test_copies_of_what_people_confirmed_are_recognised(table):
    first, again = table.first, table.again
    assert Lay("BA/Rr", 1, 0, 1) in first.actions  # read by its terrain
    assert table.views == [0, 1]
    assert again.actions == (Lay("BA/Rr", -1, 0, 3), Skip())
    assert again.probability > first.probability
    assert again.probability > 0.9


def test_views_are_kept_once_the_record_has_moved_on_with_them(table):
    assert "D" in table.kept_kinds()
    assert "V" in table.kept_kinds()


def test_in_the_next_game_in_another_light_nobody_is_asked_about_them(table):
    again = Table(edition_of("learned", table.kept), light=(0.7, 0.8, 0.9))
    assert again.look().attention is not Attention.LOST
    best = again.lay("BA/Rr", 1, 0, 1)
    assert best.actions == (Lay("BA/Rr", 1, 0, 1), Skip())
    assert best.probability > 0.9


def test_a_picture_of_a_city_without_arms_does_not_rule_out_its_twin_that_bears_them(table):
    corner = Reference("E", ("city", "field", "field", "field"), tile_picture("BA/C", 96, 0))
    alike = Reference("N", ("city", "field", "field", "city"), tile_picture("BA/Cc.1", 96, 0))
    bearing = Lay("BA/Cc+", 0, -1, 2)
    chances = []
    for views in ((corner,), (corner, alike)):
        again = Table(edition_of("learned", [*table.kept, *views]))
        again.look()
        again.shown.append(("BA/Cc+", 0, -1, 2))
        explanation = again.explain().candidates
        chances.append(sum(one.probability for one in explanation if bearing in one.actions))
    assert chances[1] > 0.7 * chances[0]


@pytest.fixture(scope="module")
def second():
    """A straight road was laid twice, turned so that nobody can tell."""
    found = found_table()
    found.lay("BA/RFr", 1, 0, 2)  # as good as not turned
    found.again = found.lay("BA/RFr", 2, 0, 0)
    return found


def test_turns_that_the_rules_cant_tell_apart_are_one_answer(second):
    lay = second.again.actions[0]
    assert (lay.tile, lay.turns % 2) == ("BA/RFr", 0)
    assert second.again.probability > 0.9


def test_who_scores_at_once_hides_his_tile_until_he_is_seen_to_have_gone_home(second):
    second.lay("BA/RCr", 0, -1, 2, into=FeatureKind.CITY, leaning_back=False)  # closes it: he is to go home
    assert second.eyes.views_of("BA/RCr") == 1
    second.lay("BA/RRR", 1, -1, 2)
    assert second.eyes.views_of("BA/RCr") == 1  # he stands there still
    assert second.eyes.views_of("BA/RRR") == 0  # and may lean over the tile beside him
    second.occupied.clear()
    second.explain()
    second.lay("BA/RFr", 3, 0, 0)
    assert second.eyes.views_of("BA/RCr") == 2
    assert second.eyes.views_of("BA/RRR") == 1


def test_a_tile_that_is_seen_bare_before_somebody_is_put_on_it_is_learned_from_that_look():
    table = found_table()
    table.lay("BA/Rr", 1, 0, 1, into=FeatureKind.ROAD)
    assert table.eyes.views_of("BA/Rr") == 1
    red = cv2.inRange(table.eyes.edition.references[-1].image, np.array((0, 0, 140)), np.array((80, 80, 255)))
    assert np.count_nonzero(red) < 0.01 * red.size  # he is not on it


def test_a_tile_that_was_never_seen_without_somebody_on_it_is_learned_as_far_as_he_does_not_hide_it():
    table = table_with_a_follower()
    view = table.eyes.edition.references[-1]
    assert kind_named(view.kind).key == "BA/Rr"
    assert view.hidden
    red = cv2.inRange(view.image, np.array((0, 0, 140)), np.array((80, 80, 255)))
    assert np.count_nonzero(red) < 0.01 * red.size  # he is not on it


def test_a_kind_of_which_somebody_hid_a_part_is_known_again_and_nobody_is_seen_on_it():
    table = table_with_a_follower()
    again = table.lay("BA/Rr", -1, 0, 3)
    assert again.actions == (Lay("BA/Rr", -1, 0, 3), Skip())
    assert again.probability > 0.9
    assert not table.eyes.edition.references[-1].hidden  # the whole of it was seen now
    assert table.eyes.views_of("BA/Rr") == 1


def test_who_stands_on_a_kind_of_which_a_part_is_known_is_seen():
    table = table_with_a_follower()
    table.lay("BA/RFr", -1, 0, 0)
    table.shown.append(("BA/Rr", -2, 0, 3))
    table.occupied.add((-2, 0))
    best = table.explain().best
    assert best.actions[0] == Lay("BA/Rr", -2, 0, 3)
    assert isinstance(best.actions[1], Deploy)


def test_tiles_on_which_people_stood_to_the_end_are_learned_when_they_go_home_after_the_final_scoring():
    table = table_with_a_follower()
    table.lay("BA/RFr", -1, 0, 0)
    table.lay("BA/RFr", -2, 0, 0)
    table.state, _ = CARCASSONNE.finish(table.state)
    table.eyes.committed(table.state)
    table.explain()
    assert any(view.hidden for view in table.eyes.edition.references)
    table.occupied.clear()
    table.shown.append(("BA/Rr", 0, 1, 0))  # somebody tidies up, and puts a tile down on the table
    table.explain()
    assert any(view.kind == "V" and not view.hidden for view in table.kept)


def test_a_tile_that_may_bear_arms_is_learned_as_either_kind_until_that_is_known():
    table = found_table()
    table.eyes.left_open((Lay("BA/Cc.1", 0, -1, 2),))
    table.lay("BA/Cc.1", 0, -1, 2)
    assert (table.eyes.views_of("BA/Cc.1"), table.eyes.views_of("BA/Cc+")) == (1, 1)

    table.eyes.left_open(())
    table.look()
    table.eyes.committed(table.state)

    assert (table.eyes.views_of("BA/Cc.1"), table.eyes.views_of("BA/Cc+")) == (1, 0)


def test_a_tile_that_the_eyes_did_not_see_when_it_was_recorded_is_not_learned():
    table = found_table()
    table.lay("BA/Rr", 1, 0, 1)
    table.state, _ = CARCASSONNE.apply(table.state, Lay("BA/Rr", -1, 0, 3))  # by touch, before it lies on the table
    table.state, _ = CARCASSONNE.apply(table.state, Skip())
    table.eyes.committed(table.state)
    assert table.eyes.views_of("BA/Rr") == 1


def test_somebody_whose_colour_tells_nothing_is_seen_because_he_came():
    table = found_table()
    table.paint = (90, 100, 110)
    table.shown.append(("BA/Rr", 1, 0, 1))
    bare = table.explain().best
    table.occupied.add((1, 0))
    with_him = table.explain().best
    assert bare.actions == (Lay("BA/Rr", 1, 0, 1), Skip())
    assert with_him.actions[0] == bare.actions[0]
    assert isinstance(with_him.actions[1], Deploy)


def test_whoever_was_confirmed_once_is_seen_again_however_odd_his_paint_looks():
    """Red that no usual red looks like: the first follower is overlooked, and people say so."""
    table = found_table()
    table.paint = (150, 40, 190)
    table.lay("BA/Rr", 1, 0, 1, into=FeatureKind.ROAD, leaning_back=False)
    table.lay("BA/RFr", -1, 0, 0)
    second = table.lay("BA/RFr", -2, 0, 0, into=FeatureKind.ROAD, leaning_back=False)
    assert isinstance(second.actions[1], Deploy)
    assert second.probability > 0.9
    table.lay("BA/RFr", 1, 1, 0)
    bare = table.lay("BA/RFr", -3, 0, 0)
    assert bare.actions[1] == Skip()
    assert bare.probability > 0.9


def test_a_table_that_is_found_while_people_stand_on_it_is_learned_where_nobody_does():
    table = found_table()
    table.lay("BA/Rr", 1, 0, 1, into=FeatureKind.ROAD)
    table.lay("BA/RFr", -1, 0, 0)
    table.eyes = LearningEyes(None, table.state)
    assert table.look().attention is not Attention.LOST
    assert table.eyes.views_of("BA/RCr") == 1
    assert table.eyes.views_of("BA/Rr") == 0


def drawn(*keys):
    """Pictures of these kinds as the table shows them."""
    letters = {key: kind_named(key).letter for key in keys}
    sides = {key: tuple(tile_type(key).turned[0].sides) for key in keys}
    return edition_of("drawn", [Reference(letters[key], sides[key], tile_picture(key, 160, 0)) for key in keys])


def test_a_tile_that_no_single_turn_explains_is_never_left_out_of_the_story():
    """Given two players laid their tiles before anybody looked up, when the table is read, then nothing is clear."""
    table = Table(drawn("BA/RCr", "BA/RFr", "BA/L", "BA/C"))
    table.look()
    table.shown += [("BA/RFr", 1, 0, 0), ("BA/RFr", -1, 0, 0)]

    explanation = table.explain()

    assert not explanation.is_clear()
    assert explanation.unexplained > 0.5


def test_of_an_unknown_edition_neither():
    table = Table()
    table.look()
    table.shown += [("BA/RFr", 1, 0, 0), ("BA/RFr", -1, 0, 0)]

    explanation = table.explain()

    assert not explanation.is_clear()
    assert explanation.unexplained > 0.5


def test_bare_table_does_not_look_changed_once_pictures_in_other_colours_are_learned():
    table = Table()
    face = tile_picture("BA/RCr", 96, 0)
    sides = kind_named("D").sides(0)
    table.eyes = CarcassonneEyes(edition_of("ours", [Reference("D", sides, face)]), table.state)
    table.explain()
    table.explain()
    assert not table.eyes.findings.changed

    warmer = np.clip(face * np.array([0.55, 0.8, 1.0]), 0, 255).astype(np.uint8)
    table.eyes.learn(edition_of("learned", [Reference("D", sides, warmer)]))
    table.explain()

    assert not table.eyes.findings.changed


def test_a_tile_that_was_taken_back_says_nothing_of_the_next_one_on_its_place():
    table = found_table()
    table.explain()
    table.shown.append(("BA/RFr", 1, 0, 0))
    assert Lay("BA/RFr", 1, 0, 0) in table.explain().best.actions
    table.shown.pop()
    assert not table.explain().best.actions

    found = table.lay("BA/RRR", 1, 0, 1, into=FeatureKind.ROAD, leaning_back=False)

    assert found.actions[0] == Lay("BA/RRR", 1, 0, 1)


def test_what_pictures_leave_no_doubt_of_is_said_at_once_and_the_rest_goes_on_from_there():
    """Given an edition that is known, when a tile is laid with somebody on it, then that is said before terrain and
    colours have borne it out, and all that is said in the end is what is said where nobody asks for it at once."""
    table, other = (Table(drawn(*(kind for kind in CARCASSONNE.box(Table().state.setup)))) for _ in range(2))
    for one in (table, other):
        one.explain()
        one.shown.append(("BA/Rr", 1, 0, 1))
        one.occupied.add((1, 0))
        one.look()
    at_once = table.eyes.preview(table.state, table.frame)
    in_the_end = table.eyes.explain(table.state, table.frame)
    assert at_once is not None
    assert at_once.best.actions == in_the_end.best.actions
    assert in_the_end == other.eyes.explain(other.state, other.frame)


def test_of_a_table_on_which_nothing_came_nothing_is_said_at_once(table):
    table.look()
    assert table.eyes.preview(table.state, table.frame) is None
