"""Carcassonne offered with Stained Glass switched on."""

from games.carcassonne.rules import Carcassonne, rulebook
from games.carcassonne.stained_glass.glass import KEY
from games.carcassonne.stained_glass.scoring import glass_values
from games.carcassonne.stained_glass.windows import GlassValues
from games.carcassonne.state import State

CARCASSONNE_STAINED_GLASS = Carcassonne("carcassonne-stained-glass", always=(KEY,))


def values_of(state: State) -> GlassValues:
    """What glass brings in the game that a state is of."""
    return glass_values(rulebook(state.setup))
