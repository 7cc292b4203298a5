"""What the paints of one table look like, and who shows them on a tile."""
