"""Carcassonne offered with Stained Glass switched on."""

from games.carcassonne.rules import Carcassonne, rulebook
from games.carcassonne.stained_glass.glass import KEY
from games.carcassonne.stained_glass.scoring import glass_values, is_house_rule
from games.carcassonne.stained_glass.windows import GlassValues
from games.carcassonne.state import State

CARCASSONNE_STAINED_GLASS = Carcassonne("carcassonne-stained-glass", always=(KEY,))


def values_of(state: State) -> GlassValues:
    """What glass brings in the game that a state is of."""
    return glass_values(rulebook(state.setup))


def has_house_rule(state: State) -> bool:
    """Whether the points that glass brings in this game are a house rule, all or in part."""
    return is_house_rule(rulebook(state.setup))
