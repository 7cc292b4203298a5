"""What a tile shows is held against the print of the terrain that shows there, not against that of the whole map."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.carcassonne.learning.paint.test_confirmed_paints import DUSK, FROM_ABOVE, GUESSES, patch
from vision.carcassonne.learning.paint.confirmed_paints import ConfirmedPaints, TileShown, figure_seen
from vision.carcassonne.learning.paint.print_colours import PrintColours
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.tile_map.terrain.reader import TERRAINS

FIELD, CITY = (TERRAINS.index(name) for name in ("field", "city"))


def all_of(terrain, shape):
    ground = np.zeros((len(TERRAINS), *shape), np.float32)
    ground[terrain] = 1.0
    return ground


def shades(lab, like=(2.0, 2.0, 2.0), seed=0):
    """A tile of one colour, as print strays about it."""
    return np.random.default_rng(seed).normal(lab, like, (SPAN, SPAN, 3)).astype(np.float32)


GRASS, ROOFS = (30.0, -15.0, 18.0), (22.0, 20.0, 14.0)  # half-L Lab
MEADOWS, ONE_CITY = [shades(GRASS, seed=n) for n in range(12)], shades(ROOFS)


@pytest.fixture
def map_colours():
    """A dozen meadows and one tile of a city."""
    tiles = [*MEADOWS, ONE_CITY]
    ground = [all_of(FIELD, (SPAN, SPAN)) for _ in MEADOWS] + [all_of(CITY, (SPAN, SPAN))]
    return PrintColours.of(
        [tile.reshape(-1, 3) for tile in tiles], [one.reshape(len(TERRAINS), -1).T for one in ground]
    )


def test_roofs_are_seldom_on_the_map_and_everywhere_in_its_cities(map_colours):
    roofs = shades(ROOFS, seed=99)
    in_a_city, anywhere = map_colours.logs_on(roofs, all_of(CITY, (SPAN, SPAN))), map_colours.logs_on(roofs, None)
    assert np.median(in_a_city - anywhere) > 1.5


def test_what_a_terrain_never_showed_is_still_print_of_the_map(map_colours):
    """The network may be wrong of a spot, and editions paint trees among roofs."""
    grass, city = shades(GRASS, seed=99), all_of(CITY, (SPAN, SPAN))
    unseen = shades((60.0, -40.0, 60.0), seed=99)
    in_a_city = np.median(map_colours.logs_on(grass, city))
    assert np.median(map_colours.logs_on(unseen, city)) < in_a_city < np.median(map_colours.logs_on(grass, None))


def test_a_spot_that_may_show_either_terrain_may_show_the_colours_of_both(map_colours):
    either = (all_of(CITY, (SPAN, SPAN)) + all_of(FIELD, (SPAN, SPAN))) / 2
    surely = map_colours.logs_on(ONE_CITY, all_of(CITY, (SPAN, SPAN)))
    assert map_colours.logs_on(ONE_CITY, either) == pytest.approx(surely + np.log(0.5), abs=0.1)


def test_where_no_terrain_was_told_apart_the_whole_map_tells():
    colours = PrintColours.of([ONE_CITY.reshape(-1, 3)])
    in_a_city = colours.logs_on(ONE_CITY, all_of(CITY, (SPAN, SPAN)))
    assert in_a_city == pytest.approx(colours.logs_on(ONE_CITY, None))


def test_a_city_of_roofs_as_red_as_he_looks_less_like_him_once_it_is_known_for_a_city():
    """Given red, who was confirmed with some roofs about him, and a map with few of them, when a tile full of roofs is
    laid, then nobody stands there; and who does is seen all the same."""
    red, city = ConfirmedPaints(), patch("BA/C")[4:10, 10:22].reshape(-1, 3)
    his = patch("BA/RRR", DUSK)[14:24, 12:20].reshape(-1, 3)
    red.confirmed((0, 0), ("BA/C", 0), "red", np.concatenate([his, city[: len(his)]]), np.zeros((0, 3), np.float32))
    bare = {"BA/RFr": FIELD, "BA/Rr": FIELD, "BA/RRR": FIELD, "BA/Cccc+": CITY}
    colours = PrintColours.of(
        [patch(key).reshape(-1, 3) for key in bare],
        [all_of(terrain, (SPAN * SPAN,)).T for terrain in bare.values()],
    )

    def log_odds(tile, ground):
        return figure_seen(TileShown(tile, colours, ground), FROM_ABOVE, GUESSES, red.paint("red")).log_odds

    known = all_of(CITY, (SPAN, SPAN))
    empty, with_him = patch("BA/Cccc+"), patch("BA/Cccc+", DUSK, at=(0.4, 0.6), size=0.2)
    assert log_odds(empty, known) < log_odds(empty, None)
    assert log_odds(with_him, known) > 0
