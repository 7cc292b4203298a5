"""The real tablet, and the one line by which the sixth game is added."""

from __future__ import annotations

import pytest

from companion.titles import registry

from ..companion.ui.conftest import make_tablet, tablet

__all__ = ["make_tablet", "tablet"]
LINE = f"{__package__}.companion.title"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in :data:`companion.titles.registry.MODULES`."""
    monkeypatch.setattr(registry, "MODULES", (*registry.MODULES, LINE))
