"""The command line."""


def main() -> int:
    """Run the command that was typed."""
    return 0
