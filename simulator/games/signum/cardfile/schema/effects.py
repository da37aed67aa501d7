"""Reads and validates effects.

One verb with its fields, or a choice between lists of effects. Their parts are parts.py, abilities are abilities.py;
what a verb does is rules/play/effects.py.
"""

from typing import Final

from simulator.games.signum.cardfile.schema.fields import SchemaContext, SchemaFields, listed, near, one_of, shown
from simulator.games.signum.cardfile.schema.parts import MAX_AMOUNT, PartSource, not_zero, read_grants, read_target
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Effect, Options

CHARACTER_NOUNS: Final = ("self", "that_creature", "own_character", "enemy_character", "character")
# Allowed targets of verbs; other verbs take any creature.
NOUNS_OF: Final[dict[str, tuple[str, ...]]] = {
    "destroy_building": ("enemy_building",),
    "destroy_relic": ("enemy_relic",),
    "destroy_terrain": ("terrain",),
    "block": ("enemy_building",),
    "tap": ("enemy_building",),
    "untap": ("own_building",),
    "return_to_hand": CHARACTER_NOUNS,
    "return_to_deck": CHARACTER_NOUNS,
    "control": ("that_creature", "enemy_character"),
}


def read_options(fields: SchemaFields, *, source: PartSource) -> Options:
    """`do`, or `choose` with lists of which the controller chooses one (S-13.4)."""
    if not fields.has("choose"):
        if not fields.has("do"):
            fields.fault("", "missing 'do' or 'choose'")
            return ()
        return (read_effects(fields, "do", source=source),)
    if fields.has("do"):
        fields.fault("do", "'do' and 'choose' exclude each other")
    choices = fields.items("choose")
    if len(choices) == 1:
        fields.fault("choose", "there is nothing to choose: write it as 'do'")
    options: list[tuple[Effect, ...]] = []
    for number, choice in enumerate(choices):
        path = f"{fields.at('choose')}[{number}]"
        effects = listed(choice, path=path, reading=fields.reading)
        options.append(_effects(effects, path=path, reading=fields.reading, source=source))
    return tuple(options)


def read_effects(fields: SchemaFields, name: str, *, source: PartSource) -> tuple[Effect, ...]:
    """A field that is a list of effects."""
    return _effects(fields.items(name), path=fields.at(name), reading=fields.reading, source=source)


def _effects(values: list[object], *, path: str, reading: SchemaContext, source: PartSource) -> tuple[Effect, ...]:
    effects = tuple(
        read_effect(value, path=f"{path}[{number}]", reading=reading, source=source)
        for number, value in enumerate(values)
    )
    _check_chosen(effects, path=path, reading=reading)
    return effects


def _check_chosen(effects: tuple[Effect, ...], *, path: str, reading: SchemaContext) -> None:
    """`chosen` needs an earlier effect of the same list that chooses creatures."""
    has_chosen = False
    for number, effect in enumerate(effects):
        target = effect.to
        if target is None:
            continue
        if target.who == "chosen" and not has_chosen:
            reading.fault(f"{path}[{number}].to", "'chosen' is what an earlier effect of the list chose, and none did")
        if target.is_of_creatures and not target.is_certain and not target.every:
            has_chosen = True


def read_effect(data: object, *, path: str, reading: SchemaContext, source: PartSource) -> Effect:
    """One verb with exactly the fields of cards/vocabulary.py."""
    fields = SchemaFields(data, path=path, reading=reading)
    if not isinstance(data, dict):
        return Effect("")
    verb = fields.value("do")
    if not isinstance(verb, str) or verb not in words.VERBS:
        if "do" in data:
            hint = near(verb, among=words.VERBS) if isinstance(verb, str) else ""
            reading.fault(path, f"unknown verb {shown(verb)}{hint}")
        return Effect("")
    effect = Effect(verb)
    for name in words.VERBS[verb]:
        _field(fields, effect, name, source=source)
    if verb == "cancel" and not source.cancels:
        reading.fault(path, "'cancel' is for tactics that wait for a summoning or a spell")
    fields.finish()
    return effect


def _field(fields: SchemaFields, effect: Effect, name: str, *, source: PartSource) -> None:
    """One field of a verb, by its name in vocabulary.VERBS."""
    if name == "amount" and effect.verb == "prosperity":
        effect.amount = not_zero(fields, name, most=MAX_AMOUNT)
    elif name == "amount":
        effect.amount = fields.number(name, least=1, most=MAX_AMOUNT)
    elif name == "to":
        nouns = NOUNS_OF.get(effect.verb, words.CREATURE_NOUNS)
        effect.to = read_target(fields, name, source=source, nouns=nouns)
        effect.to.reaches_hidden = effect.verb == "reveal"  # SR-50
    elif name == "grant":
        effect.grants = read_grants(fields)
    elif name == "until":
        effect.until = fields.word(name, kind="end", among=words.UNTIL, default="game")
    elif name == "player":
        effect.player = fields.word(name, kind="player", among=words.PLAYERS, default="you")
    elif name == "card":
        effect.card = fields.word(name, kind="kind of card", among=words.RECOVERABLE)
    elif name == "into":
        effect.into = fields.word(name, kind="zone", among=words.CANCEL_INTO)
    elif name == "distance":
        effect.distance = fields.length(name)
    elif name == "dice":
        effect.dice = fields.number(name, least=1, most=10)
    elif name == "faces":
        effect.faces = _faces(fields)
    elif name == "then":
        effect.effects = read_effects(fields, name, source=source)
        if any(inner.verb == "roll" for inner in effect.effects):
            fields.fault(name, "a roll inside a roll is more than a reader can follow")


def _faces(fields: SchemaFields) -> tuple[str, ...]:
    path, reading = fields.at("faces"), fields.reading
    faces = [
        one_of(value, kind="face", among=words.FACES, path=f"{path}[{number}]", reading=reading)
        for number, value in enumerate(fields.items("faces"))
    ]
    if len(faces) > len(set(faces)):
        fields.fault("faces", "a face stands there twice")
    return tuple(face for face in words.FACES if face in faces)
