"""Film on a table that is nearly black, beside the map: by its outline, and by the light of each place."""
