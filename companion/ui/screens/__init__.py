"""One file and one ``.kv`` file a screen. A screen reads views and calls methods of the session; it keeps no truth."""
