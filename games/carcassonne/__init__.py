"""Carcassonne: the rules of the base game, and its expansions as objects that a set-up switches on.

Coordinates: x grows to the right, y grows DOWN, the start tile lies at 0,0. A turn is a quarter turn clockwise.
"""
