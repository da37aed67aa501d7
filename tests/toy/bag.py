"""Deck construction rules of Lanterns (T-1 to T-4), and its two reference decks."""

from collections.abc import Iterator, Mapping

from simulator.engine.cards.card import CardSpec
from simulator.engine.decks.decklist import DeckList, unknown_cards
from simulator.engine.decks.formats import Format, FormatParam, limited_cards
from simulator.engine.decks.report import Fix, Problem, Report, RuleValue
from simulator.engine.decks.statistics import Bar, Chart, Figures, Group
from simulator.engine.game_system import ReferenceDeck
from simulator.engine.values import Facts, Words
from tests.toy.cards import CATALOGUE

FORMATS = (
    Format(code="short", names=Words(en="Short", es="Corto", it="Breve"), params=Facts({"least": 6, "most": 8})),
    Format(code="long", names=Words(en="Long", es="Largo", it="Lungo"), params=Facts({"least": 10, "most": 12})),
)
MAX_COPIES = 3

HOUSE_PARAMS = (
    FormatParam(code="least", names=Words(en="Fewest", es="Mínimo", it="Minimo"), least=1, most=20, not_above="most"),
    FormatParam(code="most", names=Words(en="Most", es="Máximo", it="Massimo"), least=1, most=20),
)


def one_charm(deck: DeckList, params: Facts) -> Iterator[Problem]:
    """T-1: exactly one charm."""
    charms = deck.size("charm")
    if charms != 1:
        more = Fix(do="add", card="toy-7", count=1, section="charm")
        fewer = tuple(Fix(do="remove", card=code, count=1, section="charm") for code, _ in deck.section("charm"))
        yield Problem(
            "NOT_ONE_CHARM",
            rule="T-1",
            params=Facts({"charms": charms}),
            message=f"{charms} charms, not one.",
            fixes=fewer or (more,),
        )


def size(deck: DeckList, params: Facts) -> Iterator[Problem]:
    """T-2: the bag has as many cards as the format allows."""
    least, most = params.number("least"), params.number("most")
    cards = deck.size("bag")
    if not least <= cards <= most:
        more = tuple(Fix(do="add", card=f"toy-{number}", count=1, section="bag") for number in (1, 2, 3))
        fewer = tuple(Fix(do="remove", card=code, count=1, section="bag") for code, _ in deck.section("bag"))
        yield Problem(
            "BAG_SIZE",
            rule="T-2",
            params=Facts({"found": cards, **params}),
            message=f"{cards} cards, not {least} to {most}.",
            fixes=more if cards < least else fewer[:3],
        )


def copies(deck: DeckList, params: Facts) -> Iterator[Problem]:
    """T-3: at most three copies of a card."""
    for code, count in deck.section("bag"):
        if count > MAX_COPIES:
            fix = Fix(do="remove", card=code, count=count - MAX_COPIES, section="bag")
            yield Problem("TOO_MANY_OF_A_CARD", rule="T-3", cards=(code,), fixes=(fix,), message="More than three.")


def kinds(deck: DeckList, own: Mapping[str, CardSpec]) -> Iterator[Problem]:
    """T-4: flames and gusts go into the bag, charms outside it."""
    for section, card_lines in deck.sections:
        for code, _ in card_lines:
            card = own.get(code) or CATALOGUE.get(code)
            if card is not None and (card.kind == "charm") != (section == "charm"):
                fix = Fix(do="move", card=code, section="charm" if card.kind == "charm" else "bag")
                message = f"{card.name()} is in the wrong place."
                yield Problem("WRONG_PLACE", rule="T-4", cards=(code,), message=message, fixes=(fix,))


RULES = (one_charm, size, copies)
NO_CARDS: Mapping[str, CardSpec] = {}


def check_deck(deck: DeckList, *, format: Format | None = None, own: Mapping[str, CardSpec] = NO_CARDS) -> Report:
    format = format or next((fmt for fmt in FORMATS if fmt.code == deck.format), FORMATS[0])
    problems = [*unknown_cards(deck, catalogue=[*own, *(card.code for card in CATALOGUE)])]
    for rule in RULES:
        problems += rule(deck, format.params)
    problems += kinds(deck, own)
    problems += limited_cards(deck, format=format, rule="T-2")
    values = (
        RuleValue(rule="T-1", names=Words(en="Charms", es="Amuletos", it="Amuleti"), have=deck.size("charm"), most=1),
        RuleValue(
            rule="T-2",
            names=Words(en="Cards in the bag", es="Cartas en la bolsa", it="Carte nel sacchetto"),
            have=deck.size("bag"),
            least=format.params.number("least"),
            most=format.params.number("most"),
        ),
    )
    return Report(tuple(problems), values)


def figures(deck: DeckList) -> Figures:
    known = [(card, count) for code, count in deck.section("bag") if (card := CATALOGUE.get(code)) is not None]
    kinds = (
        ("flame", Words(en="Flames", es="Llamas", it="Fiamme")),
        ("gust", Words(en="Gusts", es="Soplos", it="Soffi")),
    )
    counts = {kind: sum(count for card, count in known if card.kind == kind) for kind, _ in kinds}
    title = Words(en="Kinds", es="Clases", it="Generi")
    bars = tuple(Bar(label=label, values=(counts[kind],)) for kind, label in kinds)
    return Figures(
        charts=(Chart(code="kinds", title=title, bars=bars),),
        groups=(Group(label=kinds[0][1], cards=tuple(card.code for card, _ in known if card.kind == "flame")),),
    )


def reference_decks() -> tuple[ReferenceDeck, ...]:
    bright = {"charm": {"toy-7": 1}, "bag": {"toy-3": 3, "toy-2": 2, "toy-5": 1}}
    windy = {"charm": {"toy-8": 1}, "bag": {"toy-1": 1, "toy-3": 2, "toy-6": 3, "toy-4": 2}}
    return (
        ReferenceDeck(
            deck=DeckList.of(bright, system="toy", format="short", name="Bright Night"),
            summary=Words(en="Much light, little wind.", es="Mucha luz, poco viento.", it="Molta luce, poco vento."),
        ),
        ReferenceDeck(
            deck=DeckList.of(windy, system="toy", format="short", name="Windy Night"),
            summary=Words(en="Much wind.", es="Mucho viento.", it="Molto vento."),
        ),
    )
