"""A finished game as other programs count it: who sat where, with how many points, in which rank, when it ended."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from companion.locale import say
from companion.titles.registry import title_named
from games.any_game import AnyRecord
from games.game import Phrase, Refusal, RefusalKind

LONGEST_MS = 24 * 3600 * 1000  # from first to last entry: what lay over a night was not played all the time


@dataclass(frozen=True, slots=True)
class FinishedPlayer:
    """Somebody at the table: the name as typed, points, and rank from 1 (equal ranks share)."""

    name: str
    colour: str
    points: int
    rank: int

    @property
    def won(self) -> bool:
        """Whether they won, alone or with others."""
        return self.rank == 1


@dataclass(frozen=True, slots=True)
class FinishedPlay:
    """A finished game.

    Attributes:
        key: of the game; where it is played with an expansion that has a key of its own, of the game without it.
        name: what the game is called in English, as the databases of games do.
        expansion: the English name with its expansion; "" without one.
        bgg: its number at BoardGameGeek; None where we don't know it.
        ident: tells this game from every other one; the same however often it is shared.
        started_ms, ended_ms: of its first and last entry, milliseconds since the epoch.
        players: everybody in playing order, the first of whom began.
    """

    key: str
    name: str
    expansion: str
    bgg: int | None
    ident: str
    started_ms: int
    ended_ms: int
    players: tuple[FinishedPlayer, ...]

    @property
    def minutes(self) -> int | None:
        """How long it lasted; None where that can't be told: less than a minute, or more than a day."""
        lasted = self.ended_ms - self.started_ms
        return round(lasted / 60_000) or None if 0 < lasted <= LONGEST_MS else None


def finished_play(record: AnyRecord) -> FinishedPlay:
    """What a record tells. Raises :class:`Refusal` of kind illegal while the game goes on: half a game counts
    nowhere."""
    game = record.game
    if game.player_to_move(record.state) is not None or record.holes:
        raise Refusal(RefusalKind.ILLEGAL, Phrase.of("share.not_over"), value=game.key)
    title = title_named(game.key)
    base = title_named(title.expands) if title.expands else title
    ranks = {standing.player: standing for standing in game.standings(record.state)}
    return FinishedPlay(
        base.key,
        say(base.name, "en"),
        say(title.name, "en") if title is not base else "",
        play_facts()["games"].get(base.key, {}).get("bgg"),
        _ident(record),
        record.log[0].time_ms if record.log else 0,
        record.log[-1].time_ms if record.log else 0,
        tuple(
            FinishedPlayer(seat.name, seat.colour, ranks[number].score, ranks[number].rank)
            for number, seat in enumerate(record.setup.seats)
        ),
    )


@cache
def play_facts() -> dict[str, Any]:
    """What is known of other people's forms and numbers, each with its source and our confidence in it."""
    facts: dict[str, Any] = json.loads(files(__package__).joinpath("play_facts.json").read_text(encoding="utf-8"))
    return facts


def _ident(record: AnyRecord) -> str:
    """Of set-up and beginning alone: an undone end that is played again is the same game."""
    began = record.log[0].time_ms if record.log else 0
    text = json.dumps([record.game.key, record.game.setup_to_json(record.setup), began], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]
