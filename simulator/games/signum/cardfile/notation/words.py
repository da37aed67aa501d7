"""The words of the short notation as card data.

They are keywords, stats, targets, conditions and costs. docs/adding_a_card.md describes card data; schema/files.py
reads it. Whole effects are effects.py, whole abilities reader.py.
"""

import difflib
import re
from collections.abc import Iterable
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.values import fold
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.keywords import FLAG, KEYWORDS, VALUE, Keyword

Data = dict[str, object]

_STAT: Final = re.compile(r"([+-] ?\d+) (\w+)")
_VALUED: Final = re.compile(r"(.+?) ([+-]?)(\d+)")
_MINUS: Final = re.compile(r"- ?(\d+) (?:from attacks|de ataques|da attacchi)")
_COUNT: Final = re.compile(r"(up to )?(\d+) (.+)")

STATS: Final = {
    "strength": "strength", "fuerza": "strength", "forza": "strength",
    "movement": "movement", "movimiento": "movement", "movimento": "movement",
    "health": "health", "salud": "health", "salute": "health",
}  # fmt: skip
SHIELDS: Final = {
    **{word.replace("_", " "): word for word in words.SHIELDS},
    "spell": "spells", "hechizos": "spells", "incantesimi": "spells",
    "shots": "shot", "disparo": "shot", "colpo": "shot",
    "lanzamiento": "throwing", "lancio": "throwing",
    "magical shots": "magical_shot", "disparo magico": "magical_shot", "colpo magico": "magical_shot",
    "ability": "abilities", "habilidades": "abilities", "abilita": "abilities",
    "backstabs": "backstab",
}  # fmt: skip
NOUNS: Final = {
    **{noun.replace("_", " "): noun for noun in (*words.CREATURE_NOUNS, *words.OTHER_NOUNS)},
    "itself": "self", "hero": "own_hero",
}  # fmt: skip
PLURALS: Final = {noun.replace("hero", "heroe") + "s": noun for noun in NOUNS}


def plain(text: str) -> str:
    """The normalised spelling of the notation: folded, with plain minus signs."""
    return fold(text.replace("\u2212", "-"))


def keyword_names() -> dict[str, Keyword]:
    """The keywords by all their names, folded.

    These are the names in three languages, second English names, and codes.
    """
    names: dict[str, Keyword] = {}
    for keyword in KEYWORDS:
        for name in (keyword.en, keyword.en_also, keyword.es, keyword.it, keyword.code.replace("_", " ")):
            if name:
                names.setdefault(plain(name), keyword)
    return names


KEYWORD_NAMES: Final = keyword_names()


def unknown(kind: str, word: str, *, among: Iterable[str]) -> CatalogueError:
    """The error for an unknown word, with the most similar known one."""
    similar = difflib.get_close_matches(fold(word), list(among), n=1, cutoff=0.5)
    hint = f"; did you mean {similar[0]!r}?" if similar else ""
    return CatalogueError(f"{word!r} is no {kind}{hint}")


def parts(text: str, *, at: str) -> list[str]:
    """Splits the text at every match of the regex `at` outside parentheses."""
    depth, outer = 0, []
    for char in text:
        depth += (char == "(") - (char == ")")
        outer.append(char if depth == 0 and char != ")" else "\0")
    pieces, start = [], 0
    for separator in re.finditer(at, "".join(outer)):
        pieces.append(text[start : separator.start()].strip())
        start = separator.end()
    return [*pieces, text[start:].strip()]


def unwrapped(text: str) -> str:
    """The text without parentheses around it."""
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def length(text: str) -> str:
    """S, M, L or XL, in any case."""
    if text.upper() not in words.LENGTHS_MM:
        raise unknown("length", text, among=[letter.lower() for letter in words.LENGTHS_MM])
    return text.upper()


def keyword_data(text: str) -> Data | None:
    """`Agile`, `Shot 3`, `Shot +1`, `-1 from Attacks`, `Shield from spells`.

    None if it names no keyword.
    """
    minus = _MINUS.fullmatch(text)
    if minus:
        return {"keyword": "minus_from_attacks", "value": int(minus[1])}
    for start in ("shield from ", "escudo contra ", "scudo da "):
        if text.startswith(start):
            shield = text.removeprefix(start)
            if shield not in SHIELDS:
                raise unknown("thing to be shielded from", shield, among=SHIELDS)
            return {"keyword": "shield_from", "from": SHIELDS[shield]}
    if text in KEYWORD_NAMES:
        return {"keyword": KEYWORD_NAMES[text].code}
    valued = _VALUED.fullmatch(text)
    if valued and valued[1] in KEYWORD_NAMES:
        number = int(valued[2] + valued[3])
        return {"keyword": KEYWORD_NAMES[valued[1]].code, "plus" if valued[2] else "value": number}
    return None


def grant_data(text: str) -> Data | None:
    """`+1 strength`, `Agile`, `Shot 2`, `Shot +1`; None if a creature cannot have it."""
    stat = _STAT.fullmatch(text)
    if stat and stat[2] in STATS:
        return {STATS[stat[2]]: int(stat[1].replace(" ", ""))}
    keyword = keyword_data(text)
    if keyword is None or keyword["keyword"] in ("heal", "armour"):
        return None
    shape = KEYWORD_NAMES[str(keyword["keyword"]).replace("_", " ")].shape
    return keyword if shape in (FLAG, VALUE) or keyword["keyword"] == "shield_from" else None


def grants_data(text: str) -> list[Data] | None:
    """Several grants joined by `&`, a comma or `and`.

    None if a creature cannot have one of them.
    """
    grants = [grant_data(part) for part in parts(text, at=r" ?[,&;] ?| and ")]
    return [grant for grant in grants if grant is not None] if None not in grants else None


def target_data(text: str) -> Data:
    """A target.

    Examples: `enemy creature`, `all enemy characters`, `2 other wounded own characters within M in sight`,
    `up to 3 enemy buildings`, `chosen`.
    """
    target: Data = {}
    rest = plain(text)
    for end, field in ((r" in sight", "sight"), (r" touching(?: it)?", "touching")):
        shorter = re.sub(end, "", rest)
        if shorter != rest:
            target[field], rest = True, shorter
    rest, target = _cut(r" within (s|m|l|xl)\b", rest, target, field="within")
    rest, target = _cut(r" with strength at most (\d+)", rest, target, field="strength_at_most")
    if rest.startswith(("all ", "every ")):
        target["all"], rest = True, rest.partition(" ")[2]
    counted = _COUNT.fullmatch(rest)
    if counted:
        target["up_to" if counted[1] else "pick"], rest = int(counted[2]), counted[3]
    rest = re.sub(r"^(?:an?|one|the|chosen) ", "", rest)
    rest = _adjectives(rest, target)
    who = re.sub(r"\b(?:your|friendly)\b", "own", rest)
    if who in PLURALS:
        who = PLURALS[who]
        if "pick" not in target and "up_to" not in target:
            target["all"] = True  # S-15.5: without limits, all of them are meant
    if who not in NOUNS:
        raise unknown("target", text, among=NOUNS)
    return {"who": NOUNS[who], **target}


def _cut(pattern: str, text: str, target: Data, *, field: str) -> tuple[str, Data]:
    match = re.search(pattern, text)
    if not match:
        return text, target
    value: object = int(match[1]) if match[1].isdigit() else match[1].upper()
    return text[: match.start()] + text[match.end() :], {**target, field: value}


def _adjectives(text: str, target: Data) -> str:
    """Removes leading `other`, `wounded`, `mercenary`, `class` and races from a noun."""
    while True:
        first, _, rest = text.partition(" ")
        if first in ("other", "wounded", "mercenary") and rest:
            target[first] = True
        elif first in ("class", "guild", "order") and rest:
            target["class_card"] = True
        elif first in words.RACES and rest:
            target["race"] = first
        else:
            return text
        text = rest


def condition_data(text: str) -> object:
    """A condition: `wounded`, `building mint`, `prosperity 10`, `near own hero M`, `terrain cliff`."""
    word = text.replace(" ", "_")
    if word in words.CONDITIONS:
        return word
    if text.startswith("building "):
        return {"building": text.removeprefix("building ").replace(" ", "_")}
    if re.fullmatch(r"prosperity \d+", text):
        return {"prosperity_at_least": int(text.removeprefix("prosperity "))}
    if text.startswith("near own hero "):
        return {"near_own_hero": length(text.removeprefix("near own hero "))}
    if text.startswith("terrain "):
        return {"terrain": text.removeprefix("terrain ")}
    raise unknown("condition", text, among=[known.replace("_", " ") for known in words.CONDITIONS])


def cost_data(text: str) -> Data:
    """`temple + 2 any + 1 prosperity`, `0`; buildings by key or English name."""
    cost: Data = {}
    buildings: list[str] = []
    for part in [] if text in ("", "0", "free") else parts(text, at=r" ?\+ ?"):
        counted = re.fullmatch(r"(\d+) (any|prosperity)", part)
        if counted:
            cost[counted[2]] = int(counted[1])
        elif part in ("any", "prosperity"):
            cost[part] = 1
        else:
            buildings.append(part.replace(" ", "_"))
    return {"buildings": buildings, **cost} if buildings else cost
