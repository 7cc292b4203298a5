"""Finished tables that nobody recorded: read from a photograph, put right by taps, and counted. No kivy here."""
