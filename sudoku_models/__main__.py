"""The command `sudoku-models`, also as `python -m sudoku_models`."""

import sys


def main() -> None:
    """Import the commands and run one; Ctrl-C has the same exit code while they are imported."""
    try:
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
