"""Digits in print, whatever typeface, read by a small network that was taught with drawn ones."""
