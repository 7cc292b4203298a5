"""Whether the players' guide can be followed, word for word, on the real app: ``tableside bench guide``."""
