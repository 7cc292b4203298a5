"""Cards, tiles and boards of goods that lie open on a table, found and named by enrolled pictures of each."""
