"""Solid pieces: what stands or lies on a print, and the paint it wears."""
