"""The live eyes of Stained Glass: the watched glass beside the watched map."""
