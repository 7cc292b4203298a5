"""The network that tells what a straightened tile shows: its weights, and how it is run."""
