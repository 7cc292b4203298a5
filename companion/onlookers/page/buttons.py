"""The buttons on a player's phone, as HTML: DONE, undo, and the answers to "which one was it?"."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import zip_longest

from companion.broadcast.table_now import TableNow
from companion.locale import say
from companion.onlookers.page.parts import badge
from companion.onlookers.wire import TableForOnlookers
from games.game import Phrase


def buttons(
    now: TableNow | None, table: TableForOnlookers, seat: int, awaited: int, language: str, pictures: Sequence[str] = ()
) -> str:
    """A form a button; ``awaited`` is the number of the phone's next press. Empty where phones may not press.

    ``pictures`` show the answers of the open question; an answer without one is told in words.
    """
    if now is None or seat >= min(table.phones, len(now.seats)):
        return ""

    def button(text: str, what: str, *, option: int = -1, off: bool = False, kind: str = "", picture: str = "") -> str:
        question = table.question.number if table.question is not None else 0
        fields = {"what": what, "n": awaited, "question": question, "option": option}
        hidden = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields.items())
        disabled = " disabled" if off else ""
        tap = f'<button class="{kind}"{disabled}>{picture or escape(text)}</button>'
        return f'<form method="post" action="/press">{hidden}{tap}</form>'

    def words(key: str) -> str:
        return say(Phrase.of(key), language)

    who = f'<p class="whose">{badge(now, seat)} {escape(now.seats[seat].called)}</p>'
    asked = table.question
    if asked is not None and asked.seat in (None, seat):
        shown = zip_longest(asked.options[language], pictures[: len(asked.options[language])], fillvalue="")
        options = [
            button(text, "choose", option=place, kind="pictured" if picture else "", picture=picture)
            for place, (text, picture) in enumerate(shown)
        ]
        none = button(words("onlookers.none_of_these"), "choose", kind="quiet")
        return f'{who}<p class="asked">{escape(words("table.which_one"))}</p>{"".join(options)}{none}'
    done = button(words("onlookers.done"), "done", kind="large", off=now.standings is not None)
    return who + done + button(words("onlookers.undo"), "undo", off=table.undo != seat, kind="quiet")
