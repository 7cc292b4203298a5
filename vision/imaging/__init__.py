"""Pictures as arrays: patches, colour, sharpness, what changed between two of them."""
