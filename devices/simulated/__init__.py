"""Every device's virtual twin: the board's own programme on pins that a test or the demo moves."""
