"""Which rhombi nobody could read: told from the light and the lamp, not from a reading."""

from dataclasses import replace

import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.simulator.cronberg.legible import distinctness_in_grain, softened, unreadable
from vision.simulator.cronberg.table import still_board


@pytest.fixture(scope="module")
def photograph():
    """A clear picture of a few rhombi."""
    return still_board("easy", 3, rhombi=5)


def lamp_over_everything(photograph, share):
    height, width = photograph.image.shape[:2]
    photograph.photographer.glare = [((0, 0), np.full((height, width, 3), round(255 * share), np.uint8))]


def test_in_clear_light_everything_can_be_read(photograph):
    assert not unreadable(photograph)


def test_under_a_faint_lamp_everything_can_still_be_read(photograph):
    lamp_over_everything(photograph, 0.3)

    assert not unreadable(photograph)


def test_under_a_blinding_lamp_nothing_can_be_read(photograph):
    lamp_over_everything(photograph, 1.0)

    assert len(unreadable(photograph)) == len(photograph.state.rhombi) > 0


def how_clearly(photograph, rivals):
    """How many times the grain the first rhomb stands out from these rivals, by key."""
    prints, laid = drawn_set(), photograph.state.rhombi[0]
    numbers = np.array([prints.edition.kind_index(key) for key in rivals])
    base = softened(prints, photograph)
    return distinctness_in_grain(photograph, prints, base, prints.lattice.sites.index(laid.site), laid.kind, numbers)


@pytest.fixture
def rivals(photograph):
    laid = {rhomb.kind for rhomb in photograph.state.rhombi}
    return [kind.key for number, kind in enumerate(photograph.state.edition.kinds) if number not in laid][:6]


def test_twice_the_grain_hides_twice_as_much(photograph, rivals):
    lamp_over_everything(photograph, 0.5)
    grainy = replace(photograph, conditions=replace(photograph.conditions, grain=2 * photograph.conditions.grain))

    assert how_clearly(photograph, rivals) == pytest.approx(2 * how_clearly(grainy, rivals))


def test_a_lamp_leaves_of_a_print_what_it_lets_through(photograph, rivals):
    lamp_over_everything(photograph, 0.2)
    clear = how_clearly(photograph, rivals)
    lamp_over_everything(photograph, 0.6)

    assert how_clearly(photograph, rivals) == pytest.approx(clear / 2, rel=0.02)


def test_no_rhomb_stands_out_from_its_like(photograph):
    kind = photograph.state.edition.kinds[photograph.state.rhombi[0].kind].key

    assert how_clearly(photograph, [kind]) == pytest.approx(0, abs=1e-3)
