"""What dice are doing, from what their sensors read: handling, rolling, rolled, crooked.

Each die is read as a face 1 to 6, ``UNCLEAR`` (something lies there, no face can be told) or ``AWAY`` (nothing there).
Where the faces come from is all the same: the light sensors of the tray, or the gravity in a die of its own.
"""

UNCLEAR = 0
AWAY = -1

BUMP_MS = 120  # a change that is over within this time was a knock against the table
SETTLE_MS = 600  # faces count once they have stood still this long
CROOKED_MS = 1500  # a die that lies still but unclear (or missing) this long is cocked

LEVEL_COS = 0.96  # cosine of 16 degrees: a die leans on something if no face is nearer to level than this


class SmartDice:
    """Feed it with every reading; it answers ``(event, dice)`` or None.

    Only ``rolled`` carries a roll. ``crooked`` tells which dice could be read and puts 0 for the others.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.doing = "resting"  # or handling, rolling
        self._seen: list[int] | None = None
        self._since = 0
        self._rest: list[int] | None = None  # the reading at which the dice rested last
        self._at_rest = 0  # when they were last seen so
        self._left = 0  # the fewest dice seen in the tray while some are in the hand

    def sample(self, faces: list[int], ms: int) -> tuple[str, list[int] | None] | None:
        """``faces``: the reading of every die at ``ms``, milliseconds."""
        faces = list(faces)
        if faces != self._seen:
            self._seen, self._since = faces, ms
        if self._rest is None:  # power-up: what lies there was not rolled now
            self._rest, self._at_rest = faces, ms
        if self.doing == "resting":
            return self._resting(faces, self._rest, ms)
        if self.doing == "handling":
            return self._handling(faces)
        return self._rolling(faces, ms)

    def _resting(self, faces: list[int], rest: list[int], ms: int) -> tuple[str, list[int] | None] | None:
        if faces == rest:
            self._at_rest = ms
        elif ms - self._at_rest >= BUMP_MS:
            return self._leaves(faces) if _there(faces) < _there(rest) else self._starts()
        return None

    def _handling(self, faces: list[int]) -> tuple[str, list[int] | None] | None:
        there = _there(faces)
        if there > self._left:  # a die is back in the tray
            return self._starts()
        self._left = there
        return None

    def _rolling(self, faces: list[int], ms: int) -> tuple[str, list[int] | None] | None:
        still = ms - self._since
        if not _there(faces):
            return self._leaves(faces) if still >= BUMP_MS else None
        if min(faces) >= 1:
            return self._rests("rolled", faces, ms) if still >= SETTLE_MS else None
        return self._rests("crooked", faces, ms) if still >= CROOKED_MS else None

    def _leaves(self, faces: list[int]) -> tuple[str, list[int] | None]:
        self.doing, self._left = "handling", _there(faces)
        return ("handling", None)

    def _starts(self) -> tuple[str, list[int] | None]:
        self.doing = "rolling"
        return ("rolling", None)

    def _rests(self, what: str, faces: list[int], ms: int) -> tuple[str, list[int] | None]:
        self.doing, self._rest, self._at_rest = "resting", faces, ms
        return (what, [max(face, 0) for face in faces])


def _there(faces: list[int]) -> int:
    return len(faces) - faces.count(AWAY)


def gravity_face(x: float, y: float, z: float) -> int:
    """The upper face of a die with an accelerometer: the axis that points up, or ``UNCLEAR``.

    Acceleration in any unit along the axes of the die, at rest; faces 1, 2, 3 lie on +x, +y, +z, their opposites add up
    to 7. A die that leans by more than 16 degrees, or is shaken or falls, is unclear.
    """
    length = (x * x + y * y + z * z) ** 0.5
    axes = ((x, 1, 6), (y, 2, 5), (z, 3, 4))
    part, up, down = max(axes, key=lambda axis: abs(axis[0]))
    if not length or abs(part) < LEVEL_COS * length:
        return UNCLEAR
    return up if part > 0 else down
