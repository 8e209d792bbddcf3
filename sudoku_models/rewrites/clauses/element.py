"""element -> equal values, guarded by the index."""

from ...backends import Element
from ...runtime.limits import check_deadline
from .formula import Formula
from .sums import values_of

__all__ = ["element"]


def element(formula: Formula, constraint: Element) -> None:
    """From value = array[index] to an equation for each value of the index.

    From
        z = a[x],       x in {0, ..., n - 1}
    To, with the literals of values of `sums`
        not x = i                                       for each i that the array does not have
        x = i and a[i] = v imply z = v, x = i and z = v imply a[i] = v      for each i and v
        z = v implies x = i for one of the i with a[i] = v                  for an array of numbers

    Strength
        Domain consistency for an array of numbers; otherwise once the index is settled.

    Source: P. Van Hentenryck, J.-P. Carillon, "Generality versus Specificity: an Experience with AI and OR Techniques",
    AAAI 1988, for the constraint; I. Gent, "Arc Consistency in SAT", ECAI 2002, for the supports.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many values; the message names it.
    """
    index, value, *array = (values_of(formula, term, constraint.label) for term in constraint.terms)
    for i, chosen in index.items():
        check_deadline()
        if not 0 <= i < len(array):
            formula.add([[-chosen]])
            continue
        for v in array[i].keys() | value.keys():
            sides = [each[v] for each in (array[i], value) if v in each]
            if len(sides) < 2:  # the other one never has this value
                formula.add([[-chosen, -sides[0]]])
            else:
                formula.add([[-chosen, -sides[0], sides[1]], [-chosen, sides[0], -sides[1]]])
    if all(len(each) == 1 for each in array):
        for v, literal in value.items():
            formula.add([[-literal, *(chosen for i, chosen in index.items() if 0 <= i < len(array) and v in array[i])]])
