"""How a deck of Lanterns is built, rules T-1 to T-4, and two decks that come with the game."""

from collections.abc import Iterator

from simulator.engine.decklist import DeckList, unknown_cards
from simulator.engine.figures import Bar, Chart, Figures, Group
from simulator.engine.report import Fix, Problem, Report
from simulator.engine.system import Format, ReferenceDeck
from simulator.engine.values import Facts, Words
from tests.toy.cards import CATALOGUE

FORMATS = (
    Format(code="short", names=Words(en="Short", es="Corto", it="Breve"), params=Facts({"least": 6, "most": 8})),
    Format(code="long", names=Words(en="Long", es="Largo", it="Lungo"), params=Facts({"least": 10, "most": 12})),
)
MOST_OF_A_CARD = 3


def one_charm(deck: DeckList) -> Iterator[Problem]:
    """T-1 Exactly one charm."""
    charms = deck.size("charm")
    if charms != 1:
        yield Problem(
            "NOT_ONE_CHARM", rule="T-1", params=Facts({"charms": charms}), message=f"{charms} charms, not one."
        )


def size(deck: DeckList) -> Iterator[Problem]:
    """T-2 The bag has as many cards as the format says."""
    params = next((known.params for known in FORMATS if known.code == deck.format), FORMATS[0].params)
    least, most = params.number("least"), params.number("most")
    found = deck.size("bag")
    if not least <= found <= most:
        params = Facts({"found": found, **params})
        yield Problem("BAG_SIZE", rule="T-2", params=params, message=f"{found} cards, not {least} to {most}.")


def copies(deck: DeckList) -> Iterator[Problem]:
    """T-3 At most three of a card."""
    for code, count in deck.section("bag"):
        if count > MOST_OF_A_CARD:
            fix = Fix(do="remove", card=code, count=count - MOST_OF_A_CARD, section="bag")
            yield Problem("TOO_MANY_OF_A_CARD", rule="T-3", cards=(code,), fixes=(fix,), message="More than three.")


def kinds(deck: DeckList) -> Iterator[Problem]:
    """T-4 Flames and gusts in the bag, charms outside it."""
    for section, card_lines in deck.sections:
        for code, _ in card_lines:
            card = CATALOGUE.get(code)
            if card is not None and (card.kind == "charm") != (section == "charm"):
                yield Problem("WRONG_PLACE", rule="T-4", cards=(code,), message=f"{card.name()} is in the wrong place.")


RULES = (one_charm, size, copies, kinds)


def check_deck(deck: DeckList) -> Report:
    strangers = tuple(unknown_cards(deck, catalogue=CATALOGUE))
    return Report((*strangers, *(problem for rule in RULES for problem in rule(deck))))


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
