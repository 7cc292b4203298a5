"""A simulated table of Riga: displays in front of the players, the Grand Masters, the market between them.

Table mm: the origin is the middle of the market, x right and y down as who sits at the lower side sees it. Displays lie
upright for their owners: below the market as it stands, above it turned round.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from games.game import Seat
from games.riga.box.components import Master
from games.riga.box.goods import HIDDEN
from games.riga.rules import RIGA
from games.riga.state import State
from vision.artwork.riga.cards import (
    CARD_MM,
    TILE_MM,
    building_back,
    building_card,
    good_back,
    good_card,
    master_tile,
)
from vision.frames import Picture
from vision.simulator.beside import Beside, clutter_about, lamps_for, resting_hand, spot_at_edge
from vision.simulator.camera import NotInView, SimulatedCamera, scale_for_piece
from vision.simulator.conditions import RANGES, Conditions, Level
from vision.simulator.framing import camera_aimed, shows_all
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm
from vision.simulator.scene import FlatPiece, PiecePose, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.truth import pieces_truth
from vision.simulator.wear import worn

PX_PER_MM = 4.0
PITCH = (63.0, 95.0)
COLUMNS = 9
_NEAR_Y = 175.0  # of a display's first row, away from the middle
_SIDE_X = 325.0  # of a display's middle, where two sit on one side
_TURNS = (0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0, 90.0)
_CARD_THICK, _TILE_THICK = 0.4, 2.0
# Seats clockwise as seen from above: (x of the middle, on the upper side).
_PLACES: dict[int, tuple[tuple[float, bool], ...]] = {
    2: ((0.0, False), (0.0, True)),
    3: ((-_SIDE_X, False), (0.0, True), (_SIDE_X, False)),
    4: ((-_SIDE_X, False), (-_SIDE_X, True), (_SIDE_X, True), (_SIDE_X, False)),
}


@dataclass(frozen=True, slots=True)
class CardTruth:
    """A building card in view: its key, whose display it lies in (None: on offer), its corners (4, 2) px, and how much
    of it is hidden."""

    key: str
    seat: int | None
    corners_px: Float64Array
    covered: float


@dataclass(frozen=True, eq=False, slots=True)
class RigaPhotograph:
    """A picture of the table and what is on it.

    Attributes:
        image: BGR.
        state: the game as it stands.
        cards: every building card that lies open.
        camera, conditions: how it was taken.
    """

    image: Picture
    state: State
    cards: tuple[CardTruth, ...]
    camera: SimulatedCamera
    conditions: Conditions


def random_state(rng: random.Random, players: int | None = None, share: float | None = None) -> State:
    """A casual game stopped after this share of it (any, if not told)."""
    colours = rng.sample(["red", "yellow", "green", "blue", "black", "pink"], players or rng.randint(2, 4))
    state = RIGA.new(RIGA.setup(tuple(Seat(colour.title(), colour) for colour in colours)))
    states = [state]
    while RIGA.player_to_move(states[-1]) is not None:
        states.append(RIGA.apply(states[-1], RIGA.sample(states[-1], rng))[0])
    wanted = rng.random() if share is None else share
    return states[min(len(states) - 1, int(wanted * len(states)))]


class LaidCards:
    """Puts cards and tiles down by hand and remembers how each lies, so that a growing table stays as it is."""

    def __init__(self, conditions: Conditions, rng: np.random.Generator, players: int) -> None:
        self._conditions = conditions
        self._rng = rng
        self._players = players
        self._pieces: dict[str, FlatPiece] = {}

    def display(self, state: State) -> tuple[FlatPiece, ...]:
        """Every built card, in front of who built it."""
        return tuple(
            self.built(state, seat, number, key)
            for seat, player in enumerate(state.players)
            for number, key in enumerate(player.built)
        )

    def built(self, state: State, seat: int, number: int, key: str) -> FlatPiece:
        """The card that a seat built as its ``number``-th."""
        name = f"built {seat} {key}"
        if name not in self._pieces:
            texture = building_card(state.card(key), PX_PER_MM)
            self._pieces[name] = self._laid(name, texture, CARD_MM, display_pose(self._players, seat, number))
        return self._pieces[name]

    def tiles(self, masters: tuple[Master, ...]) -> tuple[FlatPiece, ...]:
        """The row of Grand Masters; Money a little aside."""
        pieces, x = [], -540.0
        for master in masters:
            aside = 26.0 if master.is_money else 0.0
            name = f"tile {master.key}"
            if name not in self._pieces:
                texture = master_tile(master, self._players, PX_PER_MM)
                self._pieces[name] = self._laid(name, texture, TILE_MM, PiecePose(x, aside, 0.0), _TILE_THICK)
            pieces.append(self._pieces[name])
            x += 60.0
        return tuple(pieces)

    def market(self, state: State) -> tuple[FlatPiece, ...]:
        """Rows of commodities, face down while nobody has shown one, buildings on offer, both piles."""
        pieces = []
        for number, row in enumerate(state.rows):
            column, line = divmod(number, 2)
            for place, good in enumerate(row):
                x, y = -235.0 + 140.0 * column + 16.0 * place, -48.0 + 96.0 * line
                name = f"row {number} {place} {good}"
                if name not in self._pieces:
                    texture = good_back(PX_PER_MM) if good == HIDDEN else good_card(good, PX_PER_MM)
                    self._pieces[name] = self._laid(name, texture, CARD_MM, PiecePose(x, y))
                pieces.append(self._pieces[name])
        for number, (key, _) in enumerate(state.offer):
            name = f"offer {key}"
            if name not in self._pieces:
                pose = PiecePose(205.0 + PITCH[0] * (number % 5), -48.0 + 96.0 * (number // 5))
                self._pieces[name] = self._laid(name, building_card(state.card(key), PX_PER_MM), CARD_MM, pose)
            pieces.append(self._pieces[name])
        for name, texture, y in (
            ("pile goods", good_back(PX_PER_MM), -48.0),
            ("pile buildings", building_back(PX_PER_MM), 48.0),
        ):
            if name not in self._pieces:
                self._pieces[name] = self._laid(name, texture, CARD_MM, PiecePose(552.0, y))
            pieces.append(self._pieces[name])
        return tuple(pieces)

    def _laid(
        self, name: str, texture: Picture, size_mm: tuple[float, float], pose: PiecePose, thick: float = _CARD_THICK
    ) -> FlatPiece:
        off = self._conditions
        dx, dy = self._rng.uniform(-off.lay_mm, off.lay_mm, 2) / 2
        turn = float(self._rng.uniform(-off.lay_deg, off.lay_deg))
        lies = pose.moved(float(dx), float(dy), turn)
        return FlatPiece(name, worn(texture, off.wear, self._rng), size_mm, lies, thick)


def display_pose(players: int, seat: int, number: int) -> PiecePose:
    """Where the ``number``-th card of a display belongs."""
    x, above = _PLACES[players][seat]
    row, column = divmod(number, COLUMNS)
    away = (column - (COLUMNS - 1) / 2) * PITCH[0]
    depth = _NEAR_Y + row * PITCH[1]
    return PiecePose(x - away, -depth, 180.0) if above else PiecePose(x + away, depth, 0.0)


def outline(players: int, rows: int = 2) -> Float64Array:
    """(n, 3) points around everything that must be in view."""
    reach = max(abs(x) for x, _ in _PLACES[players]) + COLUMNS / 2 * PITCH[0] + 6.0
    reach = max(reach, 596.0)
    depth = _NEAR_Y + (rows - 0.5) * PITCH[1] + 6.0
    return np.array([[-reach, -depth, 0.4], [reach, -depth, 0.4], [reach, depth, 0.4], [-reach, depth, 0.4]])


def frame_table(conditions: Conditions, players: int) -> tuple[Conditions, SimulatedCamera]:
    """A camera that has the table in view, and the conditions as they became: the largest size of the level's range
    that fits, the table turned under the camera where it must be. Raises :class:`NotInView` where nothing helps."""
    rim = outline(players)
    least = RANGES[conditions.level].piece_px.least
    for turn in _TURNS:
        for base in (conditions.rotation_deg, 0.0, 180.0):
            turned = replace(conditions, rotation_deg=(base + turn) % 360.0)
            for piece_px in np.linspace(conditions.piece_px, least, 6):
                camera = camera_aimed(
                    turned,
                    (0.0, 0.0),
                    scale_for_piece(float(piece_px), CARD_MM[0], turned.tilt_deg, turned.rotation_deg),
                )
                if shows_all(camera, rim, 4.0):
                    return replace(turned, piece_px=float(piece_px)), camera
    raise NotInView((0.0, 0.0))


def around_game(conditions: Conditions, players: int, camera: SimulatedCamera, rng: np.random.Generator) -> Beside:
    """As much clutter as the conditions tell; on hard tables some of it touches the game, and a hand rests there."""
    corners = outline(players)[:, :2]
    low, high = corners.min(axis=0), corners.max(axis=0)
    grid = np.stack(np.meshgrid(np.linspace(low[0], high[0], 25), np.linspace(low[1], high[1], 13)), axis=-1)
    spots = grid.reshape(-1, 2)
    pieces = clutter_about(conditions, spots, 30.0, camera, rng)
    return Beside.of(pieces, _hand(spots, camera, rng) if conditions.hand_at_rest else ())


def _hand(spots: Float64Array, camera: SimulatedCamera, rng: np.random.Generator) -> tuple[FlatPiece, ...]:
    """A hand that rests at the edge of the picture, clear of the cards; none where there is no room."""
    arm = Arm(rng)
    for _ in range(40):
        spot, inward = spot_at_edge(camera, rng, (0.1, 0.9), (30, 110))
        if np.linalg.norm(spots - spot, axis=1).min() > 90:
            return (resting_hand(arm, spot, inward),)
    return ()


def extent() -> dict[str, float]:
    """How large the table is, as keywords of ``vision.simulator.surfaces.ground``."""
    return {"left_mm": -1000.0, "top_mm": -750.0, "width_mm": 2000.0, "depth_mm": 1500.0}


def glare_spots() -> Float64Array:
    """(n, 2) middles of cards, for the glare that avoids or hits them."""
    return np.array([[x, y] for x in (-500.0, -250.0, 0.0, 250.0, 500.0) for y in (-250.0, -160.0, 0.0, 160.0, 250.0)])


def still_table(
    level: Level | str, seed: int, *, players: int | None = None, share: float | None = None
) -> RigaPhotograph:
    """A photograph of a game somewhere between its first turn and its end; all that is random comes from the seed."""
    rng = np.random.default_rng([seed, 1201])
    conditions = Conditions.from_level(level, rng)
    state = random_state(random.Random(seed * 7919 + 5), players, share)
    count = len(state.players)
    conditions, camera = frame_table(conditions, count)
    layer = LaidCards(conditions, rng, count)
    beside = around_game(conditions, count, camera, rng)
    masters = tuple(placed.master for placed in state.row)
    scene = TableScene(
        ground(conditions.surface, rng, **extent()),
        (*beside.flats, *layer.tiles(masters), *layer.display(state), *layer.market(state)),
        beside.solids,
        beside.hands,
        lamps=lamps_for(rng),
    )
    image = Photographer(camera, conditions, rng, glare_spots(), CARD_MM[0]).take(scene)
    return RigaPhotograph(image, state, card_truths(scene, camera), camera, conditions)


def card_truths(scene: TableScene, camera: SimulatedCamera) -> tuple[CardTruth, ...]:
    """Where each building card shows."""
    found = []
    for name, truth in pieces_truth(scene, camera).items():
        kind, *words = name.split()
        if kind == "built":
            found.append(CardTruth(words[1], int(words[0]), truth.corners_px, truth.covered))
        elif kind == "offer":
            found.append(CardTruth(words[0], None, truth.corners_px, truth.covered))
    return tuple(found)
