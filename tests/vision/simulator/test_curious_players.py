"""What casual players hardly ever come to is rehearsed as well."""

from __future__ import annotations

from games.carcassonne.actions import Discard
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.riga.actions import Effect, Lay, Reveal
from games.riga.rules import RIGA
from games.thurn_and_taxis.actions import Renew
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from vision.simulator.carcassonne.live import sampled_game
from vision.simulator.played import sampled_turns
from vision.simulator.riga.live import sampled_game as sampled_riga

TWO = (Seat("Anna", "red"), Seat("Ben", "blue"))


def test_a_tile_that_fits_nowhere_is_drawn_in_some_games_of_curious_players() -> None:
    setup = CARCASSONNE.setup(TWO)
    curious = (sampled_game(setup, seed, curious=True) for seed in range(60))
    assert any(isinstance(action, Discard) for game in curious for action in game)


def test_curious_players_renew_the_open_cards_and_play_by_the_rules() -> None:
    setup = THURN_AND_TAXIS.setup(TWO)
    actions = sampled_turns(THURN_AND_TAXIS, setup, 3, 12, curious=True)
    assert any(isinstance(action, Renew) for action in actions)
    state = THURN_AND_TAXIS.new(setup)
    for action in actions:
        state, _ = THURN_AND_TAXIS.apply(state, action)


def test_curious_players_of_riga_turn_cards_up_one_by_one_and_tell_what_a_card_says() -> None:
    steps = sampled_riga(RIGA.setup(TWO), 5, 3, curious=True)
    assert {Effect, Reveal} <= {type(step.action) for step in steps}


def test_curious_players_of_riga_lay_the_row_out_in_one_go() -> None:
    setup = RIGA.setup(TWO)
    rows = [step.action for seed in range(3) for step in sampled_riga(setup, seed, 1, curious=True) if step.seen]
    assert all(len(row.masters) > 1 for row in rows if isinstance(row, Lay))
