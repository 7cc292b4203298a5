"""How the reader of printed figures was taught. Not needed for playing."""
