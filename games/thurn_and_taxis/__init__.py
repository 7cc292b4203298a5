"""Thurn and Taxis, and Power & Glory on its northern map."""
