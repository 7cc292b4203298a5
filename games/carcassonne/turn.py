"""The steps of a turn in the base game: lay a tile, put a follower on it or not, score what is finished."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from games.carcassonne import casual
from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip
from games.carcassonne.board import Board, Follower
from games.carcassonne.expansion import Flow, Outcome, Rulebook, Step
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.moment import StepKey
from games.carcassonne.scoring import score_finished
from games.carcassonne.state import State
from games.carcassonne.tiles import MOST_FEATURES, OFFSETS, SIDES, FeatureKind, Turned, tile_type
from games.game import Event, Phrase, Refusal, RefusalKind


class LayTile(Step):
    """Draw a tile and lay it; put it away and draw again where it fits nowhere."""

    key: ClassVar[StrEnum] = StepKey.LAY

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """The game ends when there is nothing left to draw."""
        return state, (), Flow.WAIT if state.bag else Flow.END

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every placement of every kind that is left; which was drawn is told by the action."""
        frontier = state.board.frontier.items()
        for key in state.bag:
            fits = tile_type(key).fits
            placements = [
                laying(key, x, y, turns) for (x, y), demand in frontier if demand in fits for turns in fits[demand]
            ]
            yield from placements or (Discard(key),)

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Lay the tile, or put it away. Raises :class:`Refusal`."""
        if isinstance(action, Discard):
            return self._discard(state, action)
        if not isinstance(action, Lay):
            raise wrong_step(state, action)
        turned = fitting(state, action)
        board = state.board.lay(turned, action.x, action.y)
        return replace(state, board=board, bag=_without(state, action.tile, action)), (), Flow.NEXT

    def _discard(self, state: State, action: Discard) -> Outcome:
        bag = _without(state, action.tile, action)
        where = next(state.board.placements(tile_type(action.tile)), None)
        if where is not None:
            place = f"{where[0]},{where[1]}"
            raise Refusal(
                RefusalKind.ILLEGAL,
                Phrase.of("carcassonne.fits_somewhere", place=place, tile=tile_type(action.tile).name),
                value=action.notation,
                place=place,
                rule="Carcassonne, drawing a tile",
            )
        event = Event(Phrase.of("carcassonne.discarded", tile=tile_type(action.tile).name), player=state.seat)
        return replace(state, bag=bag, discarded=(*state.discarded, action.tile)), (event,), Flow.PUT_AWAY

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """Draw at the bag's odds and find a sensible place."""
        return casual.lay(book, state, rng)


class PlaceFollower(Step):
    """Put a follower on a feature of the tile just laid that nobody holds, or do not.

    Asks even where only skipping is left, so that every turn is told by the same two actions.
    """

    key: ClassVar[StrEnum] = StepKey.FOLLOWER

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every kind at hand on every free feature, and skipping."""
        yield Skip()
        yield from deployments(state)

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Put the follower there. Raises :class:`Refusal`."""
        if isinstance(action, Skip):
            return state, (), Flow.NEXT
        if not isinstance(action, Deploy):
            raise wrong_step(state, action)
        return deployed(book, state, action), (), Flow.NEXT

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """Put followers about as often, and where, people do."""
        return casual.follower(book, state, rng)


class ScoreFinished(Step):
    """Score what the tile has finished. Nobody decides anything."""

    key: ClassVar[StrEnum] = StepKey.SCORE

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """Score, send the followers home, and go on."""
        state, events = score_finished(book, state)
        return state, events, Flow.NEXT

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Nothing."""
        yield from ()

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Takes nothing."""
        raise wrong_step(state, action)

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """Never asked for."""
        raise LookupError("nothing is decided while finished features are scored")


# "Where may it lie" is asked in every state, and hundreds of answers are the same ones again: they are made once.
laying = lru_cache(maxsize=16_384)(Lay)

BASE_STEPS: tuple[Step, ...] = (LayTile(), PlaceFollower(), ScoreFinished())


def deployments(state: State) -> Iterator[Deploy]:
    """Every follower that whose turn it is could put on the tile laid last."""
    turned = state.board.laid[-1].turned
    yield from _deployments(state, turned, state.board.free_spots())


def deployments_at(state: State, lay: Lay) -> Iterator[Deploy]:
    """Every follower that could follow if the tile were laid there; nothing is laid."""
    turned = tile_type(lay.tile).turned[lay.turns]
    yield from _deployments(state, turned, state.board.spots_at(turned, lay.x, lay.y))


def _deployments(state: State, turned: Turned, spots: tuple[int, ...]) -> Iterator[Deploy]:
    for kind, at_hand in state.supply[state.seat].items():
        if at_hand:
            for index in spots:
                feature = turned.features[index]
                if feature.kind is not FeatureKind.FIELD or state.setup.has_farmers:
                    yield Deploy(kind, feature.kind, feature.location)


def deployed(book: Rulebook, state: State, action: Deploy) -> State:
    """The state with the follower on the tile laid last. Raises :class:`Refusal` of kind illegal where
    :func:`deployments` does not list it."""
    board, tile, supply = state.board, state.board.laid[-1], state.supply[state.seat]
    index = tile.turned.index_at(action.feature, action.location)
    if index is None or action not in deployments(state):
        raise _not_deployed(book, state, action, index)
    part = (len(board.laid) - 1) * MOST_FEATURES + index
    left = {**supply, action.kind: supply[action.kind] - 1}
    everybody = (*state.supply[: state.seat], left, *state.supply[state.seat + 1 :])
    return replace(state, board=board.deploy(Follower(state.seat, action.kind, part)), supply=everybody)


def _not_deployed(book: Rulebook, state: State, action: Deploy, index: int | None) -> Refusal:
    """Why a follower can't stand there."""
    board, tile = state.board, state.board.laid[-1]

    def refused(key: str, rule: str = "Carcassonne, placing a follower", **words: str | int) -> Refusal:
        phrase = Phrase.of(f"carcassonne.{key}", **words)
        place = f"{tile.place} {action.feature.value} {action.location}"
        return Refusal(RefusalKind.ILLEGAL, phrase, value=action.notation, place=place, rule=rule)

    if action.kind not in book.followers:
        return refused("no_such_follower", "Carcassonne, what is in the box", kind=action.kind)
    if not state.supply[state.seat][action.kind]:
        return refused("none_at_hand", player=state.setup.seats[state.seat].name)
    if action.feature is FeatureKind.FIELD and not state.setup.has_farmers:
        return refused("no_farmers", "an agreement of this table: no farmers")
    if index is None:
        return refused("no_such_feature", location=action.location, tile=tile.place)
    holders = board.region_of((len(board.laid) - 1) * MOST_FEATURES + index).followers
    return refused("already_held", player=state.setup.seats[holders[0].seat].name)


def fitting(state: State, action: Lay) -> Turned:
    """The tile as it would lie. Raises :class:`Refusal` where it is not in the bag or does not fit, which the table of
    what fits tells here as it does where everything that is legal is listed."""
    kind = tile_type(action.tile)
    if action.tile in state.bag and action.turns in state.board.turns_at(kind, action.x, action.y):
        return kind.turned[action.turns]
    raise _not_fitting(state, action)


def _not_fitting(state: State, action: Lay) -> Refusal:
    """Why a tile can't lie there."""
    kind, board = tile_type(action.tile), state.board
    place = PlaceOnMap(action.x, action.y).notation

    def refused(key: str, at: str = place, **words: str | Phrase) -> Refusal:
        phrase = Phrase.of(f"carcassonne.{key}", **words)
        return Refusal(RefusalKind.ILLEGAL, phrase, value=action.notation, place=at, rule="Carcassonne, laying a tile")

    if not 0 <= action.turns < 4:
        phrase = Phrase.of("carcassonne.no_such_turn", turns=action.turns)
        return Refusal(RefusalKind.INVALID, phrase, value=action.notation)
    if action.tile not in state.bag:
        return refused("none_left", tile=kind.name)
    if (action.x, action.y) in board.at:
        return refused("place_taken", place=place)
    if (action.x, action.y) not in board.frontier:
        return refused("no_neighbour", place=place)
    side, mine, theirs = _bad_seam(board, kind.turned[action.turns], action)
    dx, dy = OFFSETS[side]
    return refused(
        "bad_seam",
        at=PlaceOnMap(action.x + dx, action.y + dy).notation,
        mine=Phrase.of(f"carcassonne.seam_{mine}"),
        theirs=Phrase.of(f"carcassonne.seam_{theirs}"),
        side=Phrase.of(f"carcassonne.side_{SIDES[side]}"),
    )


def _bad_seam(board: Board, turned: Turned, action: Lay) -> tuple[int, str, str]:
    """The first side at which the tile does not continue what lies there."""
    for side, (dx, dy) in enumerate(OFFSETS):
        neighbour = board.tile_at(action.x + dx, action.y + dy)
        if neighbour is not None:
            mine, theirs = turned.sides[side], neighbour.turned.sides[(side + 2) % 4]
            if mine != theirs:
                return side, mine, theirs
    raise AssertionError(action)


def _without(state: State, tile: str, action: Action) -> dict[str, int]:
    if not state.bag.get(tile):
        raise Refusal(
            RefusalKind.ILLEGAL, Phrase.of("carcassonne.none_left", tile=tile_type(tile).name), value=action.notation
        )
    return taken_out(state, tile)


def taken_out(state: State, tile: str) -> dict[str, int]:
    """The bag without one tile of a kind that is in it."""
    bag = dict(state.bag)
    bag[tile] -= 1
    if not bag[tile]:
        del bag[tile]
    return bag


def wrong_step(state: State, action: Action) -> Refusal:
    """The refusal of an action that this step of the turn does not take."""
    phrase = Phrase.of("carcassonne.wrong_step", step=Phrase.of(f"carcassonne.step_{state.step}"))
    return Refusal(RefusalKind.ILLEGAL, phrase, value=action.notation, rule="Carcassonne, the turn")
