"""What is kept of a turn once it is on record: where those stand who were put down, and how their paint looks and how
figures stand in this light."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.moment import StepKey
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_type
from games.carcassonne.turn import deployments_at
from vision.carcassonne.live.followers.farming_habits import FarmingHabits
from vision.carcassonne.live.followers.figures import FigureReader
from vision.carcassonne.live.followers.together import Together
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.live.memory import Memory, RecordedFollower, followers_of
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.registration.lattice import Cell


def crowd_remembered(memory: Memory, cell: Cell, crowds: Iterable[Together]) -> Memory | None:
    """Where those stand who were put on one tile together; None where there was at most one, or nobody was seen so.
    Nothing is learned of paint and stance from figures that hide each other.

    Args:
        memory: of the record after that.
        crowds: who may have been put there, each as it was seen.
    """
    standing = {spot: who for spot, who in memory.standing.items() if spot[0] == cell}
    there = {(who.kind, *spot[1:]) for spot, who in standing.items()}
    if len(there) < 2:
        return None
    for crowd in crowds:
        if {(one.kind, one.feature.value, one.location) for one in crowd.figures} == there:
            for one, foot in zip(crowd.figures, crowd.feet, strict=True):
                spot = (cell, one.feature.value, one.location)
                standing[spot] = replace(standing[spot], foot=foot)
            return replace(memory, standing={**memory.standing, **standing})
    return None


def follower_remembered(
    memory: Memory, hypotheses: Sequence[Hypothesis], mover: str, last: Cell, sight: TileSight
) -> Memory:
    """Where the follower stands that was just put down, and how its paint looks in this light.

    Args:
        memory: of the record after that.
        hypotheses: of the picture, likeliest first.
        mover: the colour of whose turn it was.
        last: the tile that was laid last.
        sight: the picture.
    """
    for hypothesis in hypotheses:
        deploy = next((action for action in hypothesis.actions if isinstance(action, Deploy)), None)
        lay = next((action for action in hypothesis.actions if isinstance(action, Lay)), None)
        cell = last if lay is None else (lay.y, lay.x)
        remembered = lay is None or memory.tiles.get(cell) == (lay.tile, lay.turns)
        if not remembered or (deploy is None and lay is None):
            continue
        spots = [spot for spot in memory.standing if spot[0] == cell]
        if spots and (deploy is None or (cell, deploy.feature.value, deploy.location) not in spots):
            continue  # people said otherwise
        if deploy is None or hypothesis.foot is None:
            return memory  # the likeliest hypothesis of this tile has no follower
        spot = (cell, deploy.feature.value, deploy.location)
        standing = RecordedFollower(mover, deploy.kind, hypothesis.foot)
        if spot in memory.standing:
            memory = replace(memory, standing={**memory.standing, spot: standing})
        else:  # it scored in the turn in which it was put down
            memory = replace(memory, gone_home={**memory.gone_home, spot: standing})
        reader = FigureReader(sight, memory)
        match = reader.recorded(cell)
        return memory if match is None else _learned(reader, memory, match, standing, deploy)
    return memory


def _learned(reader: FigureReader, memory: Memory, match: TileMatch, who: RecordedFollower, deploy: Deploy) -> Memory:
    """What a follower that was confirmed tells of its colour, of how figures stand before this camera, and of whether
    people lay them down. People may have told him whom a glare hides: where his likeliest spot looks rather like the
    bare tile than like him it shows a meadow's colour or a lamp's, and nothing is learned of him."""
    standpoint = reader.closely(match, None)
    assert who.foot is not None, "only followers that were seen teach"
    known = memory.paints[who.colour]
    if not standpoint.shows(known, who.foot, who.kind):
        return memory
    paint = known.learned(standpoint.pixels_of(who.foot, who.kind))
    index = tile_type(match.key).turned[match.turns].index_at(deploy.feature, deploy.location)
    where = memory.deck.footing(match.entry)[index or 0]
    asked = memory.asked()
    scores = standpoint.by_guess(known, asked, where, who.kind)
    lies = reader.body(match, who.colour, None).lies
    return replace(
        memory,
        paints={**memory.paints, who.colour: paint},
        stance=memory.stance.updated(asked, scores),
        put_down=memory.put_down.confirmed(lies, farmer=deploy.feature is FeatureKind.FIELD),
    )


def habits_after(habits: FarmingHabits, before: State, after: State) -> FarmingHabits:
    """What is known of what people put their followers on, once one more turn is on record; where several are, or
    somebody scored at once and went home, nobody asks what else they could have done."""
    fresh = [tile for tile in after.board.laid if tile not in before.board.laid]
    if len(fresh) != 1 or before.step is not StepKey.LAY:
        return habits
    (tile,) = fresh
    chosen = [
        Deploy(who.kind, FeatureKind(kind), location)
        for (cell, kind, location), who in followers_of(after).items()
        if cell == (tile.y, tile.x)
    ]
    if len(chosen) != 1:
        return habits
    lay = Lay(tile.turned.key, tile.x, tile.y, tile.turned.turns)
    return habits.put_down(list(deployments_at(before, lay)), chosen[0])


def movers_of(before: State, after: State) -> dict[Cell, str]:
    """Whose turn it was, by colour, when each tile was laid that may have got a follower since: the one that lay last,
    while that was asked, and all that came after."""
    seats, seat = before.setup.seats, before.seat
    found: dict[Cell, str] = {}
    if before.step is not StepKey.LAY:
        last = before.board.laid[-1]
        found[last.y, last.x] = seats[seat].colour
        seat += 1
    known = {(tile.y, tile.x) for tile in before.board.laid}
    found = {cell: mover for cell, mover in found.items() if cell in {(tile.y, tile.x) for tile in after.board.laid}}
    for tile in after.board.laid:
        if (tile.y, tile.x) not in known:
            found[tile.y, tile.x] = seats[seat % len(seats)].colour
            seat += 1
    return found
