"""Istanbul with Letters & Seals and the Great Bazaar: the rules."""
