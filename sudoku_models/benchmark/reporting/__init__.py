"""The report of a benchmark as one page that needs nothing else: tables, figures, and findings in sentences."""

from .report import Report, report

__all__ = ["Report", "report"]
