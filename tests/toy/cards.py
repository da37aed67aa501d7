"""The eight cards of Lanterns. Their effects are in state.py."""

from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.values import Facts, Words


def _text(code: str, language: str) -> str:
    """Generate the text from the card's data, as real games do."""
    card = CATALOGUE[code]
    light = card.facts["light"]
    sentences = {
        "flame": Words(en=f"Gain {light} light.", es=f"Ganas {light} de luz.", it=f"Ottieni {light} luce."),
        "gust": Words(
            en=f"On 3 or more, a rival loses {light} light.",
            es=f"Con 3 o más, un rival pierde {light} de luz.",
            it=f"Con 3 o più, un rivale perde {light} luce.",
        ),
        "charm": Words(
            en=f"Begin with {light} light.", es=f"Empiezas con {light} de luz.", it=f"Inizi con {light} luce."
        ),
    }
    return sentences[card.kind][language]


def _card(number: int, kind: str, light: int, *, en: str, es: str, it: str) -> CardSpec:
    return CardSpec(
        code=f"toy-{number}",
        names=Words(en=en, es=es, it=it),
        kind=kind,
        set_code="toy",
        source="invented",
        rarity="common",
        facts=Facts({"light": light}),
        wording=_text,
    )


CATALOGUE = Catalogue(
    [
        _card(1, "flame", 1, en="Candle", es="Vela", it="Candela"),
        _card(2, "flame", 2, en="Torch", es="Antorcha", it="Torcia"),
        _card(3, "flame", 3, en="Bonfire", es="Hoguera", it="Falò"),
        _card(4, "flame", 1, en="Firefly", es="Luciérnaga", it="Lucciola"),
        _card(5, "gust", 1, en="Breeze", es="Brisa", it="Brezza"),
        _card(6, "gust", 2, en="Night Gale", es="Vendaval nocturno", it="Burrasca notturna"),
        _card(7, "charm", 1, en="Moonstone", es="Piedra de luna", it="Pietra di luna"),
        _card(8, "charm", 0, en="Glass Shade", es="Pantalla de vidrio", it="Paralume di vetro"),
    ]
)
