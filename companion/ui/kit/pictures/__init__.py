"""Pictures, icons, shapes and dice, as they are painted on the glass."""
