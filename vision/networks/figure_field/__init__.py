"""The network that sees where on tiles of any print somebody stands or lies, and in which paint."""
