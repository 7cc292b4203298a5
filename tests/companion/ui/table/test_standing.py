"""How it stands, beside the board: the graph, what is worth now, what is left, the time used."""

import random

from companion.locale import say
from companion.ui.carcassonne.face import TilePicture
from companion.ui.docks.kinds import KindsTable
from companion.ui.docks.standing import StandingDock
from companion.ui.kit.base import Tap
from companion.ui.screens.result import StepGraph
from companion.ui.table.room import LEAST_BOARD_DP
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind


def opened(tablet):
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("How it stands")
    dock = tablet.screen.docks.dock
    assert isinstance(dock, StandingDock)
    return dock


def with_a_road(tablet):
    """Anna holds a road of three tiles; Ben has laid on to it without a follower."""
    session = tablet.start_game()
    for actions in (
        (Lay("BA/RFr", 1, 0, 0), Deploy("small", FeatureKind.ROAD, "E.W")),
        (Lay("BA/RFr", 2, 0, 0), Skip()),
    ):
        session.stage(actions)
        tablet.wait(3)
        session.commit()
    tablet.wait()
    return session


def test_what_is_held_is_worth_what_the_final_scoring_would_bring_and_a_tap_lights_it(tablet):
    with_a_road(tablet)
    opened(tablet)
    assert next(iter(tablet.widgets(StepGraph))).height > 60
    tablet.tap("On the table")
    assert tablet.reads("Anna +3: unfinished road")  # three tiles, one point each
    tablet.tap(next(tap for tap in tablet.widgets(Tap) if getattr(tap, "line", None) is not None))
    assert [line.points for line in tablet.screen.board.lit] == [3]


def test_the_tiles_left_are_shown_with_their_numbers(tablet):
    session = with_a_road(tablet)
    dock = opened(tablet)
    tablet.tap("Left")
    assert sum(one.count for one in dock.left) == sum(session.record.state.bag.values())
    assert len(list(tablet.widgets(TilePicture))) == len(dock.left)
    tablet.tap("Time")
    assert tablet.reads("0:03")


def test_the_graph_has_room_on_a_small_tablet(make_tablet):
    tablet = make_tablet(size=(800, 480), text_scale=1.3, language="de")
    with_a_road(tablet)
    tablet.screen.docks.standing()
    tablet.wait()
    (graph,) = tablet.widgets(StepGraph)
    assert all(tab.width >= 48 for tab in tablet.widgets(Tap) if hasattr(tab, "page"))
    assert graph._picture.picture is not None


def test_what_is_lit_is_seen_on_a_small_tablet_in_large_print(make_tablet):
    tablet = make_tablet(size=(800, 480), text_scale=1.3, language="de")
    with_a_road(tablet)
    tablet.screen.docks.standing()
    tablet.wait()
    dock = tablet.screen.docks.dock
    dock.show("held")
    tablet.wait()
    board = tablet.screen.board
    assert board.opacity == 1
    assert board.x + board.width <= dock.x
    assert board.height >= 2 * tablet.app.look.px(LEAST_BOARD_DP)


def test_without_aids_nothing_is_foretold(make_tablet):
    tablet = make_tablet(aids=False)
    with_a_road(tablet)
    opened(tablet)
    assert "On the table" not in tablet.texts()


def test_points_stand_by_kind_beside_each_other_live_and_at_the_end(tablet):
    session = tablet.start_game(turns=40)
    dock = opened(tablet)
    (table,) = (one for one in dock.walk() if isinstance(one, KindsTable))
    assert {say(kind, "en") for kind, _ in table.rows} <= {"cities", "roads", "monasteries", "fields"}
    assert tuple(map(sum, zip(*(points for _, points in table.rows), strict=True))) == session.view.scores
    rng = random.Random(1)
    while not session.view.over:
        session.play(CARCASSONNE.sample(session.record.state, rng))
    tablet.open("result")
    (table,) = tablet.widgets(KindsTable)
    assert tuple(map(sum, zip(*(points for _, points in table.rows), strict=True))) == session.view.scores
    assert table.height > 100
