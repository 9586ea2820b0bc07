"""geo-ghouta: map sieges and evacuations from news reports and hand-drawn control areas."""

__version__ = "0.1.0"
