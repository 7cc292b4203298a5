"""Eyes that see what a test tells them."""

from __future__ import annotations


class FedWatcher:
    """A watcher that says what the test puts in."""

    def __init__(self):
        self.sightings = []

    def record_moved_on(self, record, version):
        pass

    def take(self):
        taken, self.sightings = tuple(self.sightings), []
        return taken

    def close(self):
        pass
