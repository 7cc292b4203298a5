"""An edition out of thin air: how one imagined printing draws meadow, city, road, cloister and arms.

Styles come in families, so that a family can be held out and tell how well a reader does on an edition never seen.
"""

from __future__ import annotations

from tools.training.terrain.painting import palette
from tools.training.terrain.painting.arms import DEVICES, FORMS, CoatOfArms
from tools.training.terrain.painting.buildings import CLOISTERS, Cloister, Houses, Walls
from tools.training.terrain.painting.crowds import PLAIN
from tools.training.terrain.painting.homesteads import invent_homesteads
from tools.training.terrain.painting.palette import Colour, distinct, near, pick, shade
from tools.training.terrain.painting.plan import DrawingHabits, Rng
from tools.training.terrain.painting.print_style import PrintStyle, Roads
from tools.training.terrain.painting.richer_styles import illustrated, loose, roadside
from tools.training.terrain.painting.scenery import THINGS, TREES, Scenery
from tools.training.terrain.painting.texture import Finish, PaperSurface

LOOSE_AS = ("painted", "print", "lineart", "season", "season", "wild", "illustrated", "illustrated")
ROADSIDE_AS = ("loose", "loose", "loose", "illustrated", "season", "painted", "print")
FAMILIES = ("flat", "painted", "print", "lineart", "relief", "season", "wild", "illustrated", "loose", "roadside")

CROSSINGS = ("village", "plaza", "bush", "plain", "well", "tower", "village")


def invent_style(family: str, rng: Rng) -> PrintStyle:
    """A new style of a family. Raises KeyError for an unknown family."""
    if family not in FAMILIES:
        raise KeyError(family)
    if family == "loose":
        return loose(invent_style(LOOSE_AS[rng.integers(len(LOOSE_AS))], rng), rng)
    if family == "roadside":
        return roadside(invent_style(ROADSIDE_AS[rng.integers(len(ROADSIDE_AS))], rng), rng)
    odd = {"season": 1.0, "illustrated": 0.4, "wild": 0.5, "lineart": 0.3}.get(family, 0.05)
    meadow = pick(palette.ODD_MEADOWS if rng.random() < odd else palette.MEADOWS, rng)
    if family == "lineart":
        meadow = shade(meadow, rng.uniform(1.2, 1.8))
    if family == "wild" and rng.random() < 0.4:
        meadow = palette.any_colour(rng)
    freely = family == "wild" and rng.random() < 0.4
    ground = palette.any_colour(rng) if freely else distinct(palette.GROUNDS, [meadow], 18, rng)
    road = _roads(family, meadow, ground, rng)
    houses = _houses(family, ground, rng)
    style = PrintStyle(
        family=family,
        habits=_habits(family, rng),
        meadow=_meadow(family, meadow, rng),
        ground=_ground(family, ground, rng),
        roads=road,
        houses=houses,
        farms=_farms(houses, family, ground, rng),
        walls=_walls(family, rng),
        crowds=PLAIN,
        scenery=_scenery(family, rng),
        homesteads=invent_homesteads(meadow, houses.walls, rng),
        cloister=_cloister(family, houses, meadow, rng),
        arms=_arms(family, houses, ground, rng),
        landmarks=float(rng.choice([0.0, rng.uniform(0, 0.5)])),
        lawns=float(rng.choice([0.0, 0.0, rng.uniform(0, 0.8)])),
        yard=float(rng.choice([0.0, rng.uniform(0, 6)])),
        streets=float(rng.choice([0, 0, 0.03, 0.05])),
        city_shade=float(rng.choice([0, 0, rng.uniform(0.1, 0.5)])),
        wall_first=bool(rng.random() < 0.6),
        crossing=str(rng.choice(CROSSINGS)),
        gate=bool(rng.random() < 0.5),
        border=None if rng.random() < 0.65 else near((rng.choice([20.0, 60.0, 200.0, 240.0]),) * 3, 15, rng),
        border_width=rng.uniform(0.006, 0.025),
        finish=_finish(family, rng),
    )
    return illustrated(style, rng) if family == "illustrated" else style


def _habits(family: str, rng: Rng) -> DrawingHabits:
    illustrated = family == "illustrated"
    return DrawingHabits(
        cap=rng.uniform(0.2, 0.42),
        bay=rng.uniform(0.12, 0.38),
        diagonal=rng.uniform(-0.2, 0.17),
        inset=float(rng.choice([0.0, rng.uniform(0, 0.03), rng.uniform(0.02, 0.1)])),
        bluntness=rng.uniform(0.4, 1.25),
        facets=int(rng.choice([0, 0, 3, 4, 5, 6])),
        wobble=float(rng.choice([0.002, rng.uniform(0, 0.012), rng.uniform(0, 0.025)])),
        bend=rng.uniform(0, 0.3),
        road=rng.uniform(0.048, 0.09) if illustrated else rng.uniform(0.055, 0.13),
        curl=float(rng.choice([0.0, rng.uniform(0.02, 0.08)])) if illustrated else 0.0,
    )


def _meadow(family: str, base: Colour, rng: Rng) -> PaperSurface:
    usual = {"flat": 0.15, "lineart": 0.3, "painted": 1.0, "relief": 1.2, "print": 0.8}
    rough = usual.get(family, rng.uniform(0.1, 1.2))
    others = tuple(near(shade(base, rng.uniform(0.75, 1.2)), 16 * rough, rng) for _ in range(rng.integers(1, 4)))
    return PaperSurface(
        colours=(base, *others),
        patches=min(rng.uniform(0.2, 0.9) * (0.2 + rough), 0.9),
        cells=rng.uniform(1.5, 9),
        speckle=rng.uniform(0, 13) * rough,
        strokes=int(rng.choice([0, int(rng.integers(80, 500))])) if rough > 0.2 else 0,
        contrast=rng.uniform(8, 40) * rough,
        stripes=float(rng.choice([0, 0, 0, rng.uniform(3, 16)])),
        pitch=rng.uniform(0.03, 0.12),
    )


def _ground(family: str, base: Colour, rng: Rng) -> PaperSurface:
    rough = 0.3 if family in ("flat", "lineart") else rng.uniform(0.4, 1.2)
    hatched = rng.random() < (0.4 if family == "lineart" else 0.12)
    return PaperSurface(
        colours=(base, near(shade(base, rng.uniform(0.75, 1.15)), 14, rng)),
        patches=rng.uniform(0.1, 0.7),
        cells=rng.uniform(2, 12),
        speckle=rng.uniform(0, 12) * rough,
        strokes=int(rng.choice([0, int(rng.integers(50, 300))])) if rough > 0.3 else 0,
        contrast=rng.uniform(10, 40) * rough,
        stripes=rng.uniform(8, 30) if hatched else 0,
        pitch=rng.uniform(0.03, 0.08),
    )


def _roads(family: str, meadow: Colour, ground: Colour, rng: Rng) -> Roads:
    colour = distinct(palette.ROADS, [meadow], 24, rng)
    if rng.random() < 0.12:
        colour = near(shade(ground, rng.uniform(0.9, 1.3)), 8, rng)
    faint = palette.distance(colour, meadow) < 22
    outlined = faint or rng.random() < {
        "flat": 0.6,
        "print": 0.75,
        "lineart": 0.9,
        "painted": 0.25,
        "illustrated": 0.7,
    }.get(family, 0.45)
    dark = rng.random() < 0.85
    edge = shade(colour, rng.uniform(0.15, 0.6)) if dark else shade(meadow, rng.uniform(0.4, 0.8))
    if faint and palette.distance(edge, meadow) < 30:
        edge = (20, 20, 25) if sum(meadow) > 330 else (240, 245, 245)
    return Roads(
        colour=colour,
        edge=edge if outlined else None,
        edge_width=rng.uniform(0.006, 0.02),
        ruts=shade(colour, rng.uniform(0.7, 0.9)) if rng.random() < 0.15 else None,
        speckle=0 if family in ("flat", "lineart") else rng.uniform(0, 14),
        ragged=float(rng.choice([0, 0, rng.uniform(0, 0.012)])),
    )


def _houses(family: str, ground: Colour, rng: Rng) -> Houses:
    choices = {
        "flat": [("gable",), ("block",), ("hip",), ("front",), ("gable", "hip"), ("front", "tower"), ("dome", "block")],
        "painted": [("iso",), ("front", "tower"), ("iso", "gable"), ("front",), ("gable", "hip"), ("iso", "tower")],
        "print": [("gable",), ("iso",), ("gable", "tower"), ("iso", "front"), ("hip", "gable"), ("front",)],
        "lineart": [("outline",), ("front",), ("iso",), ("outline", "front"), ("outline", "tower"), ("block",)],
        "illustrated": [("iso",), ("iso", "gable"), ("iso", "front", "tower"), ("iso", "tower"), ("front", "gable")],
        "relief": [("gable",), ("hip",), ("gable", "hip"), ("hip", "dome"), ("block", "gable"), ("iso",)],
    }
    some = choices.get(family) or [
        ("gable",),
        ("iso",),
        ("front",),
        ("hip",),
        ("block",),
        ("front", "tower"),
        ("iso", "gable", "tower"),
        ("dome", "gable"),
        ("outline", "block"),
    ]
    roofs = [distinct(palette.ROOFS, [ground], 16, rng)]
    roofs += [pick(palette.ROOFS, rng) for _ in range(rng.integers(0, 3))]
    if rng.random() < 0.6:
        roofs += [near(roofs[0], 18, rng), near(roofs[0], 18, rng)]
    walls = tuple(pick(palette.WALLS, rng) for _ in range(rng.integers(1, 4)))
    outlined = rng.random() < {"lineart": 0.95, "flat": 0.4, "relief": 0.1}.get(family, 0.4)
    return Houses(
        kinds=some[rng.integers(len(some))],
        roofs=tuple(roofs),
        walls=walls,
        size=float(rng.choice([rng.uniform(0.05, 0.1), rng.uniform(0.08, 0.15), rng.uniform(0.1, 0.2)])),
        spacing=rng.uniform(0.75, 1.7),
        order=float(rng.choice([0, 0.6, 0.9, 1.0])),
        turn=float(rng.choice([0, 0.5, rng.uniform(-0.8, 0.8)])),
        outline=shade(roofs[0], rng.uniform(0.1, 0.5)) if outlined else None,
        light=rng.uniform(0.05, 0.5),
        gaps=float(rng.choice([0.0, 0.15, rng.uniform(0, 0.5)])),
    )


def _farms(houses: Houses, family: str, ground: Colour, rng: Rng) -> Houses:
    return houses if rng.random() < 0.6 else _houses(family, ground, rng)


def _walls(family: str, rng: Rng) -> Walls:
    built = rng.random() < 0.88
    illustrated = family == "illustrated"
    colour = pick(palette.WALLS, rng)
    edged = rng.random() < (0.85 if family in ("lineart", "flat") else 0.5)
    width = rng.uniform(0.012, 0.06)
    return Walls(
        colour=colour if built else None,
        width=width,
        edge=shade(colour, rng.uniform(0.1, 0.6)) if edged else None,
        shadow=float(rng.choice([0, 0, rng.uniform(0.008, 0.03)])),
        towers=float(rng.choice([0, rng.uniform(0.12, 0.4)])),
        tower=rng.uniform(0.02, 0.05) if illustrated else max(width * rng.uniform(0.6, 1.1), 0.018),
        square=bool(rng.random() < 0.5),
        cone=_cone(illustrated, rng),
        rise=rng.uniform(0.01, 0.07) if illustrated and rng.random() < 0.8 else 0.0,
        crenel=float(rng.choice([0, 0, rng.uniform(0.015, 0.035)])),
    )


def _cone(illustrated: bool, rng: Rng) -> Colour | None:
    """Roofs of the wall's towers. Those of illustrated editions may have the colours that arms have, too."""
    if rng.random() >= (0.7 if illustrated else 0.35):
        return None
    return pick(palette.ARMS if illustrated and rng.random() < 0.5 else palette.ROOFS, rng)


def _scenery(family: str, rng: Rng) -> Scenery:
    bare = rng.random() < (0.4 if family == "flat" else 0.12)
    count = int(rng.integers(2, 7))
    return Scenery(
        tree=str(rng.choice(TREES)),
        leaves=tuple(pick(palette.LEAVES, rng) for _ in range(rng.integers(1, 4))),
        tree_size=float(rng.choice([rng.uniform(0.012, 0.04), rng.uniform(0.03, 0.065)])),
        grove=0 if bare else rng.gamma(1.3, 4.5),
        along_wall=float(rng.choice([0, 0, rng.uniform(0.1, 0.9)])),
        in_city=float(rng.choice([0, 0, rng.uniform(0, 6)])),
        things=tuple(str(thing) for thing in rng.choice(THINGS, count, replace=False)),
        busy=0 if bare else rng.gamma(1.3, 2.2),
        shadow=float(rng.choice([0, rng.uniform(0.005, 0.025)])),
        outline=(25, 45, 35) if family == "lineart" or rng.random() < 0.2 else None,
    )


def _cloister(family: str, houses: Houses, meadow: Colour, rng: Rng) -> Cloister:
    illustrated = family == "illustrated"  # where houses are mostly seen aslant and stand on the bare meadow
    grounded = rng.random() < (0.3 if illustrated else 0.55)
    aslant = illustrated and rng.random() < 0.7
    lawn = near(shade(meadow, rng.uniform(0.8, 1.3)), 12, rng)
    return Cloister(
        shape=str(rng.choice(("abbey", "abbey", "front") if aslant else CLOISTERS)),
        size=rng.uniform(0.24, 0.46),
        roof=near(houses.roofs[0], 12, rng) if rng.random() < 0.5 else pick(palette.ROOFS, rng),
        wall=pick(palette.WALLS, rng),
        ground=(lawn if rng.random() < 0.5 else pick(palette.GROUNDS, rng)) if grounded else None,
        ground_size=rng.uniform(0.2, 0.33),
        fence=pick(palette.WALLS, rng) if rng.random() < 0.5 else None,
        round=bool(rng.random() < 0.6),
        outline=(25, 30, 35) if rng.random() < 0.4 else None,
        light=rng.uniform(0.1, 0.5),
    )


def _arms(family: str, houses: Houses, ground: Colour, rng: Rng) -> CoatOfArms:
    # Whoever prints a shield wants it to be seen: it stands out from ground and roofs, and its device from it.
    around = [ground, *houses.roofs]
    tincture = distinct(palette.ARMS, around, 45, rng, tries=30)
    metals = [near(one, 10, rng) for one in ((240, 245, 245), (240, 245, 245), (30, 30, 40), (60, 190, 235))]
    contrasting = [one for one in metals if palette.distance(one, tincture) > 50]
    metal = contrasting[rng.integers(len(contrasting))] if contrasting else metals[0]
    if rng.random() < 0.2:
        metal = distinct(palette.ARMS, [tincture], 50, rng)
    rimmed = rng.random() < 0.6
    rim: Colour = [(20.0, 20.0, 20.0), (245.0, 245.0, 245.0), (70.0, 190.0, 230.0)][rng.integers(3)]
    return CoatOfArms(
        form=str(rng.choice(FORMS, p=_weights(6, len(FORMS)))),
        device=str(rng.choice(DEVICES, p=_weights(4, len(DEVICES)))),
        tincture=tincture,
        metal=metal,
        rim=rim if rimmed else None,
        rim_width=rng.uniform(0.006, 0.022),
        size=rng.uniform(0.1, 0.2) if family == "illustrated" else rng.uniform(0.13, 0.26),
        shadow=float(rng.choice([0, 0.012])),
        tilt=float(rng.choice([0, 0, rng.normal(0, 0.3)])),
    )


def _weights(first: float, count: int) -> list[float]:
    total = first + count - 1
    return [first / total] + [1 / total] * (count - 1)


def _finish(family: str, rng: Rng) -> Finish:
    def sometimes(chance: float, low: float, high: float) -> float:
        return rng.uniform(low, high) if rng.random() < chance else 0.0

    painterly = {"painted": 0.6, "relief": 0.2, "season": 0.3, "wild": 0.3}.get(family, 0.05)
    inked = {"lineart": 0.8, "print": 0.4, "flat": 0.15}.get(family, 0.2)
    printed = {"print": 0.6, "flat": 0.1, "lineart": 0.15}.get(family, 0.15)
    return Finish(
        median=int(rng.choice([3, 5])) if rng.random() < painterly else 0,
        waver=sometimes(0.5 if family in ("painted", "lineart") else 0.2, 0.3, 1.5),
        ink=sometimes(inked, 0.2, 0.8),
        relief=sometimes(0.5 if family == "relief" else 0.1, -0.15, 0.15),
        dots=sometimes(printed, 0.1, 0.6),
        pitch=rng.uniform(2.2, 4),
        paper=sometimes(0.4, 2, 9),
        levels=int(sometimes(0.06, 5, 12)),
        saturation=rng.uniform(0.15, 0.6) if family == "lineart" and rng.random() < 0.5 else rng.uniform(0.6, 1.3),
        gamma=float(rng.uniform(0.7, 1.4)),
        tint=pick(palette.GROUNDS, rng),
        wash=sometimes(0.25, 0.05, 0.35),
        blur=sometimes(0.3 if family == "painted" else 0.1, 0.4, 1.0),
    )
