"""How often a photographed finished table comes to the scores of the game that led there.

A game is played by chance to its end (Cronberg and Istanbul: far) and its table is drawn and photographed. What no
photograph shows (track, carriages, tiles, cash, whose display is whose) is told as people would tell it; what lies
there is read, and nobody puts anything right. Every player's score is compared with the game's own. A wrong one is
``doubted`` where something of that table was pointed out for people to look at, else it is ``silent``.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from companion.readings.finished.riga import FinishedRiga
from companion.readings.finished.table import FinishedReader, FinishedTable, OfPlayer
from companion.titles.registry import title_named
from games.cronberg.components import default_edition
from games.cronberg.scoring import final_lines
from games.game import Phrase
from games.istanbul.rules import ISTANBUL
from games.riga.ending import points_now
from games.riga.state import State as RigaState
from games.thurn_and_taxis.scoring import score_of
from tools.benchmarks.reading.levels import levels_asked
from tools.benchmarks.wilson import wilson
from vision.frames import Picture

CRONBERG_RHOMBI, ISTANBUL_ACTIONS = 40, 300


@dataclass(frozen=True, eq=False, slots=True)
class Ended:
    """A finished table: its photograph, what people tell of it, and the true score of every player by key."""

    picture: Picture
    tell: Callable[[FinishedTable], None]
    scores: dict[str, int]


def cronberg(level: str, seed: int) -> Ended:
    """Tokens on a board that is nearly full; the track is told."""
    from vision.simulator.cronberg.table import still_board

    photograph = still_board(level, seed, edition=default_edition(), rhombi=CRONBERG_RHOMBI)
    state = photograph.state
    lines = final_lines(state)
    track = {seat.colour: state.scores[number] for number, seat in enumerate(state.setup.seats)}

    def tell(table: FinishedTable) -> None:
        for colour, points in track.items():
            table.answer(OfPlayer(colour), "track", points)

    scores = {
        seat.colour: state.scores[number] + sum(line.points for line in lines if line.player == number)
        for number, seat in enumerate(state.setup.seats)
    }
    return Ended(photograph.image, tell, scores)


def glass(level: str, seed: int) -> Ended:
    """Glass at the sides of the picture, by the house rule."""
    from companion.editions.box_values import BoxValues
    from companion.readings.glass_points import GAME, values_of
    from games.carcassonne.stained_glass.windows import worth_at_end
    from vision.simulator.stained_glass.still import still_glass

    drawn = still_glass(seed, level, players=2 + seed % 3, faults=False)
    held: dict[str, Counter[str]] = {}
    for tile in drawn.truth.tiles:
        held.setdefault(tile.owner, Counter())[tile.kind] += 1
    values, _ = values_of(BoxValues(GAME, {}))
    return Ended(drawn.picture, lambda table: None, {side: worth_at_end(own, values) for side, own in held.items()})


def istanbul(level: str, seed: int) -> Ended:
    """Who plays is seen, and what wheelbarrows hold is told; who has won is worked out."""
    from vision.simulator.istanbul.table import random_state, still_table

    state = random_state(random.Random(seed * 7919 + 3), ISTANBUL.key, actions=ISTANBUL_ACTIONS)
    photograph = still_table(level, seed, game_key=ISTANBUL.key, actions=ISTANBUL_ACTIONS)

    def tell(table: FinishedTable) -> None:
        known = {one.colour for one in table.sums()}
        for seat, player in zip(state.setup.seats, state.players, strict=True):
            if seat.colour in known:  # whoever was not seen is no player here
                table.answer(OfPlayer(seat.colour), "rubies", player.rubies)
                table.answer(OfPlayer(seat.colour), "lira", player.lira)

    scores = {seat.colour: player.rubies for seat, player in zip(state.setup.seats, state.players, strict=True)}
    return Ended(photograph.image, tell, scores)


def thurn(level: str, seed: int) -> Ended:
    """Houses are seen; carriages and bonus tiles are told. Odd seeds show the north."""
    from vision.simulator.thurn_and_taxis.table import still_board

    game = _postal(seed)
    state = still_board(game, level, seed, share=1.0)

    def tell(table: FinishedTable) -> None:
        for seat, player in zip(state.state.setup.seats, state.state.players, strict=True):
            if player.carriage and game == "thurn-and-taxis":
                table.answer(OfPlayer(seat.colour), "carriage", str(player.carriage))
            table.answer(OfPlayer(seat.colour), "bonus", sum(value for _, value in player.tiles))

    scores = {seat.colour: score_of(state.state, number) for number, seat in enumerate(state.state.setup.seats)}
    return Ended(state.image, tell, scores)


def _postal(seed: int) -> str:
    return "power-and-glory" if seed % 2 else "thurn-and-taxis"


def riga(level: str, seed: int) -> Ended:
    """Buildings and tiles are seen; owners of tiles, cash and what stayed in hand are told."""
    from vision.simulator.riga.table import still_table

    photograph = still_table(level, seed, share=1.0)
    state = photograph.state
    return Ended(photograph.image, lambda table: _tell_riga(table, state), _riga_scores(state))


def _riga_scores(state: RigaState) -> dict[str, int]:
    return {seat.colour: points_now(state, number) for number, seat in enumerate(state.setup.seats)}


def _tell_riga(table: FinishedTable, state: RigaState) -> None:
    """Which display is whose goes by the cards that lie in it."""
    assert isinstance(table, FinishedRiga)
    seats = {player: _likest(table, player, state) for player in table.players}
    for player, seat in seats.items():
        own = state.players[seat]
        table.answer(OfPlayer(player), "colour", state.setup.seats[seat].colour)
        table.answer(OfPlayer(player), "unbuilt", own.unbuilt)
        table.answer(OfPlayer(player), "cash", state.cash(seat))
        if own.declared:
            table.answer(OfPlayer(player), "points", table.points(player) + own.declared)
    players = {seat: player for player, seat in seats.items()}
    for key, name in table.masters.items():
        for placed in state.row:
            if placed.master.key == name and not placed.master.is_money:
                table.answer(
                    key, "owner", players.get(placed.owner, "nobody") if placed.owner is not None else "nobody"
                )


def _likest(table: FinishedRiga, player: str, state: RigaState) -> int:
    there = {table.names[key] for key, whose in table.displays.items() if whose == player}
    return max(range(len(state.players)), key=lambda seat: len(there & set(state.players[seat].built)))


_GAMES: dict[str, Callable[[str, int], Ended]] = {
    "carcassonne-stained-glass": glass,
    "cronberg": cronberg,
    "istanbul": istanbul,
    "thurn-and-taxis": thurn,
    "riga": riga,
}


def measure(args: argparse.Namespace) -> dict[str, object]:
    """Read ``args.pictures`` finished tables of each game and level from seed ``args.seed`` on."""
    cv2.setNumThreads(1)
    seeds = range(args.seed, args.seed + args.pictures)
    games = [key for key in _GAMES if not args.games or key in args.games.split(",")]
    return {game: {level: _measured(game, level, seeds) for level in levels_asked(args)} for game in games}


def _finished_reader(key: str) -> FinishedReader:
    made = title_named(key).finished
    if made is None:
        raise LookupError(f"{key} reads no finished table")
    return made()


def _measured(game: str, level: str, seeds: range) -> dict[str, object]:
    right = scores = doubted = silent = whole = extra = 0
    seconds: list[float] = []
    failed: list[str] = []
    for seed in seeds:
        ended = _GAMES[game](level, seed)
        key = _postal(seed) if game == "thurn-and-taxis" else game
        reader = _finished_reader(key)
        started = time.process_time()
        table = reader.read(ended.picture)
        seconds.append(time.process_time() - started)
        row = {} if isinstance(table, Phrase) else _figures(table, ended)
        wrong = [player for player, points in ended.scores.items() if row.get(player) != points]
        pointed_out = isinstance(table, Phrase) or bool(table.doubts())
        right, scores = right + len(ended.scores) - len(wrong), scores + len(ended.scores)
        doubted, silent = doubted + len(wrong) * pointed_out, silent + len(wrong) * (not pointed_out)
        extra += len(row.keys() - ended.scores.keys())
        whole += not wrong
        if wrong:
            failed.append(f"{seed}: {row} for {ended.scores}")
    low, high = wilson(right, scores)
    return {
        "scores": f"{right} of {scores} ({100 * low:.1f} to {100 * high:.1f} %)",
        "tables": f"{whole} of {len(seeds)}",
        "wrong_and_pointed_out": doubted,
        "wrong_and_silent": silent,
        "players_too_many": extra,
        "seconds": round(sorted(seconds)[len(seconds) // 2], 2) if seconds else None,
        "failed": failed,
    }


def _figures(table: FinishedTable, ended: Ended) -> dict[str, int]:
    ended.tell(table)
    return {one.colour or one.key.player: one.points for one in table.sums()}
