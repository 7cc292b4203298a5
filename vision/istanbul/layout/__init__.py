"""Which place lies where: the layout found, named and laid exactly."""
