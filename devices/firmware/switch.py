"""One button: from a bouncing contact to `press`, `long`, `stuck` and `free`."""

SETTLE_MS = 12  # a contact counts once it has not changed for this long; arcade switches bounce for 1 to 5 ms
LONG_MS = 800
STUCK_MS = 10000


class Switch:
    """Feed it with every reading of the pin; it answers with an event's name or None.

    A press is told when the button comes up, for only then is it known not to be a long one. A button that is already
    down at power-up is no press: somebody leans on it, or it is stuck.
    """

    def __init__(self) -> None:
        self.down = False
        self._raw = False
        self._raw_since = 0
        self._down_since = 0
        self._announced = ""  # what has been told about this hold
        self._awake = False

    def sample(self, down: bool, ms: int) -> str | None:
        """``down``: the reading of the pin at ``ms``."""
        if not self._awake:
            self._awake = True
            self.down = self._raw = down
            self._down_since = self._raw_since = ms
            self._announced = "long" if down else ""
        if down != self._raw:
            self._raw, self._raw_since = down, ms
        if self._raw != self.down and ms - self._raw_since >= SETTLE_MS:
            return self._turned(ms)
        return self._held(ms) if self.down else None

    def _turned(self, ms: int) -> str | None:
        self.down = self._raw
        announced, self._announced = self._announced, ""
        if self.down:
            self._down_since = ms
            return None
        if announced == "stuck":
            return "free"
        return None if announced else "press"

    def _held(self, ms: int) -> str | None:
        held = ms - self._down_since
        if held >= STUCK_MS and self._announced != "stuck":
            self._announced = "stuck"
            return "stuck"
        if held >= LONG_MS and not self._announced:
            self._announced = "long"
            return "long"
        return None
