"""The live eyes of Carcassonne: a watched table followed over a whole game."""
