"""Draws a scene as a perfect pinhole camera sees it, in even white light: the canvas.

The canvas is somewhat finer than the picture and reaches a little beyond it, so that the lens can bend it. Layers are
kept, and a scene that only adds pieces to the last one costs only what is added.
"""

from __future__ import annotations

import weakref

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.imaging.values import Colour
from vision.simulator.camera import SimulatedCamera
from vision.simulator.canvas import fill, mixed, window_of
from vision.simulator.cast_shadows import cast_cut_out, cast_shadows, falls
from vision.simulator.framing import before_camera
from vision.simulator.painted_layer import Box, Painted, PaintedLayer
from vision.simulator.scene import ConvexPart, FlatPiece, Ground, Piece, SceneLamp, Solid, SolidPiece, TableScene

FINENESS = 1.4  # canvas px for each picture px


class Painter:
    """Paints scenes for one camera. Not for use by two threads at once.

    A solid that is no :class:`SolidPiece` paints itself: it has ``pose``, ``height_mm``, ``shade``, ``placed_parts()``
    for its shadow and ``paint_on(canvas, lamps, painter)``.
    """

    def __init__(self, camera: SimulatedCamera) -> None:
        self.camera = camera
        border = _border(camera)
        ideal = camera.undistort(border)
        low, high = ideal.min(axis=0) - 3, ideal.max(axis=0) + 3
        self._origin = low
        self.width, self.height = (int(n) for n in np.ceil((high - low) * FINENESS))
        self._to_canvas = np.array([[FINENESS, 0, -low[0] * FINENESS], [0, FINENESS, -low[1] * FINENESS], [0, 0, 1.0]])
        self._lens = self._lens_maps()
        self._ground: Ground | None = None
        self._bare: Picture | None = None
        self._lamps: tuple[SceneLamp, ...] = ()
        self._layers = self._bare_layers()

    def _bare_layers(self) -> tuple[PaintedLayer, ...]:
        # Layers that held their painter would be a ring: its canvases, a hundred megabytes, would stay after the table.
        painter = weakref.proxy(self)

        def paint(canvas: Picture, piece: Piece) -> None:
            _paint_piece(canvas, piece, painter._lamps, painter)

        return tuple(PaintedLayer(paint, lambda piece: _reach_of(piece, painter._lamps, painter)) for _ in range(3))

    def canvas_points(self, points_mm: Float64Array) -> Float64Array:
        """Canvas px (n, 2) of points (n, 3) with heights, mm."""
        return np.asarray((self.camera.ideal(points_mm) - self._origin) * FINENESS, np.float64)

    def canvas_scale(self, x: float, y: float) -> float:
        """Canvas px for each mm near a point of the table, mean over the directions."""
        three = self.canvas_points(np.array([[x, y, 0.0], [x + 1.0, y, 0.0], [x, y + 1.0, 0.0]]))
        across, along = three[1] - three[0], three[2] - three[0]
        return float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))

    def rays(self, canvas_px: Float64Array) -> Float64Array:
        """(n, 3) directions, not of unit length, in which the camera sees canvas px (n, 2): x, y and depth."""
        camera = self.camera
        plane = (canvas_px / FINENESS + self._origin - camera.matrix[:2, 2]) / camera.focal_px
        return np.column_stack([plane, np.ones(len(plane))]) @ camera.rotation

    def through_lens(self, canvas: Picture) -> Picture:
        """The picture px of a canvas: lens distortion and the picture's own size."""
        return np.asarray(cv2.remap(canvas, self._lens[0], self._lens[1], cv2.INTER_LINEAR), np.uint8)

    def paint(self, scene: TableScene) -> Picture:
        """The canvas of a scene, (height, width, 3) BGR. It is the painter's own: read it, do not write to it."""
        self._lamps = scene.lamps
        if self._bare is None or scene.ground is not self._ground:
            self._bare = self._paint_ground(scene.ground)
            self._ground = scene.ground
            self._layers = self._bare_layers()
        solids = sorted(scene.solids, key=lambda solid: -self._distance(solid))
        below = Painted(self._bare, ())
        for layer, pieces in zip(self._layers, (scene.flats, solids, scene.hands), strict=True):
            below = layer.painted(below, tuple(pieces))
        return below.canvas

    def _distance(self, solid: Solid) -> float:
        x, y, height = self.camera.eye_mm
        return float(np.hypot(np.hypot(solid.pose.x - x, solid.pose.y - y), height - solid.height_mm))

    def _lens_maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        camera = self.camera
        step = 8  # the lens bends smoothly: a coarse grid, bilinearly refined, is true to 0.01 px
        columns = np.arange(0, camera.width + step, step)
        rows = np.arange(0, camera.height + step, step)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        canvas = ((camera.undistort(grid) - self._origin) * FINENESS).astype(np.float32)
        coarse = canvas.reshape(len(rows), len(columns), 2)
        xs, ys = np.meshgrid(
            np.arange(camera.width, dtype=np.float32) / step, np.arange(camera.height, dtype=np.float32) / step
        )
        fine = cv2.remap(coarse, xs, ys, cv2.INTER_LINEAR)
        whole_px, fraction = cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)
        return np.asarray(whole_px, np.int16), np.asarray(fraction, np.uint16)

    def _paint_ground(self, ground: Ground) -> Picture:
        camera = self.camera
        canvas = np.empty((self.height, self.width, 3), np.uint8)
        canvas[:] = ground.floor
        texture = ground.texture
        rows, columns = texture.shape[:2]
        to_mm = np.array(
            [
                [ground.width_mm / columns, 0, ground.left_mm],
                [0, ground.depth_mm / rows, ground.top_mm],
                [0, 0, 1.0],
            ]
        )
        # Behind the horizon of a tilted camera the plane would come back mirrored; no camera here is tilted that far.
        onto = self._to_canvas @ camera.homography() @ to_mm
        fill(canvas, self.canvas_points(_rectangle(ground, -28.0)), ground.edge)
        cv2.warpPerspective(texture, onto, (self.width, self.height), dst=canvas, borderMode=cv2.BORDER_TRANSPARENT)
        return canvas


def _paint_piece(canvas: Picture, piece: Piece, lamps: tuple[SceneLamp, ...], painter: Painter) -> None:
    if isinstance(piece, FlatPiece):
        _paint_flat(canvas, before_camera(piece, painter.camera), lamps, painter)
    elif isinstance(piece, SolidPiece):
        _paint_solid(canvas, piece, lamps, painter)
    else:
        cast_shadows(canvas, list(piece.placed_parts()), lamps, painter, piece.shade)
        piece.paint_on(canvas, lamps, painter)


def _reach_of(piece: Piece, lamps: tuple[SceneLamp, ...], painter: Painter) -> Box | None:
    """What part of the canvas a piece and its shadows may change; None for pieces that paint themselves."""
    if isinstance(piece, FlatPiece):
        piece = before_camera(piece, painter.camera)
        cloud, strength = np.vstack([piece.corners(), piece.upper_outline(), piece.lower_outline()]), piece.shade
    elif isinstance(piece, SolidPiece):
        cloud, strength = np.vstack(list(piece.placed_parts())), 1.0
    else:
        return None
    middle, tall = cloud.mean(axis=0), float(cloud[:, 2].max())
    scale = painter.canvas_scale(middle[0], middle[1])
    seen, margin = [painter.canvas_points(cloud)], 4
    for fall_x, fall_y, _, blur_mm in falls(lamps, tall) if strength > 0 else ():
        ground = cloud * [1, 1, 0] + cloud[:, 2:] * [fall_x, fall_y, 0]
        seen.append(painter.canvas_points(ground))
        margin = max(margin, int(3 * max(0.5, 1.1 * blur_mm * scale)) + 6)
    low, high = np.vstack(seen).min(axis=0) - margin, np.vstack(seen).max(axis=0) + margin
    left, top = (int(np.clip(value, 0, most)) for value, most in zip(low, (painter.width, painter.height), strict=True))
    right, bottom = (
        int(np.clip(value + 1, 0, most)) for value, most in zip(high, (painter.width, painter.height), strict=True)
    )
    return left, top, right, bottom


# --- flat pieces ----------------------------------------------------------------------------------------------------


def _paint_flat(canvas: Picture, piece: FlatPiece, lamps: tuple[SceneLamp, ...], painter: Painter) -> None:
    upper, lower = piece.upper_outline(), piece.lower_outline()
    if piece.texture.shape[2] == 4:
        cast_cut_out(canvas, piece, lamps, painter)
    else:
        cast_shadows(canvas, [np.vstack([upper, lower])], lamps, painter, piece.shade)
    if piece.thickness_mm > 0.3:
        _paint_rim(canvas, piece, upper, lower, lamps, painter)
    rows, columns = piece.texture.shape[:2]
    on_canvas = painter.canvas_points(piece.corners())
    outline = painter.canvas_points(upper)
    window = window_of(outline, canvas)
    if window is None:
        return
    left, top, right, bottom = window
    texture = _shrunk(piece.texture, on_canvas)
    rows, columns = texture.shape[:2]
    corners = np.array([[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]])
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), (on_canvas - [left, top]).astype(np.float32))
    size = (right - left, bottom - top)
    region = canvas[top:bottom, left:right]
    if texture.shape[2] == 4:
        cut = cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        warped, mask = cv2.cvtColor(cut, cv2.COLOR_BGRA2BGR), cv2.extractChannel(cut, 3)
    else:
        mask = np.zeros((size[1], size[0]), np.uint8)
        fill(np.asarray(mask, np.uint8), outline - [left, top], 255)
        warped = cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    region[:] = mixed(region, np.asarray(warped, np.uint8), np.asarray(mask, np.uint8))


def _shrunk(texture: Picture, on_canvas: Float64Array) -> Picture:
    """The texture at about the resolution in which it will be seen, so that fine lines do not flicker."""
    rows, columns = texture.shape[:2]
    wide = max(np.linalg.norm(on_canvas[1] - on_canvas[0]), np.linalg.norm(on_canvas[2] - on_canvas[3]))
    high = max(np.linalg.norm(on_canvas[3] - on_canvas[0]), np.linalg.norm(on_canvas[2] - on_canvas[1]))
    target = (max(4, round(wide * 1.1)), max(4, round(high * 1.1)))
    if columns <= target[0] or rows <= target[1]:
        return texture
    return np.asarray(cv2.resize(texture, target, interpolation=cv2.INTER_AREA), np.uint8)


def _paint_rim(
    canvas: Picture,
    piece: FlatPiece,
    upper: Float64Array,
    lower: Float64Array,
    lamps: tuple[SceneLamp, ...],
    painter: Painter,
) -> None:
    above, below = painter.canvas_points(upper), painter.canvas_points(lower)
    outward = (upper + np.roll(upper, -1, axis=0)) / 2 - upper.mean(axis=0)
    outward[:, 2] = 0.0
    colours = _lit(piece.rim, outward / (np.sqrt((outward**2).sum(axis=1, keepdims=True)) + 1e-9), lamps, 0.85)
    for i in range(len(upper)):
        j = (i + 1) % len(upper)
        fill(canvas, np.array([above[i], above[j], below[j], below[i]]), tuple(colours[i].tolist()))


# --- solid pieces ---------------------------------------------------------------------------------------------------


def _paint_solid(canvas: Picture, piece: SolidPiece, lamps: tuple[SceneLamp, ...], painter: Painter) -> None:
    placed = piece.placed_parts()
    cast_shadows(canvas, list(placed), lamps, painter, 1.0)
    eye = np.array(painter.camera.eye_mm)
    order = sorted(range(len(placed)), key=lambda i: -float(np.linalg.norm(placed[i].mean(axis=0) - eye)))
    for i in order:
        _paint_part(canvas, piece.parts[i], placed[i], piece, lamps, painter)


def _paint_part(
    canvas: Picture,
    part: ConvexPart,
    vertices: Float64Array,
    piece: SolidPiece,
    lamps: tuple[SceneLamp, ...],
    painter: Painter,
) -> None:
    points = painter.canvas_points(vertices)
    hull = np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)
    if window_of(hull, canvas) is None:
        return
    blue, green, red = part.colour
    fill(canvas, hull, (0.6 * blue, 0.6 * green, 0.6 * red))
    normals = _turned(part.normals(), piece.pose.turn_deg)
    to_eye = np.array(painter.camera.eye_mm) - np.array([vertices[face[0]] for face in part.faces])
    colours = _lit(part.colour, normals, lamps, 0.62, piece.gloss, to_eye)
    highest = vertices[:, 2].max()
    for number in np.flatnonzero((normals * to_eye).sum(axis=1) > 0):
        face = list(part.faces[number])
        fill(canvas, points[face], tuple(colours[number].tolist()))
        if piece.top is not None and len(face) == 4 and normals[number, 2] > 0.99 and vertices[face[0], 2] == highest:
            _paint_top(canvas, piece.top, points[face])


def _turned(normals: Float64Array, turn_deg: float) -> Float64Array:
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    return np.asarray(normals @ spin, np.float64)


def _paint_top(canvas: Picture, texture: Picture, corners: Float64Array) -> None:
    window = window_of(corners, canvas)
    if window is None:
        return
    left, top, right, bottom = window
    texture = _shrunk(texture, corners)
    rows, columns = texture.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, (corners - [left, top]).astype(np.float32))
    mask = np.zeros((bottom - top, right - left), np.uint8)
    fill(mask, corners - [left, top], 255)
    region = canvas[top:bottom, left:right]
    warped = cv2.warpPerspective(texture, warp, (right - left, bottom - top), borderMode=cv2.BORDER_REPLICATE)
    region[:] = mixed(region, np.asarray(warped, np.uint8), mask)


def _lit(
    colour: Colour,
    normals: Float64Array,
    lamps: tuple[SceneLamp, ...],
    around: float,
    gloss: float = 0.0,
    to_eye: Float64Array | None = None,
) -> Float64Array:
    """Colours (n, 3) of faces with normals (n, 3); one that looks straight up agrees with the flat pieces.

    ``to_eye`` (n, 3) is where the camera is seen from each face; it is needed for ``gloss`` only.
    """
    share = sum(lamp.share for lamp in lamps)
    light = (1 - share) * (around + (1 - around) * (normals[:, 2] + 1) / 2) + 0.1 * share
    shine = np.zeros(len(normals))
    for lamp in lamps:
        towards = lamp.direction
        light = light + 0.9 * lamp.share * np.maximum(0.0, normals @ towards) / towards[2]
        if gloss and to_eye is not None:
            half = towards + to_eye / np.sqrt((to_eye**2).sum(axis=1, keepdims=True))
            mirrored = (normals * half).sum(axis=1) / np.sqrt((half**2).sum(axis=1))
            shine += lamp.share * np.maximum(0.0, mirrored) ** 24
    bright = np.minimum(1.25, light) ** (1 / 2.2)
    return np.clip(np.array(colour) * bright[:, None] + (150 * gloss * shine)[:, None], 0, 255)


# --- shadows --------------------------------------------------------------------------------------------------------


# --- drawing --------------------------------------------------------------------------------------------------------


def _rectangle(ground: Ground, height: float) -> Float64Array:
    left, top = ground.left_mm, ground.top_mm
    right, bottom = left + ground.width_mm, top + ground.depth_mm
    return np.array([[left, top, height], [right, top, height], [right, bottom, height], [left, bottom, height]])


def _border(camera: SimulatedCamera) -> Float64Array:
    xs = np.linspace(-1, camera.width, 41)
    ys = np.linspace(-1, camera.height, 25)
    sides = [np.column_stack([xs, np.full(41, y)]) for y in (-1, camera.height)]
    sides += [np.column_stack([np.full(25, x), ys]) for x in (-1, camera.width)]
    return np.vstack(sides)
