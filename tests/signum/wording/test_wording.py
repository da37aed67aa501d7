"""Card texts, glossary, labels and deck problems in three languages.

Expected texts are in texts/.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.parse_errors import _SENTENCES as REASONS
from simulator.engine.decks.parse_errors import bad_line, unknown_card
from simulator.engine.decks.report import Problem
from simulator.engine.values import LANGUAGES
from simulator.games.signum.cardfile.loader import CATALOGUE, card_files, load_files
from simulator.games.signum.cards import vocabulary
from simulator.games.signum.cards.abilities import Target
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import BY_CODE, KEYWORDS, Keyword
from simulator.games.signum.deckbuilding.check import check_deck
from simulator.games.signum.wording import (
    LANGUAGE_BY_CODE,
    ability_text,
    card_text,
    keyword_name,
    keyword_text,
    labels,
    problem_text,
    typeset,
)
from simulator.games.signum.wording.glossary import MEANINGS
from simulator.games.signum.wording.language import Language
from simulator.games.signum.wording.problems import SENTENCES
from tests.signum.wording.texts.abilities import CONDITIONS, PLAIN, SEQUENCES, TACTICS, TARGETS, TRIGGERS
from tests.signum.wording.texts.faults import faults
from tests.signum.wording.texts.making import (
    CHARACTER,
    DRAW,
    END,
    HERO,
    RELIC,
    STRONG,
    XL,
    Case,
    M,
    card,
    do,
    key,
    when,
    word,
)
from tests.signum.wording.texts.problems import PROBLEMS
from tests.signum.wording.texts.verbs import VERBS
from tests.signum.wording.write_texts import TEXTS, lines

CASES = [*PLAIN, *TARGETS, *VERBS, *SEQUENCES, *TRIGGERS, *CONDITIONS]


@cache
def catalogue() -> tuple[SignumCard, ...]:
    return load_files(card_files((CATALOGUE,)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2])
def test_ability_text(case: Case, language: str) -> None:
    ability, on, *expected = case
    assert ability_text(ability, on, language) == expected[LANGUAGES.index(language)]


# --- whole cards


@pytest.mark.parametrize("trigger", vocabulary.TACTIC_TRIGGERS)
def test_tactic_text_has_trigger_and_effect(trigger: str) -> None:
    tactic = card("tactic", trigger=trigger, options=((DRAW,),))
    en, es, it = TACTICS[trigger]
    assert card_text(tactic, "en") == f"When {en}: draw 1 card."
    assert card_text(tactic, "es") == f"Cuando {es}: robas 1 carta."
    assert card_text(tactic, "it") == f"Quando {it}: peschi 1 carta."


def test_tactic_text_for_cancel() -> None:
    bribery = card("tactic", trigger="enemy_summons", options=((do("cancel", into="deck"),),))
    formula = card("tactic", trigger="enemy_plays_spell", options=((do("cancel", into="graveyard"),),))
    assert card_text(bribery, "en").endswith(
        ": cancel the summoning and shuffle the card into its owner's battle deck."
    )
    assert card_text(bribery, "es").endswith(
        ": cancelas la invocación y barajas la carta en el mazo de batalla de su dueño."
    )
    assert card_text(bribery, "it").endswith(
        ": annulli l'evocazione e rimescoli la carta nel mazzo di battaglia del proprietario."
    )
    assert card_text(formula, "en").endswith(": cancel the spell and put the card into its owner's graveyard.")
    assert card_text(formula, "es").endswith(": cancelas el hechizo y pones la carta en el cementerio de su dueño.")
    assert card_text(formula, "it").endswith(": annulli l'incantesimo e metti la carta nel cimitero del proprietario.")


def test_spell_text_measures_from_the_hero() -> None:
    near_and_seen = Target("enemy_creature", within=XL, sight=True)
    spell = card("spell", options=((do("damage", near_and_seen, amount=3),),))
    assert (
        card_text(spell, "en") == "Deal 3 damage to an enemy creature within XL of your hero and in its line of sight."
    )
    assert card_text(spell, "es") == (
        "Inflige 3 de daño a una criatura enemiga a distancia XL o menos de tu héroe y en su línea de visión."
    )
    assert card_text(spell, "it") == (
        "Infliggi 3 danni a una creatura nemica entro XL dal tuo eroe e nella sua linea di vista."
    )
    only_seen = card("spell", options=((do("reveal", Target("enemy_creature", sight=True)),),))
    assert card_text(only_seen, "en") == "An enemy creature in your hero's line of sight loses its stealth token."
    assert card_text(only_seen, "es") == (
        "Una criatura enemiga en la línea de visión de tu héroe pierde su ficha de sigilo."
    )
    assert card_text(only_seen, "it") == (
        "Una creatura nemica nella linea di vista del tuo eroe perde il suo segnalino Nascosto."
    )


def test_ruins_text_has_traits_and_search_table() -> None:
    search = (((DRAW,),), ((do("prosperity", amount=1),),), ((do("damage", "self", amount=1),),))
    ruins = card("terrain", traits=("ruins", "difficult", "blocks_sight"), search=search)
    assert card_text(ruins, "en") == (
        "Ruins. Difficult. Blocks line of sight.\n"
        "Search: on a bullseye, draw 1 card; on an axe, gain 1 prosperity; "
        "on a shield, deal 1 damage to the searching character."
    )
    assert card_text(ruins, "es") == (
        "Ruinas. Difícil. Bloquea la línea de visión.\n"
        "Búsqueda: con diana, roba 1 carta; con hacha, gana 1 de prosperidad; "
        "con escudo, inflige 1 de daño al personaje que busca."
    )
    assert card_text(ruins, "it") == (
        "Rovine. Difficile. Blocca la linea di vista.\n"
        "Ricerca: con centro, pesca 1 carta; con ascia, guadagna 1 prosperità; "
        "con scudo, infliggi 1 danno al personaggio che cerca."
    )


def test_plain_keywords_share_a_line_and_others_have_their_own() -> None:
    abilities = (key("agile"), key("shot", value=2), word(DRAW), key("slow"))
    assert card_text(card(abilities=abilities), "en") == "Agile. Shot 2.\nFirst Word: draw 1 card.\nSlow."
    assert card_text(card(), "en") == ""


def test_typeset_uses_non_breaking_spaces_after_numbers() -> None:
    assert typeset("Shot 3. Draw 2 cards within L.") == "Shot\u00a03. Draw\u00a02\u00a0cards within\u00a0L."
    assert typeset("Lose a Mule.") == "Lose a Mule."


# --- completeness


@pytest.mark.parametrize("language", LANGUAGE_BY_CODE.values(), ids=LANGUAGE_BY_CODE)
def test_every_word_of_the_vocabulary_is_translated(language: Language) -> None:
    # Verbs that exist only under more specific keys.
    variants = {
        "draw": ("draw.you", "draw.opponent"),
        "discard": ("discard.you", "discard.opponent"),
        "prosperity": tuple(f"prosperity.{loss}{who}" for loss in ("", "loss.") for who in vocabulary.PLAYERS),
        "recover": tuple(f"recover.{kind}" for kind in vocabulary.RECOVERABLE),
        "cancel": tuple(f"cancel.{zone}" for zone in vocabulary.CANCEL_INTO),
    }
    verbs = [variant for verb in vocabulary.VERBS for variant in variants.get(verb, (verb,))]
    assert [verb for verb in verbs if verb not in language.verbs] == []
    assert set(language.triggers) == set(vocabulary.TRIGGERS)
    assert set(language.tactics) == set(vocabulary.TACTIC_TRIGGERS)
    conditions = {*vocabulary.CONDITIONS, *vocabulary.CONDITIONS_WITH_VALUE}
    assert set(language.conditions) == set(language.while_conditions) == conditions
    assert set(language.until) == set(vocabulary.UNTIL)
    assert set(language.shields) == set(vocabulary.SHIELDS)
    assert set(language.actions) == set(vocabulary.STEAM_ACTIONS)
    assert set(language.faces) == set(vocabulary.FACES)
    assert set(vocabulary.GRANTED_STATS) < set(language.grants)
    nouns = {noun.rpartition("_")[2] for noun in (*vocabulary.CREATURE_NOUNS, *vocabulary.OTHER_NOUNS)}
    nouns -= {"self", "chosen"}
    assert nouns == set(language.nouns)
    assert {f"race.{race}" for race in vocabulary.RACES} < set(language.adjectives)


@pytest.mark.parametrize("language", LANGUAGE_BY_CODE.values(), ids=LANGUAGE_BY_CODE)
def test_every_target_filter_changes_the_text(language: Language) -> None:
    plain = ability_text(word(do("destroy", "own_creature")), CHARACTER, language.code)
    narrowed = [
        Target("own_creature", pick=2), Target("own_creature", pick=2, up_to=True),
        Target("own_creature", every=True), Target("own_creature", within=M),
        Target("own_creature", sight=True), Target("own_creature", other=True), Target("own_creature", wounded=True),
        Target("own_creature", mercenary=True), Target("own_creature", class_card=True),
        Target("own_creature", race="beast"), Target("own_creature", strength_at_most=1),
        Target("own_creature", touching=True), Target("creature"),
    ]  # fmt: skip
    assert len(narrowed) == len(vocabulary.TARGET_FIELDS)
    texts = [ability_text(word(do("destroy", target)), CHARACTER, language.code) for target in narrowed]
    assert len({plain, *texts}) == len(narrowed) + 1


def test_languages_distinguish_the_same_cases() -> None:
    english = LANGUAGE_BY_CODE["en"]
    for other in (LANGUAGE_BY_CODE["es"], LANGUAGE_BY_CODE["it"]):
        assert other.verbs.keys() == english.verbs.keys()
        assert other.frames.keys() == english.frames.keys()
        assert other.determiners.keys() == english.determiners.keys()
        assert other.filters.keys() == english.filters.keys()
        assert other.adjectives.keys() == english.adjectives.keys()


def test_labels_cover_the_vocabulary() -> None:
    assert set(labels.TYPES) == set(vocabulary.CARD_TYPES)
    assert set(labels.FACTIONS) == set(vocabulary.FACTIONS)
    assert set(labels.RARITIES) == set(vocabulary.RARITIES)
    assert set(labels.SOURCES) == set(vocabulary.SOURCES)
    assert set(labels.RACES) == set(vocabulary.RACES)
    assert set(labels.RELIC_TYPES) == set(vocabulary.RELIC_TYPES)
    assert set(labels.BUILDINGS) == {*vocabulary.BASIC_BUILDINGS, vocabulary.UNIQUE}
    assert set(labels.LENGTHS) == set(vocabulary.LENGTHS_MM)
    assert set(labels.TRAITS) == set(vocabulary.TRAITS)
    assert set(labels.FACES) == set(vocabulary.FACES)


def test_building_symbols_have_the_names_of_their_cards() -> None:
    for building in catalogue():
        if building.key in labels.BUILDINGS:
            assert labels.BUILDINGS[building.key] == building.names
        elif building.key:
            assert labels.building_name(building.key, "es") == building.names.es


def test_buildings_named_in_conditions_have_an_article() -> None:
    for printed in catalogue():
        for ability in printed.abilities:
            if ability.condition is not None and ability.condition.building:
                assert ability.condition.building in LANGUAGE_BY_CODE["es"].building_articles, printed.code
                assert ability.condition.building in LANGUAGE_BY_CODE["it"].building_articles, printed.code


# --- glossary


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda keyword: keyword.code)
def test_keyword_is_explained_in_one_sentence(keyword: Keyword, language: str) -> None:
    for value in (0, 1, 2):
        text = keyword_text(keyword.index, language, value=value)
        assert list(faults(text, language)) == []
        assert text.count(". ") == 0


def test_keyword_is_explained_with_its_number() -> None:
    shot = BY_CODE["shot"].index
    assert "with X dice" in keyword_text(shot, "en")
    assert "with 1 die:" in keyword_text(shot, "en", value=1)
    assert "con 3 dados" in keyword_text(shot, "es", value=3)
    assert "con 1 dado:" in keyword_text(shot, "it", value=1)
    cautious = BY_CODE["cautious"].index
    assert (
        keyword_text(cautious, "es", value=1) == "Al menos 1 dado de su combate cuerpo a cuerpo debe ir a la defensa."
    )
    assert keyword_text(cautious, "it", value=2) == "Almeno 2 dadi della sua mischia devono andare in difesa."


def test_every_keyword_has_one_meaning() -> None:
    assert list(MEANINGS) == [keyword.code for keyword in KEYWORDS]
    for language in LANGUAGES:
        assert len({words[language] for words in MEANINGS.values()}) == len(KEYWORDS)


def test_keyword_names_are_the_official_ones() -> None:
    assert keyword_name(45, "it", value=3) == "Colpo 3"
    assert keyword_name(1, "es") == "−X de Ataques"
    assert keyword_name(1, "es", value=2) == "−2 de Ataques"
    assert keyword_name(45, "en", value=-1, plus=True) == "Shot −1"
    assert keyword_name(2, "es", value=1) == "Ágil"


# --- problems of decks


@pytest.mark.parametrize("case", PROBLEMS, ids=lambda case: f"{case[0].code} {case[0].rule}")
def test_problem_text(case: tuple[Problem, str, str, str]) -> None:
    assert tuple(problem_text(case[0], language) for language in LANGUAGES) == case[1:]


# Public contract of deck problems: tools rely on these codes.
CODES = {
    "HERO_MISSING", "HERO_TOO_MANY", "DECK_TOO_SMALL", "DECK_TOO_LARGE", "TOO_FEW_CHARACTERS", "TOO_MANY_MERCENARIES",
    "DUPLICATE_CHARACTER", "WRONG_FACTION", "HERO_CARD_MISMATCH", "NOT_A_BATTLE_CARD", "NOT_A_CITY_CARD",
    "DUPLICATE_CITY_CARD", "TOO_MANY_COPIES", "UNKNOWN_CARD", "BAD_LINE", "UNPLAYABLE_WITHOUT_BUILDING",
    "CITY_OVER_TWELVE", "SEVERAL_CLASS_BUILDINGS",
}  # fmt: skip


def test_every_problem_has_a_sentence() -> None:
    assert {code.partition(".")[0] for code in SENTENCES} == CODES


@pytest.mark.parametrize("reason", REASONS)
def test_every_bad_line_has_a_sentence(reason: str) -> None:
    bad = bad_line(reason, line=2, text="Nobody", most=9)
    if reason == "unknown_card":
        bad = unknown_card(line=2, text="Nobody", count=1, suggestions=())
    texts = {language: problem_text(bad, language) for language in LANGUAGES}
    assert len({*texts.values(), bad.message}) >= len(LANGUAGES)
    assert texts["es"].startswith("Línea 2: ")
    for language, text in texts.items():
        assert list(faults(text, language)) == []


@pytest.mark.parametrize("format", ["basic", "online", "odd"])
def test_every_problem_of_a_deck_has_a_text(format: str) -> None:
    codes = {card.code: 3 for card in catalogue()}
    cards = dict.fromkeys(("hero", "battle", "city", "terrain", "attic"), codes)
    no_hero = DeckList.of({"battle": {"core-146": 1, "nobody-1": 1}}, system="signum", format=format)
    everything = DeckList.of(cards, system="signum", format=format)
    problems = [*check_deck(no_hero).problems, *check_deck(everything).problems]
    assert len({problem.code for problem in problems}) > 10
    for problem in problems:
        for language in LANGUAGES:
            text = problem_text(problem, language)
            assert text.endswith((".", "?"))
            assert not set("{}<>|") & set(text)


def test_problem_of_an_unknown_code_keeps_its_message() -> None:
    assert problem_text(Problem("NEWER_THAN_THIS", message="Odd."), "es") == "Odd."


# --- the whole catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_all_cards_match_the_snapshots(language: str) -> None:
    """Compare with the snapshots.

    After an intended change, run `python -m tests.signum.wording.write_texts` and read the diff.
    """
    assert lines(language) == (TEXTS / f"{language}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_fault(language: str) -> None:
    cards = catalogue()
    texts = {card.code: card_text(card, language) for card in cards}
    by_code = {code: [*faults(text, language)] for code, text in texts.items() if text}
    assert {code: card_faults for code, card_faults in by_code.items() if card_faults} == {}


def every_target() -> Iterator[Target]:
    for who in (*vocabulary.CREATURE_NOUNS, *vocabulary.OTHER_NOUNS):
        yield Target(who)
        yield Target(who, pick=2, other=True, within=XL, sight=True)
        yield Target(who, every=True, wounded=True, strength_at_most=1)
        yield Target(who, every=True, other=True, mercenary=True, class_card=True)
    for race in vocabulary.RACES:
        yield Target("own_character", race=race)
        yield Target("enemy_creature", race=race, every=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verb", [verb for verb, fields in vocabulary.VERBS.items() if "to" in fields])
def test_every_verb_has_a_sound_text_with_every_target(verb: str, language: str) -> None:
    for target in every_target():
        effect = do(verb, target, amount=1, distance=M, grants=(STRONG,), until=END)
        for ability, on in (
            (word(effect, DRAW), HERO),
            (word(DRAW, effect), RELIC),
            (when("attacks", effect), CHARACTER),
        ):
            text = ability_text(ability, on, language)
            assert list(faults(text, language)) == [], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_with_effects_has_a_text(language: str) -> None:
    for printed in catalogue():
        has_effects = bool(printed.abilities or printed.options or printed.traits)
        assert has_effects == bool(card_text(printed, language)), printed.code


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_effects_have_different_texts(language: str) -> None:
    """Cards with different English texts also differ in the other languages."""
    cards = catalogue()
    assert len({card_text(card, language) for card in cards}) == len({card_text(card, "en") for card in cards})


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("a small letter.", "en"), ("No end", "en"), ("Two  spaces.", "en"), ("Left {open}.", "en"), ("A axe.", "en"),
        ("Draw 1 cards.", "en"), ("Draw 2 card.", "en"), ("Suffers -1 strength.", "en"), ("Roba 1 cartas.", "es"),
        ("El control de el héroe.", "es"), ("Roba 1 carta y inflige 1 de daño.", "es"), ("Your hero tiene Ágil.", "es"),
        ("Danno a il tuo eroe.", "it"), ("Danno a l'eroe.", "it"), ("Pesca 2 carta.", "it"), ("Il the.", "it"),
    ],
)  # fmt: skip
def test_every_fault_is_detected(text: str, language: str) -> None:
    assert list(faults(text, language))
