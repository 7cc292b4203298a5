"""Tableside's own Istanbul, as it is printed."""
