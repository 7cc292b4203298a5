"""Tableside's own Riga, as it is printed."""
