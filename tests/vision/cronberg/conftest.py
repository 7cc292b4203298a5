"""What all tests of Cronberg's eyes share."""

import pytest

from vision.cronberg.reading import CronbergReader
from vision.simulated.cronberg_copy import own_copy


@pytest.fixture(scope="session")
def reader():
    """The reader of our own copy; it takes a second or two to build."""
    return CronbergReader(own_copy())
