"""Numbers that decide what the camera believes. Each stage keeps its own in one frozen value, with unit, meaning and
what set it, and reads them from ``PARAMETERS`` of its module, so that a measure may put another set there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import TypeAlias, TypeVar

CHOSEN = "chosen"  # by hand: tests and marks hold with it, and what it does alone was never measured

ParameterValue: TypeAlias = "int | float | tuple[float, ...] | tuple[tuple[float, ...], ...]"
ValueT = TypeVar("ValueT", bound=ParameterValue)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """The parameters of one stage."""


@dataclass(frozen=True, slots=True)
class Described:
    """A parameter as people read of it.

    Attributes:
        name: of the field.
        value: as it is set.
        unit: of the value; "share" and "correlation" have none.
        means: what is decided by it.
        set_by: the page of ``docs/findings`` with the measurement that set it, the file where that is told beside it,
            or :data:`CHOSEN`.
    """

    name: str
    value: ParameterValue
    unit: str
    means: str
    set_by: str


def parameter(value: ValueT, unit: str, means: str, set_by: str) -> ValueT:
    """A field of :class:`Parameters`; see :class:`Described`."""
    return field(default=value, metadata={"unit": unit, "means": means, "set_by": set_by})


def described(parameters: Parameters) -> Iterator[Described]:
    """Every parameter of a stage, in the order in which they are written."""
    for one in fields(parameters):
        yield Described(one.name, getattr(parameters, one.name), **one.metadata)
