"""Which pieces the eyes compare the table with, in a sentence: Tableside's own drawing, or the owner's edition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.editions.kept_tiles import OURS, choice, known_of, named
from companion.editions.place_sets import place_sets
from companion.titles.registry import title_named
from games.any_game import AnyState
from games.cronberg.state import State
from games.game import Phrase, PhraseValue
from vision.artwork.carcassonne.edition import BASE
from vision.tile_map.terrain import kind_named


@dataclass(frozen=True, slots=True)
class EditionInUse:
    """What is known of the pieces that are played with.

    Attributes:
        enough: the eyes can work with it.
        phrase: which they are, and what is lacking.
        opens: the screen on which they can be changed, also while a game is on; empty where there is none.
        perhaps: the edition that they may be where nobody could tell; people take it with one tap.
    """

    enough: bool
    phrase: Phrase
    opens: str = ""
    perhaps: str | None = None


def edition_in_use(game_key: str, state: AnyState) -> EditionInUse | None:
    """What is known of the edition in use; None for games without a choice."""
    tell = title_named(game_key).edition_in_use
    return None if tell is None else tell(state)


def tiles_in_use(state: object) -> EditionInUse:
    """Of the tiles of Carcassonne."""
    del state  # people choose for all their games at once
    chosen = choice()
    if chosen.edition is None and chosen.found is None:
        return _tiles(True, Phrase.of("edition.looks_detail"))
    if chosen.edition is None and chosen.perhaps is not None:
        unsure = Phrase.of("edition.unsure", name=named(chosen.perhaps))
        return replace(_tiles(False, unsure), perhaps=chosen.perhaps)
    if chosen.name == OURS:
        return _tiles(True, Phrase.of("edition.in_use", name=named(OURS)))
    known = known_of(chosen.name)
    kinds = {kind_named(view.kind).key for view in known.references} & set(BASE) if known is not None else set()
    values: dict[str, PhraseValue] = {"all": len(set(BASE)), "kinds": len(kinds), "name": chosen.name}
    if len(kinds) == len(set(BASE)):
        return _tiles(True, Phrase.of("edition.in_use", name=chosen.name))
    key = "edition.in_use_learns" if chosen.learns else "edition.in_use_lacks"
    return _tiles(chosen.learns, Phrase.of(key, **values))


def cronberg_in_use(state: State) -> EditionInUse:
    """Of the copy of Cronberg that this game is played with."""
    return EditionInUse(True, Phrase.of("edition.in_use", name=state.setup.edition.name))


def places_in_use(state: object) -> EditionInUse:
    """Of the places of Istanbul."""
    del state
    return EditionInUse(
        True, Phrase.of("edition.in_use", name=place_sets().chosen() or Phrase.of("istanbul.enrol.ours"))
    )


def _tiles(enough: bool, phrase: Phrase) -> EditionInUse:
    return EditionInUse(enough, phrase, opens="editions")
