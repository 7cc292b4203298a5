"""The eyes of Cronberg."""
