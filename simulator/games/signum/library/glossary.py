"""Signum's glossary.

Keywords, kinds of ability, building symbols, die faces, values, lengths and terrain traits. The meanings of keywords
are wording/glossary.py; other labels are wording/labels.py.
"""

from collections.abc import Mapping
from typing import Final

from simulator.engine.cards.glossary import Term, TermGroup
from simulator.engine.values import LANGUAGES, Words
from simulator.games.signum.cards.keywords import KEYWORDS, Keyword
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.wording import keyword_text, labels

BUILDING: Final = Words(
    en="In a cost: tap one untapped {name} of your city. A building of this name has the symbol.",
    es="En un coste: gira un {name} enderezado de tu ciudad. El edificio de ese nombre tiene el símbolo.",
    it="In un costo: tappa un {name} non tappato della tua città. L'edificio con questo nome ha il simbolo.",
)
UNIQUE_BUILDING: Final = Words(
    en="In a cost: tap any untapped unique building of your city.",
    es="En un coste: gira cualquier edificio único enderezado de tu ciudad.",
    it="In un costo: tappa un qualsiasi edificio unico non tappato della tua città.",
)
ANY_BUILDING: Final = Words(
    en="In a cost: tap any one further untapped building of your city.",
    es="En un coste: gira otro edificio enderezado cualquiera de tu ciudad.",
    it="In un costo: tappa un altro edificio non tappato qualsiasi della tua città.",
)
DICE: Final = {
    "bullseye": Words(
        en="One or two on a common die. Shot and Magical Shot hit on it.",
        es="Uno o dos en un dado común. Con ella impactan Disparo y Disparo Mágico.",
        it="Uno o due su un dado comune. Con esso colpiscono Colpo e Colpo magico.",
    ),
    "axe": Words(
        en="Three or four. A hit in melee and Throwing, unless a wounded creature strikes in melee.",
        es="Tres o cuatro. Impacta cuerpo a cuerpo y con Lanzamiento, salvo si golpea una criatura herida.",
        it="Tre o quattro. Colpisce in mischia e con Lancio, a meno che in mischia colpisca una creatura ferita.",
    ),
    "shield": Words(
        en="Five or six. A hit in melee and Throwing; as defence it stops one hit.",
        es="Cinco o seis. Impacta cuerpo a cuerpo y con Lanzamiento; en defensa detiene un impacto.",
        it="Cinque o sei. Colpisce in mischia e con Lancio; in difesa ferma un colpo.",
    ),
}
FACE_RULES: Final = {"bullseye": "S-11.4", "axe": "S-9.6", "shield": "S-9.7"}
VALUES: Final = (
    Term(
        code="strength",
        names=Words(en="Strength", es="Fuerza", it="Forza"),
        meaning=Words(
            en="How many dice a creature has in melee, split between attack and defence.",
            es="Cuántos dados tiene una criatura cuerpo a cuerpo, repartidos entre ataque y defensa.",
            it="Quanti dadi ha una creatura in mischia, divisi tra attacco e difesa.",
        ),
        rule="S-9.3",
        symbol="strength",
    ),
    Term(
        code="movement",
        names=Words(en="Movement", es="Movimiento", it="Movimento"),
        meaning=Words(
            en="How far a creature moves in its activation: S, M, L or XL. A Run goes one step further.",
            es="Cuánto se mueve una criatura en su activación: S, M, L o XL. Correr llega un paso más lejos.",
            it="Di quanto si muove una creatura nella sua attivazione: S, M, L o XL. Correre va un passo oltre.",
        ),
        rule="S-7.2",
        symbol="movement",
    ),
    Term(
        code="health",
        names=Words(en="Health", es="Salud", it="Salute"),
        meaning=Words(
            en="A creature with as many wound tokens is destroyed.",
            es="Una criatura con tantas fichas de herida es destruida.",
            it="Una creatura con altrettanti segnalini ferita è distrutta.",
        ),
        rule="S-10.4",
        symbol="health",
    ),
    Term(
        code="armour_token",
        names=Words(en="Armour token", es="Ficha de armadura", it="Segnalino armatura"),
        meaning=Words(
            en="Damage removes armour tokens first, one for one. Wounds pass them by.",
            es="El daño retira primero las fichas de armadura, una por una. Las heridas las ignoran.",
            it="I danni tolgono prima i segnalini armatura, uno per uno. Le ferite li ignorano.",
        ),
        rule="S-10.1",
        symbol="armour",
    ),
    Term(
        code="wound_token",
        names=Words(en="Wound token", es="Ficha de herida", it="Segnalino ferita"),
        meaning=Words(
            en="A creature with one is wounded: in melee it hits on shields only.",
            es="Una criatura con una está herida: cuerpo a cuerpo solo impacta con escudos.",
            it="Una creatura che ne ha uno è ferita: in mischia colpisce solo con gli scudi.",
        ),
        rule="S-10.2",
        symbol="wound",
    ),
    Term(
        code="concentration_token",
        names=Words(en="Concentration token", es="Ficha de concentración", it="Segnalino concentrazione"),
        meaning=Words(
            en="Spend any number of them for a die each in its Magical Shot, Healer or Control.",
            es="Gasta las que quieras por un dado cada una en su Disparo Mágico, Sanador o Control.",
            it="Spendine quanti vuoi per un dado ciascuno nel suo Colpo magico, Guaritore o Controllo.",
        ),
        rule="SR-30",
    ),
    Term(
        code="prosperity",
        names=Words(en="Prosperity", es="Prosperidad", it="Prosperità"),
        meaning=Words(
            en="Pays for buildings and parts of costs. With 51 you have won.",
            es="Paga los edificios y parte de los costes. Con 51 has ganado.",
            it="Paga gli edifici e parte dei costi. Con 51 hai vinto.",
        ),
        rule="S-14.2",
        symbol="prosperity",
    ),
)
ABILITIES: Final = (
    Term(
        code="activated_ability",
        names=Words(en="⟳ Activated ability", es="⟳ Habilidad activada", it="⟳ Abilità attivata"),
        meaning=Words(
            en="Uses the creature's whole activation; not after moving, not in contact with an enemy.",
            es="Ocupa toda la activación de la criatura; no después de moverse ni en contacto con un enemigo.",
            it="Occupa tutta l'attivazione della creatura; non dopo essersi mossa né a contatto con un nemico.",
        ),
        rule="S-7.6",
    ),
    Term(
        code="unmarked_ability",
        names=Words(en="Once per turn", es="Una vez por turno", it="Una volta per turno"),
        meaning=Words(
            en="Pay the cost at any time of your activation phase; the creature need not activate for it.",
            es="Paga el coste en cualquier momento de tu fase de activación; la criatura no se activa por ello.",
            it="Paga il costo in ogni momento della tua fase di attivazione; la creatura non si attiva per questo.",
        ),
        rule="SR-76",
    ),
)
LENGTH: Final = Words(
    en="{mm} millimetres, from base edge to base edge.",
    es="{mm} milímetros, de borde a borde de las peanas.",
    it="{mm} millimetri, da bordo a bordo delle basette.",
)
TRAITS: Final = {
    "impassable": Words(
        en="Creatures without Flight cannot cross it; nobody ends a move on it.",
        es="Las criaturas sin Vuelo no pueden cruzarlo; nadie termina en él su movimiento.",
        it="Le creature senza Volo non possono attraversarlo; nessuno vi termina il movimento.",
    ),
    "difficult": Words(
        en="Who touches it while moving has movement S. No Run out of it.",
        es="Quien lo toca al moverse tiene movimiento S. No se puede correr desde él.",
        it="Chi lo tocca muovendosi ha movimento S. Non si può correre partendo da lì.",
    ),
    "blocks_sight": Words(
        en="No line of sight passes through it.",
        es="Ninguna línea de visión lo atraviesa.",
        it="Nessuna linea di vista lo attraversa.",
    ),
    "defence_against_ranged": Words(
        en="A target touching it, or behind it, re-rolls failed defence dice once against Shot and Throwing.",
        es="Un objetivo que lo toca o está detrás repite una vez sus defensas fallidas contra Disparo y Lanzamiento.",
        it="Un bersaglio che lo tocca o vi sta dietro ritira una volta i dadi di difesa falliti contro Colpo e Lancio.",
    ),
    "ruins": Words(
        en="A character touching it may search it, once a game.",
        es="Un personaje que las toca puede registrarlas, una vez por partida.",
        it="Un personaggio che le tocca può perlustrarle, una volta per partita.",
    ),
    "forest": Words(
        en="A kind of terrain that abilities may ask for.",
        es="Un tipo de terreno que algunas habilidades piden.",
        it="Un tipo di terreno richiesto da alcune abilità.",
    ),
    "cliff": Words(
        en="A kind of terrain that abilities may ask for: Rocks are one.",
        es="Un tipo de terreno que algunas habilidades piden: las Rocas lo son.",
        it="Un tipo di terreno richiesto da alcune abilità: le Rocce lo sono.",
    ),
}


TRAIT_RULES: Final = {"ruins": "S-6.5", "forest": "S-6.3", "cliff": "S-6.3"}


def glossary() -> tuple[TermGroup, ...]:
    return (
        TermGroup(
            code="keywords",
            names=Words(en="Keywords", es="Palabras clave", it="Parole chiave"),
            terms=tuple(_keyword(keyword) for keyword in KEYWORDS),
            facet="keywords",
            in_texts=True,
        ),
        TermGroup(
            code="abilities",
            names=Words(en="Kinds of ability", es="Tipos de habilidad", it="Tipi di abilità"),
            terms=ABILITIES,
        ),
        TermGroup(
            code="buildings",
            names=Words(en="Building symbols", es="Símbolos de edificios", it="Simboli degli edifici"),
            terms=_buildings(),
            facet="needs",
        ),
        TermGroup(
            code="dice",
            names=Words(en="Faces of the dice", es="Caras de los dados", it="Facce dei dadi"),
            terms=tuple(
                Term(code=face, names=names, meaning=DICE[face], rule=FACE_RULES[face], symbol=face)
                for face, names in labels.FACES.items()
            ),
        ),
        TermGroup(
            code="values",
            names=Words(en="Values and tokens", es="Valores y fichas", it="Valori e segnalini"),
            terms=VALUES,
        ),
        TermGroup(
            code="lengths",
            names=Words(en="Lengths", es="Distancias", it="Distanze"),
            terms=tuple(
                Term(code=length, names=names, meaning=_filled(LENGTH, {"mm": str(LENGTHS_MM[length])}), rule="S-7.2")
                for length, names in labels.LENGTHS.items()
            ),
            facet="movement",
        ),
        TermGroup(
            code="traits",
            names=Words(en="Terrain", es="Terreno", it="Terreno"),
            terms=tuple(
                Term(code=trait, names=names, meaning=TRAITS[trait], rule=TRAIT_RULES.get(trait, "S-6.4"))
                for trait, names in labels.TRAITS.items()
            ),
            facet="traits",
            in_texts=True,
        ),
    )


def _keyword(keyword: Keyword) -> Term:
    return Term(
        code=keyword.code,
        names=Words(en=keyword.en, es=keyword.es, it=keyword.it),
        meaning=Words(**{language: keyword_text(keyword.index, language) for language in LANGUAGES}),
        rule=keyword.id,
        also=(keyword.en_also,) if keyword.en_also else (),
    )


def _buildings() -> tuple[Term, ...]:
    basic = tuple(
        Term(
            code=key,
            names=names,
            meaning=UNIQUE_BUILDING if key == "unique" else _named(BUILDING, names),
            rule="S-1.9",
            symbol=building_symbol(key),
        )
        for key, names in labels.BUILDINGS.items()
    )
    any_building = Term(
        code="any",
        names=Words(en="Any building", es="Cualquier edificio", it="Un edificio qualsiasi"),
        meaning=ANY_BUILDING,
        rule="S-5.1",
        symbol="any-building",
    )
    return (*basic, any_building)


def building_symbol(key: str) -> str:
    """The sprite name of a building symbol; all buildings of factions share one."""
    is_basic = key in labels.BUILDINGS and key != "unique"
    return key.replace("_", "-") if is_basic else "unique-building"


def _named(words: Words, names: Words) -> Words:
    return Words(**{language: words[language].format(name=names[language]) for language in LANGUAGES})


def _filled(words: Words, params: Mapping[str, str]) -> Words:
    return Words(**{language: words[language].format(**params) for language in LANGUAGES})
