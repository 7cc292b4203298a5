"""The rules of the games. Pure: no camera, disk, clock, screen or chance of their own."""
