"""Every game as one typed value: what the companion can do with it, and where that is written."""
