"""What was measured, as one page that needs nothing else: tables, figures, and what they show, in sentences."""

from .report import Report, report

__all__ = ["Report", "report"]
