"""The table that goes on around a map, and between its tiles."""
