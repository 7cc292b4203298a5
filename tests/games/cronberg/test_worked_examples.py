"""The rulebook's examples, each with its names and numbers."""

import pytest

from games.cronberg.components import CronbergBox, RhombKind, Symbol
from games.cronberg.lattice import lattice_of_side
from games.cronberg.rules import CRONBERG
from games.cronberg.scoring import final_line
from games.cronberg.state import Setup
from games.game import Phrase, Refusal, Seat


def lines_of(events):
    return [event.line for event in events if event.line]


def keys_of(events):
    return [event.phrase.key.rpartition(".")[2] for event in events]


def test_ulla_places_a_token_beside_five_free_triangles_one_a_guard(fresh, play):
    lattice, symbols = fresh.lattice, fresh.edition.symbols
    # C3 is an inner crossing with a guard; a rhomb's tip covers one triangle that is not the guard.
    crossing = lattice.crossing_named["C3"]
    guards = [t for t in lattice.triangles_at[crossing] if symbols[t] is Symbol.GUARD]
    tips = [s for s in lattice.sites if s.head == crossing and not set(guards) & set(s.triangles)]
    one, two = (lattice.triangle_names[t] for t in tips[0].triangles)
    after = play(fresh, f"rhomb church {one}+{two} head C3", "token C3")
    assert len(guards) == 1
    assert after.tokens == ((crossing, 1),)
    assert sum(t not in after.covered for t in after.lattice.triangles_at[crossing]) == 5


def test_karl_lays_a_town_hall_on_two_parks(fresh):
    symbols, names = fresh.edition.symbols, fresh.lattice.triangle_names
    site = next(s for s in fresh.lattice.sites if all(symbols[t] is Symbol.PARK for t in s.triangles))
    one, two = (names[t] for t in site.triangles)
    lay = f"rhomb town-hall {one}+{two} head {fresh.lattice.crossing_names[site.head]}"
    after, events = CRONBERG.apply(fresh, CRONBERG.read(lay))
    assert after.covered == set(site.triangles)
    assert after.left[fresh.edition.kind_index("town-hall")] == 0
    assert keys_of(events) == ["rhomb"]


def test_gerd_closes_karls_token_with_the_cemetery_and_karl_loses_two_points(play):
    # A corner of the board: two triangles, one under a well (2), one under the cemetery (-4).
    kinds = (RhombKind("well", "well", (2, 1, 2, 1)), RhombKind("cemetery", "cemetery", (-4, -2, -4, -2), 2))
    edition = CronbergBox("corner", 3, (Symbol.PARK,) * 54, kinds)
    seats = (Seat("Karl", "green"), Seat("Ulla", "red"), Seat("Gerd", "yellow"))
    state = play(CRONBERG.new(Setup(seats, edition)), "token A1", "rhomb well 1.1+2.2 head A1")
    after, events = CRONBERG.apply(state, CRONBERG.read("rhomb cemetery 1.2+1.3 head A1"))
    (line,) = lines_of(events)
    assert (line.player, line.points, line.working) == (0, -2, "2 − 4")
    assert after.scores == (-2, 0, 0)
    assert after.tokens == ()
    assert after.tokens_in_hand(0) == 4


def test_gerd_activates_the_guard_with_a_church_and_karl_takes_his_token_back(table_around, play):
    state, crossing = table_around([3], [Symbol.GUARD], seat=3)
    assert state.tokens == ()  # driven home unscored
    assert state.scores == (0, 0, 0, 0)
    with pytest.raises(Refusal, match="guarded"):
        play(state, f"token {crossing}")


def test_a_token_that_was_driven_home_is_placed_again_in_a_later_turn(table_around, play):
    state, barred = table_around([3], [Symbol.GUARD], seat=3)
    karl = next(place for place, seat in enumerate(state.setup.seats) if seat.name == "Karl")
    assert state.tokens_in_hand(karl) == 4
    while state.to_move != karl:
        state = play(state, next(line for line in map(CRONBERG.write, CRONBERG.legal(state)) if "token" in line))
    places = [line for line in map(CRONBERG.write, CRONBERG.legal(state)) if "token" in line]
    assert places
    assert f"token {barred}" not in places
    assert play(state, places[0]).tokens_in_hand(karl) == 3


@pytest.mark.parametrize("symbol", [Symbol.PARK, Symbol.COAT])
def test_a_park_and_a_coat_of_arms_take_effect_in_the_final_scoring_only(table_around, symbol):
    """The token stays where it is, unscored, while the game goes on; then it counts."""
    state, crossing = table_around([3], [symbol])
    assert (state.lattice.crossing_named[crossing], 0) in state.tokens
    assert state.scores == (0, 0, 0, 0)
    line = final_line(state, state.lattice.crossing_named[crossing], 0)
    assert line.points == (6 if symbol is Symbol.PARK else 3)


def test_ullas_token_beside_a_coat_of_arms_counts_seventeen(table_around):
    state, crossing = table_around([-6, 8, -3], [Symbol.COAT])
    line = final_line(state, state.lattice.crossing_named[crossing], 0)
    assert line.points == 17
    assert line.working == "8 + |−3| + |−6|"
    assert line.reason == Phrase.of("cronberg.reason.coat")


def test_annes_token_beside_a_park_counts_six(table_around):
    state, crossing = table_around([4, 1, -2], [Symbol.PARK])
    line = final_line(state, state.lattice.crossing_named[crossing], 2)
    assert (line.player, line.points) == (2, 6)
    assert line.working.endswith(") × 2")


# The big example: one rhomb left to lay, then two tokens, then the final scoring. Every rhomb has its own kind.
BEFORE = (
    ("4.2+5.1 head D2", (1, 1, 1, 1)),
    ("2.5+2.6 head B4", (1, 1, 1, 1)),
    ("5.8+6.7 head G4", (1, 1, 1, 1)),
    ("3.7+4.7 head C4", (1, 4, 1, 2)),
    ("5.2+5.3 head F1", (1, 1, 1, 1)),
    ("2.7+3.8 head D5", (-6, 1, 1, 1)),
    ("6.4+6.5 head F4", (1, 1, 1, 1)),
    ("3.9+4.9 head C5", (1, 1, 1, 1)),
    ("1.7+2.8 head A4", (1, 1, 1, 1)),
    ("2.1+3.2 head B1", (1, 1, 1, 1)),
    ("6.2+6.3 head G1", (-4, 1, 1, 1)),
    ("5.4+5.5 head E4", (1, 1, 1, 1)),
    ("2.9+3.10 head D6", (1, 1, 1, 1)),
    ("3.5+4.5 head C3", (1, 3, 1, 1)),
    ("1.1+2.2 head C2", (1, 1, 4, 6)),
    ("4.3+4.4 head E3", (1, 1, 1, 1)),
    ("3.3+3.4 head D2", (1, 1, 1, 1)),
    ("2.3+2.4 head C2", (1, 3, 1, 1)),
    ("1.5+1.6 head A4", (1, 1, 1, 1)),
    ("4.10+5.9 head D6", (1, 1, 1, 1)),
    ("1.3+1.4 head B2", (-2, 1, 1, 1)),
    ("3.1+4.1 head C1", (1, 1, 1, 1)),
    ("3.11+4.11 head E6", (1, 1, 1, 1)),
)
LAST = ("4.8+5.7 head F4", (1, 1, 3, 1))
SYMBOLS = {"4.6": Symbol.PARK, "3.6": Symbol.PARK, "1.2": Symbol.PARK, "6.1": Symbol.COAT, "5.6": Symbol.GUARD}


@pytest.fixture
def nearly_finished(four, play):
    """Karl is to move; each player has one token, so Ulla's and Gerd's stand for good."""
    lays = (*BEFORE, LAST)
    kinds = tuple(RhombKind(f"k{number}", "town_hall", numbers) for number, (_, numbers) in enumerate(lays))
    symbols = tuple(SYMBOLS.get(name, Symbol.COAT) for name in lattice_of_side(3).triangle_names)
    edition = CronbergBox(
        "example", 3, symbols, (*kinds, RhombKind("unused", "church", (1, 2, 1, 2), 4)), tokens_each=1
    )
    start = CRONBERG.new(Setup(four, edition))
    tokens = ("token G1", "token A1", "token F3", "token D5")  # red (6), yellow (7), blue (3), green (2)
    return play(start, *tokens, *(f"rhomb k{number} {where}" for number, (where, _) in enumerate(BEFORE)))


def test_the_nearly_finished_game_ends_as_the_rulebook_tells(nearly_finished):
    state = nearly_finished
    assert state.to_move == 3

    state, events = CRONBERG.apply(state, CRONBERG.read(f"rhomb k23 {LAST[0]}"))
    (line,) = lines_of(events)
    assert (line.player, line.points) == (3, 2)  # green (2) scores two points
    driven = [event for event in events if event.phrase.key == "cronberg.event.driven"]
    assert [(event.player, event.leaves) for event in driven] == [(2, ("F3",))]  # blue (3) goes home
    assert [event.leaves for event in events if event.line] == [("D5",)]  # and so does green (2)
    assert keys_of(events).index("scored") < keys_of(events).index("activated")

    for _ in ("Ulla", "Gerd"):  # neither has a token left
        assert [CRONBERG.write(action) for action in CRONBERG.legal(state)] == ["pass"]
        assert CRONBERG.closing(state) == CRONBERG.read("pass")
        state, _ = CRONBERG.apply(state, CRONBERG.read("pass"))

    assert CRONBERG.closing(state) is None
    state, _ = CRONBERG.apply(state, CRONBERG.read("token B2"))  # Anne (5)
    state, events = CRONBERG.apply(state, CRONBERG.read("token D4"))  # Karl (4)
    final = {line.player: line for line in lines_of(events)}
    assert {player: line.points for player, line in final.items()} == {0: 4, 1: 8, 2: 14, 3: 20}
    assert final[0].working == "|−4|"
    assert final[1].working == "4 × 2"
    assert final[2].working == "(6 + 3 − 2) × 2"
    assert final[3].working == "(3 + 2) × 4"
    assert all(line.final for line in final.values())
    assert state.scores == (4, 8, 14, 22)
    assert state.to_move is None
    assert [standing.player for standing in CRONBERG.standings(state)] == [3, 2, 1, 0]


def test_annes_sum_names_each_number_its_building_and_the_park(nearly_finished, play):
    state = play(nearly_finished, f"rhomb k23 {LAST[0]}", "pass", "pass", "token B2")
    line = final_line(state, state.lattice.crossing_named["B2"], 2)
    assert line.working == "(6 + 3 − 2) × 2"
    assert [item.points for item in line.items[:3]] == [6, 3, -2]
    assert line.items[3].phrase == Phrase.of("cronberg.item.park")
    assert line.items[3].places == ("1.2",)
    assert line.places == ("B2", "1.2")
