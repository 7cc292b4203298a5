"""What slides in under the board of a table: questions, explanations and tools. Each file is one dock."""
