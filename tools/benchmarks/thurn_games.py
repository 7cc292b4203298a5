"""Whole games of Thurn and Taxis by the rules alone: that every one ends, that nothing is lost, and how fast."""

from __future__ import annotations

import random
import time

from games.game import Seat
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS, ThurnAndTaxis
from games.thurn_and_taxis.state import State
from tools.benchmarks.budget.speed import summary

MOST_ACTIONS = 20_000
NAMES = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dora", "yellow"))


class NotConserved(AssertionError):
    """Cards, houses or tiles went astray: in which game, and what."""


def measure(games: int) -> dict[str, object]:
    """So many random games of each of the two, 2 to 4 players in turn; seeds count from 0."""
    found: dict[str, object] = {}
    for game in (THURN_AND_TAXIS, POWER_AND_GLORY):
        taken, actions = [], 0
        for seed in range(games):
            started = time.process_time()
            actions += play(game, seed, 2 + seed % 3)
            taken.append((time.process_time() - started) * 1000)
        found[game.key] = {"games": games, "ended": games, "actions": actions, **summary("random_game", taken)}
    return found


def play(game: ThurnAndTaxis, seed: int, players: int) -> int:
    """One random game to its end; how many actions it took. Raises :class:`NotConserved`."""
    rng = random.Random(seed)
    state = game.new(game.setup(tuple(Seat(name, colour) for name, colour in NAMES[:players])))
    for number in range(MOST_ACTIONS):
        if game.player_to_move(state) is None:
            check(state, f"{game.key} {seed}")
            return number
        seat = state.seat
        state, _ = game.apply(state, game.sample(state, rng))
        if state.seat != seat:
            check(state, f"{game.key} {seed}")
    raise NotConserved(f"{game.key} {seed}: no end after {MOST_ACTIONS} actions")


def check(state: State, which: str) -> None:
    """That cards, tiles and houses are all there. Raises :class:`NotConserved`."""
    atlas, players = state.setup.atlas, state.players
    cards = len(atlas.cities) * state.number("copies")
    held = sum(player.hand + len(player.route) + len(player.trains) for player in players)
    lying = state.drawable + len(state.display)
    if lying + held != cards:
        raise NotConserved(f"{which}: {lying} + {held} of {cards} cards")
    if any(times > state.number("copies") for times in state.seen().values()):
        raise NotConserved(f"{which}: a city more often than there are cards")
    for key, values in state.stacks:
        taken = [value for player in players for stack, value in player.tiles if stack == key]
        if sorted((*values, *taken)) != sorted(atlas.stack[key].values):
            raise NotConserved(f"{which}: tiles of {key}")
    if not all(0 <= state.houses_left(seat) <= state.number("houses") for seat in range(len(players))):
        raise NotConserved(f"{which}: houses")
