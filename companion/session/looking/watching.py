"""From a game and the camera that people named to what looks at their table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.profile import Profile
from companion.cameras.profiles import profile_in_use
from companion.editions.piece_sets import pieces_in_use, with_own_colours
from companion.elsewhere.address import is_elsewhere, place_and_broker
from companion.session.looking.sighting import Watcher
from companion.session.looking.watchers import ThreadedWatcher
from companion.titles.registry import box_key, find_title, game_keys, game_named, title_named
from devices.hub import monotonic_ms
from games.any_game import AnyState
from games.game import Phrase, Refusal, RefusalKind, RollsDice
from vision.eyes import AnyEyes
from vision.frame_sources import open_source
from vision.source_error import SourceError

if TYPE_CHECKING:
    from companion.session.hands.camera_dice import TableDice


def can_watch(game_key: str) -> bool:
    """True where there are eyes for this game."""
    title = find_title(game_key)
    return title is not None and title.eyes is not None


def eyes_for(game_key: str, state: AnyState) -> AnyEyes:
    """The eyes of a game, at ``state``. Raises :class:`Refusal` of kind invalid where it has none yet."""
    title = find_title(game_key)
    if title is None or title.eyes is None:
        phrase = Phrase.of("command.cannot_watch", game=game_key, known=", ".join(game_keys(lambda one: one.eyes)))
        raise Refusal(RefusalKind.INVALID, phrase, value=game_key)
    return title.eyes(state)


def watch(game_key: str, state: AnyState, source: str) -> Watcher:
    """Look at a table beside the screen, with what was calibrated of the camera.

    Args:
        game_key, state: the game, where the eyes are opened.
        source: as for :func:`vision.frame_sources.open_source`, or where eyes elsewhere are to be asked.
    """
    return elsewhere(source) if is_elsewhere(source) else watch_here(game_key, state, source)


def elsewhere(source: str) -> Watcher:
    """What another machine sees."""
    from companion.elsewhere.watcher import RemoteWatcher, UnavailableWatcher

    try:
        return RemoteWatcher(*place_and_broker(source))
    except SourceError as error:
        return UnavailableWatcher(error.phrase)


def watch_here(game_key: str, state: AnyState, source: str) -> ThreadedWatcher:
    """:func:`watch` with a camera of this machine."""
    make, camera = title_named(game_key).owners_eyes, profile_in_use(source)
    profile = with_own_colours(camera, pieces_in_use(box_key(game_key)))

    def open_eyes(state: AnyState) -> AnyEyes:
        return make(state, profile) if make else eyes_for(game_key, state)

    dice = _dice_for(game_key, camera)
    return ThreadedWatcher(lambda: open_source(source), open_eyes(state), dice, open_eyes=open_eyes)


def _dice_for(game_key: str, profile: Profile | None) -> TableDice | None:
    """What reads the dice of a game that waits for some."""
    game = game_named(game_key)
    if not isinstance(game, RollsDice):
        return None
    from companion.session.hands.camera_dice import CameraTray, TableDice, dice_reader
    from vision.dice.live import CameraDice

    return TableDice(game, CameraTray(CameraDice(dice_reader(profile)), monotonic_ms))
