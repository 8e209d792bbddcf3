"""Examinations: questions whose numbers are drawn from a seed, each with its points and its worked solution.

>>> from sudoku_models.course import exams
>>> paper = exams.draw(seed=7, questions=4, lessons=[2, 4])
>>> len(paper.questions), paper == exams.draw(seed=7, questions=4, lessons=[2, 4])
(4, True)
"""

from .paper import Paper, Question, draw, every_question

__all__ = ["Paper", "Question", "draw", "every_question"]
