"""What waits for a press on the map: whose it is, in which order, and what of it is in doubt."""

import numpy as np

from companion.session.looking.sighting import Sighting
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.tiles import FeatureKind
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

ROAD, FARTHER = Lay("BA/RFr", 1, 0, 0), Lay("BA/RFr", 2, 0, 0)
ON_ROAD, FARMER = Deploy("small", FeatureKind.ROAD, "E.W"), Deploy("small", FeatureKind.FIELD, "NL.NR.EL.WR")
SMALL = np.full((270, 480, 3), 90, np.uint8)


def see(tablet, *candidates):
    """The eyes report a still table and what explains it."""
    found = tuple(Candidate(actions, 0.0, chance, ("1,0",)) for actions, chance in candidates)
    explanation = Explanation(found, 1 - sum(one.probability for one in found), 1)
    glance = Glance(1, 0.0, Attention.STILL)
    for _ in range(2):  # a ghost is what two still pictures showed
        tablet.session.see(Sighting(SMALL, glance, explanation, tablet.session.record_version))
    tablet.wait(1.0)


def around(tablet, place, across=(0.35, 0.65), down=(0.35, 0.65)):
    """The picture of a part of a tile of the map, its middle if not told otherwise."""
    board = tablet.screen.board
    (left, top), (right, bottom) = (board.to_px(place[0] + u, place[1] + v) for u, v in zip(across, down, strict=True))
    picture = tablet.picture()
    high = picture.shape[0]
    return picture[high - top : high - bottom, left:right].astype(int)


def test_several_turns_are_ghosts_in_their_order_and_the_ribbon_says_whose(tablet):
    tablet.start_game("Anna Ben Cleo")
    see(tablet, ((ROAD, ON_ROAD, FARTHER, FARMER), 0.97))
    assert tablet.reads("2 turns: Anna, Ben")
    tablet.done()
    assert len(tablet.session.record.commits) == 2
    assert tablet.session.view.active == 2


def test_a_doubtful_ghost_looks_doubtful_and_says_so(tablet):
    tablet.start_game()
    see(tablet, ((ROAD, ON_ROAD), 0.97))
    sure = around(tablet, (1, 0))
    see(tablet, ((ROAD, ON_ROAD), 0.6), ((ROAD, Skip()), 0.35))
    assert tablet.reads("Anna: is this it? I'm not sure.")
    assert tablet.reads("Your button or DONE shows what it may be.")
    assert np.abs(around(tablet, (1, 0)) - sure).mean() > 5


def test_of_two_turns_only_the_one_in_doubt_bears_a_question_mark(tablet):
    tablet.start_game("Anna Ben Cleo")
    see(tablet, ((ROAD, ON_ROAD, FARTHER, FARMER), 0.97))
    first, second = around(tablet, (1, 0)), around(tablet, (2, 0))
    see(tablet, ((ROAD, ON_ROAD, FARTHER, FARMER), 0.6), ((ROAD, ON_ROAD, FARTHER, Skip()), 0.35))
    assert np.abs(around(tablet, (1, 0)) - first).mean() < 5
    assert np.abs(around(tablet, (2, 0)) - second).mean() > 5


def test_a_tile_that_may_bear_arms_or_not_keeps_a_question_mark_in_its_corner_until_that_is_known(tablet):
    tablet.start_game()
    armed, bare = (Lay(kind, 0, -1, 1) for kind in ("BA/CFc+", "BA/CFc.1"))
    see(tablet, ((armed, Skip()), 0.6), ((bare, Skip()), 0.37))
    tablet.done()
    assert tablet.session.view.left_open == ("0,-1",)
    corner = {"across": (0.7, 0.85), "down": (0.15, 0.3)}
    tablet.wait(1.0)
    marked = around(tablet, (0, -1), **corner)
    tablet.session.correct(0, armed)
    tablet.wait(1.0)
    assert tablet.session.view.left_open == ()
    assert np.abs(around(tablet, (0, -1), **corner) - marked).mean() > 5
