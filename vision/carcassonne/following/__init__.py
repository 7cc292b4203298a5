"""A map that is followed over a stream of pictures without a person."""
