"""How like a new tile is to the pictures that are known of the edition."""
