"""The tablet. Only this room knows kivy."""
