"""The live eyes of Cronberg: a watched board followed over a whole game."""
