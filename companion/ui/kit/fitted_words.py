"""Words that stand in one of a few sizes: the largest in which their place holds all of them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ui.kit.base import Words, look
from companion.ui.kit.measured import fits

HEADING_ROLES = ("title", "ribbon", "body", "label")


class FittedWords(Words):
    """Words in a place whose size comes from elsewhere.

    Args:
        roles: of the type scale, largest first; the last is taken where even that has no room.
    """

    def __init__(self, *, roles: Sequence[str], **kwargs: object) -> None:
        self._roles = tuple(roles)
        super().__init__(role=self._roles[0], **kwargs)
        for name in ("text", "weight", "size"):
            self.fbind(name, self._take_role)
        self._take_role()

    def _take_role(self, *_: object) -> None:
        room = (self.width, self.height)
        fitting = (one for one in self._roles if fits(self.text, look().type_px(one), self.weight, room))
        self.role = next(fitting, self._roles[-1])


class Heading(FittedWords):
    """What a screen is about, beside its way back: large where there is room, and whole where there is little."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(roles=HEADING_ROLES, weight="black", **kwargs)
