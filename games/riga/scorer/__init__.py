"""The Grand Masters' scorer: a table of Riga of which only what counts in the end is told."""
