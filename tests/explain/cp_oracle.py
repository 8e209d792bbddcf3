"""CP-SAT as an oracle for minimal sets, which the SAT solver finds: a small model for each question."""

from ortools.sat.python import cp_model

from sudoku_models.backends import columns_of
from sudoku_models.backends.cpsat_posting import Poster


class Oracle:
    """The named constraints of a `NamedModel`."""

    def __init__(self, model):
        self.model = model

    def forces(self, names, goals):
        """Whether these rules and facts force all goals; without goals, whether they are infeasible."""
        of_names = [each for name in names if isinstance(name, str) for each in self.model.rules[name]]
        chosen, held = [*self.model.definitions, *of_names], dict(name for name in names if not isinstance(name, str))
        native, variables = cp_model.CpModel(), {}
        for k in sorted({k for each in chosen for k in columns_of(each)} | {goal.column for goal in goals}):
            low, high = (held[k], held[k]) if k in held else map(int, self.model.m.declared(k))
            variables[k] = native.new_int_var(low, high, "")
        for constraint in chosen:
            Poster(native, variables).post(constraint)
        if goals:
            literals = [native.new_bool_var("") for _ in goals]
            for goal, literal in zip(goals, literals, strict=True):
                native.add(variables[goal.column] != goal.value).only_enforce_if(literal)
            native.add_bool_or(literals)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.random_seed = 1, 1
        solver.parameters.linearization_level = solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level, solver.parameters.use_sat_inprocessing = 0, False
        status = solver.solve(native)
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
        return status == cp_model.INFEASIBLE
