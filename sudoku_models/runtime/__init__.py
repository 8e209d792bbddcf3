"""What every long piece of work needs: limits, clocks, interrupts, worker processes. It knows no Sudoku."""
