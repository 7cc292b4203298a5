"""Whether a tile lies where something has changed, by the outline of what has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.carcassonne.learning.terrain_witness import Sighted
from vision.carcassonne.live.change_outline import Change
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineWitnessParameters(Parameters):
    """What an outline is worth."""

    tile_shaped: float = parameter(
        6.0, "log-odds", 'that something is a tile where just a tile\'s square has changed, "default"', CHOSEN
    )
    # White tiles on a white table: 2.5 to 5.5, at 20 places; bare tables with and without a pattern 2.0 at the most.
    no_table: float = parameter(
        2.4,
        "cost",
        "from which a place does not go on as the table does around it",
        "docs/findings/learning-while-they-play.md",
    )
    ends_there: float = parameter(
        3.0,
        "log-odds",
        'for a tile where the table does not go on, and nothing has changed right beside it, "default"',
        CHOSEN,
    )


PARAMETERS = OutlineWitnessParameters()


def ends_as_a_tile(change: Change, as_table: float) -> bool:
    """Whether what changed is just a tile's square; or a part of that, as where it is as white as the table, and what
    lies there is none. ``as_table`` is what it costs to take it for that, see
    :func:`vision.carcassonne.live.bare_table.bare_cost`."""
    return change.tile_shaped or (change.pose is not None and change.ends_there and as_table >= PARAMETERS.no_table)


def by_its_outline(sighted: Sighted, change: Change, as_table: float) -> Sighted:
    """The same, as likely a tile as what changed there tells, even where its art tells the network little."""
    if change.tile_shaped:
        return replace(sighted, odds=max(sighted.odds, PARAMETERS.tile_shaped))
    if sighted.odds > 0 and ends_as_a_tile(change, as_table):
        return replace(sighted, odds=sighted.odds + PARAMETERS.ends_there)
    return sighted
