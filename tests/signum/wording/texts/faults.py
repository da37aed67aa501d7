"""A lint for card texts.

It checks contractions, number agreement, punctuation and untranslated words.
"""

import re
from collections.abc import Iterator

MISSING_CONTRACTION = {
    "en": r"\b[Aa] (?!uni)[aeiouAEIOU]|\b[Aa]n [^aeiouAEIOU]",
    "es": r"\b[Dd]e el\b|\b[Aa] el\b|\by [Hh]?[IiÍí](?!e)|\bo [Hh]?[OoÓó]|\buno de tus criaturas",
    "it": r"\b(?:di|a|da|in|su) (?:il|lo|la|i|gli|le)\b|\b(?:di|a|da|in|su) l'|\buno delle\b|\bl' |\be [eE]",
}
ENGLISH_WORDS = (
    r"\b(?:the|your|you|this|that|with|when|while|character|hero|enemy|cards?|gains|have|of|and|or|until|turn|draw|deal|"
    r"damage|wounds?|other|within)\b"
)
WRONG_PLURAL = {
    "en": r"\b1 (?:cards|wounds|dice|buildings|characters|creatures|\w+ tokens)\b",
    "es": r"\b1 (?:cartas|heridas|dados|edificios|personajes|criaturas|fichas)\b",
    "it": r"\b1 (?:carte|ferite|danni|dadi|edifici|personaggi|creature|segnalini)\b",
}
WRONG_SINGULAR = {
    "en": r"\b[2-9] (?:card|wound|die|building|character|creature|\w+ token)\b(?! cards| tokens)",
    "es": r"\b[2-9] (?:carta|herida|dado|edificio|personaje|criatura|ficha)\b",
    "it": r"\b[2-9] (?:carta|ferita|danno|dado|edificio|personaggio|creatura|segnalino)\b",
}


def faults(text: str, language: str) -> Iterator[str]:
    """Yield the faults of a text, line by line."""
    for line in text.split("\n"):
        start = line.removeprefix("⟳ ")[:1]
        if not (start.isupper() or start.isdigit() or start in tuple("−+“«")):
            yield "starts with a lower-case letter"
        if not line.endswith((".", "?")):
            yield "has no final punctuation"
        if re.search(r" {2}|^ | $| [.,;:]|[.,;:][.,;]|[{}<>|\[\]]", line):
            yield "has a superfluous space, mark or placeholder"
        if re.search(MISSING_CONTRACTION[language], line):
            yield "has a missing contraction"
        if re.search(WRONG_PLURAL[language], line) or re.search(WRONG_SINGULAR[language], line):
            yield "has a number agreement error"
        if "-" in line.replace("re-roll", ""):
            yield "has a hyphen instead of a minus"
        if line.count("(") != line.count(")"):
            yield "has an unbalanced bracket"
        if language != "en" and re.search(ENGLISH_WORDS, line):
            yield "has English words"
