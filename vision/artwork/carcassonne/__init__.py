"""Tableside's own Carcassonne, as it is printed."""
