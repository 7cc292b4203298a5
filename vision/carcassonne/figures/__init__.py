"""Figures on a map: where they stand, whose they are, and what they hide."""
