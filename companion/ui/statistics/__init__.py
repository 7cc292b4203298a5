"""Pages of what was played: of a person, of a game."""
