"""The front page of Legends of Signum: two factions and mercenaries, the die, the nine basic buildings."""

from typing import Final

from simulator.engine.presentation import Front, Panel, SymbolRow
from simulator.engine.values import Words

SUMMARY: Final = Words(
    en="Raise a city, summon its creatures, and fight with miniatures on the table.",
    es="Levanta una ciudad, invoca a sus criaturas y combate con miniaturas sobre la mesa.",
    it="Erigi una città, evoca le sue creature e combatti con le miniature sul tavolo.",
)
SEARCH_EXAMPLE: Final = Words(en="t:character str>=3", es="t:personaje fuerza>=3", it="t:personaggio forza>=3")

_PANELS: Final = (
    Panel(
        symbol="vallor",
        title=Words(en="Free City of Vallor", es="Ciudad Libre de Vallor", it="Città Libera di Vallor"),
        text=Words(
            en="A city of merchants. Its guilds are class buildings, and its unique buildings include the Mint.",
            es="Una ciudad de mercaderes. Sus gremios son edificios de clase, y entre sus edificios únicos está la "
            "Casa de la Moneda.",
            it="Una città di mercanti. Le sue gilde sono edifici di classe, e tra i suoi edifici unici c’è la Zecca.",
        ),
    ),
    Panel(
        symbol="grypharim",
        title=Words(en="Holy Grypharim Empire", es="Sacro Imperio Grypharim", it="Sacro Impero Grypharim"),
        text=Words(
            en="An empire of the faith. Its orders are class buildings, and its unique buildings include the "
            "Monastery.",
            es="Un imperio de la fe. Sus órdenes son edificios de clase, y entre sus edificios únicos está el "
            "Monasterio.",
            it="Un impero della fede. I suoi ordini sono edifici di classe, e tra i suoi edifici unici c’è il "
            "Monastero.",
        ),
    ),
    Panel(
        symbol="mercenary",
        title=Words(en="Dogs of War", es="Perros de Guerra", it="Mastini della Guerra"),
        text=Words(
            en="Mercenaries serve either side. They may be up to half of the characters in a deck.",
            es="Los mercenarios sirven a cualquiera de los dos bandos. Pueden ser hasta la mitad de los personajes de "
            "un mazo.",
            it="I mercenari servono entrambe le parti. Possono essere fino alla metà dei personaggi di un mazzo.",
        ),
    ),
)
_DIE: Final = SymbolRow(
    shape="die",
    text=Words(
        en="Each face is on two of the six sides. In melee a creature rolls one die for each point of its strength.",
        es="Cada símbolo está en dos de las seis caras. En el combate cuerpo a cuerpo, una criatura tira un dado por "
        "cada punto de su fuerza.",
        it="Ogni simbolo è su due delle sei facce. In mischia una creatura tira un dado per ogni punto della sua "
        "forza.",
    ),
    symbols=(
        ("bullseye", Words(en="Bullseye", es="Diana", it="Bersaglio")),
        ("axe", Words(en="Axe", es="Hacha", it="Ascia")),
        ("shield", Words(en="Shield", es="Escudo", it="Scudo")),
    ),
)
_BUILDINGS: Final = SymbolRow(
    text=Words(
        en="Cards are paid for with the buildings of your city. These nine are open to both factions.",
        es="Las cartas se pagan con los edificios de tu ciudad. Estos nueve están al alcance de ambas facciones.",
        it="Le carte si pagano con gli edifici della tua città. Questi nove sono aperti a entrambe le fazioni.",
    ),
    symbols=(
        ("town-hall", Words(en="Town Hall", es="Ayuntamiento", it="Municipio")),
        ("temple", Words(en="Temple", es="Templo", it="Tempio")),
        ("arena", Words.same("Arena")),
        ("smithy", Words(en="Smithy", es="Herrería", it="Fucina")),
        ("library", Words(en="Library", es="Biblioteca", it="Biblioteca")),
        ("shooting-range", Words(en="Shooting Range", es="Campo de Tiro", it="Campo di Tiro")),
        ("school-of-magic", Words(en="School of Magic", es="Escuela de Magia", it="Scuola di Magia")),
        ("tavern", Words(en="Tavern", es="Taberna", it="Taverna")),
        ("barracks", Words(en="Barracks", es="Cuartel", it="Caserma")),
    ),
)

FRONT: Final = Front(
    emblem="bullseye",
    palette="harbour",
    picture="battlefield",
    headline=(
        Words(en="Raise your city.", es="Levanta tu ciudad.", it="Erigi la tua città."),
        Words(en="Muster your deck.", es="Reúne tu mazo.", it="Raduna il tuo mazzo."),
        Words(en="Know how it fares.", es="Descubre de qué es capaz.", it="Scopri quanto vale."),
    ),
    lead=Words(
        en="A workshop for players of Legends of Signum: the cards, your decks, the rules that check them, and the "
        "dice that test them.",
        es="Un taller para quienes juegan a Legends of Signum: las cartas, tus mazos, las reglas que los revisan y los "
        "dados que los ponen a prueba.",
        it="Un’officina per chi gioca a Legends of Signum: le carte, i tuoi mazzi, le regole che li controllano e i "
        "dadi che li mettono alla prova.",
    ),
    panels_title=Words(
        en="Two factions, and those for hire",
        es="Dos facciones, y quienes luchan por dinero",
        it="Due fazioni, e chi combatte per denaro",
    ),
    panels=_PANELS,
    symbols_title=Words(
        en="One die with three faces, nine buildings to raise",
        es="Un dado con tres símbolos, nueve edificios por levantar",
        it="Un dado con tre simboli, nove edifici da erigere",
    ),
    symbols=(_DIE, _BUILDINGS),
    features={
        "cards": Words(
            en="Every card of both factions and the mercenaries, found by name, symbol, keyword or cost.",
            es="Todas las cartas de ambas facciones y de los mercenarios. Búscalas por nombre, símbolo, palabra clave "
            "o coste.",
            it="Tutte le carte delle due fazioni e dei mercenari. Cercale per nome, simbolo, parola chiave o costo.",
        ),
        "collection": Words(
            en="Note the cards and miniatures you own, and see what a deck still needs.",
            es="Apunta las cartas y miniaturas que tienes y mira qué le falta a un mazo.",
            it="Annota le carte e le miniature che possiedi e guarda che cosa manca ancora a un mazzo.",
        ),
        "odds_title": Words(en="Weigh an attack", es="Calcula un ataque", it="Calcola un attacco"),
        "odds": Words(
            en="Two miniatures, the dice between them, and the exact odds of every outcome before you roll.",
            es="Dos miniaturas, los dados entre ellas y la probabilidad exacta de cada resultado antes de tirar.",
            it="Due miniature, i dadi tra loro e la probabilità esatta di ogni esito prima di tirare.",
        ),
    },
)
