"""Which pieces the eyes compare the table with, in a sentence: Tableside's own drawing, or the owner's edition."""

from __future__ import annotations

from typing import Any

from companion.editions.kept_tiles import OURS, choice, known_of
from companion.editions.place_sets import GAMES as ISTANBUL
from companion.editions.place_sets import place_sets
from games.game import Phrase, PhraseValue
from vision.artwork.carcassonne.edition import BASE
from vision.tile_map.terrain import kind_named

CARCASSONNE = ("carcassonne", "carcassonne-stained-glass")


def edition_told(game_key: str, state: Any) -> tuple[bool, Phrase] | None:
    """Whether enough is known of the edition in use, and a sentence about it; None for games without a choice."""
    if game_key in CARCASSONNE:
        return _tiles_told()
    if game_key == "cronberg":
        return True, Phrase.of("edition.in_use", name=state.setup.edition.name)
    if game_key in ISTANBUL:
        return True, Phrase.of("edition.in_use", name=place_sets().chosen() or Phrase.of("istanbul.enrol.ours"))
    return None


def _tiles_told() -> tuple[bool, Phrase]:
    chosen = choice()
    if chosen.edition == OURS:
        return True, Phrase.of("edition.in_use", name=Phrase.of("edition.ours"))
    known = known_of(chosen.edition)
    kinds = {kind_named(view.kind).key for view in known.references} & set(BASE) if known is not None else set()
    values: dict[str, PhraseValue] = {"all": len(set(BASE)), "kinds": len(kinds), "name": chosen.edition}
    if len(kinds) == len(set(BASE)):
        return True, Phrase.of("edition.in_use", name=chosen.edition)
    key = "edition.in_use_learns" if chosen.learns else "edition.in_use_lacks"
    return chosen.learns, Phrase.of(key, **values)
