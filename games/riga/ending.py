"""The end: unbuilt buildings, the Grand Masters tile by tile, Money last; and points as they stand on the way."""

from __future__ import annotations

from games.game import Event, Phrase, ScoreItem, ScoreLine
from games.riga.actions import Show, write_action
from games.riga.box.buildings import DEFAULT
from games.riga.box.goods import GOODS
from games.riga.final_scoring import events_of, money_lines, tile_lines
from games.riga.moment import Step
from games.riga.state import State
from games.riga.supply import shown

RULE_END = "Riga, Spielende"


def points_now(state: State, seat: int) -> int:
    """Victory points that are public: built, declared, and the final scoring once it is over."""
    player = state.players[seat]
    return sum(state.card(key).points for key in player.built) + player.declared + state.final[seat]


def finish(state: State) -> tuple[State, tuple[Event, ...]]:
    """Count, or ask for the hidden cards first where Money needs them."""
    if _has_money(state):
        for seat, player in enumerate(state.players):
            if player.hidden_goods:
                return state._replace(step=Step.SHOW, seat=seat), (Event(Phrase.of("riga.count_your_cash"), seat),)
    lines = (*_unbuilt_lines(state), *tile_lines(state.row, state.displays()))
    if _has_money(state):
        lines = (*lines, *money_lines([state.cash(seat) for seat in range(len(state.players))]))
    final = tuple(sum(line.points for line in lines if line.player == seat) for seat in range(len(state.players)))
    return state._replace(step=Step.OVER, final=final), events_of(lines)


def show(state: State, action: Show) -> tuple[State, tuple[Event, ...]]:
    """The hidden cards of the mover are counted."""
    held = tuple(good for good, count in zip(GOODS, state.mover.goods, strict=True) for _ in range(count))
    player = shown(state, state.seat, (*held, *action.goods), write_action(action), RULE_END)
    return state.with_mover(player)._replace(step=Step.END), ()


def _has_money(state: State) -> bool:
    return any(placed.master.is_money for placed in state.row)


def _unbuilt_lines(state: State) -> tuple[ScoreLine, ...]:
    """Buildings that stayed in hand cost points; how many is a default."""
    each = state.setup.market.number("unbuilt_points")
    marks = (DEFAULT,) if "unbuilt_points" in state.setup.market.defaults else ()
    lines = []
    for seat, player in enumerate(state.players):
        if player.unbuilt and each:
            reason = Phrase.of("riga.unbuilt", cards=player.unbuilt)
            item = ScoreItem(reason, each * player.unbuilt)
            working = f"{player.unbuilt} × (−{-each})" if each < 0 else f"{player.unbuilt} × {each}"
            lines.append(ScoreLine(seat, each * player.unbuilt, reason, (item,), working, RULE_END, True, marks=marks))
    return tuple(lines)
