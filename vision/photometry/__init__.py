"""Light: how a camera shows the colours of a print, where a lamp is mirrored, what the bare table looks like."""
