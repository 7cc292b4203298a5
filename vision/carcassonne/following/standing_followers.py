"""Who stands on a map that is followed: accepted once they are clear, gone once pictures in a row show nobody.

What a picture shows weighs more the oftener it is seen, what it does not show counts only in a light that stays: a lamp
that is switched on burns out a pale follower for as long as the camera needs to follow.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vision.carcassonne.figures import followers
from vision.carcassonne.following import first_look
from vision.carcassonne.following.events import EventKind
from vision.carcassonne.observation import SeenFollower
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import figures
from vision.registration.lattice import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFollowersParameters(Parameters):
    """How many pictures must agree before a follower is accepted or gone."""

    one_picture_enough: float = parameter(0.97, "confidence", "from which one picture is enough", CHOSEN)
    agree: int = parameter(
        2,
        "pictures",
        "that must show nobody before a follower is believed to have gone, or a clear one to stand",
        CHOSEN,
    )
    stands_still: float = parameter(
        0.05, "confidence", "of a figure from which one of its colour that was accepted there has not gone", CHOSEN
    )
    patient: int = parameter(3, "pictures", "on which somebody was not clear before people are told", CHOSEN)
    # Of what a picture tells, this share is new on each further one: grain and drift are, a shadow or a print is not.
    # None of 38 followers that ordinary and hard pictures showed with less than CLEAR was a false one.
    anew: float = parameter(
        0.2,
        "share",
        "of what a picture tells that is new on each further one: grain and drift are, a shadow or a print is not",
        CHOSEN,
    )


PARAMETERS = StandingFollowersParameters()
Noticed = tuple[EventKind, Cell, SeenFollower, float]  # what, where, who, how surely


@dataclass(frozen=True, slots=True)
class FollowersInView:
    """What one picture can tell of followers.

    Attributes:
        seen: by the tile that their foot is on, even those that are hardly seen: stands_still.
        asked: tiles on which something is to be settled; ``others`` in clear view.
        still: tiles that look as on the picture before.
        arms: whether any reach over the table.
        steady: whether the light is the last picture's.
    """

    seen: Mapping[Cell, SeenFollower]
    asked: Sequence[Cell]
    others: Collection[Cell]
    still: Collection[Cell]
    arms: bool
    steady: bool


@dataclass(slots=True)
class StandingFollowers:
    """What is known of the followers on one map.

    Attributes:
        known: those that were accepted.
        unclear: those that people were told about as unsure.
        unsettled: tiles that must be looked at again; whoever looks empties it.
        missed: of accepted ones, pictures in a row on which they did not show.
    """

    known: dict[Cell, SeenFollower] = field(default_factory=dict)
    unclear: dict[Cell, SeenFollower] = field(default_factory=dict)
    unsettled: set[Cell] = field(default_factory=set)
    missed: Counter[Cell] = field(default_factory=Counter)
    _sightings: Counter[tuple[Cell, str]] = field(default_factory=Counter)  # by colour, pictures in a row
    _reported: dict[Cell, str] = field(default_factory=dict)  # of which colour people were told as unsure

    def take(self, view: FollowersInView) -> Iterator[Noticed]:
        """What a picture tells: who has come to the tiles that are asked or to others in clear view, and who has gone
        from those that are asked."""
        seen = {cell: one for cell, one in view.seen.items() if one.confidence >= followers.PARAMETERS.least_confidence}
        for cell in [cell for cell in self.unclear if cell in view.others and cell not in seen]:
            del self.unclear[cell]
        for cell in view.asked:
            yield from self._left(cell, view.seen.get(cell), still=cell in view.still, steady=view.steady)
            now = seen.get(cell)
            for key in [key for key in self._sightings if key[0] == cell and (now is None or key[1] != now.colour)]:
                del self._sightings[key]
            if now is not None and cell not in self.known:
                yield from self._come(cell, now, arms=view.arms)
        beside = set(view.others) - set(view.asked)
        for key in [key for key in self._sightings if key[0] in beside and key[0] not in seen]:
            del self._sightings[key]
        for cell, now in sorted(seen.items()):  # those that an arm hid when they came
            if cell in beside and cell not in self.known:
                yield from self._come(cell, now, arms=True)

    def _left(self, cell: Cell, now: SeenFollower | None, *, still: bool, steady: bool) -> Iterator[Noticed]:
        known = self.known.get(cell)
        if known is None or (now is not None and now.colour == known.colour):
            self.missed.pop(cell, None)
            return
        self.unsettled.add(cell)
        if not steady:
            return
        self.missed[cell] = self.missed[cell] * still + 1
        if self.missed[cell] >= PARAMETERS.agree:
            yield self._gone(cell, first_look.PARAMETERS.clear)

    def _gone(self, cell: Cell, confidence: float) -> Noticed:
        self.missed.pop(cell)
        return EventKind.FOLLOWER_GONE, cell, self.known.pop(cell), confidence

    def _come(self, cell: Cell, now: SeenFollower, *, arms: bool) -> Iterator[Noticed]:
        self._sightings[cell, now.colour] += 1
        times = self._sightings[cell, now.colour]
        again = times >= PARAMETERS.patient and seen_again(now.confidence, times) >= first_look.PARAMETERS.clear
        clear = now.confidence >= first_look.PARAMETERS.clear and (
            times >= PARAMETERS.agree or (now.confidence >= PARAMETERS.one_picture_enough and not arms)
        )
        # Where a foot stands is hardly told better by looking again: followers stay as they were put.
        on_it = now.on_feature >= (
            PARAMETERS.one_picture_enough if cell in self.unclear else first_look.PARAMETERS.clear
        )
        if (clear or again) and on_it:
            self.known[cell] = now
            self.unclear.pop(cell, None)
            self._reported.pop(cell, None)
            yield EventKind.FOLLOWER, cell, now, max(now.confidence, seen_again(now.confidence, times)) * now.on_feature
        elif times < PARAMETERS.patient:
            self.unsettled.add(cell)
        elif self._reported.get(cell) != now.colour:
            self._reported[cell] = now.colour
            self.unclear[cell] = now
            yield EventKind.UNSURE, cell, now, now.confidence * now.on_feature

    def finish(self) -> Iterator[Noticed]:
        """The stream has ended: what the last picture did not show counts, though no other could confirm it."""
        for cell in sorted(self.missed):
            yield self._gone(cell, first_look.PARAMETERS.clear / PARAMETERS.agree)


def seen_again(confidence: float, times: int) -> float:
    """How surely somebody stands where the same figure was seen so often in a row, each time this surely."""
    bounded = min(max(confidence, 1e-6), 1 - 1e-6)
    evidence = figures.PARAMETERS.rare + math.log(bounded / (1 - bounded))
    return 1 / (1 + math.exp(figures.PARAMETERS.rare - evidence * (1 + PARAMETERS.anew * (times - 1))))
