"""The board on the screen: what every game's board is drawn with."""
