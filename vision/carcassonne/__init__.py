"""The eyes of Carcassonne."""
