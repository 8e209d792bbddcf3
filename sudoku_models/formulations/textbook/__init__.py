"""The textbook: three formulations written by hand in the idiom of each modelling library.

| module            | idiom                                                                                        |
|-------------------|----------------------------------------------------------------------------------------------|
| `textbook.pyomo`  | `RangeSet`s and `Set`s, `@m.Constraint` rules over them, `Disjunction`s, `LogicalConstraint` |
| `textbook.pulp`   | dictionaries of variables, loops, `prob += lpSum(...) == 1`                                  |

Each module has `pairwise(puzzle)`, `assignment(puzzle)` and `all_different(puzzle)`, which return the library's own
model, and `grid(model, puzzle)`, which reads a solved one. They use only the units of the board and the givens; a board
with other rules is an `UnsupportedError`. Compare them with `sudoku_models.formulations`, where each formulation is
written once for all libraries: the tests check that both give the same grids, and that the `assignment` models have the
same matrix.
"""
