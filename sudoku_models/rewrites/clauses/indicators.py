"""integer variable -> one Boolean variable for each value."""

from .formula import Formula

__all__ = ["indicators"]


def indicators(formula: Formula, low: int, high: int) -> None:
    """From an integer variable to the direct encoding of its domain; it becomes the next column of the formula.

    From
        x in {low, ..., high}
    To
        y[d] for each value d               true when x = d
        y[low] or ... or y[high]            a contradiction when the domain is empty
        at most one of y[low], ..., y[high]
        A variable with two values is one Boolean variable, y[high], and y[low] is its negation: a binary variable is
        its own literal. With one value, y[low] is true.

    Strength
        Unit propagation settles x once all other values are excluded, and excludes all others once x is settled.

    Source: J. de Kleer, "A Comparison of ATMS and CSP Techniques", IJCAI 1989; T. Walsh, "SAT v CSP", CP 2000, where
    it is called the direct encoding.

    >>> formula = Formula()
    >>> indicators(formula, 1, 3)
    >>> indicators(formula, 0, 1)
    >>> formula.columns
    [{1: 1, 2: 2, 3: 3}, {0: -4, 1: 4}]
    >>> formula.clauses
    [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]
    """
    if low == high:
        formula.columns.append({low: formula.true()})
    elif high == low + 1:
        y = formula.new()
        formula.columns.append({low: -y, high: y})
    else:
        values = {d: formula.new() for d in range(low, high + 1)}
        literals = list(values.values())
        formula.columns.append(values)
        formula.add([literals])
        formula.at_most_one(literals)
