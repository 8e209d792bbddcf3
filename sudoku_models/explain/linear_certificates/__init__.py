"""Explain by linear programming: a weighted sum of the equations of `assignment` excludes a candidate.

Let the remaining equations be sum over j of a[e,j] * y[j] = b[e], one for each name e, with a candidate j = (i, d)
for each digit d that the open cell i can still hold. Multiply each equation by a number m[e] and add them up:

    sum over j of c[j] * y[j] = t       with c[j] = sum over e of m[e] * a[e,j] and t = sum over e of m[e] * b[e]

If no c[j] is negative and t = 0, then y[j] = 0 wherever c[j] > 0, because no y[j] is negative either. By LP duality
there are such multipliers for every candidate that the LP relaxation excludes, and for no other. Those with the
smallest norm, the sum of |m[e]|, are themselves found by a linear program. It calculates in floating point, so every
certificate is checked in exact arithmetic. An inequality "at most" (a unit with fewer cells than digits) may only be
added.

With `rounding`, one more inference is allowed. If t > 0 and c[j] > t, then y[j] <= t / c[j] < 1, and a whole number
below 1 is 0. This is a Chvatal-Gomory cut.

Sources: V. Chvatal, "Linear Programming", 1983, for duality and certificates; the same, "Edmonds polytopes and a
hierarchy of combinatorial problems", Discrete Mathematics 4, 1973, for the rounding.

| module         | content                                                   |
|----------------|-----------------------------------------------------------|
| `equations`    | the remaining equations, read from a model                |
| `certificates` | weighted sums of them, checked exactly                    |
| `multipliers`  | linear programs that find the weights of smallest norm    |
| `steps`        | the steps of an explanation, and their sentences          |
"""

from .certificates import Certificate, certify
from .equations import Candidate, Equation, equations
from .multipliers import certificate, excluded
from .steps import next_step

__all__ = ["Candidate", "Certificate", "Equation", "certificate", "certify", "equations", "excluded", "next_step"]
