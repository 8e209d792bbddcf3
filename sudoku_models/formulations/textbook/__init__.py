"""The textbook: the three formulations written by hand, the way each library's own book writes them.

| module            | what is idiomatic there                                                                      |
|-------------------|----------------------------------------------------------------------------------------------|
| `textbook.pyomo`  | `RangeSet`s and `Set`s, `@m.Constraint` rules over them, `Disjunction`s, `LogicalConstraint` |
| `textbook.pulp`   | dictionaries of variables, loops, `prob += lpSum(...) == 1`                                  |

Each has `pairwise(puzzle)`, `assignment(puzzle)` and `all_different(puzzle)`, which return the library's own model, and
`grid(model, puzzle)`, which reads a solved one. They use nothing of this package but the board and the givens. Read
them beside `sudoku_models.formulations`, where each formulation is written once for every library: the tests hold
both to the same grids, and the `assignment` models to the same matrix.
"""
