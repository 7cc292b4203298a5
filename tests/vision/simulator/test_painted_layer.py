"""A layer that is mended looks as one that was painted from the beginning."""

from dataclasses import dataclass

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.simulator.painted_layer import Painted, PaintedLayer

SIZE = 60


@dataclass(frozen=True)
class Blot:
    """Something that darkens a square of the canvas and puts its own colour in the middle."""

    x: int
    y: int
    colour: int


def paint(canvas, blot):
    canvas[blot.y - 5 : blot.y + 5, blot.x - 5 : blot.x + 5] //= 2
    canvas[blot.y - 2 : blot.y + 2, blot.x - 2 : blot.x + 2] = blot.colour


def reach(blot):
    return blot.x - 5, blot.y - 5, blot.x + 5, blot.y + 5


blots = st.builds(Blot, st.integers(5, SIZE - 5), st.integers(5, SIZE - 5), st.integers(0, 255))
tables = st.lists(blots, max_size=6, unique=True)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(tables, tables), min_size=1, max_size=5))
def test_a_mended_table_looks_as_one_painted_anew(moments):
    bare = np.full((SIZE, SIZE, 3), 200, np.uint8)
    lower, upper = PaintedLayer(paint, reach), PaintedLayer(paint, reach)
    for below, above in moments:
        seen = upper.painted(lower.painted(Painted(bare, ()), tuple(below)), tuple(above)).canvas
        wanted = bare.copy()
        for blot in (*below, *above):
            paint(wanted, blot)
        assert np.array_equal(seen, wanted)


def test_a_table_that_stays_as_it_is_stays_the_same_picture():
    layer, bare = PaintedLayer(paint, reach), Painted(np.zeros((SIZE, SIZE, 3), np.uint8), ())
    one = Blot(20, 20, 9)
    first = layer.painted(bare, (one,)).canvas
    assert layer.painted(bare, (one,)).canvas is first


def test_pieces_of_unknown_reach_are_painted_all_the_same():
    layer = PaintedLayer(paint, lambda blot: None)
    bare = Painted(np.full((SIZE, SIZE, 3), 200, np.uint8), ())
    layer.painted(bare, (Blot(20, 20, 9),))
    seen = layer.painted(bare, (Blot(20, 20, 9), Blot(40, 40, 7))).canvas
    assert seen[20, 20, 0] == 9
    assert seen[40, 40, 0] == 7
