"""Corpora: the same extraction over any number of reports, streamed, resumable, on one process, several or a cluster.

``extracting.extract`` is the one function that every engine runs: a batch of reports in, rows out. Around it stand
the reading of inputs (``sources``, ``splitting``), who does the work (``engines``), what is kept between runs
(``shelf``), and what needs all batches: stories, unique ids, tables by month, facts, counted events, the map.
``telling`` is what is kept of the run, and ``verifying`` reads the sources again.
"""

from geo_ghouta.corpus.building import BATCH, Corpus, build_corpus
from geo_ghouta.corpus.drawing import BUDGET_MB, Drawn, draw_corpus
from geo_ghouta.corpus.finishing import read_rejected
from geo_ghouta.corpus.telling import is_corpus, prov_of_corpus, unchecked_corpus
from geo_ghouta.corpus.verifying import verify_corpus

__all__ = [
    "BATCH",
    "BUDGET_MB",
    "Corpus",
    "Drawn",
    "build_corpus",
    "draw_corpus",
    "is_corpus",
    "prov_of_corpus",
    "read_rejected",
    "unchecked_corpus",
    "verify_corpus",
]
