"""at most one of several literals -> clauses. Three encodings; a solver's option chooses one, as `cadical:ladder`.

| name       | clauses for n literals | new variables | source                                                      |
|------------|------------------------|---------------|-------------------------------------------------------------|
| `pairwise` | n(n-1)/2               | none          | J. de Kleer, IJCAI 1989, as conflicts of the direct encoding |
| `ladder`   | 3n - 4                 | n - 1         | C. Sinz, CP 2005; I. Gent, P. Nightingale, 2004             |
| `bitwise`  | n log n                | log n         | A. Frisch, T. Peugniez, A. Doggett, P. Nightingale, 2005    |

Strength: the same for all three on the literals themselves: once one is true, unit propagation makes all others false.
"""

from collections.abc import Callable
from itertools import combinations
from itertools import pairwise as neighbours

__all__ = ["AT_MOST_ONE", "bitwise", "ladder", "pairwise"]

Clauses = list[list[int]]
New = Callable[[], int]


def pairwise(literals: list[int], new: New) -> Clauses:
    """From at most one of x[1], ..., x[n] to a conflict for each pair.

    To
        not x[i] or not x[j]                for every i < j

    >>> pairwise([1, 2, 3], lambda: 0)
    [[-1, -2], [-1, -3], [-2, -3]]
    """
    return [[-a, -b] for a, b in combinations(literals, 2)]


def ladder(literals: list[int], new: New) -> Clauses:
    """From at most one of x[1], ..., x[n] to a sequential counter.

    To
        s[1], ..., s[n-1]                   s[i] is true when one of x[1], ..., x[i] is
        x[i] implies s[i]                   for i < n
        s[i] implies s[i+1]                 for i < n - 1
        s[i] implies not x[i+1]             for i < n

    >>> from itertools import count
    >>> ladder([1, 2, 3], count(4).__next__)
    [[-1, 4], [-2, 5], [-4, 5], [-4, -2], [-5, -3]]
    """
    steps = [new() for _ in literals[1:]]
    rise = [[-x, s] for x, s in zip(literals, steps, strict=False)]
    stay = [[-s, t] for s, t in neighbours(steps)]
    return rise + stay + [[-s, -x] for s, x in zip(steps, literals[1:], strict=True)]


def bitwise(literals: list[int], new: New) -> Clauses:
    """From at most one of x[1], ..., x[n] to the binary number of the one that is true.

    To
        b[1], ..., b[m]                     the bits of the number i - 1 when x[i] is true
        x[i] implies b[k], or not b[k]      for each bit k of i - 1

    >>> from itertools import count
    >>> bitwise([1, 2, 3], count(4).__next__)
    [[-1, -4], [-1, -5], [-2, 4], [-2, -5], [-3, -4], [-3, 5]]
    """
    bits = [new() for _ in range((len(literals) - 1).bit_length())] if literals else []
    return [[-x, b if i >> k & 1 else -b] for i, x in enumerate(literals) for k, b in enumerate(bits)]


AT_MOST_ONE: dict[str, Callable[[list[int], New], Clauses]] = {
    "pairwise": pairwise,
    "ladder": ladder,
    "bitwise": bitwise,
}
"""The encodings by name; the first one is the default."""
