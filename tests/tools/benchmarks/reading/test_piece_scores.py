"""What counts as right of pieces that were told."""

from pathlib import Path

from tools.benchmarks.kept_rows import add_row, rows_in
from tools.benchmarks.reading.piece_scores import (
    CountedPiece,
    PieceCounts,
    PiecePicture,
    compared,
    summed,
    with_their_merchant,
)

MERCHANT, PAWN = CountedPiece("7", "red", "merchant", 2), CountedPiece("7", "red", "family member")


def test_whoever_is_told_in_place_and_colour_is_found_and_the_kind_is_another_question() -> None:
    found = [PAWN._replace(confidence=0.6), CountedPiece("7", "blue", "merchant", 0, 0.95)]
    counts = compared([CountedPiece("7", "red", "assistant", 1), CountedPiece("3", "blue", "merchant")], found)
    assert (counts.there, counts.found, counts.kind_right) == (2, 1, 0)
    assert (counts.invented, counts.invented_sure) == (1, 1)
    assert not counts.whole
    assert len(counts.faults) == 3


def test_two_of_a_colour_on_one_place_are_paired_by_their_kinds_first() -> None:
    counts = compared([MERCHANT, PAWN], [PAWN, MERCHANT])
    assert (counts.found, counts.kind_right, counts.stacks, counts.stacks_right) == (2, 2, 1, 1)
    assert counts.whole


def test_assistants_on_their_merchants_place_belong_to_him_and_others_to_each_other() -> None:
    on_places = [
        CountedPiece("7", "red", "merchant", 1),
        CountedPiece("7", "red", "assistant", 2),
        CountedPiece("4", "red", "assistant", 1, 0.4),
        CountedPiece("4", "red", "assistant", 1, 0.8),
    ]
    assert with_their_merchant(on_places) == [
        CountedPiece("7", "red", "merchant", 3),
        CountedPiece("4", "red", "assistant", 2, 0.8),
    ]


def test_a_stack_of_another_height_is_no_other_piece() -> None:
    counts = compared([MERCHANT], [MERCHANT._replace(many=3)])
    assert (counts.found, counts.kind_right, counts.stacks, counts.stacks_right, counts.whole) == (1, 1, 1, 0, False)


def test_pictures_are_summed_with_the_interval_of_each_share() -> None:
    counts = compared([MERCHANT, PAWN], [MERCHANT])
    rows = [
        PiecePicture("ours", str(n), "", board, counts, 1.0 + n, 100.0 + n) for n, board in enumerate((True, False))
    ]
    found = summed(rows)
    assert (found["pieces"], found["missed"], found["invented"], found["f1"]) == (4, 2, 0, 0.6667)
    assert (found["boards_right"]["right"], found["boards_right"]["n"]) == (1, 2)
    assert found["found"]["low"] < 0.5 < found["found"]["high"]
    assert (found["cpu_seconds_worst"], found["memory_mb"]) == (2.0, 101.0)


def test_a_picture_that_was_measured_is_a_line_that_is_read_again(tmp_path: Path) -> None:
    row = PiecePicture("ours", "5", "abc", None, PieceCounts(1, 1, faults=("x",)), 0.5, 90.0)
    add_row(tmp_path / "rows", row)
    assert rows_in(tmp_path / "rows", PiecePicture) == [row]
