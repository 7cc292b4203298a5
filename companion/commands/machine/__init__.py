"""Commands about the machine that Tableside runs on: its devices, its faults, its desktop, how fast it is."""
