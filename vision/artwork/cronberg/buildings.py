"""The seventeen buildings that are good to live beside: one small drawing each, head up."""

from __future__ import annotations

from vision.artwork.canvas import INK, Canvas, arc, shade
from vision.artwork.cronberg import masonry as m
from vision.imaging.values import Colour

WHITE: Colour = (232, 240, 242)
STONE: Colour = (176, 190, 196)
RED: Colour = (54, 62, 186)
BRICK: Colour = (72, 90, 176)
BROWN: Colour = (56, 84, 124)
SLATE: Colour = (132, 104, 84)
COPPER: Colour = (140, 168, 96)
GRASS: Colour = (84, 168, 112)


def cottage(c: Canvas) -> None:
    """Thatch over white walls and timber."""
    m.sky(c, (236, 200, 150), (250, 236, 214), 0.14)
    m.ground(c, 0.14, (96, 190, 140))
    m.tree(c, -0.27, 0.2, 0.22, (76, 148, 84))
    m.wall(c, 0.02, 0.24, 0.4, 0.2, WHITE)
    for x in (-0.18, -0.05, 0.09, 0.22):
        c.line([(x, 0.24), (x, 0.04)], BROWN, 0.016)
    c.line([(-0.18, 0.14), (0.22, 0.14)], BROWN, 0.016)
    m.eaves(c, 0.02, 0.05, 0.44, 0.26, (84, 186, 226))
    m.chimney(c, 0.13, -0.16, 0.1, BRICK, (238, 238, 236))
    m.door(c, 0.02, 0.24, 0.075, 0.13)
    m.window(c, -0.115, 0.19, 0.06, 0.06, m.LIT)
    m.window(c, 0.155, 0.19, 0.06, 0.06, m.LIT)


def well(c: Canvas) -> None:
    """A round well under a red roof."""
    m.sky(c, (196, 226, 240), (222, 240, 248), 0.06)
    m.ground(c, 0.06, (150, 158, 162), 40)
    c.rect(-0.15, -0.2, -0.11, 0.16, BROWN)
    c.rect(0.11, -0.2, 0.15, 0.16, BROWN)
    m.spire(c, 0, -0.16, 0.5, 0.3, (60, 70, 206))
    c.line([(0, -0.16), (0, 0.05)], INK, 0.012)
    c.poly([(-0.045, 0.02), (0.045, 0.02), (0.03, 0.1), (-0.03, 0.1)], (60, 110, 160))
    m.bricks(c, 0, 0.32, 0.4, 0.17, (190, 200, 204), 3)
    c.oval(0, 0.15, 0.2, 0.05, (150, 96, 50))


def bakery(c: Canvas) -> None:
    """An ochre house with a pretzel over its door."""
    m.sky(c, (150, 196, 246), (196, 224, 250), 0.16)
    m.ground(c, 0.16, (128, 170, 202))
    m.chimney(c, -0.13, -0.2, 0.18, (70, 80, 110), (246, 248, 250))
    m.wall(c, 0, 0.27, 0.46, 0.3, (76, 170, 232))
    m.gable(c, 0, -0.03, 0.46, 0.34, (88, 182, 240), BROWN)
    m.windows(c, 0, 0.06, 3, 0.14)
    m.door(c, -0.1, 0.27, 0.1, 0.14)
    m.window(c, 0.1, 0.2, 0.13, 0.08, m.LIT)
    for x in (-0.028, 0.028):
        c.circle(x, -0.15, 0.034, None, (40, 84, 150), 0.018)
    c.line([(-0.04, -0.125), (0, -0.19), (0.04, -0.125)], (40, 84, 150), 0.018)


def smithy(c: Canvas) -> None:
    """A low dark house with a glowing forge."""
    m.sky(c, (118, 92, 78), (168, 150, 140), 0.14)
    m.ground(c, 0.14, (84, 88, 96))
    m.chimney(c, 0.14, -0.08, 0.26, (90, 96, 104), (176, 176, 180))
    m.bricks(c, 0, 0.28, 0.5, 0.24, (116, 122, 128), 5)
    m.eaves(c, 0, 0.05, 0.5, 0.2, (70, 62, 60))
    c.poly([(-0.16, 0.28), (-0.16, 0.15), *arc(-0.06, 0.15, 0.1, 0.06, 180, 360, 16), (0.04, 0.28)], (40, 120, 250))
    c.circle(-0.06, 0.22, 0.045, (110, 214, 255), None)
    c.poly([(0.1, 0.2), (0.24, 0.2), (0.2, 0.235), (0.2, 0.28), (0.14, 0.28), (0.14, 0.235)], (44, 40, 40))


def orchard(c: Canvas) -> None:
    """Apple trees in rows."""
    m.sky(c, (226, 222, 160), (238, 240, 206), -0.18)
    m.ground(c, -0.18, (84, 200, 148), 40)
    rows = ((-0.12, (-0.13, 0.13), 0.2), (0.08, (-0.26, 0.26), 0.22), (0.08, (0.0,), 0.24), (0.32, (-0.13, 0.14), 0.25))
    for x, y, size in ((x, y, size) for y, places, size in rows for x in places):
        m.tree(c, x, y, size, (62, 136, 60), (50, 50, 220))


def inn(c: Canvas) -> None:
    """A green inn with its sign and rows of windows."""
    m.sky(c, (110, 196, 238), (170, 222, 246), 0.16)
    m.ground(c, 0.16, (92, 122, 156))
    m.wall(c, 0, 0.28, 0.48, 0.36, (124, 160, 76))
    m.eaves(c, 0, -0.07, 0.48, 0.26, (48, 52, 158))
    m.windows(c, 0, 0.0, 4, 0.11, m.LIT)
    m.windows(c, 0.11, 0.16, 2, 0.11, m.LIT)
    m.door(c, -0.1, 0.28, 0.12, 0.17)
    c.line([(-0.24, 0.06), (-0.34, 0.06)], INK, 0.012)
    c.circle(-0.3, 0.12, 0.045, m.GOLD)
    m.gable(c, 0, -0.16, 0.14, 0.13, (124, 160, 76), (40, 40, 120))


def mill(c: Canvas) -> None:
    """A windmill in the corn."""
    m.sky(c, (240, 186, 106), (248, 222, 176), 0.16)
    m.ground(c, 0.16, (70, 196, 236), 50)
    m.cloud(c, -0.16, -0.3, 0.12)
    c.poly([(-0.14, 0.34), (-0.09, -0.12), (0.09, -0.12), (0.14, 0.34)], (226, 232, 236))
    c.poly([(0.05, 0.34), (0.03, -0.12), (0.09, -0.12), (0.14, 0.34)], (186, 194, 200), None)
    m.spire(c, 0, -0.1, 0.24, 0.17, (60, 84, 130))
    m.door(c, 0, 0.34, 0.08, 0.12)
    m.window(c, 0, 0.08)
    for dx, dy in ((0.7, 0.72), (-0.72, 0.7), (0.72, -0.7), (-0.7, -0.72)):
        tip = (dx * 0.42, -0.1 + dy * 0.42)
        side = (-dy * 0.09, dx * 0.09)
        c.line([(0, -0.1), tip], INK, 0.014)
        c.poly([(dx * 0.1, -0.1 + dy * 0.1), tip, (tip[0] + side[0], tip[1] + side[1]),
                (dx * 0.1 + side[0], -0.1 + dy * 0.1 + side[1])], (242, 246, 248), INK, 0.006)  # fmt: skip
    c.circle(0, -0.1, 0.022, INK)


def school(c: Canvas) -> None:
    """A yellow schoolhouse with a bell turret."""
    m.sky(c, (226, 190, 206), (244, 226, 234), 0.18)
    m.ground(c, 0.18, (168, 168, 166))
    m.wall(c, 0, 0.29, 0.5, 0.28, (110, 222, 246))
    m.eaves(c, 0, 0.02, 0.5, 0.2, (156, 98, 60))
    m.wall(c, 0, -0.16, 0.14, 0.14, (110, 222, 246))
    m.spire(c, 0, -0.29, 0.2, 0.16, (156, 98, 60))
    c.poly(arc(0, -0.2, 0.035, 0.05, 180, 360, 14), m.GOLD)
    m.windows(c, -0.16, 0.14, 2, 0.1, h=0.1)
    m.windows(c, 0.16, 0.14, 2, 0.1, h=0.1)
    m.door(c, 0, 0.29, 0.11, 0.17, (140, 80, 40))


def brewery(c: Canvas) -> None:
    """Red brick, copper hood, barrels."""
    m.sky(c, (206, 232, 236), (224, 240, 244), 0.16)
    m.ground(c, 0.16, (96, 116, 168))
    m.bricks(c, -0.06, 0.28, 0.34, 0.4, (66, 76, 180), 8)
    m.onion(c, -0.06, -0.11, 0.36, 0.34, COPPER)
    m.bricks(c, 0.2, 0.28, 0.18, 0.2, (66, 76, 180), 4)
    m.eaves(c, 0.2, 0.08, 0.18, 0.1, (100, 128, 70), 0.03)
    m.windows(c, -0.06, -0.02, 2, 0.14, m.LIT)
    m.windows(c, -0.06, 0.11, 2, 0.14, m.LIT)
    for x in (-0.2, -0.08, 0.04):
        c.oval(x, 0.3, 0.05, 0.06, (62, 110, 166))
        c.line([(x - 0.048, 0.29), (x + 0.048, 0.29)], INK, 0.01)
    m.door(c, 0.2, 0.28, 0.09, 0.12)


def market(c: Canvas) -> None:
    """Striped stalls on a sandy square."""
    m.sky(c, (176, 230, 246), (206, 240, 250), -0.05)
    m.ground(c, -0.05, (160, 208, 230), 40)
    for x, y, colour in ((0.0, 0.02, (50, 56, 206)), (-0.2, 0.2, (186, 116, 40)), (0.2, 0.2, (70, 150, 60))):
        c.rect(x - 0.13, y - 0.02, x + 0.13, y + 0.09, (80, 120, 166))
        for stripe in range(6):
            left = x - 0.16 + stripe * 0.32 / 6
            c.poly([(x - 0.11 + stripe * 0.22 / 6, y - 0.17), (x - 0.11 + (stripe + 1) * 0.22 / 6, y - 0.17),
                    (left + 0.32 / 6, y - 0.02), (left, y - 0.02)],
                   colour if stripe % 2 else WHITE, INK, 0.004)  # fmt: skip
        for fruit in range(4):
            c.circle(
                x - 0.09 + fruit * 0.06, y - 0.0, 0.022, ((40, 160, 240), (50, 60, 220), (70, 180, 120))[fruit % 3]
            )
    m.flag(c, 0.0, -0.15, 0.2, (50, 56, 206))


def church(c: Canvas) -> None:
    """A white church with a tall red spire."""
    m.sky(c, (238, 176, 110), (250, 224, 190), 0.2)
    m.ground(c, 0.2, (90, 172, 96))
    m.wall(c, 0.12, 0.3, 0.3, 0.22, WHITE)
    m.eaves(c, 0.12, 0.09, 0.3, 0.18, RED, 0.05)
    m.wall(c, -0.1, 0.3, 0.18, 0.42, WHITE)
    m.spire(c, -0.1, -0.11, 0.24, 0.42, RED)
    m.cross(c, -0.1, -0.5, 0.11)
    m.clock(c, -0.1, -0.03, 0.045)
    m.lancet(c, 0.06, 0.25, 0.05, 0.12)
    m.lancet(c, 0.19, 0.25, 0.05, 0.12)
    m.lancet(c, -0.1, 0.3, 0.08, 0.15, (52, 74, 108))


def guildhall(c: Canvas) -> None:
    """A blue stepped gable."""
    m.sky(c, (176, 196, 130), (214, 224, 190), 0.2)
    m.ground(c, 0.2, (198, 206, 208))
    m.wall(c, 0, 0.31, 0.44, 0.36, (176, 112, 66))
    m.steps(c, 0, -0.05, 0.48, 0.46, (186, 124, 78), 5)
    m.windows(c, 0, 0.02, 3, 0.13, m.LIT, h=0.09)
    m.windows(c, 0, 0.16, 3, 0.13, m.LIT, h=0.09)
    m.windows(c, 0, -0.14, 2, 0.13, m.LIT, h=0.09)
    m.window(c, 0, -0.28, 0.06, 0.08, m.LIT)
    m.door(c, 0, 0.31, 0.1, 0.09)
    m.flag(c, 0, -0.5, 0.12, m.GOLD)


def granary(c: Canvas) -> None:
    """A tall timber store with hatches and a hoist."""
    m.sky(c, (96, 160, 242), (156, 200, 250), 0.2)
    m.ground(c, 0.2, (110, 190, 222))
    m.wall(c, 0, 0.31, 0.38, 0.42, (70, 106, 156))
    for x in (-0.13, -0.065, 0.065, 0.13):
        c.line([(x, 0.31), (x, -0.1)], (46, 70, 106), 0.008)
    m.gable(c, 0, -0.1, 0.38, 0.36, (70, 106, 156), (34, 48, 76))
    for y in (-0.18, -0.02, 0.12, 0.26):
        c.rect(-0.05, y - 0.05, 0.05, y + 0.04, (44, 62, 92))
    c.line([(0, -0.38), (0.14, -0.36), (0.14, -0.1)], INK, 0.012)
    c.oval(0.14, -0.06, 0.04, 0.05, (150, 200, 222))


def watchtower(c: Canvas) -> None:
    """A stone tower by night."""
    m.sky(c, (96, 44, 26), (150, 88, 56), 0.22)
    c.circle(0.16, -0.28, 0.055, (176, 232, 246), None)
    for x, y in ((-0.17, -0.3), (-0.1, -0.5), (0.08, -0.52), (-0.24, -0.1), (0.26, -0.05)):
        c.circle(x, y, 0.008, (220, 240, 250), None)
    m.ground(c, 0.22, (84, 96, 70))
    m.bricks(c, 0, 0.34, 0.24, 0.46, (168, 176, 180), 9)
    m.bricks(c, 0, -0.12, 0.32, 0.1, (168, 176, 180), 2)
    m.battlements(c, 0, -0.21, 0.32, (168, 176, 180))
    m.spire(c, 0, -0.25, 0.22, 0.2, (70, 70, 90))
    m.window(c, 0, 0.0, 0.06, 0.09, m.LIT)
    m.flames(c, -0.22, -0.14, 0.1)
    m.door(c, 0, 0.34, 0.09, 0.13)


def town_hall(c: Canvas) -> None:
    """The red town hall with its clock tower."""
    m.sky(c, (196, 180, 246), (226, 216, 250), 0.2)
    m.ground(c, 0.2, (188, 200, 208), 40)
    m.wall(c, 0, 0.31, 0.56, 0.28, (60, 66, 192))
    m.eaves(c, 0, 0.04, 0.56, 0.16, SLATE)
    m.wall(c, 0, 0.06, 0.18, 0.34, (60, 66, 192))
    m.onion(c, 0, -0.27, 0.26, 0.26, m.GOLD)
    m.clock(c, 0, -0.15, 0.06)
    m.windows(c, -0.18, 0.12, 2, 0.1, m.LIT, h=0.08)
    m.windows(c, 0.18, 0.12, 2, 0.1, m.LIT, h=0.08)
    for x in (-0.2, -0.1, 0.0, 0.1, 0.2):
        m.lancet(c, x, 0.31, 0.07, 0.11, (60, 44, 40))
    c.rect(-0.28, 0.165, 0.28, 0.185, WHITE, INK, 0.005)


def minster(c: Canvas) -> None:
    """Two grey towers with green spires."""
    m.sky(c, (206, 130, 156), (230, 196, 208), 0.22)
    m.ground(c, 0.22, (150, 160, 160), 40)
    m.bricks(c, 0, 0.32, 0.3, 0.3, (190, 198, 200), 6)
    m.gable(c, 0, 0.02, 0.26, 0.2, (190, 198, 200), COPPER)
    for x in (-0.17, 0.17):
        m.bricks(c, x, 0.32, 0.14, 0.4, (190, 198, 200), 8)
        m.spire(c, x, -0.08, 0.17, 0.3, COPPER)
        m.lancet(c, x, 0.04, 0.05, 0.1)
        m.lancet(c, x, 0.24, 0.05, 0.1)
    c.circle(0, 0.08, 0.075, (170, 90, 60), INK, 0.012)
    for dx, dy in ((0.04, 0), (-0.04, 0), (0, 0.04), (0, -0.04)):
        c.circle(dx, 0.08 + dy, 0.022, (90, 190, 246), None)
    m.lancet(c, 0, 0.32, 0.11, 0.15, (40, 54, 84))
    m.cross(c, 0, -0.17, 0.12)


def library(c: Canvas) -> None:
    """Columns under a green dome."""
    m.sky(c, (214, 226, 214), (234, 240, 234), 0.2)
    m.ground(c, 0.2, (206, 216, 222))
    m.dome(c, 0, -0.1, 0.34, 0.26, (128, 150, 60))
    c.rect(-0.03, -0.42, 0.03, -0.35, (128, 150, 60))
    c.rect(-0.25, -0.1, 0.25, -0.03, (196, 216, 226))
    m.gable(c, 0, -0.02, 0.5, 0.13, (214, 232, 240))
    c.rect(-0.26, 0.0, 0.26, 0.3, (120, 142, 158))
    for x in (-0.22, -0.11, 0.0, 0.11, 0.22):
        c.rect(x - 0.022, 0.0, x + 0.022, 0.28, (224, 238, 244))
    c.rect(-0.29, 0.27, 0.29, 0.31, (196, 216, 226))
    c.rect(-0.32, 0.31, 0.32, 0.35, shade((196, 216, 226), 0.9))
    c.rect(-0.28, -0.02, 0.28, 0.02, (196, 216, 226))
