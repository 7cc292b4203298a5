"""Thurn and Taxis and Power & Glory on the tablet: its board, its face, how it is played by touch."""
