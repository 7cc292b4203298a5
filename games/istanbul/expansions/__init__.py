"""What the expansions add: places, cards, pieces and the hooks of the rules that they take."""
