"""Fold spellings of places and groups to keys, so that transliterations of one Arabic name meet.

Three keys, from narrow to wide:

* :func:`plain` takes away case, accents, apostrophes and hyphens, nothing else;
* :func:`fold` also takes away what transliterators disagree about: the article, q/k, ou/u/oo, ee/i,
  ay/ei, doubled letters, the ending of ta marbuta, the marks of hamza and ayn;
* :func:`skeleton` keeps consonants only and serves :func:`likeness`, the careful fuzzy match.

Arabic script has the same three: tashkeel, tatweel, hamza seats and the article go.
The key of a Latin spelling and that of an Arabic one never meet: a place list has a column for each.
"""

from geo_ghouta.names.alike import likeness, skeleton
from geo_ghouta.names.folding import APOSTROPHES, fold, fold_group, plain
from geo_ghouta.names.numbered import NumberedNames
from geo_ghouta.names.words import like_words

__all__ = ["APOSTROPHES", "NumberedNames", "fold", "fold_group", "like_words", "likeness", "plain", "skeleton"]
