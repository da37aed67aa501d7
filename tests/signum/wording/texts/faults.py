"""What no text may have, whatever it says: two words that should be one, numbers that do not agree, loose ends."""

import re
from collections.abc import Iterator

NOT_FUSED = {
    "en": r"\b[Aa] (?!uni)[aeiouAEIOU]|\b[Aa]n [^aeiouAEIOU]",
    "es": r"\b[Dd]e el\b|\b[Aa] el\b|\by [Hh]?[IiÍí](?!e)|\bo [Hh]?[OoÓó]|\buno de tus criaturas",
    "it": r"\b(?:di|a|da|in|su) (?:il|lo|la|i|gli|le)\b|\b(?:di|a|da|in|su) l'|\buno delle\b|\bl' |\be [eE]",
}
ENGLISH_WORDS = (
    r"\b(?:the|your|you|this|that|with|when|while|character|hero|enemy|cards?|gains|have|of|and|or|until|turn|draw|deal|"
    r"damage|wounds?|other|within)\b"
)
ONE = {
    "en": r"\b1 (?:cards|wounds|dice|buildings|characters|creatures|\w+ tokens)\b",
    "es": r"\b1 (?:cartas|heridas|dados|edificios|personajes|criaturas|fichas)\b",
    "it": r"\b1 (?:carte|ferite|danni|dadi|edifici|personaggi|creature|segnalini)\b",
}
MANY = {
    "en": r"\b[2-9] (?:card|wound|die|building|character|creature|\w+ token)\b(?! cards| tokens)",
    "es": r"\b[2-9] (?:carta|herida|dado|edificio|personaje|criatura|ficha)\b",
    "it": r"\b[2-9] (?:carta|ferita|danno|dado|edificio|personaggio|creatura|segnalino)\b",
}


def faults(text: str, language: str) -> Iterator[str]:
    """What is wrong with a text, line by line; nothing, if all is well."""
    for line in text.split("\n"):
        start = line.removeprefix("⟳ ")[:1]
        if not (start.isupper() or start.isdigit() or start in tuple("−+“«")):
            yield "begins with a small letter"
        if not line.endswith((".", "?")):
            yield "has no end"
        if re.search(r" {2}|^ | $| [.,;:]|[.,;:][.,;]|[{}<>|\[\]]", line):
            yield "has a space, mark or placeholder too many"
        if re.search(NOT_FUSED[language], line):
            yield "has two words that should have become one"
        if re.search(ONE[language], line) or re.search(MANY[language], line):
            yield "has a number that does not agree"
        if "-" in line.replace("re-roll", ""):
            yield "has a hyphen for a minus"
        if line.count("(") != line.count(")"):
            yield "has a bracket that does not close"
        if language != "en" and re.search(ENGLISH_WORDS, line):
            yield "has English words"
