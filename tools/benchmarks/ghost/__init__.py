"""From a table that lies still to its ghost on the glass, in real time."""
