"""What one imagined printing is made of: surfaces, colours and habits of drawing."""

from __future__ import annotations

from dataclasses import dataclass

from tools.training.terrain.painting.arms import CoatOfArms
from tools.training.terrain.painting.buildings import Cloister, Houses, Walls
from tools.training.terrain.painting.crowds import Crowds
from tools.training.terrain.painting.distractors import Distractors
from tools.training.terrain.painting.homesteads import Homesteads
from tools.training.terrain.painting.palette import Colour
from tools.training.terrain.painting.plan import DrawingHabits
from tools.training.terrain.painting.scenery import Scenery
from tools.training.terrain.painting.texture import Finish, PaperSurface


@dataclass(frozen=True, slots=True)
class Roads:
    """``edge`` is the outline's colour (None: none) and ``edge_width`` its width; ``ruts`` darker tracks along it;
    ``speckle`` the deviation of its grain; ``ragged`` how unsteady its borders are, tile units."""

    colour: Colour
    edge: Colour | None
    edge_width: float
    ruts: Colour | None
    speckle: float
    ragged: float


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """One imagined edition. Surfaces, colours and habits; see the parts.

    ``landmarks`` is the chance of a church, market or fountain in a city that means nothing, ``lawns`` that of green
    inside the walls, ``yard`` the mean number of lesser houses and trees about a cloister, ``canals`` the chance of
    water and bridges in a city.
    """

    family: str
    habits: DrawingHabits
    meadow: PaperSurface
    ground: PaperSurface
    roads: Roads
    houses: Houses
    farms: Houses
    walls: Walls
    crowds: Crowds
    scenery: Scenery
    homesteads: Homesteads
    cloister: Cloister
    arms: CoatOfArms
    landmarks: float
    lawns: float
    yard: float
    streets: float
    city_shade: float
    wall_first: bool
    crossing: str
    gate: bool
    border: Colour | None
    border_width: float
    finish: Finish
    distractors: Distractors | None = None
    canals: float = 0.0
