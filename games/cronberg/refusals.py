"""Why an action or a set-up is not taken, with value, place and rule."""

from __future__ import annotations

from games.cronberg import notation
from games.cronberg.state import CUTS_OFF, LEAVES_OPEN, Action, LayRhomb, Pass, PlaceToken, Setup, State
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


def why_not(state: State, action: Action) -> Refusal:
    """Why an action is not taken, for people. Whether it is, :mod:`games.cronberg.legal` alone decides."""
    if state.to_move is None:
        phrase = Phrase.of("cronberg.refused.over")
        return Refusal(RefusalKind.ILLEGAL, phrase, value=notation.write(action), rule="Cronberg, end of game")
    match action:
        case PlaceToken():
            return _no_token(state, state.to_move, action)
        case LayRhomb():
            return _no_rhomb(state, action)
        case Pass():
            phrase = Phrase.of("cronberg.refused.must_place")
            return Refusal(RefusalKind.ILLEGAL, phrase, value="pass", rule="Cronberg, one turn")


def _no_token(state: State, seat: int, action: PlaceToken) -> Refusal:
    crossing = state.lattice.crossing_named.get(action.crossing)
    if crossing is None:
        return _token(action, "no_such_crossing", RefusalKind.INVALID)
    if not state.tokens_in_hand(seat):
        return _token(action, "no_token_left")
    if crossing in dict(state.tokens):
        return _token(action, "occupied")
    return _token(action, "no_free_triangle" if state.is_closed(crossing) else "guarded")


def _token(action: PlaceToken, what: str, kind: RefusalKind = RefusalKind.ILLEGAL) -> Refusal:
    phrase = Phrase.of(f"cronberg.refused.{what}", place=action.crossing)
    return Refusal(kind, phrase, value=notation.write(action), place=action.crossing, rule=_RULE_TOKEN)


def _no_rhomb(state: State, action: LayRhomb) -> Refusal:
    kind, lattice = state.edition.kind_index(action.kind), state.lattice
    if kind is None:
        return _rhomb(action, "no_such_rhomb", action.kind, RefusalKind.INVALID)
    unknown = next((name for name in action.triangles if name not in lattice.triangle_named), None)
    if unknown is not None:
        return _rhomb(action, "no_such_triangle", unknown, RefusalKind.INVALID)
    one, other = (lattice.triangle_named[name] for name in action.triangles)
    if (one, other, lattice.crossing_named.get(action.head, -1)) not in lattice.site_of:
        return _rhomb(action, "no_such_site", action.head, RefusalKind.INVALID)
    if not state.left[kind]:
        return _rhomb(action, "none_left", action.kind)
    return _rhomb(action, "covered", action.triangles[0] if one in state.covered else action.triangles[1])


def _rhomb(action: LayRhomb, what: str, place: str, kind: RefusalKind = RefusalKind.ILLEGAL) -> Refusal:
    phrase = Phrase.of(f"cronberg.refused.{what}", place=place)
    return Refusal(kind, phrase, value=notation.write(action), place=place, rule=_RULE_RHOMB)
