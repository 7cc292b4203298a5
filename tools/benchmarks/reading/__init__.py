"""How well pictures are read, a game a file."""
