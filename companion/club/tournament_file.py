"""A club's tournament on the disk: begun, paired round by round, its results told by the tables themselves."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from calibration.files.kept_file import DamagedFile
from companion.broadcast.table_now import TableNow
from companion.club.swiss import Tournament, with_match_result
from companion.titles.registry import find_title
from companion.typed_file import read_typed, write_typed
from games.game import Phrase, Refusal, RefusalKind


def tournament_at(path: Path) -> Tournament:
    """What is kept there. Raises :class:`Refusal` where there is none, and
    ``calibration.files.kept_file.DamagedFile``."""
    try:
        return read_typed(path, Tournament)
    except FileNotFoundError as error:
        raise Refusal(RefusalKind.INVALID, Phrase.of("club.no_tournament", file=str(path)), value=str(path)) from error


def keep_tournament(path: Path, tournament: Tournament) -> None:
    """Whole or not at all. Raises ``calibration.files.whole_file.CannotWrite``."""
    write_typed(path, tournament)


def tie_breaks(game: str) -> tuple[str, ...]:
    """How ties are broken in tournaments of a game; a default of ours."""
    facts = _facts()
    title = find_title(game)
    base = title.expands if title is not None and title.expands else game
    return tuple(facts["tie_breaks"].get(game) or facts["tie_breaks"].get(base) or facts["usual"])


def with_result(tournament: Tournament, now: TableNow) -> Tournament:
    """With what a table tells of a finished game of two who are paired; the same tournament where it tells nothing of
    this round. A game is known by its players' names: those who want no name told are entered by hand."""
    if now.standings is None or now.title != tournament.game or len(now.seats) != 2:
        return tournament
    first, second = (seat.called for seat in now.seats)
    winners = [standing.seat for standing in now.standings if standing.rank == 1]
    won = now.seats[winners[0]].called if len(winners) == 1 else ""
    try:
        return with_match_result(tournament, first, second, (now.scores[0], now.scores[1]), won)
    except Refusal:
        return tournament  # they play for fun, or it is a game of an earlier round


class KeptTournament:
    """The tournament of a page that is open all evening: read when somebody pairs a round, written when a table tells
    a result."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: set[str] = set()

    def read(self) -> Tournament | None:
        """What is kept now; None where there is none, or it can't be read just now."""
        try:
            return tournament_at(self._path)
        except (Refusal, DamagedFile):
            return None

    def hear(self, now: TableNow) -> None:
        """A table tells a game. Raises ``calibration.files.whole_file.CannotWrite``."""
        before = self.read()
        if before is None or now.standings is None or now.game in self._seen:
            return
        after = with_result(before, now)
        if after is not before:
            self._seen.add(now.game)
            keep_tournament(self._path, after)


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(files(__package__).joinpath("tie_breaks.json").read_text(encoding="utf-8"))
    return facts
