"""Cards, letters and tiles that were shuffled outside the engine: nothing true is ever refused."""

from __future__ import annotations

import pytest

from .real_pack import RealPack


@pytest.mark.parametrize("key", ["istanbul", "istanbul-letters-and-seals", "great-bazaar"])
def test_a_real_pack_is_never_refused(key):
    for seed in range(3):
        pack = RealPack(key, seed)
        for number in range(400):
            try:
                if not pack.play():
                    break
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, action {number}: {error}") from error
