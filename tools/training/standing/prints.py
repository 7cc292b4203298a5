"""What a place shows where nobody stands: prints of any style, and what is printed like a piece and is none."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.arrays import Float32Array
from tools.training.standing.makes import COLOURS, any_paint
from vision.artwork.istanbul.places import PLACES, place_picture
from vision.frames import Picture


class Prints:
    """A stock of prints, larger than what is cut out of them.

    Args:
        rng: of chance. count: how many, of which every fourth is a place of our own. side: px of each.
    """

    def __init__(self, rng: np.random.Generator, count: int, side: int = 420) -> None:
        self._rng = rng
        self._stock = [self._own(side) if number % 4 == 0 else self._drawn(side) for number in range(count)]

    def cut(self, side: int, mm_px: float) -> Float32Array:
        """(side, side, 3) BGR of any of them, turned anyhow."""
        rng, whole = self._rng, self._stock[int(self._rng.integers(len(self._stock)))]
        scale, turn = mm_px / 3 * rng.uniform(0.8, 1.25), rng.uniform(0, 360)
        high, wide = whole.shape[:2]
        middle = rng.uniform(0.25, 0.75, 2) * [wide, high]
        turned = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, scale)
        turned[:, 2] = turned[:, 2] + side / 2 - middle
        cut = cv2.warpAffine(whole, turned, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(cut, np.float32)

    def lay_tokens(self, picture: Float32Array) -> None:
        """Squares and discs of paint in a row or alone, with a frame and a sign, as tiles of wares and coins bear them;
        one of them mostly about the middle of the picture (side, side, 3), 3 px a mm."""
        rng, side = self._rng, picture.shape[0]
        reach = rng.uniform(2.2, 8.0) * 3
        turn, step = rng.uniform(0, 2 * math.pi), reach * rng.uniform(2.1, 3.2)
        first = np.array([side / 2, side * 0.62]) + rng.normal(0, 6, 2) * 3
        square, framed = rng.random() < 0.7, rng.random() < 0.6
        for number in range(int(rng.integers(1, 6))):
            at = first + number * step * np.array([math.cos(turn), math.sin(turn)])
            paint = np.array(any_paint(rng, int(rng.integers(len(COLOURS)))))
            frame = paint * rng.uniform(0.3, 0.8) if rng.random() < 0.5 else np.array(self._other())
            if framed:
                self._token(picture, at, reach * rng.uniform(1.08, 1.4), turn, tuple(frame.tolist()), square)
            self._token(picture, at, reach, turn, tuple(paint.tolist()), square)
            if rng.random() < 0.5:  # printed as if it were round or lit from one side
                lit = np.clip(paint * rng.uniform(1.05, 1.6), 0, 255)
                aside = at + rng.normal(0, 0.25, 2) * reach
                self._token(picture, aside, reach * rng.uniform(0.3, 0.8), turn, tuple(lit.tolist()), square)
            if rng.random() < 0.5:
                self._token(picture, at, reach * rng.uniform(0.2, 0.6), turn, self._other(), rng.random() < 0.5)

    @staticmethod
    def _token(
        picture: Float32Array, at: np.ndarray, reach: float, turn: float, colour: tuple[float, ...], square: bool
    ) -> None:
        if square:
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (2 * reach, 2 * reach), math.degrees(turn)))
            cv2.fillPoly(picture, [np.round(box * 8).astype(np.int32)], colour, cv2.LINE_AA, 3)
        else:
            cv2.circle(picture, tuple(int(v) for v in np.round(at * 8)), int(reach * 8), colour, -1, cv2.LINE_AA, 3)

    def _own(self, side: int) -> Picture:
        number = int(self._rng.choice(PLACES))
        return np.ascontiguousarray(place_picture(number, 3.0)[..., :3][:side])

    def _drawn(self, side: int) -> Picture:
        """A painted scene: colours that run into each other, things upon it, lines, squares and discs."""
        rng = self._rng
        picture = self._clouds(side)
        for _ in range(int(rng.integers(20, 110))):
            colour = rng.uniform(10, 245, 3) if rng.random() < 0.25 else self._near(picture)
            if rng.random() < 0.25:
                colour = np.array(any_paint(rng, int(rng.integers(len(COLOURS)))))
            self._thing(picture, tuple(colour.tolist()))
        for _ in range(int(rng.choice([0, 1, 3], p=[0.5, 0.3, 0.2]))):
            corner = rng.integers(0, side // 2, 2)
            self.lay_tokens(picture[corner[0] : corner[0] + side // 2, corner[1] : corner[1] + side // 2])
        if rng.random() < 0.5:
            picture = self._with_words(picture)
        if rng.random() < 0.6:  # most prints are duller than what is mixed by chance
            grey = picture.mean(axis=2, keepdims=True)
            picture = np.asarray(grey + (picture - grey) * rng.uniform(0.15, 0.9), np.float32)
        grain = rng.normal(0, rng.uniform(0, 9), (side, side, 1))
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.6))
        return np.asarray(np.clip(soft + grain, 0, 255), np.uint8)

    def _clouds(self, side: int) -> Float32Array:
        rng = self._rng
        picture = np.zeros((side, side, 3), np.float32) + rng.uniform(30, 220, 3)
        for step in (3, 7, 19, 45):
            coarse = rng.normal(0, rng.uniform(2, 15), (step, step, 3)).astype(np.float32)
            coarse += rng.normal(0, rng.uniform(5, 34), (step, step, 1)).astype(np.float32)
            picture += cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
        return np.clip(picture, 0, 255).astype(np.float32)

    def _near(self, picture: Float32Array) -> Float32Array:
        y, x = self._rng.integers(0, picture.shape[0], 2)
        return np.asarray(np.clip(picture[y, x] * self._rng.uniform(0.4, 1.6), 0, 255))

    def _thing(self, picture: Float32Array, colour: tuple[float, ...]) -> None:
        rng, side = self._rng, picture.shape[0]
        x, y = (int(v) for v in rng.integers(0, side, 2))
        reach = int(rng.uniform(6, 48))
        kind = rng.random()
        if kind < 0.2:
            cv2.circle(picture, (x, y), reach, colour, -1, cv2.LINE_AA)
            for ring in range(int(rng.integers(0, 3))):  # coins, wheels, targets
                cv2.circle(picture, (x, y), int(reach * rng.uniform(0.2, 0.9)), self._other(), -1 if ring else 3)
        elif kind < 0.5:
            box = cv2.boxPoints(((x, y), (reach, reach * rng.uniform(0.4, 2.0)), float(rng.uniform(0, 90))))
            cv2.fillPoly(picture, [box.astype(np.int32)], colour, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(picture, [box.astype(np.int32)], True, self._other(), 2, cv2.LINE_AA)
        elif kind < 0.75:
            angles = np.sort(rng.uniform(0, 2 * math.pi, 7))
            away = reach * rng.uniform(0.4, 1.3, 7)
            corners = np.stack([x + away * np.cos(angles), y + away * np.sin(angles)], axis=1)
            cv2.fillPoly(picture, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        else:
            turn = rng.uniform(0, 2 * math.pi)
            end = (int(x + 3 * reach * math.cos(turn)), int(y + 3 * reach * math.sin(turn)))
            cv2.line(picture, (x, y), end, colour, int(rng.integers(1, 9)), cv2.LINE_AA)

    def _other(self) -> tuple[float, ...]:
        return tuple(self._rng.uniform(0, 255, 3).tolist())

    def _with_words(self, painted: Float32Array) -> Float32Array:
        rng, picture = self._rng, np.asarray(np.clip(painted, 0, 255), np.uint8)
        for _ in range(int(rng.integers(1, 6))):
            letters = "".join(chr(int(one)) for one in rng.integers(48, 122, int(rng.integers(1, 12))))
            at = (int(rng.integers(0, picture.shape[1])), int(rng.integers(0, picture.shape[0])))
            cv2.putText(picture, letters, at, int(rng.integers(0, 7)), rng.uniform(0.4, 1.4), self._other(), 2)
        return np.asarray(picture, np.float32)
