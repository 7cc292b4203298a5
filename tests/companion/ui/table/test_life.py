"""What moves for a moment when a turn counts, and what never does."""

import random

from companion.titles.registry import game_named
from companion.ui.table.life import Moving
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.tiles import FeatureKind
from games.game import Seat

# Anna's road from a crossing over the start tile to another crossing, which Ben lays: three tiles.
ROAD = (
    (Lay("BA/RRR", 1, 0, 0), Deploy("small", FeatureKind.ROAD, "W")),
    (Lay("BA/RRR", -1, 0, 0), Skip()),
)


def finished_road(tablet):
    session = tablet.start_game()
    for actions in ROAD:
        session.stage(actions)
        tablet.wait(2)
        session.commit()
    return session


def where(one):
    return one._translate.x, one._translate.y


def test_a_tile_settles_and_everything_stands_still_soon_after(tablet):
    session = tablet.start_game()
    session.stage(ROAD[0])
    tablet.wait(2)
    assert not tablet.screen.life.moves  # what is only proposed lies still
    session.commit()
    tablet.wait(0.1)
    assert tablet.screen.life.moves
    tablet.wait(2)
    assert not tablet.screen.life.moves


def test_points_fly_to_their_owner_and_the_figure_walks_home(tablet):
    session = finished_road(tablet)
    tablet.wait(0.1)
    assert session.view.scores == (3, 0)
    screen = tablet.screen
    home = screen.rail.cards[0]
    moving = list(screen.life._moving)
    assert len(moving) >= 2  # Ben's tile, Anna's figure, Anna's points
    tablet.wait(0.6)
    x, y = home.to_window(*home.center)
    far = [one for one in moving if one in screen.life._moving]
    assert far
    assert all(isinstance(one, Moving) for one in far)
    before = [where(one) for one in far]
    tablet.wait(0.1)
    nearer = [where(one) for one in far]
    assert any(now[0] > then[0] for now, then in zip(nearer, before, strict=True))  # the scores stand at the right
    assert x > screen.board.right
    assert y > 0
    tablet.wait(2)
    assert not screen.life.moves


def test_what_was_laid_last_stays_marked_until_the_next_turn_or_an_undo(tablet):
    session = finished_road(tablet)
    tablet.wait(0.3)
    (marked,) = tablet.screen.board.marked
    assert (marked.spot, marked.seat) == ((-0.5, 0.5), 1)  # Ben's tile
    session.undo()
    tablet.wait(0.3)
    assert not tablet.screen.board.marked


def test_with_less_motion_nothing_moves(make_tablet):
    tablet = make_tablet(reduced_motion=True)
    finished_road(tablet)
    tablet.wait(0.1)
    assert not tablet.screen.life.moves


def test_what_is_taken_back_moves_nothing(tablet):
    session = finished_road(tablet)
    tablet.wait(3)
    session.undo()
    tablet.wait(0.1)
    assert not tablet.screen.life.moves
    session.redo()
    tablet.wait(0.1)
    assert not tablet.screen.life.moves


def test_a_merchant_walks_and_stands_at_one_place_at_a_time(tablet):
    rng, game = random.Random(2), game_named("istanbul")
    session = tablet.shelf.start("istanbul", game.setup_to_json(game.setup((Seat("Anna", "red"), Seat("Ben", "blue")))))
    tablet.app.sit_down(session)
    tablet.open("table")
    board = tablet.screen.board
    start = board.pieces()["merchant", "red"].spot
    while board.pieces()["merchant", "red"].spot == start:
        session.play(game.sample(session.record.state, rng))
        tablet.wait(0.1)
    assert ("merchant", "red") in board.away
    tablet.wait(2)
    assert board.away == frozenset()


def test_the_screen_is_left_while_something_moves(tablet):
    finished_road(tablet)
    tablet.wait(0.1)
    life = tablet.screen.life
    assert life.moves
    tablet.open("home")
    assert not life.moves
