"""The page for onlookers: its parts as HTML, its style sheet and its script."""
