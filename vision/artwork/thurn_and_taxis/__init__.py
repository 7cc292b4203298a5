"""Tableside's own Thurn and Taxis and Power & Glory, as it is printed."""
