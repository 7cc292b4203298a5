"""From a game and the camera that people named to what looks at their table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from calibration.profile import Profile
from calibration.references import Reference, ReferencesError
from companion.cameras.profiles import profile_in_use
from companion.session.camera_dice import CameraTray, TableDice, dice_reader
from companion.session.sighting import ThreadedWatcher
from devices.hub import monotonic_ms
from games.catalogue import game_named
from games.game import Phrase, Refusal, RefusalKind, RollsDice
from vision.dice.live import CameraDice
from vision.eyes import Eyes
from vision.frame_sources import open_source

EyesMaker = Callable[[Any], Eyes]
OwnersEyesMaker = Callable[[Any, Profile | None], Eyes]


def _carcassonne(state: Any, profile: Profile | None = None) -> Eyes:
    from games.carcassonne.rules import CARCASSONNE
    from vision.artwork.carcassonne.edition import own_edition
    from vision.carcassonne.live.eyes import CarcassonneEyes

    return CarcassonneEyes(own_edition(CARCASSONNE.box(state.setup)), state, profile=profile)


def _owners_carcassonne(state: Any, profile: Profile | None) -> Eyes:
    """The edition that was chosen, learned while people play if they like."""
    from companion.editions.kept_tiles import OURS, choice, edition_in_use, known_of, learn
    from games.carcassonne.rules import CARCASSONNE
    from vision.carcassonne.learning.eyes import LearningEyes
    from vision.carcassonne.live.eyes import CarcassonneEyes

    chosen = choice()
    known = None if chosen.edition == OURS else known_of(chosen.edition)
    if chosen.edition == OURS or (known is None and not chosen.learns):
        return _carcassonne(state, profile)
    if not chosen.learns:
        edition = edition_in_use(chosen.edition, CARCASSONNE.box(state.setup))
        return CarcassonneEyes(edition, state, profile=profile)

    def keep(view: Reference) -> None:
        try:
            learn(chosen.edition, view)
        except (OSError, ReferencesError) as error:  # the game goes on; the tile is learned again next time
            logging.getLogger(__name__).warning("a tile of %s could not be kept: %s", chosen.edition, error)

    return LearningEyes(known, state, keep=keep, profile=profile)


def _cronberg(state: Any) -> Eyes:
    from companion.editions.cronberg_copy import copy_of
    from vision.cronberg.eyes import CronbergEyes

    return CronbergEyes(copy_of(state.setup.edition), state)


def _stained_glass(state: Any) -> Eyes:
    from games.carcassonne.rules import CARCASSONNE
    from vision.artwork.carcassonne.edition import own_edition
    from vision.artwork.stained_glass.edition import own_glass
    from vision.stained_glass.eyes import StainedGlassEyes

    return StainedGlassEyes(own_edition(CARCASSONNE.box(state.setup)), own_glass(), state)


def _owners_stained_glass(state: Any, profile: Profile | None) -> Eyes:
    """The tiles that were chosen, as far as they are known, and the glass that was enrolled."""
    from companion.editions.glass_sets import glass_in_use
    from companion.editions.kept_tiles import OURS, choice, edition_in_use, known_of
    from games.carcassonne.rules import CARCASSONNE
    from vision.stained_glass.eyes import StainedGlassEyes

    name = choice().edition
    known = name if name != OURS and known_of(name) is not None else OURS
    edition = edition_in_use(known, CARCASSONNE.box(state.setup))
    return StainedGlassEyes(edition, glass_in_use(), state, profile=profile)


def _postal(state: Any) -> Eyes:
    from companion.editions.postal_copy import cards_in_use, copy_in_use
    from vision.thurn_and_taxis.eyes import PostalEyes

    atlas = state.setup.atlas
    return PostalEyes(copy_in_use(atlas), state, cards_in_use(atlas))


def _riga(state: Any) -> Eyes:
    from companion.editions.riga_cards import riga_in_use
    from vision.riga.eyes import RigaEyes

    return RigaEyes(riga_in_use(state.setup.cards), state)


def _grand_masters(state: Any) -> Eyes:
    from companion.editions.riga_cards import own_cards, riga_in_use
    from vision.riga.scorer_eyes import ScorerEyes

    return ScorerEyes(riga_in_use(), own_cards(), state)


def _istanbul(state: Any) -> Eyes:
    from games.istanbul.rules import playing
    from vision.artwork.istanbul.edition import own_places
    from vision.istanbul.eyes import IstanbulEyes

    return IstanbulEyes(own_places(), playing(state.setup), state)


def _owners_istanbul(state: Any, profile: Profile | None) -> Eyes:
    """The places that were enrolled."""
    from companion.editions.place_sets import places_in_use
    from games.istanbul.rules import playing
    from vision.istanbul.eyes import IstanbulEyes

    del profile  # the eyes find the camera by themselves
    return IstanbulEyes(places_in_use(), playing(state.setup), state)


_EYES: dict[str, EyesMaker] = {
    "carcassonne": _carcassonne,
    "carcassonne-stained-glass": _stained_glass,
    "cronberg": _cronberg,
    "thurn-and-taxis": _postal,
    "power-and-glory": _postal,
    "riga": _riga,
    "grand-masters": _grand_masters,
    "istanbul": _istanbul,
    "istanbul-letters-and-seals": _istanbul,
    "great-bazaar": _istanbul,
}

_OWNERS_EYES: dict[str, OwnersEyesMaker] = {
    "carcassonne": _owners_carcassonne,
    "carcassonne-stained-glass": _owners_stained_glass,
    "istanbul": _owners_istanbul,
    "istanbul-letters-and-seals": _owners_istanbul,
    "great-bazaar": _owners_istanbul,
}  # where a real table is looked at, which may have other pieces than the simulated one


def can_watch(game_key: str) -> bool:
    """True where there are eyes for this game."""
    return game_key in _EYES


def eyes_for(game_key: str, state: Any) -> Eyes:
    """The eyes of a game, at ``state``. Raises :class:`Refusal` of kind invalid where it has none yet."""
    try:
        make = _EYES[game_key]
    except KeyError:
        phrase = Phrase.of("command.cannot_watch", game=game_key, known=", ".join(_EYES))
        raise Refusal(RefusalKind.INVALID, phrase, value=game_key) from None
    return make(state)


def watch(game_key: str, state: Any, source: str) -> ThreadedWatcher:
    """Look at a table beside the screen, with what was calibrated of the camera; ``source`` as for
    :func:`vision.frame_sources.open_source`."""
    make, profile = _OWNERS_EYES.get(game_key), profile_in_use(source)

    def open_eyes(state: Any) -> Eyes:
        return make(state, profile) if make else eyes_for(game_key, state)

    dice = _dice_for(game_key, profile)
    return ThreadedWatcher(lambda: open_source(source), open_eyes(state), dice, open_eyes=open_eyes)


def _dice_for(game_key: str, profile: Profile | None) -> TableDice | None:
    """What reads the dice of a game that waits for some."""
    game = game_named(game_key)
    if not isinstance(game, RollsDice):
        return None
    return TableDice(game, CameraTray(CameraDice(dice_reader(profile)), monotonic_ms))
