"""Set-up and state as plain data."""

from __future__ import annotations

from collections.abc import Mapping

from games.cronberg.components import edition_from_json, edition_to_json
from games.cronberg.refusals import refuse_impossible_setup
from games.cronberg.state import CUTS_OFF, Setup, State
from games.game import JsonValue, Phrase, Refusal, RefusalKind, Seat

FORMAT = 1


def setup_to_json(setup: Setup) -> dict[str, JsonValue]:
    """The set-up with its whole edition."""
    return {
        "game": "cronberg",
        "format": FORMAT,
        "seats": [seat.to_json() for seat in setup.seats],
        "start_scores": list(setup.start_scores),
        "empty_stack": setup.empty_stack,
        "edition": edition_to_json(setup.edition),
    }


def setup_from_json(data: Mapping[str, JsonValue]) -> Setup:
    """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""
    try:
        if data["game"] != "cronberg" or data["format"] != FORMAT:
            raise ValueError(f"game {data['game']}, format {data['format']}")
        seats, scores, edition = data["seats"], data["start_scores"], data["edition"]
        if not (isinstance(seats, list) and isinstance(scores, list) and isinstance(edition, dict)):
            raise TypeError("seats, start_scores or edition")
        setup = Setup(
            tuple(_seat(seat) for seat in seats),
            edition_from_json(edition),
            tuple(int(str(score)) for score in scores),
            str(data.get("empty_stack", CUTS_OFF)),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise Refusal(
            RefusalKind.INVALID, Phrase.of("cronberg.refused.setup", value=str(error)), value=str(error)
        ) from error
    refuse_impossible_setup(setup)
    return setup


def _seat(data: JsonValue) -> Seat:
    if not isinstance(data, dict):
        raise TypeError(f"{data!r} is not a seat")
    return Seat.from_json(data)


def state_to_json(state: State) -> dict[str, JsonValue]:
    """The state as plain data, in the board's notation: equal states give equal data."""
    crossings, triangles = state.lattice.crossing_names, state.lattice.triangle_names
    return {
        "setup": setup_to_json(state.setup),
        "rhombi": [
            {
                "kind": state.edition.kinds[rhomb.kind].key,
                "triangles": [triangles[triangle] for triangle in rhomb.site.triangles],
                "head": crossings[rhomb.site.head],
            }
            for rhomb in state.rhombi
        ],
        "tokens": {crossings[crossing]: seat for crossing, seat in state.tokens},
        "stack": {kind.key: left for kind, left in zip(state.edition.kinds, state.left, strict=True) if left},
        "activated": [triangles[triangle] for triangle in sorted(state.activated)],
        "scores": list(state.scores),
        "to_move": state.to_move,
    }
