"""Who stands on the places of a layout that is known."""
