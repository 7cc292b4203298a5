"""Why an action or a set-up is not taken: each check raises a :class:`Refusal` with value, place and rule."""

from __future__ import annotations

from games.cronberg import notation
from games.cronberg.components import Symbol
from games.cronberg.state import CUTS_OFF, LEAVES_OPEN, Action, Laid, LayRhomb, PlaceToken, Setup, State
from games.game import SEAT_COLOURS, Phrase, PhraseValue, Refusal, RefusalKind

_RULE_TOKEN = "Cronberg, A placing a token"
_RULE_RHOMB = "Cronberg, B placing a rhomb"


def refuse_impossible_setup(setup: Setup) -> None:
    """Two to four players, a colour each, start scores for all or none, a copy that can exist."""
    if not 2 <= len(setup.seats) <= 4:
        raise _setup("seats", count=len(setup.seats))
    colours = [seat.colour for seat in setup.seats]
    if len(set(colours)) < len(colours) or not set(colours) <= set(SEAT_COLOURS):
        raise _setup("colours", colours=", ".join(colours))
    if setup.start_scores and len(setup.start_scores) != len(setup.seats):
        raise _setup("start_scores", count=len(setup.start_scores))
    if setup.empty_stack not in (CUTS_OFF, LEAVES_OPEN):
        raise _setup("empty_stack", value=setup.empty_stack[:40], known=", ".join((CUTS_OFF, LEAVES_OPEN)))
    setup.edition.refuse_if_impossible()


def _setup(what: str, **values: PhraseValue) -> Refusal:
    value = ", ".join(str(one) for one in values.values())
    return Refusal(RefusalKind.INVALID, Phrase.of(f"cronberg.refused.{what}", **values), value=value)


def refuse_game_over(state: State, action: Action) -> None:
    """Nothing is taken once the game has ended."""
    if state.to_move is None:
        phrase = Phrase.of("cronberg.refused.over")
        raise Refusal(RefusalKind.ILLEGAL, phrase, value=notation.write(action), rule="Cronberg, end of game")


def refuse_pass(state: State, able: bool) -> None:
    """Passing is for those who can place neither a token nor a rhomb."""
    if able:
        phrase = Phrase.of("cronberg.refused.must_place")
        raise Refusal(RefusalKind.ILLEGAL, phrase, value="pass", rule="Cronberg, one turn")


def refuse_token(state: State, seat: int, action: PlaceToken) -> int:
    """The crossing's index, where a token of this player may stand there."""
    crossing = state.lattice.crossing_named.get(action.crossing)
    if crossing is None:
        raise _token(action, "no_such_crossing", RefusalKind.INVALID)
    if not state.tokens_in_hand(seat):
        raise _token(action, "no_token_left")
    if any(crossing == taken for taken, _ in state.tokens):
        raise _token(action, "occupied")
    if state.is_closed(crossing):
        raise _token(action, "no_free_triangle")
    if state.activated_at(crossing, Symbol.GUARD):
        raise _token(action, "guarded")
    return crossing


def _token(action: PlaceToken, what: str, kind: RefusalKind = RefusalKind.ILLEGAL) -> Refusal:
    phrase = Phrase.of(f"cronberg.refused.{what}", place=action.crossing)
    return Refusal(kind, phrase, value=notation.write(action), place=action.crossing, rule=_RULE_TOKEN)


def refuse_rhomb(state: State, action: LayRhomb) -> Laid:
    """The rhomb as it will lie, where it may."""
    kind = state.edition.kind_index(action.kind)
    if kind is None:
        raise _rhomb(action, "no_such_rhomb", action.kind, RefusalKind.INVALID)
    triangles = []
    for name in action.triangles:
        triangle = state.lattice.triangle_named.get(name)
        if triangle is None:
            raise _rhomb(action, "no_such_triangle", name, RefusalKind.INVALID)
        triangles.append(triangle)
    head = state.lattice.crossing_named.get(action.head, -1)
    site = state.lattice.site_of.get((triangles[0], triangles[1], head))
    if site is None:
        raise _rhomb(action, "no_such_site", action.head, RefusalKind.INVALID)
    if not state.left[kind]:
        raise _rhomb(action, "none_left", action.kind)
    for name, triangle in zip(action.triangles, triangles, strict=True):
        if triangle in state.covered:
            raise _rhomb(action, "covered", name)
    return Laid(kind, site)


def _rhomb(action: LayRhomb, what: str, place: str, kind: RefusalKind = RefusalKind.ILLEGAL) -> Refusal:
    phrase = Phrase.of(f"cronberg.refused.{what}", place=place)
    return Refusal(kind, phrase, value=notation.write(action), place=place, rule=_RULE_RHOMB)
