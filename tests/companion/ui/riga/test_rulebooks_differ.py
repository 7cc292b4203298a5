"""The scorer of Riga, told that the camera counts something else than was tapped."""

from __future__ import annotations

import numpy as np
import pytest

from companion.session.looking.sighting import Sighting
from companion.ui.docks.differ import DifferDock
from games.game import Seat
from games.riga.scorer.rules import GRAND_MASTERS
from vision.explanation import Candidate, Discrepancy, Explanation
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
SMALL = np.full((270, 480, 3), 90, np.uint8)
SAID = ("lay max-Visby first-Knight max-Riga Money", "build 0 Visby", "build 1 Visby Knight", "build 0 Danzig")


@pytest.fixture
def scorer(tablet):
    """Anna has told two buildings, Ben one."""
    setup = GRAND_MASTERS.setup(SEATS)
    session = tablet.shelf.start(GRAND_MASTERS.key, GRAND_MASTERS.setup_to_json(setup))
    for line in SAID:
        session.play(GRAND_MASTERS.read(line))
    tablet.app.sit_down(session)
    tablet.open("table")
    return tablet


def see(tablet, *candidates, differing=()):
    found = tuple(Candidate(actions, 0.0, chance, ()) for actions, chance in candidates)
    explanation = Explanation(found, 1 - sum(chance for _, chance in candidates), 1, differing)
    session = tablet.session
    session.see(Sighting(SMALL, Glance(1, 0.0, Attention.STILL), explanation, session.record_version))
    tablet.wait(0.3)


WRONG_CITY = (
    Discrepancy("cell:0:Visby", "1", "2", 0.9, ("build 0 Danzig", "build 0 Visby")),
    Discrepancy("cell:0:Danzig", "1", "0", 0.9),
)


def test_the_cell_is_named_by_player_and_city(scorer):
    see(scorer, ((), 0.5), differing=WRONG_CITY)
    assert isinstance(scorer.screen.docks.dock, DifferDock)
    assert scorer.reads("At Anna, Visby: expected 1, seen 2")


def test_the_table_is_right_with_one_tap(scorer):
    see(scorer, ((), 0.5), differing=WRONG_CITY)
    scorer.tap("Table is right")
    assert scorer.session.record.actions == (*SAID[:-1], "build 0 Visby")
    assert scorer.session.record.state.row[0].owner == 0  # two buildings in Visby: Anna takes "Max. Visby"


def test_a_building_that_the_camera_saw_is_taken_in_with_done(scorer):
    build = GRAND_MASTERS.read("build 1 Stockholm Merchant")
    see(scorer, ((build,), 0.97), ((), 0.01))
    scorer.done()
    assert scorer.session.record.actions[-1] == "build 1 Stockholm Merchant"


def test_anybodys_button_confirms(scorer):
    build = GRAND_MASTERS.read("build 2 Tallinn")
    see(scorer, ((build,), 0.97), ((), 0.01))
    scorer.session.commit(2)
    assert scorer.session.record.actions[-1] == "build 2 Tallinn"
