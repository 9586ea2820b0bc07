"""Read reports of many formats, keep their text untouched, and mark what is no running text.

Nothing is fetched and nothing is guessed: a report without a stated day of publication is undated.
"""

from geo_ghouta.reports.marking import mark_text
from geo_ghouta.reports.reading import SUFFIXES, Batch, read_batch, read_reports

__all__ = ["SUFFIXES", "Batch", "mark_text", "read_batch", "read_reports"]
