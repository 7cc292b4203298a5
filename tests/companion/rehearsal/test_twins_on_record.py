"""A tile whose arms are open counts as what lies there, also where its twin lies turned and looks the same."""

from __future__ import annotations

import pytest

from companion.rehearsal.twins_on_record import actions_since, twin_that_lies_there
from companion.session.open_twins import MARK, OpenTwin
from games.carcassonne.actions import indistinguishable
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record, Source

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
# A bridge of city from north to south: turned by half it looks as before.
ARMED = CARCASSONNE.read("lay BA/CFc+ 0,-1 r90")
TWINS = CARCASSONNE.twins(CARCASSONNE.setup(SEATS), ARMED)


@pytest.mark.parametrize("laid", ["lay BA/CFc.1 0,-1 r90", "lay BA/CFc.1 0,-1 r270"])
def test_the_bare_twin_lies_there_whichever_way_up(laid: str) -> None:
    twin = twin_that_lies_there(OpenTwin(0, ARMED, TWINS), [CARCASSONNE.read(laid)], indistinguishable)
    assert twin is not None
    assert CARCASSONNE.write(twin) == "lay BA/CFc.1 0,-1 r90"


@pytest.mark.parametrize("laid", ["lay BA/CFc.1 0,-1 r0", "lay BA/CccR 0,-1 r90"])
def test_what_lies_otherwise_is_no_twin(laid: str) -> None:
    assert twin_that_lies_there(OpenTwin(0, ARMED, TWINS), [CARCASSONNE.read(laid)], indistinguishable) is None


def test_what_is_open_on_record_counts_as_what_lies_there() -> None:
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)).play(ARMED, source=Source.VISION, marks=(MARK,))
    true = [CARCASSONNE.read("lay BA/CFc.1 0,-1 r270")]
    seen = actions_since(record, 0, true, indistinguishable)
    assert all(map(indistinguishable, seen, true))
