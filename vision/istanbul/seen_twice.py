"""Who was read where, as evidence has it; and who was read on two places of whom there is but one.

Only one of two places is told of him, the one where the record has him if he explains much there. Yet who leaves an
assistant behind is read where that one lies and where he went: where it has changed the other place is evidence, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vision.istanbul.changed_places import PlaceChanges
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import is_only_one
from vision.istanbul.pieces.rereading import recorded
from vision.istanbul.sighting_history import Key


def sightings_by_place(
    standing: Iterable[PlacedPiece], numbers: Sequence[int]
) -> tuple[dict[Key, float], dict[int, int]]:
    """The log-likelihood of each over nobody's being there, and how many are seen on each place, by the places'
    ``numbers``. Assistants beside their merchant are part of his stack."""
    pieces = tuple(standing)
    merchants = {(person.cell, person.colour) for person in pieces if person.kind == "merchant"}
    seen: dict[Key, float] = {}
    crowd: dict[int, int] = {}
    for person in pieces:
        place = numbers[person.cell]
        crowd[place] = crowd.get(place, 0) + 1
        if person.kind == "assistant" and (person.cell, person.colour) in merchants:
            continue
        key = (place, *recorded(person.kind, person.colour))
        seen[key] = max(seen.get(key, 0.0), person.gain)
    return seen, crowd


def seen_elsewhere(found: Iterable[PlacedPiece], kept: Sequence[PlacedPiece]) -> tuple[PlacedPiece, ...]:
    """Of all who were ``found`` those of whom there is but one and who are told of another place."""
    places = {(person.kind, person.colour): person.cell for person in kept}
    return tuple(
        person
        for person in found
        if is_only_one(person.kind, person.colour)
        and places.get((person.kind, person.colour), person.cell) != person.cell
    )


def on_changed_places(
    elsewhere: Iterable[PlacedPiece], numbers: Sequence[int], changes: PlaceChanges | None
) -> dict[Key, float]:
    """The log-likelihoods of those of them who are on places that have changed, where that is known: on others print
    looks like them, as it did before."""
    fresh = frozenset() if changes is None else changes.changed - changes.accounted
    return {key: gain for key, gain in sightings_by_place(elsewhere, numbers)[0].items() if key[0] in fresh}
