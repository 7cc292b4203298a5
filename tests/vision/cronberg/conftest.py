"""What all tests of Cronberg's eyes share."""

import pytest

from vision.artwork.cronberg.copy import own_copy
from vision.cronberg.reading import CronbergReader


@pytest.fixture(scope="session")
def reader():
    """The reader of our own copy; it takes a second or two to build."""
    return CronbergReader(own_copy())
