"""A recorded evening played again before the real eyes, session and button box."""
