"""Routes on the table beside the record: what is told, and what is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from games.game import Seat
from games.thurn_and_taxis.atlas import atlas_named
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from vision.thurn_and_taxis import route_check
from vision.thurn_and_taxis import route_check as thurn_and_taxis_route_check
from vision.thurn_and_taxis.route_check import RouteCheck, differing
from vision.thurn_and_taxis.routes import SeenCity, SeenRow

RECORDED = (("Basel", "Freiburg", "Carlsruhe"), ("Linz", "Passau", "Regensburg", "Pilsen"))
BLANK = np.zeros((10, 10, 3), np.uint8)


def row(*cities, sure=0.97):
    return SeenRow(tuple(SeenCity(city, sure, np.zeros((4, 2))) for city in cities), True)


def differences(*rows):
    return [(one.places[0], dict(one.phrase.values)["seen"]) for one in differing(rows, RECORDED)]


def test_routes_as_recorded_are_left_alone():
    assert differences(row(*RECORDED[0]), row(*RECORDED[1][::-1])) == []


def test_a_card_that_was_forgotten_is_told():
    assert differences(row("Basel", "Freiburg", "Carlsruhe", "Mannheim")) == [
        ("route 0", "Basel – Freiburg – Carlsruhe – Mannheim")
    ]


def test_another_card_than_recorded_is_told():
    assert differences(row("Linz", "Passau", "Regensburg", "Nürnberg")) == [
        ("route 1", "Linz – Passau – Regensburg – Nürnberg")
    ]


@pytest.mark.parametrize(
    "seen",
    [
        row("Passau", "Regensburg"),  # the rest is out of view
        row("Ulm", "Stuttgart", "Mannheim"),  # somebody's cards, but no route on record
        row("Basel", "Freiburg", "Carlsruhe", "Mannheim", sure=0.7),
        row("Basel"),
    ],
)
def test_what_may_well_be_right_is_left_alone(seen):
    assert differences(seen) == []


@pytest.fixture
def check(monkeypatch):
    """A check whose pictures always show one card more than Anna's record, and how often it looked."""
    looks = []

    def looked(*_):
        looks.append(1)
        return (row(*RECORDED[0], "Mannheim"),)

    monkeypatch.setattr(route_check, "read_rows", looked)
    return RouteCheck(None, atlas_named("base")), looks


def state(*, step=Step.TAKE, routes=RECORDED):
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"))
    new = THURN_AND_TAXIS.new(THURN_AND_TAXIS.setup(seats))
    players = tuple(player._replace(route=route) for player, route in zip(new.players, routes, strict=True))
    return new._replace(step=step, players=players)


def test_cards_are_looked_at_between_turns_and_not_all_the_time(check):
    check, looks = check
    assert check.remarks(BLANK, 0.0, state(step=Step.PLAY), None) == ()
    assert len(check.remarks(BLANK, 100.0, state(), None)) == 1
    assert (
        len(check.remarks(BLANK, 200.0 + thurn_and_taxis_route_check.PARAMETERS.every_ms, state(), None)) == 1
    )  # nothing is new
    assert len(looks) == 1


def test_a_remark_goes_when_that_route_is_told_anew(check):
    check, _ = check
    check.remarks(BLANK, 0.0, state(), None)
    mended = ((*RECORDED[0], "Mannheim"), RECORDED[1])
    assert check.remarks(BLANK, 500.0, state(routes=mended), None) == ()
