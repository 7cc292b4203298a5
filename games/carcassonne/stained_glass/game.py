"""Carcassonne offered with Stained Glass switched on."""

from games.carcassonne.rules import Carcassonne
from games.carcassonne.stained_glass.glass import KEY

CARCASSONNE_STAINED_GLASS = Carcassonne("carcassonne-stained-glass", always=(KEY,))
