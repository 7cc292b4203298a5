"""An edition of which some kinds are known by picture and others not yet."""

import numpy as np
import pytest

from games.carcassonne.actions import Lay, Skip
from vision.carcassonne.figures.laid_down import BodySeen
from vision.carcassonne.learning.faceless import Onlooker
from vision.carcassonne.learning.partly_known import Similarity, ranked, softened
from vision.explanation import Scored, explained

CORNER, ROAD, CITY = ("BA/Rr", 0), ("BA/RFr", 1), ("BA/C", 2)


def test_a_kind_without_a_picture_is_neither_more_nor_less_likely():
    assert Similarity({ROAD: 2.0}).log_odds(CITY, has_picture=False) == 0


def test_a_picture_that_fits_well_speaks_for_its_kind_and_one_that_fits_badly_against_it():
    assert Similarity({ROAD: 0.6}).log_odds(ROAD, has_picture=True) > 3
    assert Similarity({ROAD: 5.0}).log_odds(ROAD, has_picture=True) < -2


def test_a_copy_that_differs_in_its_trees_is_not_outvoted_by_kinds_that_nobody_has_seen():
    assert Similarity({ROAD: 2.6}).log_odds(ROAD, has_picture=True) > 0


def test_where_another_kinds_picture_fits_as_well_both_fit_by_chance():
    """Snow without detail: a cloister's picture and a straight road's fit a curve of which there is none."""
    alone, alike = Similarity({ROAD: 1.2}), Similarity({ROAD: 1.2, CITY: 1.21})
    assert alike.log_odds(ROAD, has_picture=True) < alone.log_odds(ROAD, has_picture=True) - 2
    assert Similarity({ROAD: 1.2, ("BA/RFr", 3): 1.21}).log_odds(ROAD, has_picture=True) == alone.log_odds(
        ROAD, has_picture=True
    )


def test_of_two_kinds_with_pictures_the_better_fit_is_likelier():
    similarity = Similarity({ROAD: 1.8, CORNER: 2.3})
    right, wrong, not_laid_on = (similarity.log_odds(tile, has_picture=True) for tile in (ROAD, CORNER, CITY))
    assert right > wrong >= not_laid_on


def test_a_kind_whose_picture_was_not_worth_laying_on_fits_no_better_than_by_chance():
    """Given a picture that fits as well as right ones do, then caps of which there is a picture that nobody laid on are
    no rival; beside one that may fit by chance itself they are."""
    sure, by_chance = Similarity({ROAD: 0.6}), Similarity({ROAD: 2.4})

    def ahead(similarity):
        return similarity.log_odds(ROAD, has_picture=True) - similarity.log_odds(CITY, has_picture=True)

    assert ahead(sure) > 5
    assert ahead(by_chance) < 2


def test_who_hardly_stands_out_from_another_copys_picture_is_not_told_surely():
    hardly, surely = (np.exp(softened([chance, 1 - chance], [True, False])) for chance in (0.97, 0.99999))
    assert hardly[0] < 0.9
    assert surely[0] > 0.99
    assert sum(hardly) == pytest.approx(1)


def test_where_somebody_stands_is_told_as_surely_as_by_a_picture_of_this_copy():
    road, field, nobody = np.exp(softened([0.97, 0.03, 1e-8], [True, True, False]))
    assert road / field == pytest.approx(0.97 / 0.03)
    assert nobody < 0.001


def test_who_was_seen_to_come_is_there_though_another_copys_picture_says_that_nobody_is():
    road, field, nobody = np.exp(
        softened([0.003, 0.001, 0.99], [True, True, False], onlooker=Onlooker(0.99, came=True))
    )
    assert road + field > 0.95
    assert road / field == pytest.approx(3)
    assert nobody < 0.05


def test_who_would_have_to_be_of_a_colour_that_is_nowhere_on_the_tile_is_not_there():
    somebody, nobody = np.exp(softened([0.4, 0.6], [True, False], onlooker=Onlooker(traceless=True)))
    assert nobody > 0.95
    assert somebody < 0.05


def test_print_that_a_picture_takes_for_somebody_is_nobody_where_nothing_has_his_colour():
    somebody, nobody = np.exp(softened([0.999, 0.001], [True, False], onlooker=Onlooker(traceless=True)))
    assert nobody > 0.9
    assert somebody < 0.1


def test_somebody_whom_the_colours_show_and_a_picture_does_not_is_asked_about():
    shares = np.exp(softened([1e-4, 0.9999], [True, False], onlooker=Onlooker(0.99)))
    assert shares.max() < 0.9


@pytest.mark.parametrize(("look", "paint", "plainly"), [(8.0, 0.95, True), (8.0, 0.6, False), (1.5, 0.95, False)])
def test_who_is_there_by_paint_and_look_is_not_gone_by_another_copys_picture(look, paint, plainly):
    """Given a first red thief of the evening, whose red no picture knows, so that it takes him for nobody of red."""
    body = BodySeen(lies=-4.0, middle=(0.4, 0.5), somebody=look)
    chances = np.exp(softened([1e-9, 1.0], [True, False], onlooker=Onlooker(paint, (0.4, 0.5), body=body)))
    assert (chances[0] > 0.9) == plainly


def test_where_he_stands_is_told_by_his_paint_more_than_by_the_picture_of_another_copy():
    """Given both, then where they agree it is surer than by either, and where they don't the paint decides."""
    somebody = [True, True, False]
    road, field, _ = np.exp(softened([0.8, 0.2, 1e-6], somebody, onlooker=Onlooker(0.99), near=[0.95, 0.05]))
    assert road / field > 19
    road, field, _ = np.exp(softened([0.8, 0.2, 1e-6], somebody, onlooker=Onlooker(0.99), near=[0.2, 0.8]))
    assert 1 < field / road < 4


def test_a_picture_that_is_sure_and_wrong_about_where_he_stands_does_not_silence_his_paint():
    road, field, _ = np.exp(
        softened([1e-9, 1.0, 1e-6], [True, True, False], onlooker=Onlooker(0.99), near=[0.98, 0.02])
    )
    assert road > field


def test_somebody_whom_only_the_picture_of_another_copy_shows_is_asked_about():
    """On green grass the long shadow of who stands on the next tile passes for a green farmer; paint makes out none."""
    farmer, nobody = np.exp(softened([1.0, 1e-9], [True, False], onlooker=Onlooker()))
    assert 0.1 < nobody < farmer < 0.9
    made_out, _ = np.exp(softened([1.0, 1e-9], [True, False], onlooker=Onlooker(0.9, (0.3, 0.3))))
    assert made_out > 0.95


def test_a_picture_that_lacks_where_somebody_stood_does_not_speak_for_nobody():
    patch_of_paint = Onlooker()
    whole, in_part = (
        np.exp(softened([0.01, 0.99], [True, False], onlooker=patch_of_paint, in_part=some)) for some in (False, True)
    )
    assert whole[1] > 0.9
    assert in_part[1] < 0.7


def test_a_tile_that_pictures_alone_tell_is_never_clear_while_some_kinds_have_none():
    """Where the terrain looked, no tile may lie; the pictures take something else for one."""
    by_pictures = explained([Scored((Lay("BA/LR", 0, 4, 1), Skip()), 0.0, ("0,4",))], 0, otherwise=-9.0)
    assert by_pictures.is_clear()
    assert not ranked(by_pictures, [], 1.0).is_clear()
    nothing = explained([Scored((), 0.0)], 0, otherwise=-9.0)
    assert ranked(nothing, [], 1.0) is nothing
