"""How the field's network is taught: drawn tables, the network, its training. Needs the ``train`` extra."""
