"""A tap that the rules refuse ends no app, wherever it was forgotten to catch that: it is logged, and said."""

from __future__ import annotations

import logging
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager

from games.game import Phrase, Refusal

_LOG = logging.getLogger(__name__)


class RefusedTaps(ExceptionHandler):
    """Takes what a screen let through; anything but a refusal goes on to end the app, as before.

    Args:
        say: shows people one sentence.
    """

    def __init__(self, say: Callable[[Phrase], None]) -> None:
        self._say = say

    def handle_exception(self, inst: BaseException) -> int:
        """See ``kivy.base.ExceptionHandler``: whether the app goes on."""
        if not isinstance(inst, Refusal):
            return int(ExceptionManager.RAISE)
        _LOG.error("a tap was refused where nobody expected it", exc_info=inst)
        self._say(inst.phrase)
        return int(ExceptionManager.PASS)
