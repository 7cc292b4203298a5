"""A plain chain of public methods that reads the same pictures, so that a figure has something to stand beside.

SIFT matches of each reference with the picture (Lowe, IJCV 2004: ratio test), a similarity by RANSAC for each, one
homography for the whole map by RANSAC, and then 24 px Lab correlation in every cell. No seams, no stock, no followers.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from vision.carcassonne.poses import short_name
from vision.frames import Picture
from vision.registration.lattice import UNIT_CORNERS, project
from vision.tile_map.terrain import kind_named

LONG_SIDE, REFERENCE_PX, PATCH = 1600, 160, 24
RATIO, LEAST_INLIERS, LEAST_CORRELATION = 0.8, 8, 0.6
BESIDE = 2  # cells beyond those that SIFT finds which are looked at

Cell = tuple[int, int]
Matrix = NDArray[np.float64]


def read_plainly(picture: Picture, edition: Edition) -> dict[str, object]:
    """What the chain reads, in the form that ``tableside read --json`` prints (no followers, nothing unread)."""
    tiles: list[dict[str, object]] = []
    found = _lock(picture, edition)
    if found is not None:
        homography, cells = found
        tiles = _correlate(picture, edition, homography, cells)
    return {"tiles": tiles, "followers": [], "unread": [], "seams_that_do_not_match": [], "lock": float(bool(tiles))}


def _lock(picture: Picture, edition: Edition) -> tuple[Matrix, list[Cell]] | None:
    """Homography (column, row) to px and the cells in which SIFT found a reference."""
    scale = min(1.0, LONG_SIDE / max(picture.shape[:2]))
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
    sift = cv2.SIFT.create()
    points, seen = sift.detectAndCompute(small, None)
    if seen is None or len(points) < 2:
        return None
    where = np.array([point.pt for point in points], np.float32) / scale
    matcher = cv2.BFMatcher()
    quads = []
    for reference in edition.references:
        face = cv2.cvtColor(cv2.resize(reference.image, (REFERENCE_PX, REFERENCE_PX)), cv2.COLOR_BGR2GRAY)
        known, wanted = sift.detectAndCompute(face, None)
        if wanted is None:
            continue
        pairs = [pair for pair in matcher.knnMatch(wanted, seen, k=2) if len(pair) == 2]
        good = [first for first, second in pairs if first.distance < RATIO * second.distance]
        if len(good) < LEAST_INLIERS:
            continue
        source = np.array([known[one.queryIdx].pt for one in good], np.float32) / REFERENCE_PX
        target = where[[one.trainIdx for one in good]]
        motion, inliers = cv2.estimateAffinePartial2D(source, target, ransacReprojThreshold=5.0 / scale)
        if motion is not None and inliers.sum() >= LEAST_INLIERS:
            quads.append(np.vstack([motion, [0.0, 0.0, 1.0]]))
    return _common(quads)


def _common(poses: list[Matrix]) -> tuple[Matrix, list[Cell]] | None:
    """The lattice that most of the poses share, by one homography."""
    best: list[tuple[Cell, Matrix]] = []
    for anchor in poses:
        back = np.linalg.inv(anchor)
        agreeing = []
        for pose in poses:
            corners = project(back @ pose, UNIT_CORNERS)
            middle = corners.mean(axis=0) - 0.5
            step = np.rint(middle)
            size = np.linalg.norm(corners[1] - corners[0])
            if np.abs(middle - step).max() < 0.25 and 0.75 < size < 1.33:
                agreeing.append(((int(step[1]), int(step[0])), project(pose, UNIT_CORNERS)))
        best = max(best, agreeing, key=len)
    if len({cell for cell, _ in best}) < 2:
        return None
    lattice = np.concatenate([np.array([_turned_to(quad, cell, best[0])]) for cell, quad in best]).reshape(-1, 2)
    pixels = np.concatenate([quad for _, quad in best])
    side = float(np.median([np.linalg.norm(quad[1] - quad[0]) for _, quad in best]))
    homography, _ = cv2.findHomography(lattice, pixels, cv2.RANSAC, 0.15 * side)
    return None if homography is None else (np.asarray(homography, np.float64), [cell for cell, _ in best])


def _turned_to(quad: Matrix, cell: Cell, first: tuple[Cell, Matrix]) -> Matrix:
    """Lattice corners of a cell in the order in which a pose, turned by any quarter, lists them."""
    right = first[1][1] - first[1][0]
    turn = int(np.argmax([right @ (quad[(side + 1) % 4] - quad[side]) for side in range(4)]))
    return np.roll(UNIT_CORNERS, turn, axis=0) + np.array([cell[1], cell[0]], np.float64)


def _correlate(picture: Picture, edition: Edition, homography: Matrix, cells: list[Cell]) -> list[dict[str, object]]:
    rows, columns = zip(*cells, strict=True)
    templates, names = _templates(edition)
    tiles = []
    for row in range(min(rows) - BESIDE, max(rows) + BESIDE + 1):
        for column in range(min(columns) - BESIDE, max(columns) + BESIDE + 1):
            corners = project(homography, UNIT_CORNERS + np.array([column, row], np.float64))
            inside = (corners >= 0).all() and (corners < picture.shape[1::-1]).all()
            patch = _patch(picture, corners) if inside else None
            if patch is None:
                continue
            similarity = templates @ _unit(patch)
            order = list(dict.fromkeys(names[index] for index in np.argsort(-similarity)[:24]))
            best = float(similarity.max())
            if best < LEAST_CORRELATION:
                continue
            guesses = [{"type": kind, "sides": list(sides), "confidence": round(best, 4)} for kind, sides in order[:3]]
            found = {"row": row, "column": column, **guesses[0], "alternatives": guesses[1:]}
            tiles.append({**found, "outline": corners.round(1).tolist()})
    return tiles


def _templates(edition: Edition) -> tuple[NDArray[np.float32], list[tuple[str, tuple[str, ...]]]]:
    vectors, names = [], []
    for reference in edition.references:
        lab = _lab(cv2.resize(reference.image, (PATCH, PATCH), interpolation=cv2.INTER_AREA))
        for turns in range(4):
            vectors.append(_unit(np.rot90(lab, -turns)))
            sides = tuple(reference.sides[(side - turns) % 4] for side in range(4))
            names.append((short_name(kind_named(reference.kind)), sides))
    return np.stack(vectors), names


def _patch(picture: Picture, corners: Matrix) -> NDArray[np.float32] | None:
    side = 4 * PATCH
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    move = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    large = cv2.warpPerspective(picture, move, (side, side), flags=cv2.INTER_LINEAR)
    return _lab(cv2.resize(large, (PATCH, PATCH), interpolation=cv2.INTER_AREA))


def _lab(image: NDArray[np.generic]) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def _unit(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """A patch as a vector without each channel's mean, of unit length."""
    centred = (patch - patch.mean(axis=(0, 1))).ravel()
    return np.asarray(centred / max(float(np.linalg.norm(centred)), 1e-6), np.float32)
