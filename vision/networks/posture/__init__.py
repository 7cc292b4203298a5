"""How figures are put down, told by a network that has seen drawn ones of many makes."""
