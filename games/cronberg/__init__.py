"""Cronberg: rhombi on a triangular lattice, tokens on its crossings (Kronberger Spiele, 2003)."""
