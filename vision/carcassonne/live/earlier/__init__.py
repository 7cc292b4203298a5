"""What earlier looks at the table tell of what lies there now."""
