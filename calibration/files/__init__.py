"""How files of people are written, opened and named: whole or not at all, pictures through one door."""
