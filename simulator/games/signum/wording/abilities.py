"""Texts of whole abilities, and a card's text made of them.

Effects are effects.py; the words are in the tables of the languages.
"""

from typing import Final

from simulator.games.signum.cards.abilities import (
    ACTIVATED,
    KEYWORD,
    PASSIVE,
    TRIGGERED,
    Ability,
    Condition,
    Cost,
    Options,
    Target,
)
from simulator.games.signum.cards.card import NO_COST, SignumCard
from simulator.games.signum.cards.keywords import AURA, CHARGE, CONTRACT, HOWL, MULTIPLE_USES, STEAM_ENGINE, SURCHARGE
from simulator.games.signum.cards.vocabulary import FACES, UNIQUE
from simulator.games.signum.wording.effects import grants_text, keyword_name, options_text
from simulator.games.signum.wording.labels import TRAITS, building_name
from simulator.games.signum.wording.language import ACTIVATED_MARK, Language, enumerate_words, fill, sentence
from simulator.games.signum.wording.targets import (
    DECLARED,
    GENERIC,
    LENGTHS,
    OWN_ACT,
    Context,
    is_self,
    phrase,
    self_phrase,
)

Values = dict[str, str | int]

# Triggers and conditions that name the creature itself; the following text may use "it".
_SELF_TRIGGERS: Final = ("activation_starts", "attacks", "is_attacked", "kills", "is_wounded", "is_healed")
_SELF_CONDITIONS: Final = ("wounded", "unhurt", "in_contact", "near_own_hero")


def card_lines(card: SignumCard, language: Language) -> list[str]:
    """A card's text line by line; traits share a line, and so do plain keywords."""
    context = Context(language, card)
    lines = [" ".join(sentence(TRAITS[trait][language.code], language) for trait in card.traits)] if card.traits else []
    if any(card.search):
        lines.append(_search(card, language))
    if card.options:
        lines.append(_played(card, language))
    after_plain = False
    for ability in card.abilities:
        text = ability_sentence(ability, context)
        plain = is_plain_keyword(ability)
        if plain and after_plain:
            lines[-1] = f"{lines[-1]} {text}"
        else:
            lines.append(text)
        after_plain = plain
    return lines


def _played(card: SignumCard, language: Language) -> str:
    """The effects of a spell, or of a tactic with its trigger."""
    context = Context(language, card, trigger=card.trigger)
    text = options_text(card.options, context)
    if card.type == "tactic":
        text = fill(language.frames["tactic"], {"when": _tactic_trigger(context), "do": text})
    return sentence(text, language)


def ability_sentence(ability: Ability, context: Context) -> str:
    """One ability as a sentence."""
    if ability.kind == KEYWORD:
        text = _keyword(ability, context)
    elif ability.kind == TRIGGERED:
        text = _triggered(ability, context)
    elif ability.kind == PASSIVE:
        text = _passive(ability, context)
    elif ability.kind == ACTIVATED:
        text = ACTIVATED_MARK + options_text(ability.options, context)
    else:
        text = _used(ability, context)
    return sentence(text, context.language)


def is_plain_keyword(ability: Ability) -> bool:
    """Whether it is a keyword with at most a number; several of them share a line."""
    carries = ability.grants or ability.options or any(ability.faces)
    return ability.kind == KEYWORD and not carries


def _keyword(ability: Ability, context: Context) -> str:
    language = context.language
    frames = language.frames
    shield = language.shields[ability.shield] if ability.shield else ""
    if ability.keyword in (CHARGE, CONTRACT, HOWL) and ability.options:
        context = _as_triggered(ability, context)
    values: Values = {
        "name": keyword_name(ability.keyword, language.code, value=ability.value, shield=shield),
        "d": LENGTHS.get(ability.distance, ""),
        "grants": grants_text(ability.grants, language) if ability.grants else "",
        "do": options_text(ability.options, context) if ability.options else "",
    }
    if ability.keyword == HOWL and ability.options:
        return fill(frames["howl_effects"], values)
    if ability.keyword in (AURA, HOWL):
        return _around(ability, values, context)
    if ability.keyword == MULTIPLE_USES and ability.grants:
        return fill(frames["uses_in_melee"], values)
    if ability.keyword == STEAM_ENGINE:
        values["action"] = language.actions[ability.action]
        faces = tuple((effects,) if effects else () for effects in ability.faces)
        values["faces"] = _faces(faces, Context(language, context.card, trigger=DECLARED))
        return fill(frames["steam"], values)
    if ability.keyword == SURCHARGE and ability.cost is not None:
        values["cost"] = " + ".join(_cost_items(ability.cost, language))
        return fill(frames["surcharge"], values)
    if ability.options:
        return fill(frames["word"], values)
    return fill(frames["meanwhile"], values) if ability.grants else str(values["name"])


def _as_triggered(ability: Ability, context: Context) -> Context:
    """K-09, K-12, K-26 The context of their effects.

    They follow an event; "that creature" of a Charge is the target, and a Howl has named its distance already.
    """
    triggered = Context(context.language, context.card, trigger=DECLARED if ability.keyword == CHARGE else OWN_ACT)
    triggered.heard_within = ability.distance
    return triggered


def _around(ability: Ability, values: Values, context: Context) -> str:
    """K-04 without a target means all your other creatures and needs no phrase.

    K-26 always has a target.
    """
    frames = context.language.frames
    if ability.to is None:
        return fill(frames["aura"], values)
    # K-04 An aura never affects its own source.
    others = ability.keyword == AURA and _is_among(context.card, ability.to.who)
    return _with_target(
        ability.to, frames["howl" if ability.keyword == HOWL else "aura_to"], values, context, others=others
    )


def _is_among(card: SignumCard, who: str) -> bool:
    return who == "own_creature" or (who == "own_character" and card.type == "character")


def _with_target(target: Target, frame: str, values: Values, context: Context, *, others: bool = False) -> str:
    """Fills the frame.

    {to} is the generic phrase of the target, unless `values` has it already.
    """
    noun_phrase = phrase(target, context, quantity=GENERIC, others=others)
    return fill(frame + noun_phrase.proviso, {"to": noun_phrase.text, **values}, form=int(noun_phrase.plural))


def _triggered(ability: Ability, context: Context) -> str:
    language = context.language
    context = Context(language, context.card, trigger=ability.trigger)
    values: Values = {"when": fill(language.triggers[ability.trigger], _parties(context))}
    if ability.trigger in _SELF_TRIGGERS:
        context = context.knowing_self()
    if ability.condition is None:
        values["do"] = options_text(ability.options, context)
        return fill(language.frames["triggered"], values)
    values["if"] = _condition(ability.condition, context, table="if")
    if _is_about_self(ability.condition, context):
        context = context.knowing_self()
    values["do"] = options_text(ability.options, context)
    return fill(language.frames["triggered_if"], values)


def _tactic_trigger(context: Context) -> str:
    return fill(context.language.tactics[context.trigger], _parties(context))


def _parties(context: Context) -> Values:
    """The noun phrases in triggers.

    They say "other" if the card is a character itself.
    """
    other = context.card.type == "character"
    return {
        "self": self_phrase(context),
        "own_character": phrase(Target("own_character", other=other), context).text,
        "own_creature": phrase(Target("own_creature", other=other or context.card.type == "hero"), context).text,
        "a_character": phrase(Target("character", other=other), context).text,
    }


def _passive(ability: Ability, context: Context) -> str:
    language = context.language
    values: Values = {"grants": grants_text(ability.grants, language)}
    target = ability.to if ability.to is not None else Target("self")
    if ability.condition is None:
        return _with_target(target, language.frames["passive"], values, context)
    values["while"] = _condition(ability.condition, context, table="while")
    if _is_about_self(ability.condition, context) and is_self(target.who, context.card):
        values["to"] = language.frames["it"]
    return _with_target(target, language.frames["passive_while"], values, context)


def _is_about_self(condition: Condition, context: Context) -> bool:
    if condition.word == "hero_wounded":
        return is_self("own_hero", context.card)
    return condition.word in _SELF_CONDITIONS


def _condition(condition: Condition, context: Context, *, table: str) -> str:
    language = context.language
    templates = language.conditions if table == "if" else language.while_conditions
    article = language.building_articles.get(condition.building, language.building_articles["other"])
    values: Values = {
        "self": self_phrase(context),
        "hero": phrase(Target("own_hero"), context).text,
        "n": condition.number,
        "d": LENGTHS.get(condition.number, ""),
        "building": f"{article}{building_name(condition.building, language.code)}",
        "class_building": language.frames[f"class_building.{context.class_word}"],
        "terrain": language.frames[f"terrain.{condition.terrain}"] if condition.terrain else "",
    }
    return fill(templates[condition.word], values)


def _used(ability: Ability, context: Context) -> str:
    """An ability of a building: tap it and pay its cost; or of a creature that need not activate for it."""
    frames = context.language.frames
    cost = ability.cost if ability.cost is not None else NO_COST
    if context.card.type != "building":
        return _used_by_creature(ability, cost, context)
    tapped = _buildings(cost, context.language)
    values: Values = {
        "do": options_text(ability.options, context),
        "buildings": enumerate_words([frames["this_building"], *tapped], last=frames["and"]),
        "prosperity": fill(frames["prosperity"], {"n": cost.prosperity}),
    }
    frame = "use" + ("_with" if tapped else "") + ("_and_pay" if cost.prosperity else "")
    return fill(frames[frame], values)


def _used_by_creature(ability: Ability, cost: Cost, context: Context) -> str:
    """SR-76 How often per turn, the cost, and what it does."""
    frames = context.language.frames
    tapped = _buildings(cost, context.language, others=bool(cost.buildings))
    values: Values = {
        "times": fill(frames["times.once" if ability.value <= 1 else "times.many"], {"n": ability.value}),
        "do": options_text(ability.options, context),
        "buildings": enumerate_words(tapped, last=frames["and"]) if tapped else "",
        "prosperity": fill(frames["prosperity"], {"n": cost.prosperity}),
    }
    return fill(frames["used" + ("_with" if tapped else "") + ("_and_pay" if cost.prosperity else "")], values)


def _cost_items(cost: Cost, language: Language) -> list[str]:
    """S-5.1 The parts of a cost."""
    items = _buildings(cost, language)
    if cost.prosperity:
        items.append(fill(language.frames["prosperity"], {"n": cost.prosperity}))
    return items


def _buildings(cost: Cost, language: Language, *, others: bool = True) -> list[str]:
    """The buildings of a cost; `others`: those of any kind are further ones."""
    items = [building_name(key, language.code) for key in cost.buildings if key != UNIQUE]
    unique = cost.buildings.count(UNIQUE)
    if unique:
        items.append(fill(language.frames["unique_buildings"], {"n": unique}))
    if cost.any:
        items.append(fill(language.frames["any_buildings" if others else "some_buildings"], {"n": cost.any}))
    return items


def _search(card: SignumCard, language: Language) -> str:
    """S-6.5 The search table of ruins."""
    context = Context(language, card, searching=True)
    return sentence(fill(language.frames["search"], {"faces": _faces(card.search, context)}), language)


def _faces(faces: tuple[Options, ...], context: Context) -> str:
    """The effects of each die face; faces without effects are left out."""
    frames = context.language.frames
    lines = []
    for face, options in zip(FACES, faces, strict=True):
        if options:
            values: Values = {"face": context.language.faces[face], "do": options_text(options, context)}
            lines.append(fill(frames["face"], values))
    return "; ".join(lines)
