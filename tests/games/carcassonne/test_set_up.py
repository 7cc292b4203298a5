"""Who may sit down at Carcassonne, with what."""

from __future__ import annotations

import pytest

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Refusal, RefusalKind, Seat
from tests.games.carcassonne.played_lines import INNS, SEATS


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup(()), "how_many_seats"),
        (Setup(SEATS * 4), "how_many_seats"),
        (Setup((Seat("Anna", "red"), Seat("Ben", "red"))), "same_colour"),
        (Setup((Seat("Anna", "mauve"),)), "no_such_colour"),
        (Setup(SEATS, sets=("basic", "river")), "no_such_set"),
        (Setup(SEATS, expansions=("river",)), "no_such_expansion"),
        (Setup(SEATS, options=(("field-scoring", 4),)), "no_such_value"),
        (Setup(SEATS, options=(("magic", 4),)), "no_such_option"),
        (Setup(SEATS, missing=("X", "X")), "none_to_miss"),
        (Setup(SEATS, missing=("D",) * 4), "no_start_tile"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(setup: Setup, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        CARCASSONNE.new(setup)
    assert refused.value.kind is RefusalKind.INVALID
    assert refused.value.phrase.key == f"carcassonne.{key}"


def test_a_set_up_comes_back_from_plain_data() -> None:
    setup = CARCASSONNE.setup(SEATS, expansions=INNS, options=(("tiny-city-scoring", 2),), missing=("V",))
    assert CARCASSONNE.setup_from_json(CARCASSONNE.setup_to_json(setup)) == setup


@pytest.mark.parametrize(
    "broken", [{}, {"game": "chess", "format": 1}, {"game": "carcassonne", "format": 1, "seats": 3}]
)
def test_broken_set_up_data_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        CARCASSONNE.setup_from_json(broken)  # type: ignore[arg-type]
    assert refused.value.kind is RefusalKind.INVALID


COLOURS = ("red", "yellow", "green", "blue", "black", "pink", "white")


def people(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(f"Player {number}", COLOURS[number]) for number in range(count))


@pytest.mark.parametrize(("expansions", "most"), [((), 5), (INNS, 6)])
def test_as_many_sit_down_as_the_box_has_followers_for(expansions: tuple[str, ...], most: int) -> None:
    """Five colours in the box, a sixth in that of Inns & Cathedrals."""
    assert len(CARCASSONNE.new(Setup(people(most), expansions=expansions)).scores) == most
    with pytest.raises(Refusal) as refused:
        CARCASSONNE.new(Setup(people(most + 1), expansions=expansions))
    assert refused.value.phrase.key == "carcassonne.how_many_seats"
    assert dict(refused.value.phrase.values)["most"] == most


def test_the_set_brings_the_sixth_player_too() -> None:
    assert CARCASSONNE.new(Setup(people(6), sets=("basic", "inns-and-cathedrals"))).tiles_left == 89


def test_who_has_followers_of_a_sixth_colour_may_settle_so() -> None:
    assert len(CARCASSONNE.new(Setup(people(6), options=(("most-seats", 6),))).scores) == 6


def test_six_who_sat_down_before_play_on() -> None:
    """A record of six in the base game was written in format 1, when that was taken."""
    found = CARCASSONNE.setup_to_json(Setup(people(6)))
    with pytest.raises(Refusal):
        CARCASSONNE.setup_from_json(found)
    kept = CARCASSONNE.setup_from_json({**found, "format": 1})
    assert dict(kept.options) == {"most-seats": 6}
    assert CARCASSONNE.setup_from_json(CARCASSONNE.setup_to_json(kept)) == kept
