"""Reading tiles of an edition never seen: which terrain leaves each side, what is joined, what stands on it."""
