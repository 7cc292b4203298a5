"""A finished game that nobody recorded: photographed, put right by taps and counted, whatever game it is."""
