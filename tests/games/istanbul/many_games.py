"""Play thousands of random games and check every state: ``python tests/games/istanbul/many_games.py 10000``.

Too slow for every test run; prints games played, actions, and the first law that broke, if any. The time of a game is
processor time without the checks.
"""

import random
import statistics
import sys
import time

from games.game import Seat
from games.istanbul.conservation import broken_laws
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS

NAMES = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dora", "yellow"), ("Emil", "white"))
MOST_ACTIONS = 10_000


def play(game, seed, *, checked):
    """Actions of one whole game; every tenth state is checked, and the last one."""
    rng = random.Random(seed)
    seats = tuple(Seat(name, colour) for name, colour in NAMES[: 2 + seed // 3 % 4])
    state, actions = game.new(game.setup(seats)), 0
    while game.player_to_move(state) is not None:
        state, _ = game.apply(state, game.sample(state, rng))
        actions += 1
        if checked and (actions % 10 == 0 or state.is_over):
            broken = broken_laws(game.rulebook(state.setup), state)
            if broken or actions > MOST_ACTIONS:
                raise SystemExit(f"{game.key}, seed {seed}, action {actions}: {broken or 'does not end'}")
    return actions


def main(count):
    """Every game in turn, two to five players in turn."""
    actions, taken = [], {game.key: [] for game in (ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR)}
    for seed in range(count):
        game = (ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR)[seed % 3]
        if seed < 300:
            started = time.process_time()
            play(game, seed, checked=False)
            taken[game.key].append((time.process_time() - started) * 1000)
        actions.append(play(game, seed, checked=True))
        if (seed + 1) % 500 == 0:
            print(seed + 1, "games,", sum(actions), "actions", flush=True)
    for key, times in taken.items():
        print(f"{key}: median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms over {len(times)} games")
    print(len(actions), "games,", sum(actions), "actions, longest", max(actions))


if __name__ == "__main__":
    main(int(sys.argv[1]))
