"""The page's parts as HTML, made from the table as it stands: once for everybody who reads a language.

Whatever people typed is escaped; there is no style and no script in what is made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from companion.broadcast.events import BroadcastLine, BroadcastMove, BroadcastSeat
from companion.broadcast.table_now import TableNow
from companion.locale import say
from companion.ui.kit.theme import badge_letters
from games.game import Phrase

RECENT = 12  # moves that the page tells, the newest first
PARTS = ("head", "scores", "last", "board", "story", "state")


def parts(now: TableNow | None, board: str, language: str) -> Mapping[str, str]:
    """Every part by name; ``board`` is the drawn board, empty where the game has none."""
    if now is None:
        waiting = f'<h1>Tableside</h1><p class="turn">{_say("onlookers.no_game", language)}</p>'
        return {"head": waiting, "scores": "", "last": "", "board": "", "story": "", "state": ""}
    return {
        "head": _head(now),
        "scores": _scores(now),
        "last": _last(now),
        "board": board,
        "story": _story(now),
        "state": state_part(now),
    }


def whole_page(inner: Mapping[str, str], language: str, *, buttons: str | None = None) -> str:
    """The page with its parts, readable before any script runs; without scripts it comes anew by itself. ``buttons``
    are those of a player's phone, None for who only looks on."""

    def part(name: str, tag: str, label: str, more: str = "") -> str:
        attribute = f' aria-label="{_say(label, language)}"' if label else ""
        return f'<{tag} id="{name}"{attribute}{more}>{inner[name]}</{tag}>'

    own = f'<section id="buttons" aria-label="{_say("onlookers.buttons", language)}">{buttons}</section>'
    live = ' aria-live="polite" aria-atomic="true"'
    return (
        f'{_top(language, _say("onlookers.title", language))}<body class="table">'
        f"{part('head', 'header', '')}<main>{part('scores', 'section', 'onlookers.scores')}"
        f"{part('last', 'section', 'onlookers.last', live)}{part('board', 'section', 'onlookers.board')}"
        f"{part('story', 'section', 'onlookers.story')}{own if buttons is not None else ''}</main>"
        f'<footer><p id="state" role="status">{inner["state"]}</p>'
        f'<p id="lost" role="alert" hidden>{_say("onlookers.lost", language)}</p></footer>'
        '<noscript><meta http-equiv="refresh" content="5"></noscript></body></html>'
    )


def door_page(language: str, *, code: str = "", said: Phrase | None = None, action: str = "enter") -> str:
    """Where a code is asked for; ``code`` is already filled in where it came with the address."""
    alert = f'<p class="said" role="alert">{escape(say(said, language))}</p>' if said is not None else ""
    ready = " data-ready" if code and said is None else ""
    return (
        f'{_top(language, _say("onlookers.title", language))}<body class="door"><main>'
        f'<form method="post" action="{action}"{ready}><h1>Tableside</h1>'
        f'<p><label for="code">{_say("onlookers.code", language)}</label></p>{alert}'
        f'<input id="code" name="code" value="{escape(code)}" autocomplete="one-time-code" autocapitalize="characters"'
        f' spellcheck="false" maxlength="16" required autofocus>'
        f"<button>{_say('onlookers.come_in', language)}</button></form></main></body></html>"
    )


def _top(language: str, title: str) -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="dark light"><link rel="stylesheet" href="/page/style.css">'
        '<link rel="icon" href="/page/icon.svg"><script src="/page/page.js" defer></script></head>'
    )


def _say(key: str, language: str, **values: str | int) -> str:
    return escape(say(Phrase.of(key, **values), language))


def letters(now: TableNow) -> tuple[str, ...]:
    """The letter on each badge."""
    return badge_letters([seat.called for seat in now.seats])


def badge(now: TableNow, seat: int) -> str:
    """A seat's colour with its letter; the name stands beside it, so nobody has to hear it twice."""
    colour, letter = now.seats[seat].colour, letters(now)[seat]
    return f'<span class="badge seat-{colour} on-{colour}" aria-hidden="true">{escape(letter)}</span>'


def _head(now: TableNow) -> str:
    if now.standings is not None:
        winners = [now.seats[one.seat].called for one in now.standings if one.rank == 1]
        turn = _say("onlookers.won", now.language, names=", ".join(winners))
    elif now.to_move is None:
        turn = _say("onlookers.waits", now.language)
    else:
        turn = _say("onlookers.turn", now.language, name=now.seats[now.to_move].called)
    return f'<h1>{escape(now.title_words)}</h1><p class="turn">{turn}</p>'


def _scores(now: TableNow) -> str:
    return f"<ol>{''.join(_score(now, seat) for seat in _order(now))}</ol>"


def _order(now: TableNow) -> list[BroadcastSeat]:
    """In playing order; once the game has ended the best first."""
    if now.standings is None:
        return list(now.seats)
    return [now.seats[one.seat] for one in now.standings]


def _score(now: TableNow, seat: BroadcastSeat) -> str:
    due = seat.seat == now.to_move and now.standings is None
    rank = next((one.rank for one in now.standings or () if one.seat == seat.seat), 0)
    place = f'<span class="rank">{rank}.</span>' if rank else ""
    tie = next((one.tie_break for one in now.standings or () if one.seat == seat.seat and one.tie_break), None)
    why = f'<span class="tie">{escape(tie)}</span>' if tie else ""
    is_due = f'<span class="due">{_say("onlookers.due", now.language)}</span>' if due else ""
    return (
        f'<li class="{"due-seat" if due else ""}">{place}{badge(now, seat.seat)}'
        f'<span class="name">{escape(seat.called)}{is_due}{why}</span>'
        f'<span class="points">{_number(now.scores[seat.seat])}</span></li>'
    )


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def _signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def _last(now: TableNow) -> str:
    """The points that were scored last: by one turn, not by a whole game."""
    scored = next((move for move in reversed(now.moves) if move.counts and move.lines), None)
    if scored is None:
        return f'<p class="none">{_say("onlookers.no_points", now.language)}</p>'
    return "".join(_line(now, line) for line in scored.lines)


def _line(now: TableNow, line: BroadcastLine) -> str:
    counted = " + ".join(item.what for item in line.items if item.points)
    because = line.working or counted or " · ".join(item.what for item in line.items)
    if because in (line.reason, str(line.points)):
        because = ""  # it says no more than what stands there already
    why = f'<p class="why">{escape(because)}</p>' if because else ""
    marks = f'<p class="why">{_say("onlookers.default", now.language)}</p>' if "default" in line.marks else ""
    return (
        f'<div class="line">{badge(now, line.seat)}<p class="gain">{_signed(line.points)}</p>'
        f'<div><p class="reason"><span class="name">{escape(now.seats[line.seat].called)}:</span> '
        f"{escape(line.reason)}</p>{why}{marks}</div></div>"
    )


def _story(now: TableNow) -> str:
    recent = list(reversed(now.moves))[:RECENT]
    moves = "".join(_move_in_words(now, move) for move in recent)
    return f"<h2>{_say('onlookers.story', now.language)}</h2><ol>{moves}</ol>"


def _move_in_words(now: TableNow, move: BroadcastMove) -> str:
    who = badge(now, move.seat) if move.seat is not None else '<span class="badge"></span>'
    name = escape(now.seats[move.seat].called) if move.seat is not None else ""
    gains = "".join(
        f'<span class="gain">{_signed(line.points)}</span>' for line in move.lines if line.seat == move.seat
    )
    void = "" if move.counts else ' class="void"'
    return f"<li{void}>{who}<span><b>{name}</b> {escape(move.words)}</span>{gains}</li>"


def state_part(now: TableNow | None) -> str:
    """What people should know of the table besides the game."""
    return " ".join(_state_sentences(now)) if now is not None else ""


def _state_sentences(now: TableNow) -> Iterator[str]:
    yield from (escape(waits) for waits in now.waits)
    if now.health is not None:
        if now.health.differs or now.health.question:
            yield _say("onlookers.asked", now.language)
        yield from (escape(trouble.words) for trouble in now.health.troubles if trouble.lost)
