"""The cameras of this machine: which there are, what is known of each, single pictures from them."""
