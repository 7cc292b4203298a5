"""Coats of arms on tiles of an edition that nobody has seen: where they are printed, and which tiles are copies."""
