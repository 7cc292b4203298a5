"""Tableside's own drawing of every game: printed, shown on the tablet, and laid on the simulated table."""
