"""What the examples of the session begin with."""

from __future__ import annotations

import pytest

from tests.companion.session.hand_fed_table import Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.session.close()
