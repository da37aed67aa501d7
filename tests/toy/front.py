"""The front page of Lanterns, and its words: a deck is called a bag."""

from simulator.engine.presentation import Front, Nouns, Panel, SymbolRow
from simulator.engine.values import Words

SUMMARY = Words(
    en="Light your own lantern, and blow at those of your rivals.",
    es="Enciende tu farol y sopla los de tus rivales.",
    it="Accendi la tua lanterna e soffia su quelle dei rivali.",
)
SEARCH_EXAMPLE = Words(en="kind:flame light>=2", es="kind:flame light>=2", it="kind:flame light>=2")
NOUNS = Nouns(
    decks=Words(en="Bags", es="Bolsas", it="Sacchetti"),
    build=Words(en="Fill", es="Llenar", it="Riempire"),
    build_a_deck=Words(en="Fill a bag", es="Llena una bolsa", it="Riempi un sacchetto"),
    new_deck=Words(en="New bag", es="Bolsa nueva", it="Sacchetto nuovo"),
    your_decks=Words(en="Your bags", es="Tus bolsas", it="I tuoi sacchetti"),
    public_decks=Words(en="Public bags", es="Bolsas públicas", it="Sacchetti pubblici"),
    import_a_deck=Words(en="Import a bag", es="Importa una bolsa", it="Importa un sacchetto"),
    simulate_a_deck=Words(en="Simulate a bag", es="Simula una bolsa", it="Simula un sacchetto"),
    decks_tonight=Words(en="Bags for tonight", es="Bolsas para esta noche", it="Sacchetti per stasera"),
)
FRONT = Front(
    emblem="sun",
    palette="ember",
    headline=(
        Words(en="Light your lantern.", es="Enciende tu farol.", it="Accendi la tua lanterna."),
        Words(en="Mind the wind.", es="Cuidado con el viento.", it="Attento al vento."),
    ),
    lead=Words(
        en="Everything for players of Lanterns: the flames, your bags, and thousands of windy nights.",
        es="Todo para quienes juegan a Faroles: las llamas, tus bolsas y miles de noches de viento.",
        it="Tutto per chi gioca a Lanterne: le fiamme, i tuoi sacchetti e migliaia di notti ventose.",
    ),
    panels_title=Words(en="Three kinds of card", es="Tres clases de cartas", it="Tre generi di carte"),
    panels=(
        Panel(
            symbol="sun",
            title=Words(en="Flames", es="Llamas", it="Fiamme"),
            text=Words(
                en="Each one adds light to your lantern.",
                es="Cada una añade luz a tu farol.",
                it="Ognuna aggiunge luce alla tua lanterna.",
            ),
        ),
        Panel(
            symbol="movement",
            title=Words(en="Gusts", es="Soplos", it="Soffi"),
            text=Words(
                en="With luck, the light of a rival goes out.",
                es="Con suerte, se apaga la luz de un rival.",
                it="Con un po’ di fortuna, si spegne la luce di un rivale.",
            ),
        ),
        Panel(
            symbol="moon",
            title=Words(en="Charms", es="Amuletos", it="Amuleti"),
            text=Words(
                en="One lies on the table from the start.",
                es="Uno está en la mesa desde el principio.",
                it="Uno è sul tavolo dall’inizio.",
            ),
        ),
    ),
    symbols_title=Words(en="Light against wind", es="Luz contra viento", it="Luce contro vento"),
    symbols=(
        SymbolRow(
            text=Words(en="Ten lights win.", es="Con diez luces se gana.", it="Con dieci luci si vince."),
            symbols=(
                ("sun", Words(en="Light", es="Luz", it="Luce")),
                ("movement", Words(en="Wind", es="Viento", it="Vento")),
            ),
        ),
    ),
)
