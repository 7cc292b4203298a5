"""Printed effects that no engine can know: people follow the text of their card and declare what it brought."""

from __future__ import annotations

from games.game import Event, Phrase, ScoreItem, ScoreLine
from games.riga.actions import Effect, write_action
from games.riga.state import State
from games.riga.supply import draw_goods, parts_with

RULE_EFFECT = "Riga, Funktionen der Gebäude"
DECLARED = "declared"


def declare(state: State, action: Effect) -> tuple[State, tuple[Event, ...]]:
    """Cards from the pile, cards to the discard pile, points and ducats, as declared."""
    value = write_action(action)
    if action.loses:
        state = parts_with(state, action.seat, action.loses, value, RULE_EFFECT)
    if action.gains:
        state = draw_goods(state, action.gains, value)
    player = state.players[action.seat].gains(action.gains)
    player = player._replace(declared=player.declared + action.points)
    state = state.with_player(action.seat, player)._replace(ducats=state.ducats + action.ducats)
    phrase = Phrase.of("riga.effect", gains=len(action.gains), loses=len(action.loses), ducats=action.ducats)
    line = None
    if action.points:
        reason = Phrase.of("riga.effect_points")
        item = ScoreItem(reason, action.points)
        line = ScoreLine(action.seat, action.points, reason, (item,), rule=RULE_EFFECT, marks=(DECLARED,))
    return state, (Event(phrase, action.seat, line=line),)
