"""What is in a box of Riga: cards, goods, the Grand Masters' tiles, and what only its owner can read."""
