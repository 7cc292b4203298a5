"""The programme of the board: MicroPython, and plain enough that CPython runs the same files as the virtual twins."""
