"""Teaches the network that finds where tiles lie, from nothing but tables that the project draws itself."""
