"""A photographed board of Cronberg tells what its tokens bring, each with its sum and its reason."""

import numpy as np

from companion.readings.cronberg_reading import as_plain, sentences
from games.cronberg.components import Symbol, default_edition
from vision.cronberg.observation import CronbergObservation, SeenRhomb, SeenToken

EDITION = default_edition()
LATTICE = EDITION.lattice
OUTLINE = np.zeros((4, 2), np.float32)


def rhombi_around(triangle):
    """A rhomb over each neighbour of a triangle, away from it: no rhomb can cover it any more. All are bakeries."""
    taken, found = {triangle}, []
    for neighbour in LATTICE.neighbours_of[triangle]:
        site = next(
            one for one in LATTICE.sites if neighbour in one.triangles and not taken & set(one.triangles)
        )  # fmt: skip
        taken |= set(site.triangles)
        names = tuple(LATTICE.triangle_names[one] for one in site.triangles)
        found.append(SeenRhomb("bakery", names, LATTICE.crossing_names[site.head], 0.99, OUTLINE))
    return tuple(found)


def seen_at(symbol):
    """A token at the first corner of an inner triangle with this symbol, which is cut off."""
    triangle = next(
        one for one in range(len(EDITION.symbols))
        if EDITION.symbols[one] is symbol and len(LATTICE.neighbours_of[one]) == 3
    )  # fmt: skip
    crossing = LATTICE.crossing_names[LATTICE.corners_of[triangle][0]]
    token = SeenToken(crossing, "red", 0.98, np.zeros(2, np.float32))
    return crossing, CronbergObservation(rhombi=rhombi_around(triangle), tokens=(token,))


def test_a_token_beside_a_park_is_told_with_its_sum():
    crossing, seen = seen_at(Symbol.PARK)
    result = as_plain(seen, EDITION, "en")
    (red,) = result["final_scoring"]
    (found,) = red["tokens"]
    assert found["crossing"] == crossing
    assert found["working"].endswith("× 2")
    assert found["points"] == red["points"] == eval(found["working"].replace("×", "*").replace("−", "-"))
    assert any("in the final scoring" in line for line in sentences(result, "en"))
    assert any("Schlusswertung" in line for line in sentences(as_plain(seen, EDITION, "de"), "de"))


def test_without_tokens_nothing_is_left_to_count():
    _, seen = seen_at(Symbol.PARK)
    assert as_plain(CronbergObservation(rhombi=seen.rhombi), EDITION, "en")["final_scoring"] == []


def test_a_token_beside_nothing_that_takes_effect_brings_nothing():
    _, seen = seen_at(Symbol.PARK)
    far = SeenToken(LATTICE.crossing_names[-1], "blue", 0.9, np.zeros(2, np.float32))
    (blue,) = as_plain(CronbergObservation(rhombi=seen.rhombi, tokens=(far,)), EDITION, "en")["final_scoring"]
    assert (blue["colour"], blue["points"], blue["tokens"]) == ("blue", 0, [])
