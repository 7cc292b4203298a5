"""Stained Glass on the tablet: its board, its face, how it is played by touch."""
