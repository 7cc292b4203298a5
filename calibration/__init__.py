"""What is learned once: the lens, the table plane, colours, the owner's edition of a game."""
