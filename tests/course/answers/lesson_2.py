"""Right and wrong answers to the exercises of lesson 2."""

RIGHT: dict[str, dict[str, str | dict[str, str]]] = {}
WRONG: dict[str, dict[str, str | dict[str, str]]] = {}
