"""What ``tableside enrol`` does, one module a game."""
