"""A finished board of Cronberg that nobody recorded: what was read, what people put right, and what it comes to."""

from __future__ import annotations

import numpy as np
import pytest

from companion.locale import say
from companion.readings.finished.cronberg import FinishedCronberg
from companion.readings.finished.table import OfPlayer
from games.cronberg.components import Symbol
from games.game import Phrase
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.observation import CronbergObservation, SeenRhomb, SeenToken, UnreadTriangles
from vision.registration.board_camera import CameraAboveBoard

COPY = drawn_set()
LATTICE = COPY.lattice
FROM_ABOVE = CameraAboveBoard(1600, 1200, 1500.0, 0.0, np.zeros(3), np.array([0.0, 0.0, 900.0]))
OUTLINE = np.zeros((4, 2), np.float32)


def beside_a_park(sure=0.99):
    """Red's token at a corner of a park that no rhomb can cover any more; all rhombi about it are bakeries."""
    park = next(
        one for one, symbol in enumerate(COPY.edition.symbols)
        if symbol is Symbol.PARK and len(LATTICE.neighbours_of[one]) == 3
    )  # fmt: skip
    taken, rhombi = {park}, []
    for neighbour in LATTICE.neighbours_of[park]:
        site = next(one for one in LATTICE.sites if neighbour in one.triangles and not taken & set(one.triangles))
        taken |= set(site.triangles)
        names = tuple(LATTICE.triangle_names[one] for one in site.triangles)
        rhombi.append(SeenRhomb("bakery", names, LATTICE.crossing_names[site.head], 0.99, OUTLINE))
    crossing = LATTICE.crossing_names[LATTICE.corners_of[park][0]]
    token = SeenToken(crossing, "red", sure, np.zeros(2, np.float32))
    free = next(name for one, name in enumerate(LATTICE.triangle_names) if one not in taken)
    unread = UnreadTriangles((free,), Phrase.of("finished.triangle"))
    return crossing, free, CronbergObservation(tuple(rhombi), (token,), FROM_ABOVE, unread=(unread,))


@pytest.fixture
def table():
    return FinishedCronberg(beside_a_park(0.6)[2], COPY)


def points(table):
    return {one.colour: one.points for one in table.sums()}


def test_tokens_count_as_the_rules_say_and_the_track_is_added(table):
    (red,) = table.sums()
    (line,) = red.lines
    assert line.points == red.points == eval(line.working.replace("×", "*").replace("−", "-").replace("|", ""))
    table.answer(OfPlayer("red"), "track", 31)
    assert points(table) == {"red": 31 + line.points}


def test_a_doubtful_token_and_an_unread_triangle_are_gone_through(table):
    crossing, free, _ = beside_a_park()
    assert {piece.key for piece in table.doubts()} == {f"crossing:{crossing}", f"triangle:{free}"}
    table.answer(f"crossing:{crossing}", "colour", "blue")
    table.agree(f"triangle:{free}")
    assert table.doubts() == ()
    assert list(points(table)) == ["blue"]


def test_taking_the_token_away_leaves_nobody(table):
    table.answer(f"crossing:{beside_a_park()[0]}", "colour", "")
    assert table.sums() == ()
    table.add_player("green")
    assert points(table) == {"green": 0}


def test_a_rhomb_is_laid_turned_and_taken_away(table):
    free = beside_a_park()[1]
    key = f"triangle:{free}"
    table.answer(key, "kind", "mill")
    way, kind = table.questions(key)
    assert kind.chosen == ("mill",)
    assert len(way.choices) > 1
    for choice in way.choices:  # each of them is a place that the rules know
        table.answer(key, "way", choice.key)
        assert next(question for question in table.questions(key)).chosen == (choice.key,)
        table.sums()  # the rules take the position
    table.answer(key, "kind", "")
    assert free not in table.rhombi


def test_rhombi_never_overlap(table):
    """A way that another rhomb is in is not offered."""
    for name, rhomb in table.rhombi.items():
        others = {one for other, lying in table.rhombi.items() if other != name for one in lying.triangles}
        way = table.questions(f"triangle:{name}")[0]
        assert way.chosen[0].startswith("+".join(rhomb.triangles))
        assert not any(set(choice.key.partition("^")[0].split("+")) & others for choice in way.choices)


def test_no_two_ways_in_which_a_rhomb_may_lie_read_alike(table):
    """Each names the crossing at which the roof is, in words and not in notation."""
    for name in table.rhombi:
        labels = [say(choice.name, "en") for choice in table.questions(f"triangle:{name}")[0].choices]
        assert len(set(labels)) == len(labels)
        assert all(label.startswith("Roof at ") for label in labels)


def test_a_tap_near_a_crossing_means_its_token_and_elsewhere_the_rhomb(table):
    crossing = beside_a_park()[0]
    x, y = FROM_ABOVE.project(COPY.crossings_mm[[LATTICE.crossing_named[crossing]]])[0]
    assert table.piece_at(x + 3, y - 2) == f"crossing:{crossing}"
    rhomb = table.piece(f"triangle:{next(iter(table.rhombi))}")
    assert table.piece_at(*np.mean(rhomb.outline, axis=0)) == rhomb.key
    assert table.piece_at(-500, -500) is None
