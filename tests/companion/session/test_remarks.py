"""What lies against the rules is told until it is put right or somebody has read it."""

from __future__ import annotations

from companion.session.remarks import Remarks
from games.game import Phrase
from vision.explanation import TableRemark

DOUBLE = TableRemark(("glass 0 1a",), Phrase.of("glass.fault_double", tiles="1a"))
NOT_JOINED = TableRemark(("glass 1 1b", "glass 1 3b"), Phrase.of("glass.fault_not_neighbours", tiles="1b 3b"))


def seen_again(one: TableRemark) -> TableRemark:
    return TableRemark(one.places, one.phrase)


def test_what_is_wrong_is_shown_until_it_is_put_right():
    remarks = Remarks()
    remarks.take([DOUBLE])
    assert remarks.shown == (DOUBLE,)
    remarks.take([])
    assert remarks.shown == ()


def test_what_was_read_is_not_shown_again_while_it_lies_there():
    remarks = Remarks()
    remarks.take([DOUBLE])
    remarks.dismiss()
    remarks.take([seen_again(DOUBLE), NOT_JOINED])
    assert remarks.shown == (NOT_JOINED,)


def test_what_was_put_right_and_comes_again_is_told_anew():
    remarks = Remarks()
    remarks.take([DOUBLE])
    remarks.dismiss()
    remarks.take([])
    remarks.take([seen_again(DOUBLE)])
    assert len(remarks.shown) == 1
