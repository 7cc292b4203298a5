"""All screens are walked in pieces: what was kept of one dress is not walked again."""

from __future__ import annotations

from companion.ui.tour.gallery import Dress
from tools.benchmarks.kept_rows import add_row
from tools.benchmarks.screens import WalkedDress, measure

UPRIGHT = Dress((800, 1280), "de", 1.3)
SEED = 4711


def test_walks_that_were_kept_are_summed_up_without_a_window(tmp_path):
    rows = tmp_path / "walks.jsonl"
    add_row(rows, WalkedDress("riga", UPRIGHT.name, SEED, 40, ("03-market: cut off: “Ziegel”", "09-end: target: Tap")))
    add_row(rows, WalkedDress("places", UPRIGHT.name, SEED, 21, ()))
    add_row(rows, WalkedDress("places", UPRIGHT.name, SEED + 1, 21, ("01-home: overlap: Tap",)))
    found = measure(("places", "riga"), [UPRIGHT], SEED, rows=rows)
    assert (found["walks"], found["screens"], found["faults"]) == (2, 61, 2)
    assert found["faults_by_part"] == {"riga": 2}
    assert found["rows"][0] == "riga 800x1280-de-130 03-market: cut off: “Ziegel”"
