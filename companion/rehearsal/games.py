"""Which games can be rehearsed on the simulated table, and how their table is set up from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.rehearsal.whole_game import LiveTable, seats_for
from games.catalogue import game_named
from games.game import SEAT_COLOURS, Phrase, Refusal, RefusalKind
from games.record import Record

MOST_TRIES = 40
DICE_SEEN = 5  # in every so many rehearsals of a game with dice a camera reads them; else they tell by wire


@dataclass(frozen=True, slots=True)
class Plan:
    """What is rehearsed.

    Attributes:
        game_key: which game.
        seed: everything that chance decides.
        players: how many.
        turns: at most so many (tiles, rhombi and the like); None plays to the end.
        level: ``easy``, ``ordinary`` or ``hard`` pictures.
        brisk: players take no longer than they must, where nobody watches.
        fps: frames a second of the table's own clock; things take as many frames with fewer, and so longer.
    """

    game_key: str
    seed: int
    players: int = 4
    turns: int | None = None
    level: str = "ordinary"
    brisk: bool = True
    fps: float = 10.0


@dataclass(frozen=True, slots=True)
class RehearsedGame:
    """The record before the first action, and the table that will play."""

    record: Record[Any, Any, Any]
    table: LiveTable


def rehearsed_keys() -> tuple[str, ...]:
    """Games with a rehearsal."""
    return tuple(_BUILDERS)


def set_up(plan: Plan) -> RehearsedGame:
    """The table of a plan; the same plan gives the same pictures. Raises :class:`Refusal` where there is none."""
    if plan.game_key not in _BUILDERS:
        phrase = Phrase.of("command.no_rehearsal", game=plan.game_key, known=", ".join(_BUILDERS))
        raise Refusal(RefusalKind.INVALID, phrase, value=plan.game_key)
    return _BUILDERS[plan.game_key](plan)


def players_record(plan: Plan) -> Record[Any, Any, Any]:
    """The plan's people before their first action."""
    game = game_named(plan.game_key)
    colours = _colours(random.Random(plan.seed), SEAT_COLOURS[:6])
    return Record.start(game, game.setup(seats_for(plan.players, colours)))


def _carcassonne(plan: Plan) -> RehearsedGame:
    from vision.simulator.carcassonne.live import BRISK, Pace, sampled_game
    from vision.simulator.carcassonne.live import LiveTable as CarcassonneTable
    from vision.simulator.carcassonne.still import DoesNotFit

    record = players_record(plan)
    setup = record.setup
    pace = BRISK if plan.brisk else Pace()
    for attempt in range(MOST_TRIES):
        # Casual players sometimes build a map too long for any table; they would have moved it, we deal again.
        actions = sampled_game(setup, plan.seed + 1_000_003 * attempt, plan.turns)
        try:
            table = CarcassonneTable(setup, actions, plan.level, plan.seed, fps=plan.fps, pace=pace)
        except DoesNotFit:
            continue
        return RehearsedGame(record, table)
    raise Refusal(RefusalKind.INVALID, Phrase.of("command.map_too_large", seed=plan.seed), value=str(plan.seed))


def _cronberg(plan: Plan) -> RehearsedGame:
    from games.cronberg.rules import CRONBERG
    from vision.simulator.cronberg.live import BRISK, LiveBoard, Pace, sampled_game
    from vision.simulator.cronberg.table import COLOURS

    colours = _colours(random.Random(plan.seed), COLOURS)
    record = Record.start(CRONBERG, CRONBERG.setup(seats_for(plan.players, colours)))
    actions = sampled_game(record.setup, plan.seed, plan.turns)
    pace = BRISK if plan.brisk else Pace()
    table = LiveBoard(record.setup, actions, plan.level, plan.seed, fps=plan.fps, pace=pace)
    return RehearsedGame(record, table)


def _stained_glass(plan: Plan) -> RehearsedGame:
    from vision.simulator.carcassonne.live import BRISK, Pace
    from vision.simulator.carcassonne.view import DoesNotFit
    from vision.simulator.stained_glass.live import GlassTable, sampled_glass_game

    record = players_record(plan)
    setup = record.setup
    pace = BRISK if plan.brisk else Pace()
    for attempt in range(MOST_TRIES):
        actions = sampled_glass_game(setup, plan.seed + 1_000_003 * attempt, plan.turns)
        try:
            table = GlassTable(setup, actions, plan.level, plan.seed, fps=plan.fps, pace=pace)
        except DoesNotFit:
            continue
        return RehearsedGame(record, table)
    raise Refusal(RefusalKind.INVALID, Phrase.of("command.map_too_large", seed=plan.seed), value=str(plan.seed))


def _postal(plan: Plan) -> RehearsedGame:
    from companion.editions.postal_map import own_map
    from games.thurn_and_taxis.rules import ThurnAndTaxis
    from vision.simulator.played import sampled_turns
    from vision.simulator.thurn_and_taxis.live import BRISK, LiveBoard, Pace
    from vision.thurn_and_taxis.copy import BOX_COLOURS

    if not 2 <= plan.players <= 4:
        raise Refusal(
            RefusalKind.INVALID, Phrase.of("thurn.refused_seats", count=plan.players), value=str(plan.players)
        )
    game = game_named(plan.game_key)
    assert isinstance(game, ThurnAndTaxis)
    setup = game.setup(seats_for(plan.players, _colours(random.Random(plan.seed), BOX_COLOURS)))
    setup = replace(setup, atlas=own_map(setup.atlas.key))
    actions = sampled_turns(game, setup, plan.seed, plan.turns)
    pace = BRISK if plan.brisk else Pace()
    table = LiveBoard(game, setup, actions, plan.level, plan.seed, fps=plan.fps, pace=pace)
    return RehearsedGame(Record.start(game, setup), table)


def _riga(plan: Plan) -> RehearsedGame:
    from games.riga.rules import RIGA
    from games.riga.scorer import GRAND_MASTERS
    from vision.simulator.riga.live import BRISK, LiveTable, Pace, sampled_game, scored_game, scorer_setup

    if not 2 <= plan.players <= 4:
        phrase = Phrase.of("riga.refused_seats", count=plan.players)
        raise Refusal(RefusalKind.INVALID, phrase, value=str(plan.players))
    colours = _colours(random.Random(plan.seed), SEAT_COLOURS[:6])
    setup = RIGA.setup(seats_for(plan.players, colours))  # its cards are the ones that are drawn, not the owner's
    steps = sampled_game(setup, plan.seed, plan.turns)
    alone = plan.game_key == GRAND_MASTERS.key
    pace = BRISK if plan.brisk else Pace()
    shown = scored_game(steps) if alone else steps
    table = LiveTable(RIGA.new(setup), shown, plan.level, plan.seed, fps=plan.fps, pace=pace)
    record = Record.start(GRAND_MASTERS, scorer_setup(setup)) if alone else Record.start(RIGA, setup)
    return RehearsedGame(record, table)


def _istanbul(plan: Plan) -> RehearsedGame:
    from games.istanbul.rules import Istanbul
    from vision.simulator.dice.tray import DiceTray
    from vision.simulator.istanbul.live import BRISK, LiveTable, Pace, laid_out
    from vision.simulator.played import sampled_turns

    if not 2 <= plan.players <= 5:
        phrase = Phrase.of("istanbul.refused_seats", count=plan.players)
        raise Refusal(RefusalKind.INVALID, phrase, value=str(plan.players))
    game = game_named(plan.game_key)
    assert isinstance(game, Istanbul)
    colours = _colours(random.Random(plan.seed), SEAT_COLOURS)
    setup = laid_out(game, game.setup(seats_for(plan.players, colours)), plan.seed)
    actions = sampled_turns(game, setup, plan.seed, plan.turns)
    pace = BRISK if plan.brisk else Pace()
    table = LiveTable(game, setup, actions, plan.level, plan.seed, fps=plan.fps, pace=pace)
    if plan.brisk and plan.seed % DICE_SEEN == 0:
        table.tray = DiceTray(plan.level, plan.seed)
    return RehearsedGame(Record.start(game, setup), table)


def _colours(chance: random.Random, colours: tuple[str, ...]) -> list[str]:
    return chance.sample(colours, len(colours))


_BUILDERS: dict[str, Callable[[Plan], RehearsedGame]] = {
    "carcassonne": _carcassonne,
    "carcassonne-stained-glass": _stained_glass,
    "cronberg": _cronberg,
    "thurn-and-taxis": _postal,
    "power-and-glory": _postal,
    "riga": _riga,
    "grand-masters": _riga,
    "istanbul": _istanbul,
    "istanbul-letters-and-seals": _istanbul,
    "great-bazaar": _istanbul,
}
