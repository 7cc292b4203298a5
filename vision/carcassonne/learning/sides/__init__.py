"""What lies at a tile's sides, and who hides it."""
