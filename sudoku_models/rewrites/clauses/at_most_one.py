"""at most one of several literals -> clauses. Five encodings; a solver's option chooses one, as `cadical:ladder`.

| name       | clauses for n literals | new variables | source                                                      |
|------------|------------------------|---------------|-------------------------------------------------------------|
| `pairwise` | n(n-1)/2               | none          | J. de Kleer, IJCAI 1989, as conflicts of the direct encoding |
| `ladder`   | 3n - 4                 | n - 1         | C. Sinz, CP 2005; I. Gent, P. Nightingale, 2004             |
| `bitwise`  | n log n                | log n         | A. Frisch, T. Peugniez, A. Doggett, P. Nightingale, 2005    |
| `product`  | 2n + O(sqrt n)         | O(sqrt n)     | J. Chen, ModRef 2010                                        |
| `commander`| about 3n               | about n/2     | W. Klieber, G. Kwon, CFV 2007; groups of three              |

Strength: the same for all five on the literals themselves: once one is true, unit propagation makes all others false.
"""

from collections.abc import Callable
from itertools import combinations
from itertools import pairwise as neighbours
from math import isqrt

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


def product(literals: list[int], new: New) -> Clauses:
    """From at most one of x[1], ..., x[n] to at most one row and at most one column of a grid that holds them.

    To
        r[1], ..., r[p], c[1], ..., c[q]    p * q >= n, p and q about the root of n
        x[i] implies r[a], and c[b]         where x[i] stands in row a and column b
        at most one of r, at most one of c  in the same way, pair by pair when they are four or fewer

    >>> from itertools import count
    >>> product([1, 2, 3, 4, 5], count(6).__next__)[:4]
    [[-1, 6], [-1, 8], [-2, 6], [-2, 9]]
    """
    if len(literals) <= 4:
        return pairwise(literals, new)
    height = isqrt(len(literals))
    width = -(-len(literals) // height)
    rows, columns = [new() for _ in range(height)], [new() for _ in range(width)]
    places = [[-x, side] for k, x in enumerate(literals) for side in (rows[k // width], columns[k % width])]
    return places + product(rows, new) + product(columns, new)


def commander(literals: list[int], new: New) -> Clauses:
    """From at most one of x[1], ..., x[n] to at most one commander of groups, and at most one in each group.

    To
        g[1], ..., g[m]                     one for each group of three
        x[i] implies g[k]                   for i in group k
        at most one of the x[i] in a group  pair by pair
        at most one of the g                in the same way

    >>> from itertools import count
    >>> commander([1, 2, 3, 4, 5], count(6).__next__)
    [[-1, -2], [-1, -3], [-2, -3], [-1, 6], [-2, 6], [-3, 6], [-4, -5], [-4, 7], [-5, 7], [-6, -7]]
    """
    if len(literals) <= 3:
        return pairwise(literals, new)
    groups = [literals[k : k + 3] for k in range(0, len(literals), 3)]
    commanders = [new() for _ in groups]
    clauses = [
        clause
        for group, g in zip(groups, commanders, strict=True)
        for clause in [*pairwise(group, new), *([-x, g] for x in group)]
    ]
    return clauses + commander(commanders, new)


AT_MOST_ONE: dict[str, Callable[[list[int], New], Clauses]] = {
    "pairwise": pairwise,
    "ladder": ladder,
    "bitwise": bitwise,
    "product": product,
    "commander": commander,
}
"""The encodings by name; the first one is the default."""
