"""Certificates of bounds: multipliers of the rows of a linear model that prove that no solution is better than a bound.

With values that reach the bound these are proved optimal; and multipliers can prove that there is no solution. What the
file means and how it is checked stands in `bound_checker.py`, a program of its own.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from pathlib import Path
from typing import Any, Literal

from ..backends import Linear, PlainModel
from ..backends.numbers import Exact
from ..errors import CertificateError, InputError
from ..runtime.limits import Deadline
from ..solvers.assurance import POSITIVE, best_bound
from ..solvers.dual_bound import RationalModel
from .bound_checker import FORMAT, RefusedError, check

SUFFIX = ".json"
LARGEST_FILE = 2**30
"""The largest file that is read, in bytes."""


@dataclass(frozen=True, repr=False)
class BoundCertificate:
    """A proof about the objective of a linear model, as the text of a file.

    Attributes:
        kind: "optimal": no solution is better than the listed values; "bound": no solution is better than the bound;
            "infeasible": there is no solution.
        bound: The bound on the objective, which for "optimal" is its value; None when there is no solution.
        text: The model, the claim and the multipliers, as JSON.
    """

    kind: Literal["optimal", "bound", "infeasible"]
    bound: Fraction | None
    text: str

    def verify(self) -> str:
        """What it proves, in words.

        Raises:
            CertificateError: When it does not prove its claim.
        """
        return verify_bound(self.text)

    def write(self, path: Path | str) -> Path:
        """Write the certificate to a file, which `verify_bound`, `sudoku-models verify` and `bound_checker.py` check.

        Raises:
            InputError: When the file cannot be written, or its name does not end with ".json".
        """
        path = Path(path)
        if path.suffix != SUFFIX:
            raise InputError(f"the name of a certificate of a bound must end with {SUFFIX!r}, unlike {str(path)!r}")
        try:
            path.write_text(self.text, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise InputError(f"the certificate cannot be written to {str(path)!r}: {error}") from None
        return path

    def __repr__(self) -> str:
        bound = "" if self.bound is None else f" {self.bound}"
        return f"<BoundCertificate {self.kind}{bound}: {len(self.text):,} bytes>"


def verify_bound(certificate: Path | str) -> str:
    """Verify a certificate of a bound; no solver is called.

    Args:
        certificate: The file, as a `Path`, or its text.

    Returns:
        What it proves, in words.

    Raises:
        CertificateError: When it does not prove its claim, or cannot be read; the message says why.
    """
    try:
        if isinstance(certificate, Path):
            with certificate.open("rb") as file:
                raw = file.read(LARGEST_FILE + 1)
            if len(raw) > LARGEST_FILE:
                raise CertificateError(f"{certificate.name}: it has more than {LARGEST_FILE:,} bytes")
            certificate = raw.decode("utf-8")
        return check(certificate)
    except (RefusedError, UnicodeDecodeError) as error:
        raise CertificateError(str(error)) from None
    except OSError as error:
        raise CertificateError(f"cannot read {str(certificate)!r}: {error.strerror}") from None


def certify_bound(
    model: PlainModel, values: Sequence[float] | None, is_infeasible: bool, deadline: Deadline
) -> BoundCertificate:
    """A certificate from the multipliers of the relaxation.

    Args:
        model: The model. All its constraints are linear.
        values: Values that a solver claims to be the best, if any.
        is_infeasible: Whether it is claimed that there is no solution.
        deadline: When the answer is due.

    Raises:
        CertificateError: When the multipliers prove nothing.
        TimeLimit: When the time is up.
    """
    if model.minimised is None and not is_infeasible:
        raise CertificateError("without an objective there is no bound to certify, and a solution needs no certificate")
    rational, sign = RationalModel(model), 1 if model.minimised is None else model.minimised.sign
    reached = None if values is None else rational.solution(values)
    goal = POSITIVE if is_infeasible else rational.value(reached) if reached else inf
    bound, found = best_bound(model, rational, is_infeasible, goal, deadline)
    if bound == -inf or (is_infeasible and bound <= 0):
        raise CertificateError(
            "the dual values of the relaxation do not prove that there is no solution; another solver can confirm it"
            if is_infeasible
            else "the dual values of the relaxation give no bound; give each variable of the objective finite bounds"
        )
    claim: dict[str, Any] = {"kind": "infeasible"}
    kind: Literal["optimal", "bound", "infeasible"] = "infeasible"
    if isinstance(bound, Fraction) and not is_infeasible:
        is_reached = reached is not None and rational.value(reached) == bound
        kind = "optimal" if is_reached else "bound"
        claim = {"kind": kind, "bound": str(sign * bound)}
        if is_reached and reached:
            claim["values"] = list(map(str, reached))
    labels = [record.name for record in model.records if isinstance(record, Linear)]
    columns = zip(model.variables, rational.lower, rational.upper, rational.integer, strict=True)
    rows = zip(labels, rational.rows, strict=True)
    text = _written(
        format=FORMAT,
        columns=[[str(name), _end(low), _end(high), is_whole] for name, low, high, is_whole in columns],
        rows=[[name, _terms(k, c), _end(low), _end(high)] for name, (k, c, low, high) in rows],
        sense="minimize" if sign > 0 else "maximize",
        cost=_terms(rational.cost.keys(), [sign * c for c in rational.cost.values()]),
        constant=str(sign * rational.constant),
        multipliers=[
            str(y) if isfinite(low if y > 0 else high) else "0"
            for y, (_, _, low, high) in zip(found, rational.rows, strict=True)
        ],
        claim=claim,
    )
    return BoundCertificate(kind, None if kind == "infeasible" else Fraction(claim["bound"]), text)


def _end(end: Exact | float) -> str | None:
    return str(end) if isfinite(end) else None


def _terms(columns: Iterable[int], numbers: Iterable[Exact]) -> list[Any]:
    return [[k, str(c)] for k, c in zip(columns, numbers, strict=True)]


def _written(**parts: Any) -> str:
    """The parts as JSON, with a line for each column and row."""
    lists = {name: ",\n  ".join(map(_plain, part)) for name, part in parts.items() if name in ("columns", "rows")}
    texts = {name: f"[\n  {lists[name]}\n ]" if name in lists else _plain(part) for name, part in parts.items()}
    return "{\n " + ",\n ".join(f'"{name}": {text}' for name, text in texts.items()) + "\n}\n"


def _plain(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False)
