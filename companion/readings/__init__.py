"""Pictures of tables, read: one file a game, giving what ``tableside read --json`` prints."""
