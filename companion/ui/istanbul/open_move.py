"""Two taps for a merchant who has just come, while nobody knows whether an assistant was left or picked up: the places
don't show it where he stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.ui.istanbul.at_table import IstanbulView
from companion.ui.istanbul.pictures import PlacePicture
from companion.ui.kit.offered_touch import HalfMade, Offer
from games.game import Phrase
from games.istanbul.actions import Action, Move
from games.istanbul.state import State


@dataclass(frozen=True, slots=True)
class AsUsual(HalfMade):
    """The move was as it stands on record, with an assistant."""

    move: Move


def is_open(view: IstanbulView) -> bool:
    """Whether that is not known of the last move."""
    return not view.state.asks and str(view.state.place) in view.left_open


def open_move_offers(view: IstanbulView) -> Iterator[Offer[Action]]:
    """Nobody was left, which ends the turn; or somebody was, which what is done next would say as well."""
    if not is_open(view):
        return
    state: State = view.state
    was = "left" if state.place in state.mover.out else "fetched"
    picture = partial(PlacePicture, state.place)
    nobody = Phrase.of("istanbul.ends_the_turn")
    alone = Move(state.place, "alone")
    yield Offer(Phrase.of(f"istanbul.nobody_was_{was}"), alone, brings=nobody, hidden=True, picture=picture)
    yield Offer(Phrase.of(f"istanbul.somebody_was_{was}"), AsUsual(Move(state.place)), hidden=True, picture=picture)
