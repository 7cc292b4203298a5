"""Reads the glass tiles of Stained Glass: which they are, whose, and what windows they make."""
