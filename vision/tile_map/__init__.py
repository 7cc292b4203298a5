"""A map of square tiles on a picture: found, grown tile by tile, told from its edition's prints."""
