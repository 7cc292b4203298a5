"""Questions about a piece or a player as things to tap, and what a player has as a card."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.readings.finished.table import Amount, FinishedAnswer, FinishedQuestion, Name, PlayerSum, Question
from companion.ui.kit.base import Tap, Words, look
from companion.ui.kit.grown_tap import GrownTap
from companion.ui.kit.measured import fits
from companion.ui.kit.players import Badge
from companion.ui.kit.scrolled import column
from games.game import SEAT_COLOURS, Phrase

ACROSS = (4, 3, 2)  # so many answers side by side, the most that all their words have room for; else one below another
BADGE_DP = 28

MINUS = "−"

Answering = Callable[[str, str | int], None]  # which question, and the answer


def named(name: Name) -> str:
    """A name in the language of the tablet."""
    return say(name, look().language) if isinstance(name, Phrase) else name


def signed(points: int) -> str:
    """Points as they are written."""
    return f"{MINUS if points < 0 else ''}{abs(points)}"


def capital(text: str) -> str:
    """As it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def question_rows(question: Question, answer: Answering, type_in: Callable[[Amount], None]) -> Widget:
    """One question with its answers; ``type_in`` is called for an amount that somebody wants to type."""
    return (
        _pick_rows(question, answer)
        if isinstance(question, FinishedQuestion)
        else _amount_row(question, answer, type_in)
    )


def _pick_rows(question: FinishedQuestion, answer: Answering) -> BoxLayout:
    the, rows = look(), column()
    rows.padding = 0
    rows.add_widget(_line(named(question.title), "least", "text2"))
    colours_only = all((choice.colour == choice.key and choice.colour in SEAT_COLOURS) or not choice.key
                       for choice in question.choices)  # fmt: skip
    grid = GridLayout(cols=1, spacing=the.px(6), size_hint_y=None, row_force_default=True,
                      row_default_height=the.px(56 if not the.compact else 48))  # fmt: skip
    grid.bind(minimum_height=grid.setter("height"), width=_share)
    for choice in question.choices:
        grid.add_widget(_choice(question, choice, answer, colours_only))
    rows.add_widget(grid)
    return rows


def _share(grid: GridLayout, width: float) -> None:
    """As many answers side by side as all of them can be read in."""
    gap = grid.spacing[0]
    for across in ACROSS:
        cell = (width - (across - 1) * gap) / across
        if all(_has_room(tap, cell, grid.row_default_height) for tap in grid.children):
            grid.cols = across
            return
    grid.cols = 1


def _has_room(tap: Tap, across: float, down: float) -> bool:
    left, top, right, bottom = tap.padding
    badge = sum(one.width for one in tap.children if isinstance(one, Badge) and one.size_hint_x is None)
    room = (across - left - right - badge, down - top - bottom)
    return not tap.text or fits(tap.text, look().type_px(tap.role), tap.weight, room)


def _choice(question: FinishedQuestion, choice: FinishedAnswer, answer: Answering, colours_only: bool) -> Tap:
    the = look()
    chosen = choice.key in question.chosen
    bare = colours_only and bool(choice.colour or not choice.key)  # a badge says its colour, a cross nobody's
    kind, icon = "chosen" if chosen else "raised", "cross" if colours_only and not choice.key else ""
    tap = Tap(text="" if bare else capital(named(choice.name)), icon=icon, kind=kind, role="least", side=20)
    tap.padding = [the.px(6), the.px(2), the.px(6), the.px(2)]
    if choice.colour:
        tap.add_widget(Badge(colour=choice.colour, size_hint=(1 if bare else None, 1), width=the.px(BADGE_DP)))
    tap.question, tap.answer = question.key, choice.key
    tap.bind(on_release=lambda _: answer(question.key, choice.key))
    return tap


def _amount_row(question: Amount, answer: Answering, type_in: Callable[[Amount], None]) -> BoxLayout:
    """The title; below it one less, the number (a tap types it), one more."""
    the, rows = look(), column()
    rows.padding = 0
    rows.add_widget(_line(capital(named(question.title)), "label", "text"))
    row = BoxLayout(size_hint_y=None, height=the.px(60 if not the.compact else 50), spacing=the.px(6))
    for text, value in ((MINUS, question.value - 1), ("", None), ("+", question.value + 1)):
        tap = Tap(text=text or str(question.value), role="ribbon", weight="black", padding=[the.px(4)] * 4)
        if value is None:
            tap.amount = question.key
            tap.bind(on_release=lambda _: type_in(question))
        else:
            tap.disabled = not 0 <= value <= question.most
            tap.step = (question.key, text)
            tap.bind(on_release=lambda _, value=value: answer(question.key, value))
        row.add_widget(tap)
    rows.add_widget(row)
    return rows


def sum_card(one: PlayerSum, open_it: Callable[[], None]) -> Widget:
    """Rank, who, what it comes from, and the points; a tap opens it. As high as its words need."""
    the = look()
    high = 108 if not the.compact else 92
    card = GrownTap(least_dp=high)
    card.size_hint_y, card.height = None, the.px(high)
    card.bind(size_hint_min_y=card.setter("height"))
    card.player = one.key
    if one.colour:
        card.put_before(Badge(colour=one.colour, size_hint_x=None, width=the.px(40)))
    name = f"{one.rank}. {capital(named(one.name))}"
    card.say(name, role="body" if not the.compact else "label", weight="bold")
    parts = " · ".join(named(part) for part in (*one.parts, *((one.tie,) if one.tie is not None else ())))
    card.say(parts, role="least", ink="text2")
    total = Words(text=signed(one.points), role="title", weight="black", halign="right", size_hint_x=None)
    total.width = the.px(84 if not the.compact else 60)
    card.put_after(total)
    card.bind(on_release=lambda _: open_it())
    return card


def why_rows(one: PlayerSum) -> BoxLayout:
    """What the table brings a player, a line each, with its sum."""
    rows = column()
    rows.padding = 0
    for line in one.lines:
        working = f" ({line.working})" if line.working not in ("", str(line.points)) else ""
        about = f": {named(line.items[0].phrase)}" if len(line.items) == 1 else ""
        sign = "+" if line.points >= 0 else MINUS
        rows.add_widget(_line(f"{sign}{abs(line.points)}  {named(line.reason)}{about}{working}", "label", "text"))
    return rows


def colour_taps(colours: tuple[str, ...], add: Callable[[str], None]) -> GridLayout:
    """Players who may be missing."""
    the = look()
    grid = GridLayout(cols=4, spacing=the.px(6), size_hint_y=None, row_force_default=True,
                      row_default_height=the.px(52))  # fmt: skip
    grid.bind(minimum_height=grid.setter("height"))
    for colour in colours:
        tap = Tap(padding=[the.px(6)] * 4)
        tap.add_widget(Badge(colour=colour))
        tap.colour = colour
        tap.bind(on_release=lambda _, colour=colour: add(colour))
        grid.add_widget(tap)
    return grid


def _line(text: str, role: str, ink: str) -> Words:
    return Words(text=text, role=role, ink=ink, fit="wrap", size_hint_y=None)
