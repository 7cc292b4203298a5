"""What lies on the table against the rules and is told once: play goes on, and what people have read stays read."""

from __future__ import annotations

from collections.abc import Iterable

from vision.explanation import TableRemark

Named = tuple[tuple[str, ...], str]


class Remarks:
    """The remarks of one table."""

    def __init__(self) -> None:
        self._all: tuple[TableRemark, ...] = ()
        self._read: set[Named] = set()

    @property
    def shown(self) -> tuple[TableRemark, ...]:
        """What people have not read yet."""
        return tuple(one for one in self._all if _named(one) not in self._read)

    def take(self, remarks: Iterable[TableRemark]) -> None:
        """What the eyes say now. What was put right is forgotten, so that it is told anew should it come again."""
        self._all = tuple(remarks)
        self._read &= {_named(one) for one in self._all}

    def dismiss(self) -> None:
        """People have read all that is shown."""
        self._read |= {_named(one) for one in self._all}


def _named(one: TableRemark) -> Named:
    return one.places, one.phrase.key
