"""Which games can be rehearsed on the simulated table, and how their table is set up from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rehearsal.live_table import LiveTable
from companion.rehearsal.seats import seats_for
from companion.titles.registry import find_title, game_keys, game_named
from games.any_game import AnyRecord
from games.game import SEAT_COLOURS, Phrase, Refusal, RefusalKind
from games.record import Record
from vision.simulator.played import Scenario
from vision.simulator.players.pace import USUAL, Pace


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
    """What is rehearsed.

    Attributes:
        game_key: which game.
        seed: everything that chance decides.
        players: how many.
        turns: at most so many (tiles, rhombi and the like); None plays to the end.
        level: ``easy``, ``ordinary`` or ``hard`` pictures.
        brisk: players take no longer than they must, where nobody watches.
        fps: frames a second of the table's own clock; things take as many frames with fewer, and so longer.
        curious: the players try what casual ones hardly ever come to.
    """

    game_key: str
    seed: int
    players: int = 4
    turns: int | None = None
    level: str = "ordinary"
    brisk: bool = True
    fps: float = 10.0
    curious: bool = False

    def scenario(self, brisk: Pace, unhurried: Pace = USUAL) -> Scenario:
        """What its table is up against, at the game's own paces."""
        return Scenario(self.level, self.seed, self.fps, brisk if self.brisk else unhurried)


@dataclass(frozen=True, slots=True)
class RehearsedGame:
    """The record before the first action, and the table that will play."""

    record: AnyRecord
    table: LiveTable


def rehearsed_keys() -> tuple[str, ...]:
    """Games with a rehearsal."""
    return game_keys(lambda title: title.rehearsal)


def set_up(plan: RehearsalPlan) -> RehearsedGame:
    """The table of a plan; the same plan gives the same pictures. Raises :class:`Refusal` where there is none."""
    title = find_title(plan.game_key)
    if title is None or title.rehearsal is None:
        phrase = Phrase.of("command.no_rehearsal", game=plan.game_key, known=", ".join(rehearsed_keys()))
        raise Refusal(RefusalKind.INVALID, phrase, value=plan.game_key)
    return title.rehearsal(plan)


def players_record(plan: RehearsalPlan) -> AnyRecord:
    """The plan's people before their first action."""
    game = game_named(plan.game_key)
    colours = shuffled(random.Random(plan.seed), SEAT_COLOURS[:6])
    return Record.start(game, game.setup(seats_for(plan.players, colours)))


def check_players(plan: RehearsalPlan, most: int, key: str) -> None:
    """Raises :class:`Refusal` with the message ``key`` where fewer than two or more than ``most`` are to play."""
    if not 2 <= plan.players <= most:
        raise Refusal(RefusalKind.INVALID, Phrase.of(key, count=plan.players), value=str(plan.players))


def shuffled(chance: random.Random, colours: Sequence[str]) -> list[str]:
    """The colours of the people around the table, in the order in which they sit."""
    return chance.sample(colours, len(colours))
