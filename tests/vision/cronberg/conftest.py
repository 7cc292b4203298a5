"""What all tests of Cronberg's eyes share."""

import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.reading import CronbergReader


@pytest.fixture(scope="session")
def reader():
    """The reader of our own copy; it takes a second or two to build."""
    return CronbergReader(drawn_set())
