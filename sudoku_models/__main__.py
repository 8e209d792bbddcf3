"""`python -m sudoku_models` is the command `sudoku-models`."""

from .cli import main

if __name__ == "__main__":
    main()
