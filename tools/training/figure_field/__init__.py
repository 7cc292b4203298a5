"""Draw figures of any make on tiles of any print, and teach the network that sees them there."""
