"""A walk through every screen and every step of a game, and the rules that each of them keeps."""
