"""New puzzles, proved unique and rated, and sheets of them to print."""
