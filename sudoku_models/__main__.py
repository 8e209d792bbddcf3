"""`python -m sudoku_models` is the command `sudoku-models`."""

from .cli import app

if __name__ == "__main__":
    app(prog_name="sudoku-models")
