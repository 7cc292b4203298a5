"""The club on one page: who waits for a helper, every table with its scores, the tournament. Plain HTML that reloads
itself, so that it works on any phone and television, without a script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.broadcast.table_now import TableNow
from companion.club.club_now import ClubNow, ClubTable
from companion.club.swiss import Tournament, standings
from companion.club.tournament_file import tie_breaks
from companion.locale import say
from games.game import Phrase, PhraseValue

RELOADS_EVERY_S = 5
MINUTE_MS = 60_000

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1816; --soft: #6b625b; --line: #d8d2cc; --warn: #8a3b00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15110e; --ink: #f6efe4; --soft: #b5a99b; --line: #3a332d; --warn: #ffb27a; }
}
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--ink);
  font: clamp(16px, 1.3vw + 8px, 26px)/1.4 Lato, system-ui, sans-serif; }
h1 { font-size: 1.6em; margin: 0 0 .5em; } h2 { font-size: 1.2em; margin: 1em 0 .4em; }
.tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(17em, 1fr)); gap: .8em; padding: 0;
  margin: 0; }
.tables > li { list-style: none; border: 1px solid var(--line); border-radius: .6em; padding: .7em .9em; }
.tables h3 { margin: 0; font-size: 1em; } .soft { color: var(--soft); } .warn { color: var(--warn); font-weight: bold; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; } td, th { padding: .15em .5em .15em 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } tr.next { font-weight: bold; }
td:not(.number), h3 { overflow-wrap: anywhere; }
@media (max-width: 30em) { .standings th.number { font-size: .7em; } }
"""


def club_page(club: ClubNow, tournament: Tournament | None, language: str, *, now_ms: int) -> str:
    """The whole page. Every word that somebody else typed is escaped."""
    words = _Words(language)
    title = words("club.title", club=club.club)
    parts = [
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="refresh" content="{RELOADS_EVERY_S}"><link rel="stylesheet" href="/club.css">',
        '<link rel="icon" href="/page/icon.svg">',
        f"<title>{title}</title></head><body><h1>{title}</h1><main>",
        *_waiting(club, words, now_ms),
        *_tables(club, words, now_ms),
        *(_tournament(tournament, words) if tournament is not None else ()),
        "</main></body></html>",
    ]
    return "".join(parts)


class _Words:
    """Messages in one language, escaped."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __call__(self, key: str, **values: PhraseValue) -> str:
        return escape(say(Phrase.of(key, **values), self._language))


def _waiting(club: ClubNow, words: _Words, now_ms: int) -> Iterator[str]:
    waiting = club.waiting
    if not waiting:
        return
    yield f'<section aria-live="polite"><h2>{words("club.waiting")}</h2><ol>'
    for table in waiting:
        yield f'<li class="warn">{words("club.table")} {escape(table.name)}: {_since(table, words, now_ms)}</li>'
    yield "</ol></section>"


def _since(table: ClubTable, words: _Words, now_ms: int) -> str:
    return words("club.waits", minutes=max(1, (now_ms - (table.waits_since_ms or now_ms)) // MINUTE_MS))


def _tables(club: ClubNow, words: _Words, now_ms: int) -> Iterator[str]:
    yield f"<section><h2>{words('club.tables')}</h2>"
    tables = club.in_order
    if not tables:
        yield f'<p class="soft">{words("club.no_tables")}</p>'
    yield '<ul class="tables">'
    for table in tables:
        yield f"<li><h3>{words('club.table')} {escape(table.name)}</h3>"
        if not table.online:
            yield f'<div class="soft">{words("club.offline")}</div>'
        if table.waits_since_ms is not None:
            yield f'<div class="warn">{_since(table, words, now_ms)}</div>'
        if table.health is not None and table.online:
            yield from (f'<div class="warn">{escape(one.words)}</div>' for one in table.health.troubles)
        if table.now is not None:
            yield from _game(table.now, words)
        elif table.online:
            yield f'<div class="soft">{words("onlookers.no_game")}</div>'
        yield "</li>"
    yield "</ul></section>"


def _game(now: TableNow, words: _Words) -> Iterator[str]:
    turn = words("club.over")
    if now.standings is None and now.to_move is not None:
        turn = words("club.to_move", name=now.seats[now.to_move].called)
    yield f'<div class="soft">{escape(now.title_words)} · {turn}</div>'
    yield f"<table><thead><tr><th>{words('club.name')}</th>"
    yield f'<th class="number">{words("club.score")}</th></tr></thead><tbody>'
    ranks = {standing.seat: standing.rank for standing in now.standings or ()}
    for seat in sorted(now.seats, key=lambda one: (ranks.get(one.seat, 0), one.seat)):
        row = ' class="next"' if seat.seat == now.to_move or ranks.get(seat.seat) == 1 else ""
        yield f'<tr{row}><td>{escape(seat.called)}</td><td class="number">{now.scores[seat.seat]}</td></tr>'
    yield "</tbody></table>"
    if now.last:
        yield f'<div class="soft">{escape(now.last)}</div>'


def _tournament(tournament: Tournament, words: _Words) -> Iterator[str]:
    breaks = tie_breaks(tournament.game)
    yield f'<section class="standings"><h2>{words("club.standings")}</h2>'
    yield f"<table><thead><tr><th></th><th>{words('club.name')}</th>"
    yield f'<th class="number">{words("club.points")}</th>'
    yield "".join(f'<th class="number">{words(f"club.tiebreak_{one}")}</th>' for one in breaks)
    yield "</tr></thead><tbody>"
    for one in standings(tournament, breaks):
        ties = zip(breaks, one.ties, strict=True)
        numbers = "".join(f'<td class="number">{_tie(kind, value)}</td>' for kind, value in ties)
        yield f'<tr><td class="number">{one.rank}.</td><td>{escape(one.name)}</td>'
        yield f'<td class="number">{in_points(one.halves)}</td>{numbers}</tr>'
    yield f'</tbody></table><p class="soft">{words("club.tiebreaks_default")}</p>'
    if tournament.rounds:
        yield f"<h2>{words('club.round', round=len(tournament.rounds))}</h2><ul>"
        for pairing in tournament.rounds[-1]:
            other = escape(pairing.second) if pairing.second is not None else words("club.bye")
            result = f" · {pairing.scores[0]} : {pairing.scores[1]}" if pairing.scores is not None else ""
            yield f"<li>{escape(pairing.first)} – {other}{result}</li>"
        yield "</ul>"
    yield "</section>"


def _tie(kind: str, value: int) -> str:
    return in_points(value) if kind in ("buchholz", "beaten") else str(value)


def in_points(halves: int) -> str:
    """Half points as people write them: ``2½``."""
    return f"{halves // 2 or ('' if halves % 2 else 0)}{'½' if halves % 2 else ''}"
