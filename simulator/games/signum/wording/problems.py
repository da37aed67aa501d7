"""Problems of a deck as sentences in each language, from their codes and params.

Finding the problems is deckbuilding/rules.py and deckbuilding/check.py; unreadable lines are engine/decks/parser.py.
"""

from typing import Final

from simulator.engine.decks.report import Problem
from simulator.engine.values import Words
from simulator.games.signum.cardfile.loader import find_code
from simulator.games.signum.cards.vocabulary import UNIQUE
from simulator.games.signum.wording.labels import FACTIONS, TYPES, building_name
from simulator.games.signum.wording.language import Values, enumerate_words, fill

# <one|many> agrees with {allowed}. A dotted key is a special case of a rule, section or reason.
SENTENCES: Final = {
    "HERO_MISSING": Words(
        en="The deck has no hero; it needs exactly one.",
        es="El mazo no tiene héroe; necesita exactamente uno.",
        it="Il mazzo non ha un eroe; ne serve esattamente uno.",
    ),
    "HERO_TOO_MANY": Words(
        en="{have:card|cards} under Hero ({cards}); a deck has exactly one hero.",
        es="{have:carta|cartas} como héroe ({cards}); un mazo tiene exactamente un héroe.",
        it="{have:carta|carte} come eroe ({cards}); un mazzo ha esattamente un eroe.",
    ),
    "DECK_TOO_SMALL": Words(
        en="{have:card|cards} in the battle deck; at least {allowed} are needed.",
        es="{have:carta|cartas} en el mazo de batalla; hacen falta al menos {allowed}.",
        it="{have:carta|carte} nel mazzo di battaglia; ne servono almeno {allowed}.",
    ),
    "DECK_TOO_LARGE": Words(
        en="{have:card|cards} in the battle deck; at most {allowed} are allowed.",
        es="{have:carta|cartas} en el mazo de batalla; se permiten como máximo {allowed}.",
        it="{have:carta|carte} nel mazzo di battaglia; ne sono ammesse al massimo {allowed}.",
    ),
    "TOO_FEW_CHARACTERS": Words(
        en="{have:character|characters}; with {size:card|cards} at least {allowed} <is|are> needed.",
        es="{have:personaje|personajes}; con {size:carta|cartas} <hace|hacen> falta al menos {allowed}.",
        it="{have:personaggio|personaggi}; con {size:carta|carte} ne <serve|servono> almeno {allowed}.",
    ),
    "TOO_MANY_MERCENARIES": Words(
        en="{have:mercenary|mercenaries}; with {characters:character|characters} at most {allowed} <is|are> allowed.",
        es="{have:mercenario|mercenarios}; con {characters:personaje|personajes} se <permite|permiten> como máximo "
        "{allowed}.",
        it="{have:mercenario|mercenari}; con {characters:personaggio|personaggi} ne <è ammesso|sono ammessi> al "
        "massimo {allowed}.",
    ),
    "TOO_MANY_MERCENARIES.S-2.11": Words(
        en="{have:mercenary|mercenaries}, but only {allowed:character|characters} of the faction; "
        "mercenaries may not be more.",
        es="{have:mercenario|mercenarios}, pero solo {allowed:personaje|personajes} de la facción; "
        "los mercenarios no pueden ser más.",
        it="{have:mercenario|mercenari}, ma solo {allowed:personaggio|personaggi} della fazione; "
        "i mercenari non possono essere di più.",
    ),
    "DUPLICATE_CHARACTER": Words(
        en="{have} copies of {cards}; a deck has each character only once.",
        es="{have} copias de {cards}; un mazo lleva cada personaje una sola vez.",
        it="{have} copie di {cards}; un mazzo contiene ogni personaggio una sola volta.",
    ),
    "TOO_MANY_COPIES": Words(
        en="{have} copies of {cards}; at most {allowed} <is|are> allowed.",
        es="{have} copias de {cards}; se <permite|permiten> como máximo {allowed}.",
        it="{have} copie di {cards}; ne <è ammessa|sono ammesse> al massimo {allowed}.",
    ),
    "TOO_MANY_COPIES.banned": Words(
        en="{cards} is banned in this format.",
        es="{cards} está prohibida en este formato.",
        it="{cards} è bandita in questo formato.",
    ),
    "WRONG_FACTION": Words(
        en="{cards} is of the faction {faction}; the hero's is {hero_faction}.",
        es="{cards} es de la facción {faction}; la del héroe es {hero_faction}.",
        it="{cards} è della fazione {faction}; quella dell'eroe è {hero_faction}.",
    ),
    "HERO_CARD_MISMATCH": Words(
        en="{cards} may only be played under {hero}.",
        es="{cards} solo se puede jugar con {hero}.",
        it="{cards} si può giocare solo con {hero}.",
    ),
    "NOT_A_BATTLE_CARD": Words(
        en="{cards} is a {type} card and does not belong in the battle deck.",
        es="{cards} es una carta de {type} y no va en el mazo de batalla.",
        it="{cards} è una carta {type} e non va nel mazzo di battaglia.",
    ),
    "NOT_A_CITY_CARD": Words(
        en="{cards} is a {type} card and does not belong in the city.",
        es="{cards} es una carta de {type} y no va en la ciudad.",
        it="{cards} è una carta {type} e non va nella città.",
    ),
    "NOT_A_CITY_CARD.terrain": Words(
        en="{cards} is a {type} card and does not belong among the terrain.",
        es="{cards} es una carta de {type} y no va entre los terrenos.",
        it="{cards} è una carta {type} e non va tra i terreni.",
    ),
    "DUPLICATE_CITY_CARD": Words(
        en="{have} copies of {cards}; each building and terrain is chosen only once.",
        es="{have} copias de {cards}; cada edificio y cada terreno se elige una sola vez.",
        it="{have} copie di {cards}; ogni edificio e ogni terreno si sceglie una sola volta.",
    ),
    "UNPLAYABLE_WITHOUT_BUILDING": Words(
        en="{cards} can never be played: it needs {missing}.",
        es="{cards} nunca se podrá jugar: necesita {missing}.",
        it="{cards} non si potrà mai giocare: richiede {missing}.",
    ),
    "CITY_OVER_TWELVE": Words(
        en="{have} buildings are chosen; a city holds {allowed}.",
        es="Hay {have} edificios elegidos; en una ciudad caben {allowed}.",
        it="Sono stati scelti {have} edifici; una città ne contiene {allowed}.",
    ),
    "SEVERAL_CLASS_BUILDINGS": Words(
        en="{have} class buildings are chosen ({cards}); only one can be built.",
        es="Hay {have} edificios de clase elegidos ({cards}); solo se puede construir uno.",
        it="Sono stati scelti {have} edifici di classe ({cards}); se ne può costruire solo uno.",
    ),
    "UNKNOWN_CARD": Words(
        en="No card has the code {text}.",
        es="Ninguna carta tiene el código {text}.",
        it="Nessuna carta ha il codice {text}.",
    ),
    "UNKNOWN_CARD.unknown_card": Words(
        en="no card is called {text}.",
        es="ninguna carta se llama {text}.",
        it="nessuna carta si chiama {text}.",
    ),
    "BAD_LINE.control_character": Words(
        en="it contains characters that cannot be printed.",
        es="contiene caracteres que no se pueden imprimir.",
        it="contiene caratteri che non si possono stampare.",
    ),
    "BAD_LINE.line_too_long": Words(
        en="it is too long to be the name of a card.",
        es="es demasiado larga para ser el nombre de una carta.",
        it="è troppo lunga per essere il nome di una carta.",
    ),
    "BAD_LINE.text_too_long": Words(
        en="the list is too long; this line and everything after it were not read.",
        es="la lista es demasiado larga; esta línea y todo lo que sigue no se han leído.",
        it="la lista è troppo lunga; questa riga e tutto ciò che segue non sono stati letti.",
    ),
    "BAD_LINE.bad_count": Words(
        en="{text}: a deck has at least 1 and at most {most} of a card.",
        es="{text}: un mazo lleva como mínimo 1 y como máximo {most} copias de una carta.",
        it="{text}: un mazzo contiene almeno 1 e al massimo {most} copie di una carta.",
    ),
    "BAD_LINE.no_name": Words(
        en="{text} names no card.",
        es="{text} no nombra ninguna carta.",
        it="{text} non indica nessuna carta.",
    ),
    "BAD_LINE.several_cards": Words(
        en="several cards are called {text}.",
        es="varias cartas se llaman {text}.",
        it="più carte si chiamano {text}.",
    ),
    "BAD_LINE.no_section": Words(
        en="no part of the deck is made for {text}.",
        es="ninguna parte del mazo es para {text}.",
        it="nessuna parte del mazzo è per {text}.",
    ),
    "BAD_LINE.unknown_heading": Words(
        en="{text} is no part of a deck.",
        es="{text} no es ninguna parte de un mazo.",
        it="{text} non è una parte di un mazzo.",
    ),
    "BAD_LINE.table_heading": Words(
        en="{text} names the columns of a table; it was skipped.",
        es="{text} nombra las columnas de una tabla; se ha saltado.",
        it="{text} dà i nomi alle colonne di una tabella; è stata saltata.",
    ),
    "BAD_LINE.unknown_format": Words(
        en="there is no format {text}.",
        es="no existe el formato {text}.",
        it="non esiste il formato {text}.",
    ),
    "BAD_LINE.second_format": Words(
        en="the deck already has a format other than {text}.",
        es="el mazo ya tiene un formato distinto de {text}.",
        it="il mazzo ha già un formato diverso da {text}.",
    ),
    "BAD_LINE.name_too_long": Words(
        en="the name of the deck is too long and was cut.",
        es="el nombre del mazo es demasiado largo y se ha cortado.",
        it="il nome del mazzo è troppo lungo ed è stato tagliato.",
    ),
}

_LINE: Final = Words(en="Line {line}: {text}", es="Línea {line}: {text}", it="Riga {line}: {text}")
_SUGGESTION: Final = Words(en="Did you mean {names}?", es="¿Quizá {names}?", it="Forse {names}?")
_QUOTED: Final = Words(en="“{text}”", es="«{text}»", it="«{text}»")
_AND: Final = Words(en="and", es="y", it="e")
_OR: Final = Words(en="or", es="o", it="o")
_UNIQUE: Final = Words(en="a unique building", es="un edificio único", it="un edificio unico")


def problem_text(problem: Problem, language: str) -> str:
    """The problem as a sentence; its own message if the code has no sentence here."""
    words = _sentence(problem)
    if words is None:
        return problem.message
    allowed = problem.params.get("allowed")
    text = fill(words[language], _values(problem, language), form=int(allowed != 1))
    line = problem.params.get("line")
    if isinstance(line, int) and line > 0:
        text = _LINE[language].format(line=line, text=text)
    suggestions = problem.params.get("suggestions")
    if isinstance(suggestions, tuple) and suggestions:
        names = enumerate_words([_quoted(name, language) for name in suggestions], last=_OR[language])
        text = f"{text} {_SUGGESTION[language].format(names=names)}"
    return text[:1].upper() + text[1:]


def _sentence(problem: Problem) -> Words | None:
    cases = (problem.params.get("reason"), problem.params.get("section"), problem.rule)
    for case in cases:
        words = SENTENCES.get(f"{problem.code}.{case}")
        if words is not None:
            return words
    return SENTENCES.get(problem.code)


def _values(problem: Problem, language: str) -> Values:
    """The params, with names instead of codes and keys."""
    params = problem.params
    values: dict[str, str | int] = {name: fact for name, fact in params.items() if isinstance(fact, str | int)}
    values["cards"] = ", ".join(dict.fromkeys(_name(code, language) for code in problem.cards))
    if "text" in params:
        values["text"] = _quoted(str(params["text"]), language)
    if "hero" in params:
        values["hero"] = _name(str(params["hero"]), language)
    if "faction" in params:
        values["faction"] = FACTIONS[str(params["faction"])][language]
    if "hero_faction" in params:
        factions = str(params["hero_faction"]).split(" or ")
        values["hero_faction"] = enumerate_words([FACTIONS[code][language] for code in factions], last=_OR[language])
    if "type" in params:
        values["type"] = TYPES[str(params["type"])][language].lower()
    missing = params.get("missing")
    if isinstance(missing, tuple):
        values["missing"] = enumerate_words([_building(key, language) for key in missing], last=_AND[language])
    return values


def _building(key: str, language: str) -> str:
    return _UNIQUE[language] if key == UNIQUE else building_name(key, language)


def _name(code: str, language: str) -> str:
    card = find_code(code)
    return card.names[language] if card is not None else code


def _quoted(text: str, language: str) -> str:
    return _QUOTED[language].format(text=text)
