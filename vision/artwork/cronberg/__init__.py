"""Tableside's own Cronberg, as it is printed."""
