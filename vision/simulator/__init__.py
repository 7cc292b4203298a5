"""A table that renders itself and knows the truth of every frame."""
