"""What makes a plain style richer: crowded cities, loosely drawn roads, and what lies by them without being one."""

from __future__ import annotations

from dataclasses import replace

from tools.training.terrain.painting import palette
from tools.training.terrain.painting.crowds import invent_crowded_houses, invent_crowds
from tools.training.terrain.painting.distractors import invent_distractors
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.painting.print_style import PrintStyle
from tools.training.terrain.painting.waters import invent_waters


def illustrated(style: PrintStyle, rng: Rng) -> PrintStyle:
    """What crowds a richly illustrated edition beside what a plainer one of the same colours draws."""
    houses = invent_crowded_houses(style.houses, rng)
    scenery = style.scenery
    if rng.random() < 0.35:  # lone farms, beside roads as well, that are no cloister
        scenery = replace(scenery, things=(*scenery.things, "farm", "farm"), busy=max(scenery.busy, 2.0))
    return replace(
        style,
        houses=houses,
        scenery=scenery,
        arms=replace(style.arms, relief=float(rng.choice([0.0, rng.uniform(0.1, 0.5)]))),
        crowds=invent_crowds(style.arms.tincture, rng),
        habits=replace(style.habits, detour=float(rng.choice([0.0, rng.uniform(0.05, 0.28)]))),
        cloister=replace(style.cloister, size=style.cloister.size * rng.uniform(0.9, 1.3)),
    )


def loose(style: PrintStyle, rng: Rng) -> PrintStyle:
    """The same drawn more loosely, as much that is printed is: roads wind about and leave the tile beside a side's
    middle, lone farms lie by them, and arms stand anywhere at the tile's rim, which may cut them off."""
    if style.family != "illustrated" and rng.random() < 0.6:
        style = illustrated(style, rng)
    habits = replace(
        style.habits,
        aside=float(rng.choice([0.01, rng.uniform(0.02, 0.08)])),
        winding=rng.uniform(0.03, 0.14),
        detour=max(style.habits.detour, rng.uniform(0.1, 0.28)),
        road=rng.uniform(0.045, 0.11),
    )
    scenery, arms = style.scenery, replace(style.arms, size=rng.uniform(0.1, 0.22))
    if rng.random() < 0.4:
        scenery = replace(scenery, things=(*scenery.things, "farm"), busy=max(scenery.busy, 1.5))
    if rng.random() < 0.4:
        arms = replace(arms, form="heater", device=str(rng.choice(["quarters", "quarters", "chequy", "pale"])))
    crowds = replace(style.crowds, rim=float(rng.choice([0.2, rng.uniform(0.5, 1), 1.0])), along_rim=True)
    return replace(style, family="loose", habits=habits, scenery=scenery, arms=arms, crowds=crowds)


def roadside(style: PrintStyle, rng: Rng) -> PrintStyle:
    """The same with things at sides that no road leaves by, roads that hardly stand out in three of ten, a village on
    the very spot where roads meet in four of ten, and water under bridges in some cities."""
    meadow, roads = style.meadow.colours[0], style.roads
    if rng.random() < 0.3:
        share = rng.uniform(0.3, 0.6)
        faint = tuple((1 - share) * own + share * ground for own, ground in zip(roads.colour, meadow, strict=True))
        if palette.distance((faint[0], faint[1], faint[2]), meadow) > 9:
            roads = replace(roads, colour=(faint[0], faint[1], faint[2]))
    waters = invent_waters(meadow, roads.colour, rng)
    return replace(
        style,
        family="roadside",
        roads=roads,
        crossing="covered" if rng.random() < 0.4 else style.crossing,
        distractors=invent_distractors(
            meadow, roads.edge or roads.colour, style.habits.road, style.houses.walls, waters, rng
        ),
        canals=float(rng.choice([0.0, rng.uniform(0.1, 0.6)])),
    )
