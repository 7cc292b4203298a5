"""Whose tiles lie on the table: found out by looking, before anybody is asked.

The recorded map is found by what the tiles of all editions have in common. How its tiles are drawn in detail then tells
which of the editions that are known it is, or that nobody has seen them yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from games.carcassonne.actions import Action
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.carcassonne.state import State
from games.game import Phrase
from vision.attention import Watch
from vision.carcassonne import same_edition
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.recorded_map import FoundMap, find_recorded, tiles_of
from vision.carcassonne.same_edition import likeness
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.explanation import Explanation, explained
from vision.eyes import Attention, Eyes, Glance, preview_of, tell_left_open
from vision.frames import Frame, Picture
from vision.imaging.patches import layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import side_px
from vision.search_pauses import SearchPauses
from vision.tile_map.edition_atlas import atlas_of


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoseTilesParameters(Parameters):
    """How soon it is tried again to find out whose tiles lie there."""

    try_again_ms: float = parameter(
        700.0, "ms", "after which a map that was not found is looked for again at first", CHOSEN
    )
    perhaps: float = parameter(
        0.42,
        "correlation",
        "as for SameEditionParameters.alike, from which tiles may be an edition's all the same: dark and blurred",
        "docs/findings/whose-print.md",
    )
    asked_again: float = parameter(2.0, "times", "as many tiles, once they lie there: it is asked again then", CHOSEN)


PARAMETERS = WhoseTilesParameters()


class MapEyes(Eyes[State], Protocol):
    """Eyes that can be told where the recorded map lies."""

    def found_at(self, frame: Frame, found: FoundMap) -> Glance:
        """The recorded tiles lie so on a still picture."""


@dataclass(frozen=True, slots=True)
class WhoseTiles:
    """What a picture tells of whose tiles lie there.

    Attributes:
        name: of a known edition; None where they are of none, or nobody can tell yet.
        perhaps: which one they may be where nobody can tell.
    """

    name: str | None = None
    perhaps: str | None = None


Opened = Callable[[WhoseTiles, State], tuple[MapEyes, Phrase]]


class WhoseTilesEyes:
    """Finds out whose tiles are played with, and sees from then on as the eyes for them do.

    Args:
        known: the editions of which there are pictures, by name, asked for once the table is found.
        state: where the record stands.
        opened: makes the eyes for a known edition, or for one that nobody has seen, at a state, with what people
            should be told of it. It may be asked once more: where it could not be told, it is looked at again as the
            map grows, and the light changes.
        game: the rules.
    """

    def __init__(
        self,
        known: Callable[[], Mapping[str, Edition]],
        state: State,
        opened: Opened,
        *,
        game: Carcassonne = CARCASSONNE,
    ) -> None:
        self._known, self._opened = known, opened
        self._state, self._game = state, game
        self._left_open: tuple[Action, ...] = ()
        self._tries = 0  # in vain
        self._teller = TerrainTeller(game.box(state.setup))
        self._watch = Watch()
        self._pauses = SearchPauses(PARAMETERS.try_again_ms)
        self._eyes: MapEyes | None = None
        self._edition_phrase: Phrase | None = None
        self._alike: list[Mapping[str, float]] = []  # each edition, at each look that could not tell
        self._asked_of = 0  # tiles that lay there at the last of these

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        glance = self._found_out(frame) if self._eyes is None else self._eyes.look(frame)
        if self._alike and glance.attention is Attention.STILL and self._is_due:
            glance = self._asked_again(frame) or glance
        return replace(glance, pieces=self._edition_phrase)

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`."""
        return explained((), 0, otherwise=0.0) if self._eyes is None else self._eyes.explain(state, still)

    def preview(self, state: State, still: Frame) -> Explanation | None:
        """See :class:`vision.eyes.Previews`."""
        return preview_of(self._eyes, state, still)

    def left_open(self, actions: tuple[Action, ...]) -> None:
        """See :class:`vision.eyes.HeedsTwins`."""
        self._left_open = actions
        tell_left_open(self._eyes, actions)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        self._state = state
        self._pauses.moved()  # what is looked for is another map now
        if self._eyes is not None:
            self._eyes.committed(state)

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`."""
        return () if self._eyes is None else self._eyes.overlay()

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """See :meth:`vision.eyes.Eyes.outline_of`."""
        return None if self._eyes is None else self._eyes.outline_of(place)

    def _found_out(self, frame: Frame) -> Glance:
        """Look for the recorded map now and then, until it is known whose tiles it is made of."""
        lost = Glance(frame.number, frame.time_ms, Attention.LOST)
        if not self._pauses.due_once_settled(self._watch.look(frame).settled, frame.time_ms):
            return lost
        found = find_recorded(frame.image, self._teller, tiles_of(self._state))
        if found is not None:
            whose = self._compared(frame.image, found)
        else:
            whose, found = self._by_an_edition(frame)
        self._pauses.sought(found=found is not None)
        return lost if found is None else self._open(whose, frame, found)

    def _open(self, whose: WhoseTiles, frame: Frame, found: FoundMap) -> Glance:
        """See from now on as the eyes for these tiles do."""
        self._eyes, self._edition_phrase = self._opened(whose, self._state)
        self._let_go_of_boxes()
        tell_left_open(self._eyes, self._left_open)
        return self._eyes.found_at(frame, found)

    @property
    def _is_due(self) -> bool:
        """Whether so many tiles more lie there that it is worth another look."""
        return len(self._state.board.laid) >= PARAMETERS.asked_again * self._asked_of

    def _asked_again(self, frame: Frame) -> Glance | None:
        """Ask once more whose tiles they are; None where the eyes that are open go on."""
        found = find_recorded(frame.image, self._teller, tiles_of(self._state))
        whose = WhoseTiles() if found is None else self._compared(frame.image, found)
        self._asked_of = len(self._state.board.laid)
        if whose.name is None or found is None:
            self._let_go_of_boxes()
            return None
        return self._open(whose, frame, found)

    def _compared(self, picture: Picture, found: FoundMap) -> WhoseTiles:
        """What this picture tells, and those before it that could not tell: all of them together, or another hand's
        tiles would pass for known ones if they were only looked at often enough."""
        self._alike.append(likenesses(picture, found, self._editions))
        together = {name: float(np.mean([one[name] for one in self._alike])) for name in self._alike[0]}
        whose = by_likeness(together)
        self._asked_of = len(found.poses)
        if whose.perhaps is None:
            self._alike.clear()
        return whose

    def _by_an_edition(self, frame: Frame) -> tuple[WhoseTiles, FoundMap | None]:
        """Where terrain alone does not find the map, the pictures of an edition may: one is asked at each try."""
        if not self._editions:
            return WhoseTiles(), None
        name = sorted(self._editions)[self._tries % len(self._editions)]
        self._tries += 1
        edition = self._editions[name]
        found = CarcassonneEyes(edition, self._state, game=self._game).seek(frame)
        if found is None or whose_tiles(frame.image, found, {name: edition}).name is None:
            return WhoseTiles(), None
        return WhoseTiles(name), found

    def _let_go_of_boxes(self) -> None:
        """It is known whose tiles lie there: nobody compares boxes any more, each of which takes 30 MB."""
        self.__dict__.pop("_editions", None)
        atlas_of.cache_clear()

    @cached_property
    def _editions(self) -> Mapping[str, Edition]:
        return self._known()


def whose_tiles(picture: Picture, found: FoundMap, known: Mapping[str, Edition]) -> WhoseTiles:
    """The known edition whose drawing the tiles of a map show, or may show."""
    return by_likeness(likenesses(picture, found, known))


def likenesses(picture: Picture, found: FoundMap, known: Mapping[str, Edition]) -> Mapping[str, float]:
    """How alike the tiles of a map are to each known edition's: see :func:`likeness`."""
    poses = np.stack(list(found.poses.values()))
    layers = layers_of(picture, float(np.median([side_px(pose) for pose in poses])))
    return {name: likeness(layers, poses, atlas_of(edition)) for name, edition in known.items()}


def by_likeness(alike: Mapping[str, float]) -> WhoseTiles:
    """What it tells how alike tiles are to each known edition's."""
    best = max(alike, key=alike.__getitem__, default=None)
    if best is None or alike[best] < PARAMETERS.perhaps:
        return WhoseTiles()
    return WhoseTiles(best) if alike[best] > same_edition.PARAMETERS.alike else WhoseTiles(perhaps=best)
