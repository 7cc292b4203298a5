"""A number that a widget keeps as it is told."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty


def unscaled_number(first: float) -> Any:
    """A property of a widget that holds a number: px, dp of ours, a share.

    Kivy's own numbers may be texts such as ``"12dp"``, so that each of each widget is bound to the density of the
    screen: five objects, which the cycle collector can only take after the widget. Ours are computed by the theme.

    Args:
        first: what it is until somebody sets it.
    """
    return ObjectProperty(first)
