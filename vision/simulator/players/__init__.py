"""Who sits at a simulated table: how they reach, lay, press and hurry."""
