"""Tableside's own Stained Glass, as it is printed."""
