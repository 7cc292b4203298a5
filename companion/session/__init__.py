"""One table: what looks at it, what the people press, and the record that is kept in step."""
