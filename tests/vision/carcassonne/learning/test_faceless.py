"""Who was put on a tile of which there is no picture: what is seen, and what may be overlooked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures.laid_down import BodySeen
from vision.carcassonne.figures.seen_by_form import FigureByForm
from vision.carcassonne.learning.faceless import Onlooker, feet_of
from vision.carcassonne.live.plan import SIZE

LAY = Lay("BA/LR", 0, 0, 0)
OPTIONS = [Deploy("small", FeatureKind.MONASTERY, "I"), Deploy("small", FeatureKind.ROAD, "S")]


def chance_of_nobody(confidence: float) -> float:
    bare, each = Onlooker(confidence, (0.5, 0.5)).log_likelihoods(LAY, OPTIONS)
    return float(np.exp(bare) / (np.exp(bare) + np.exp(each).sum()))


def test_somebody_who_is_seen_surely_is_told():
    assert chance_of_nobody(0.97) < 0.1


@pytest.mark.parametrize(("look", "at_most"), [(-1.7, 0.45), (0.2, 0.7), (1.5, 1.0), (None, 1.0)])
def test_what_looks_like_no_figure_is_hardly_somebody(look: float | None, at_most: float):
    """The dark half of a city; the long shadow of who stands on the next tile."""
    seen = Onlooker(1.0, (0.4, 0.7)).put_down(BodySeen(0.0, (0.4, 0.7), somebody=look))
    assert seen.confidence <= at_most
    assert seen.confidence > 0.95 * at_most - 0.1


def test_the_likelier_it_is_that_somebody_was_seen_the_less_likely_is_nobody():
    chances = [chance_of_nobody(confidence) for confidence in (0.0, 0.1, 0.3, 0.6, 0.97)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] < 0.9  # he may be overlooked


def test_who_was_likely_made_out_stands_where_he_is_seen():
    """That he is no follower, and another one was overlooked, is much less likely than either alone."""
    _, (monastery, road) = Onlooker(0.85, (0.5, 0.45)).log_likelihoods(LAY, OPTIONS)
    assert monastery > road + 3


def test_where_he_stands_is_told_by_where_the_tile_shows_its_road():
    turned = tile_type(LAY.tile).turned[0]
    drawn = np.zeros((len(turned.features), SIZE, SIZE), np.float32)
    there = turned.index_at(FeatureKind.ROAD, "S")
    drawn[there, SIZE // 3 : SIZE // 2, SIZE // 3 : SIZE // 2] = 36 / SIZE**2  # runs through the middle on this edition
    assert Onlooker(0.9, (0.47, 0.47)).near(LAY, OPTIONS, drawn)[1] > 0.99


def test_who_lies_is_rather_a_farmer_but_no_more_likely_there():
    options = [*OPTIONS, Deploy("small", FeatureKind.FIELD, "NL.NR.EL.ER.SL.SR.WL.WR")]
    somebody = Onlooker(0.9, (0.42, 0.75))
    stands, lies = (replace(somebody, body=BodySeen(says, (0.35, 0.75))) for says in (-3.0, 3.0))
    assert stands.near(LAY, options)[1] > somebody.near(LAY, options)[1] > lies.near(LAY, options)[1]
    assert stands.near(LAY, options)[2] < 0.1
    assert lies.near(LAY, options)[2] > 10 * somebody.near(LAY, options)[2]
    _, each = somebody.log_likelihoods(LAY, options)
    _, of_who_lies = lies.log_likelihoods(LAY, options)
    assert np.logaddexp.reduce(of_who_lies) <= np.logaddexp.reduce(each)


def test_before_it_is_known_how_figures_lean_he_may_stand_on_either():
    """Whose middle is seen between cloister and road leans one way or the other."""
    toward, away = np.array([0.0, 0.03]), np.array([0.0, -0.03])  # tile widths for 1 mm of height
    one_way = Onlooker(0.99, (0.5, 0.5), feet=feet_of(np.array([0.5, 0.69]), [(toward, 1.0)]))
    either = Onlooker(0.99, (0.5, 0.5), feet=feet_of(np.array([0.5, 0.69]), [(toward, 0.5), (away, 0.5)]))
    assert one_way.near(LAY, OPTIONS)[0] > 0.95
    assert 0.2 < either.near(LAY, OPTIONS)[0] < 0.8


def test_nobody_is_surely_there_where_nothing_could_be_of_his_colour():
    bare, each = Onlooker(0.0, traceless=True).log_likelihoods(LAY, OPTIONS)
    assert np.exp(bare) / (np.exp(bare) + np.exp(each).sum()) > 0.97


def test_somebody_who_was_overlooked_is_told_where_the_tile_has_changed():
    straight_from_above = np.zeros(2)
    onlooker = Onlooker().with_newcomer((0.5, 0.45), straight_from_above)
    bare, (monastery, road) = onlooker.log_likelihoods(LAY, OPTIONS)
    assert monastery > bare + 2
    assert monastery > road + 2


def test_a_figure_that_is_seen_aslant_stands_below_the_middle_of_what_changed():
    leaning = np.array([0.0, -0.03])  # tile widths a mm: its head is seen further up
    _, (monastery, road) = Onlooker().with_newcomer((0.5, 0.62), leaning).log_likelihoods(LAY, OPTIONS)
    assert road > monastery


def test_somebody_who_was_made_out_a_moment_ago_is_not_gone_because_of_grain():
    now = Onlooker(0.0, traceless=True).after(Onlooker(0.8, (0.2, 0.1)))
    assert now.confidence == 0.4
    assert now.foot == (0.2, 0.1)
    assert not now.traceless


def test_somebody_who_is_seen_better_than_before_is_taken_as_he_is_seen():
    now = Onlooker(0.9, (0.5, 0.5))
    assert now.after(Onlooker(0.3, (0.2, 0.1))) is now


NO_FORM = FigureByForm(-3.0)
HIS_FORM = FigureByForm(5.0, (0.5, 0.45), ((0.4, 0.3), (0.6, 0.3), (0.6, 0.6), (0.4, 0.6)))


def test_what_forms_say_is_added_to_what_paint_says():
    for confidence in (0.05, 0.4, 0.8):
        seen = Onlooker(confidence, (0.5, 0.5))
        for form in (NO_FORM, FigureByForm(1.0)):
            assert seen.with_form(form).odds == pytest.approx(seen.odds + form.says)


def test_who_leaves_a_patch_of_paint_but_no_form_is_hardly_there():
    bare, each = Onlooker().with_form(NO_FORM).log_likelihoods(LAY, OPTIONS)
    assert chance_of_nobody(0.0) < 0.9
    assert np.exp(bare) / (np.exp(bare) + np.exp(each).sum()) > 0.95


def test_who_was_overlooked_by_his_paint_stands_where_his_form_shows():
    """Given a pink one in dim light, then he is a monk, and not a thief."""
    seen = Onlooker(0.0, (0.1, 0.9)).with_form(HIS_FORM)
    assert seen.confidence > 0.9
    _, (monastery, road) = seen.log_likelihoods(LAY, OPTIONS)
    assert monastery > road + 2
    assert seen.hides


def test_who_left_no_trace_of_paint_is_believed_by_his_form_as_far_as_that_is_plain():
    """Green on grass in dim light: a part of a form leaves it open, the whole of it is somebody."""
    chances = []
    for says in (1.0, 3.0, 7.0):
        seen = Onlooker(traceless=True).with_form(FigureByForm(says, HIS_FORM.middle, HIS_FORM.hides))
        bare, each = seen.log_likelihoods(LAY, OPTIONS)
        chances.append(float(np.exp(bare) / (np.exp(bare) + np.exp(each).sum())))
    assert chances[0] > 0.8 > chances[1] > 0.2 > 0.1 > chances[2]


def test_who_stands_where_paint_made_him_out_stays_there():
    seen = Onlooker(0.9, (0.5, 0.8)).with_form(HIS_FORM)
    assert seen.foot == (0.5, 0.8)
    assert seen.confidence > 0.99


def test_nobody_is_never_surer_for_forms_than_where_nothing_is_of_his_colour():
    assert Onlooker(traceless=True).with_form(NO_FORM).odds == Onlooker(traceless=True).odds
    assert Onlooker().with_form(FigureByForm(-20.0)).odds == Onlooker(traceless=True).odds


def spoken_for(onlooker, lay):
    """How much what is seen of him speaks for a tile that lies so, whatever he stands on."""
    options = [Deploy("small", one.kind, one.location) for one in tile_type(lay.tile).turned[lay.turns].features]
    return float(np.logaddexp.reduce(onlooker.log_likelihoods(lay, options)[1]))


def test_somebody_on_the_arm_of_a_crossing_speaks_for_the_crossing():
    """In a bend nobody would stand just there: there is a wide field about it."""
    bend, fork = Lay("BA/Rr", 0, 0, 0), Lay("BA/RRR", 0, 0, 0)
    assert "E" in {one.location for one in tile_type("BA/RRR").turned[0].features}
    on_the_arm, on_the_grass = Onlooker(0.99, (0.75, 0.5)), Onlooker(0.99, (0.72, 0.22))
    assert spoken_for(on_the_arm, fork) > spoken_for(on_the_arm, bend) + 0.7
    assert spoken_for(on_the_grass, bend) > spoken_for(on_the_grass, fork)


def test_where_nobody_was_made_out_no_kind_is_spoken_for():
    nobody = Onlooker(traceless=True)
    assert abs(spoken_for(nobody, Lay("BA/Rr", 0, 0, 0)) - spoken_for(nobody, Lay("BA/RRR", 0, 0, 0))) < 1e-6


def test_who_looks_like_a_figure_is_surer_than_by_his_paint_alone():
    by_paint = Onlooker(confidence=0.9999)
    looked_at = replace(by_paint, body=BodySeen(-4.0, (0.5, 0.5), somebody=8.0))
    doubtful = replace(by_paint, body=BodySeen(-4.0, (0.5, 0.5), somebody=0.0))
    assert looked_at.odds > by_paint.odds + 0.8
    assert doubtful.odds == by_paint.odds


def test_how_somebody_was_seen_tells_on_what_he_stands_and_not_which_tile_it_is():
    """Given a foot that is seen sharply on a road, when the same tile may be a cloister, then that is no news of it."""
    plain = Onlooker(0.99, (0.5, 0.8), body=BodySeen(-4.0, (0.5, 0.8)))
    sharp = replace(plain, body=replace(plain.body, feet=((0.5, 0.85, 0.02),)))
    (_, before), (_, after) = plain.log_likelihoods(LAY, OPTIONS), sharp.log_likelihoods(LAY, OPTIONS)
    assert after[1] > before[1]
    assert np.logaddexp.reduce(after) == pytest.approx(np.logaddexp.reduce(before))
