"""The three small networks of the dice reader."""
