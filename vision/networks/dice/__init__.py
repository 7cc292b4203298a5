"""The four small networks of the dice reader."""
