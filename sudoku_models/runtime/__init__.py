"""Support for long computations: limits, clocks, interrupts and worker processes. Independent of Sudoku."""
