"""Reads Riga: the displays in front of the players, counted by city and person, and the row of Grand Masters."""
