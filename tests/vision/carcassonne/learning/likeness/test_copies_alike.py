"""Whether each kind of an edition is one drawing is told by the tiles that people have named."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.likeness.copies_alike import CopiesAlike
from vision.carcassonne.poses import as_sides
from vision.tile_map.terrain import kind_named

ARMED = {"BA/Ccc+": "BA/Ccc", "BA/CcRr+": "BA/CcRr", "BA/CccR+": "BA/CccR"}
CURVE, STRAIGHT, JUNCTION, CAP = "BA/Rr", "BA/RFr", "BA/RRR", "BA/C"


def view(key: str, copy: int = 0, light: float = 1.0, twin: str = "") -> Reference:
    """A picture of a tile; where each copy has its own drawing, which."""
    face = cv2.resize(tile_picture(key, 160, copy), (96, 96), interpolation=cv2.INTER_AREA)
    seen = np.clip(face * light, 0, 255).astype(np.uint8)
    return Reference(key, as_sides(kind_named(key).sides(0)), seen, twin=twin)


def twin_of(key: str) -> str:
    return {**ARMED, **{bare: armed for armed, bare in ARMED.items()}}.get(key, key)


def with_arms(bare: Reference) -> Reference:
    """The same drawing with a shield in a corner."""
    armed = next(armed for armed, plain in ARMED.items() if plain == bare.kind)
    return replace(bare, kind=armed, image=cv2.rectangle(bare.image.copy(), (4, 4), (16, 20), (160, 60, 30), -1))


def share_of_one_drawing(views: list[Reference]) -> float:
    """Once there was time for all of them."""
    alike = CopiesAlike()
    for _ in views:
        alike.chance(views, twin_of)
    return alike.chance(views, twin_of)


def test_where_no_kind_was_seen_twice_nothing_is_known() -> None:
    assert (
        share_of_one_drawing([])
        == share_of_one_drawing([view(CURVE)])
        == share_of_one_drawing([view(CURVE), view(STRAIGHT), view(CAP)])
        == 0
    )


def test_the_more_copies_show_one_drawing_the_surer_the_next_does() -> None:
    """In whatever light they were seen."""
    once = [view(CURVE), view(CURVE, light=0.5)]
    often = [view(key, light=light) for key in (CURVE, STRAIGHT, JUNCTION, CAP) for light in (1.0, 0.6, 0.4)]
    assert share_of_one_drawing(once) == pytest.approx(1 / 2, abs=0.01)
    assert share_of_one_drawing(often) == pytest.approx(8 / 9, abs=0.01)


def test_where_each_copy_is_drawn_in_its_own_way_another_is_hardly_like_it() -> None:
    """Our own edition."""
    assert share_of_one_drawing([view(key, copy) for key in (CURVE, STRAIGHT, JUNCTION) for copy in range(3)]) < 0.2


def test_who_draws_a_kind_with_arms_as_without_draws_no_copy_anew() -> None:
    """Given a set of pictures of which each shows another kind."""
    bare = [view(key) for key in ARMED.values()]
    assert share_of_one_drawing([*bare, *map(with_arms, bare)]) == pytest.approx(3 / 4, abs=0.01)
    assert share_of_one_drawing([*bare, *(view(key, copy=1) for key in ARMED)]) < 0.1


def test_copies_that_differ_count_beside_them() -> None:
    bare = [view(key) for key in ARMED.values()]
    twins = [*bare, *map(with_arms, bare)]
    copies = [view(key, copy) for key in (CURVE, STRAIGHT, JUNCTION) for copy in range(2)]
    assert share_of_one_drawing([*twins, *copies]) < share_of_one_drawing(twins) - 0.2


def test_a_view_of_either_of_two_kinds_tells_nothing() -> None:
    """A tile of which nobody knows whether it bears arms is a view of itself twice."""
    bare, armed = view("BA/Ccc", twin="BA/Ccc+"), view("BA/Ccc+", twin="BA/Ccc")
    assert share_of_one_drawing([bare, armed, view("BA/Ccc")]) == 0


def test_a_view_is_compared_once_and_few_at_each_look() -> None:
    views, alike = [view(key, light=light) for key in (CURVE, STRAIGHT, CAP) for light in (1.0, 0.5)], CopiesAlike()
    shares = [alike.chance(views, twin_of) for _ in range(5)]
    assert shares[0] < shares[1] == shares[2] == shares[3] == shares[4] == pytest.approx(3 / 4, abs=0.01)
    assert alike.chance(views[:2], twin_of) == pytest.approx(1 / 2, abs=0.01)  # people took the others back
