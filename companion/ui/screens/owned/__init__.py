"""Screens where owners enter their own game: what its box prints, its tiles and cards, its wooden pieces."""
