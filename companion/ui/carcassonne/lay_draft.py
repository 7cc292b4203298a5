"""A half-made Carcassonne move by touch: which tile, where, how turned, and a follower or none. No kivy here.

People may begin with the place or with the tile; whatever is settled narrows down the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip
from games.carcassonne.board import Place
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_type
from games.carcassonne.turn import deployments, deployments_at


def fitting_turns(state: State, key: str, place: Place) -> tuple[int, ...]:
    """The quarter turns in which this kind can lie there."""
    return state.board.turns_at(tile_type(key), *place)


class LayDraft:
    """The move as far as it is made. Start a new one whenever the state changes.

    Attributes:
        state: what it starts from.
        tile, place, turns: the tile's kind, place and quarter turns, as far as settled.
        deploy: the follower, or None.
        table: with what lies there and waits for a press, which counts for what fits nowhere.
    """

    def __init__(self, state: State) -> None:
        self.state = self.table = state
        self.tile: str | None = None
        self.place: Place | None = None
        self.turns = 0
        self.deploy: Deploy | None = None

    @property
    def laid_already(self) -> bool:
        """True where the tile lies and only the follower is open."""
        return self.state.step is StepKey.FOLLOWER

    @property
    def begun(self) -> bool:
        """True where anything is settled."""
        return self.tile is not None or self.place is not None or self.deploy is not None

    @property
    def lay(self) -> Lay | None:
        """The tile as it would lie, once tile and place are settled."""
        if self.tile is None or self.place is None:
            return None
        return Lay(self.tile, *self.place, self.turns)

    def kinds(self) -> Mapping[str, int]:
        """Kinds to choose from, with how many are left: those that fit the chosen place, or all."""
        place = self.place
        if place is None or self.tile is not None:
            return self.state.bag
        return {key: left for key, left in self.state.bag.items() if fitting_turns(self.state, key, place)}

    def places(self) -> tuple[Place, ...]:
        """Places to choose from: where the chosen tile fits, or any that is still to come."""
        if self.laid_already:
            return ()
        if self.tile is None:
            return tuple(place for place in self.state.board.frontier if self._something_fits(place))
        tile = self.tile
        return tuple(place for place in self.state.board.frontier if fitting_turns(self.state, tile, place))

    def _something_fits(self, place: Place) -> bool:
        return any(left and fitting_turns(self.state, key, place) for key, left in self.state.bag.items())

    def pick(self, tile: str) -> None:
        """Choose a kind. A place where it doesn't fit is forgotten."""
        self.tile, self.deploy = tile, None
        if self.place is not None:
            self._settle_turns(self.place)

    def put(self, place: Place) -> bool:
        """Choose a place, or turn the tile that lies there. False where the tile doesn't fit there, or none does."""
        if self.laid_already or place not in self.state.board.frontier:
            return False
        if self.tile is None:
            if not self._something_fits(place):
                return False
            self.place = place
        elif place == self.place:
            self.rotate()
        elif fitting_turns(self.state, self.tile, place):
            self.place, self.deploy = place, None
            self._settle_turns(place)
        else:
            return False
        return True

    def rotate(self) -> None:
        """Turn the tile to the next turn that fits."""
        if self.tile is None or self.place is None:
            return
        fits = sorted(fitting_turns(self.state, self.tile, self.place))
        later = [turns for turns in fits if turns > self.turns]
        self.turns = (later or fits)[0]
        self.deploy = None

    @property
    def can_rotate(self) -> bool:
        """True where the tile fits there in more than one turn."""
        return (
            self.tile is not None
            and self.place is not None
            and len(fitting_turns(self.state, self.tile, self.place)) > 1
        )

    def spots(self) -> tuple[Deploy, ...]:
        """Every follower that could be put on the tile."""
        if self.laid_already:
            return tuple(deployments(self.state))
        if self.lay is None or self.asks_first:
            return ()
        return tuple(deployments_at(self.state, self.lay))

    @property
    def asks_first(self) -> bool:
        """True where the rules ask for something else between this tile and its follower."""
        return self.lay is not None and CARCASSONNE.apply(self.state, self.lay)[0].step is not StepKey.FOLLOWER

    def offered_spots(self) -> tuple[Deploy, ...]:
        """Those to tap now: one kind of follower, the one that was chosen last as far as it is at hand."""
        kind = self.deploy.kind if self.deploy is not None else "small"
        spots = self.spots()
        kinds = [spot.kind for spot in spots]
        if kind not in kinds and kinds:
            kind = kinds[0]
        return tuple(spot for spot in spots if spot.kind == kind)

    def other_kinds(self) -> tuple[Deploy, ...]:
        """Other followers that could stand where the chosen one does."""
        chosen = self.deploy
        if chosen is None:
            return ()
        here = (chosen.feature, chosen.location)
        others = (spot for spot in self.spots() if (spot.feature, spot.location) == here and spot.kind != chosen.kind)
        return tuple(sorted(others, key=lambda spot: spot.kind))

    def deploy_on(self, deploy: Deploy | None) -> None:
        """Put a follower there; the same again takes it back."""
        self.deploy = None if deploy == self.deploy else deploy

    def actions(self) -> tuple[Action, ...]:
        """The move as far as it can be staged. Once the tile lies it is a whole turn, so that what it scores shows."""
        if self.laid_already:
            return (self.deploy,) if self.deploy is not None else ()
        if self.lay is None:
            return ()
        return (self.lay,) if self.asks_first else (self.lay, self.deploy or Skip())

    def discard(self) -> Discard | None:
        """Putting the chosen tile away, where it fits nowhere on the table."""
        tile = self.tile
        if tile is None or any(fitting_turns(self.table, tile, place) for place in self.table.board.frontier):
            return None
        return Discard(tile)

    def _settle_turns(self, place: Place) -> None:
        assert self.tile is not None
        fits = sorted(fitting_turns(self.state, self.tile, place))
        if not fits:
            self.place = None
        elif self.turns not in fits:
            self.turns = fits[0]
