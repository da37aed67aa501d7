"""The meanings of the 55 keywords of chapter 13, in one sentence per language.

The names of keywords on cards are effects.py.
"""

from typing import Final

from simulator.engine.values import Words
from simulator.games.signum.cards.keywords import KEYWORDS
from simulator.games.signum.wording.language import fill

# {x} is the keyword's number, or "X" without one; {x:die|dice} is the number with its noun.
MEANINGS: Final = {
    "minus_from_attacks": Words(
        en="Each attack on it deals {x} less damage in total.",
        es="Cada ataque contra ella inflige en total {x} menos de daño.",
        it="Ogni attacco contro di essa infligge in totale {x:danno|danni} in meno.",
    ),
    "agile": Words(
        en="It cannot be Backstabbed.",
        es="No puede sufrir Puñaladas por la espalda.",
        it="Non può subire Pugnalate alle spalle.",
    ),
    "armour": Words(
        en="It enters the battlefield with {x:armour token|armour tokens}.",
        es="Entra en el campo de batalla con {x:ficha|fichas} de armadura.",
        it="Entra in campo con {x:segnalino|segnalini} armatura.",
    ),
    "aura": Words(
        en="All your other creatures within the distance have what it names.",
        es="Todas tus demás criaturas dentro de la distancia tienen lo que indica.",
        it="Tutte le altre tue creature entro la distanza hanno ciò che indica.",
    ),
    "battle_mage": Words(
        en="It may use Magical Shot after moving, but not after a Run.",
        es="Puede usar Disparo Mágico después de moverse, pero no después de correr.",
        it="Può usare Colpo magico dopo essersi mossa, ma non dopo aver corso.",
    ),
    "berserk": Words(
        en="While wounded, it has +{x} strength.",
        es="Mientras esté herida, tiene +{x} de fuerza.",
        it="Finché è ferita, ha +{x} alla forza.",
    ),
    "buckshot": Words(
        en=(
            "A target within M that takes at least one hit is pushed S straight away, and suffers 1 more damage "
            "if something stops it."
        ),
        es=(
            "Un objetivo a distancia M o menos que recibe al menos un impacto es empujado S en línea recta, y "
            "sufre 1 más de daño si algo lo detiene."
        ),
        it=(
            "Un bersaglio entro M che subisce almeno un colpo viene spinto di S in linea retta, e subisce 1 "
            "danno in più se qualcosa lo ferma."
        ),
    ),
    "cautious": Words(
        en="At least {x} of its melee dice must go to defence.",
        es="Al menos {x:dado|dados} de su combate cuerpo a cuerpo <debe|deben> ir a la defensa.",
        it="Almeno {x:dado|dadi} della sua mischia <deve|devono> andare in difesa.",
    ),
    "charge": Words(
        en=(
            "If it moved before attacking in melee, it has what is named until the end of the turn, or what is "
            "named happens, once a turn."
        ),
        es=(
            "Si se movió antes de atacar cuerpo a cuerpo, tiene lo indicado hasta el final del turno, o sucede "
            "lo indicado, una vez por turno."
        ),
        it=(
            "Se si è mossa prima di attaccare in mischia, ha ciò che è indicato fino alla fine del turno, o "
            "avviene ciò che è indicato, una volta per turno."
        ),
    ),
    "chase": Words(
        en=(
            "When it attacks in melee and destroys its target, it may move up to S into contact with another "
            "enemy and attack again, up to {x:time|times} a turn."
        ),
        es=(
            "Cuando ataca cuerpo a cuerpo y destruye a su objetivo, puede moverse hasta S para entrar en "
            "contacto con otro enemigo y atacar de nuevo, hasta {x:vez|veces} por turno."
        ),
        it=(
            "Quando attacca in mischia e distrugge il suo bersaglio, può muoversi fino a S a contatto con un "
            "altro nemico e attaccare di nuovo, fino a {x:volta|volte} per turno."
        ),
    ),
    "concentration": Words(
        en=(
            "⟳ It gains {x:concentration token|concentration tokens}; each one you choose to spend adds a die to its "
            "Magical Shot, Healer or Control."
        ),
        es=(
            "⟳ Obtiene {x:ficha|fichas} de concentración; cada ficha que decidas gastar añade un dado a su Disparo "
            "Mágico, Sanador o Control."
        ),
        it=(
            "⟳ Ottiene {x:segnalino|segnalini} concentrazione; ogni segnalino che scegli di spendere aggiunge un dado "
            "al suo Colpo magico, Guaritore o Controllo."
        ),
    ),
    "contract": Words(
        en=(
            "When it activates, you may pay 1 prosperity so that it has what is named until the end of the turn, "
            "or so that what is named happens."
        ),
        es=(
            "Cuando se activa, puedes pagar 1 de prosperidad para que tenga lo indicado hasta el final del turno, "
            "o para que suceda lo indicado."
        ),
        it=(
            "Quando si attiva, puoi pagare 1 prosperità perché abbia ciò che è indicato fino alla fine del turno, "
            "o perché avvenga ciò che è indicato."
        ),
    ),
    "control": Words(
        en=(
            "⟳ Roll {x:die|dice} against an enemy character within XL and in line of sight: on any bullseye you "
            "control it until the end of your turn and may activate it."
        ),
        es=(
            "⟳ Tira {x:dado|dados} contra un personaje enemigo a distancia XL o menos y en línea de visión: con "
            "alguna diana lo controlas hasta el final de tu turno y puedes activarlo."
        ),
        it=(
            "⟳ Tira {x:dado|dadi} contro un personaggio nemico entro XL e in linea di vista: con almeno un "
            "centro lo controlli fino alla fine del tuo turno e puoi attivarlo."
        ),
    ),
    "defender": Words(
        en="An enemy in contact with it that attacks in melee must choose a Defender as its target.",
        es="Un enemigo en contacto con ella que ataque cuerpo a cuerpo debe elegir como objetivo a un Defensor.",
        it="Un nemico a contatto con essa che attacca in mischia deve scegliere come bersaglio un Difensore.",
    ),
    "difficult_target": Words(
        en="Ranged attackers re-roll all their hits against it.",
        es="Quien la ataca a distancia repite todos los dados que le impactan.",
        it="Chi la attacca a distanza ritira tutti i dadi che la colpiscono.",
    ),
    "durability": Words(
        en=(
            "The relic enters play with {x:armour token|armour tokens} that <takes|take> physical damage before "
            "the hero does, and is destroyed when none is left."
        ),
        es=(
            "La reliquia entra en juego con {x:ficha|fichas} de armadura que <recibe|reciben> el daño físico "
            "antes que el héroe, y se destruye cuando no le queda ninguna."
        ),
        it=(
            "La reliquia entra in gioco con {x:segnalino|segnalini} armatura che <subisce|subiscono> i danni "
            "fisici prima dell'eroe, e viene distrutta quando non ne restano."
        ),
    ),
    "expert_of_attack": Words(
        en="If it puts all its melee dice into attack, it rolls {x:extra attack die|extra attack dice}.",
        es="Si pone todos sus dados de cuerpo a cuerpo en ataque, tira {x:dado|dados} de ataque más.",
        it="Se mette tutti i suoi dadi di mischia in attacco, tira {x:dado|dadi} di attacco in più.",
    ),
    "expert_of_defence": Words(
        en="If it puts all its melee dice into defence, it rolls {x:extra defence die|extra defence dice}.",
        es="Si pone todos sus dados de cuerpo a cuerpo en defensa, tira {x:dado|dados} de defensa más.",
        it="Se mette tutti i suoi dadi di mischia in difesa, tira {x:dado|dadi} di difesa in più.",
    ),
    "fast": Words(
        en="It may attack in melee after a Run.",
        es="Puede atacar cuerpo a cuerpo después de correr.",
        it="Può attaccare in mischia dopo aver corso.",
    ),
    "first_word": Words(
        en="The effect happens when the card is played from hand.",
        es="El efecto ocurre cuando la carta se juega desde la mano.",
        it="L'effetto avviene quando la carta viene giocata dalla mano.",
    ),
    "flight": Words(
        en="It ignores bases and terrain while moving, but cannot end its move on a base or on impassable terrain.",
        es=(
            "Ignora las peanas y el terreno al moverse, pero no puede terminar su movimiento sobre una peana ni "
            "sobre terreno infranqueable."
        ),
        it=(
            "Ignora basette e terreno mentre si muove, ma non può terminare il movimento su una basetta o su "
            "terreno invalicabile."
        ),
    ),
    "fortitude": Words(
        en="Even when wounded, it hits on axe and shield in melee and with Backstab.",
        es="Aunque esté herida, impacta con hacha y escudo cuerpo a cuerpo y en la Puñalada por la espalda.",
        it="Anche se ferita, colpisce con ascia e scudo in mischia e con la Pugnalata alle spalle.",
    ),
    "hammerblow": Words(
        en="Each of its hits in melee deals 2 damage.",
        es="Cada uno de sus impactos cuerpo a cuerpo inflige 2 de daño.",
        it="Ogni suo colpo a segno in mischia infligge 2 danni.",
    ),
    "healer": Words(
        en=(
            "⟳ Roll {x:die|dice} for one other creature: in contact each axe and shield heals 1 wound, within XL "
            "and in line of sight each bullseye does."
        ),
        es=(
            "⟳ Tira {x:dado|dados} por otra criatura: en contacto, cada hacha y cada escudo cura 1 herida; a "
            "distancia XL o menos y en línea de visión, cada diana."
        ),
        it=(
            "⟳ Tira {x:dado|dadi} per un'altra creatura: a contatto, ogni ascia e ogni scudo guarisce 1 ferita; "
            "entro XL e in linea di vista, ogni centro."
        ),
    ),
    "heal": Words(
        en="Removes {x:wound token|wound tokens}.",
        es="Retira {x:ficha|fichas} de herida.",
        it="Rimuove {x:segnalino|segnalini} ferita.",
    ),
    "howl": Words(
        en=(
            "⟳ Those it names within the distance have what it names until the end of the turn, or what it names "
            "happens to them."
        ),
        es=(
            "⟳ Quienes indica dentro de la distancia tienen lo que indica hasta el final del turno, o les sucede "
            "lo que indica."
        ),
        it=(
            "⟳ Chi è indicato entro la distanza ha ciò che è indicato fino alla fine del turno, o gli accade ciò "
            "che è indicato."
        ),
    ),
    "initiative": Words(
        en="In melee it rolls its attack first, and the other strikes back only if it survives.",
        es="Cuerpo a cuerpo tira primero su ataque, y la otra criatura solo responde si sobrevive.",
        it="In mischia tira per prima il suo attacco, e l'altra creatura risponde solo se sopravvive.",
    ),
    "jump": Words(
        en="It may make one straight move over bases, not over terrain, and cannot end on a base or on terrain.",
        es=(
            "Puede hacer un movimiento en línea recta por encima de las peanas, no del terreno, y no puede "
            "terminar sobre una peana ni sobre un terreno."
        ),
        it=(
            "Può fare un movimento in linea retta sopra le basette, non sul terreno, e non può terminare su una "
            "basetta o su un terreno."
        ),
    ),
    "last_word": Words(
        en="The effect happens when the card goes from play to the graveyard.",
        es="El efecto ocurre cuando la carta va del juego al cementerio.",
        it="L'effetto avviene quando la carta va dal gioco al cimitero.",
    ),
    "magical_shot": Words(
        en="Ranged attack up to XL with {x:die|dice}: each bullseye inflicts 1 wound, and there is no defence.",
        es="Ataque a distancia hasta XL con {x:dado|dados}: cada diana inflige 1 herida, sin defensa posible.",
        it="Attacco a distanza fino a XL con {x:dado|dadi}: ogni centro infligge 1 ferita, senza difesa.",
    ),
    "magical_strike": Words(
        en=(
            "It may attack in melee with {x:die|dice} in place of its strength: hits are wounds, and there is no "
            "defence against them."
        ),
        es=(
            "Puede atacar cuerpo a cuerpo con {x:dado|dados} en lugar de su fuerza: los impactos son heridas y "
            "no hay defensa contra ellos."
        ),
        it=(
            "Può attaccare in mischia con {x:dado|dadi} al posto della forza: i colpi a segno sono ferite e non "
            "c'è difesa contro di essi."
        ),
    ),
    "master_of_attack": Words(
        en="It may re-roll up to {x:melee attack die|melee attack dice}.",
        es="Puede repetir hasta {x:dado|dados} de ataque cuerpo a cuerpo.",
        it="Può ritirare fino a {x:dado|dadi} di attacco in mischia.",
    ),
    "master_of_defence": Words(
        en="It may re-roll up to {x:melee defence die|melee defence dice}.",
        es="Puede repetir hasta {x:dado|dados} de defensa cuerpo a cuerpo.",
        it="Può ritirare fino a {x:dado|dadi} di difesa in mischia.",
    ),
    "master_of_healing": Words(
        en="It may re-roll up to {x:healing die|healing dice}.",
        es="Puede repetir hasta {x:dado|dados} de sanación.",
        it="Può ritirare fino a {x:dado|dadi} di guarigione.",
    ),
    "master_of_magic": Words(
        en="It may re-roll up to {x:die|dice} of its Magical Shot.",
        es="Puede repetir hasta {x:dado|dados} de su Disparo Mágico.",
        it="Può ritirare fino a {x:dado|dadi} del suo Colpo magico.",
    ),
    "master_of_shooting": Words(
        en="It may re-roll up to {x:die|dice} of its Shot or Throwing.",
        es="Puede repetir hasta {x:dado|dados} de su Disparo o Lanzamiento.",
        it="Può ritirare fino a {x:dado|dadi} del suo Colpo o Lancio.",
    ),
    "multiple_uses": Words(
        en="The relic is destroyed after {x:use|uses}.",
        es="La reliquia se destruye después de {x:uso|usos}.",
        it="La reliquia viene distrutta dopo {x:uso|usi}.",
    ),
    "pathfinder": Words(
        en="It ignores difficult terrain.",
        es="Ignora el terreno difícil.",
        it="Ignora il terreno difficile.",
    ),
    "predator": Words(
        en=(
            "When it attacks a wounded enemy in melee in its own activation, it has +1 strength until the end of "
            "its turn."
        ),
        es=(
            "Cuando ataca cuerpo a cuerpo a un enemigo herido en su activación, tiene +1 de fuerza hasta el "
            "final de su turno."
        ),
        it=(
            "Quando attacca in mischia un nemico ferito nella sua attivazione, ha +1 alla forza fino alla fine "
            "del suo turno."
        ),
    ),
    "quick_shooter": Words(
        en="It may use Shot or Throwing after moving, but not after a Run.",
        es="Puede usar Disparo o Lanzamiento después de moverse, pero no después de correr.",
        it="Può usare Colpo o Lancio dopo essersi mossa, ma non dopo aver corso.",
    ),
    "reckless": Words(
        en="At least {x} of its melee dice must go to attack.",
        es="Al menos {x:dado|dados} de su combate cuerpo a cuerpo <debe|deben> ir al ataque.",
        it="Almeno {x:dado|dadi} della sua mischia <deve|devono> andare in attacco.",
    ),
    "regeneration": Words(
        en="When it activates, roll {x:die|dice}: each bullseye heals 1 wound.",
        es="Cuando se activa, tira {x:dado|dados}: cada diana cura 1 herida.",
        it="Quando si attiva, tira {x:dado|dadi}: ogni centro guarisce 1 ferita.",
    ),
    "rush": Words(
        en="It may activate in the turn it is summoned.",
        es="Puede activarse en el turno en que es invocada.",
        it="Può attivarsi nel turno in cui viene evocata.",
    ),
    "shield_from": Words(
        en="It cannot be the target of what is named.",
        es="No puede ser objetivo de lo indicado.",
        it="Non può essere bersaglio di ciò che è indicato.",
    ),
    "shot": Words(
        en="Ranged attack up to XL with {x:die|dice}: each bullseye that is not stopped deals 1 damage.",
        es="Ataque a distancia hasta XL con {x:dado|dados}: cada diana que no se detenga inflige 1 de daño.",
        it="Attacco a distanza fino a XL con {x:dado|dadi}: ogni centro non fermato infligge 1 danno.",
    ),
    "slow": Words(en="It cannot Run.", es="No puede correr.", it="Non può correre."),
    "sniper": Words(
        en="With Shot at L or more it may re-roll all its dice once, and each hit deals 2 damage.",
        es="Con Disparo a distancia L o más puede repetir todos sus dados una vez, y cada impacto inflige 2 de daño.",
        it=(
            "Con Colpo a distanza L o più può ritirare tutti i suoi dadi una volta, e ogni colpo a segno "
            "infligge 2 danni."
        ),
    ),
    "stamina": Words(
        en="It may still put dice into attack when it has already been attacked in melee this turn.",
        es="Puede seguir poniendo dados en ataque aunque ya la hayan atacado cuerpo a cuerpo este turno.",
        it="Può ancora mettere dadi in attacco anche se in questo turno è già stata attaccata in mischia.",
    ),
    "stealth": Words(
        en=(
            "It enters with a stealth token, and with it cannot be the target of enemy attacks or abilities, "
            "though spells still reach it."
        ),
        es=(
            "Entra con una ficha de sigilo, y con ella no puede ser objetivo de ataques ni habilidades enemigas, "
            "pero sí de hechizos."
        ),
        it=(
            "Entra con un segnalino Nascosto, e con esso non può essere bersaglio di attacchi o abilità nemiche, "
            "ma di incantesimi sì."
        ),
    ),
    "steam_engine": Words(
        en="Once a turn, when it declares the action named, roll a die and apply the line it shows.",
        es="Una vez por turno, cuando declara la acción indicada, tira un dado y aplica la línea que salga.",
        it="Una volta per turno, quando dichiara l'azione indicata, tira un dado e applica la riga che esce.",
    ),
    "surcharge": Words(
        en="When you summon it, you may also pay the cost named to get the effect.",
        es="Cuando la invocas, puedes pagar además el coste indicado para obtener el efecto.",
        it="Quando la evochi, puoi pagare anche il costo indicato per ottenere l'effetto.",
    ),
    "throwing": Words(
        en="Ranged attack up to L with {x:die|dice}: each axe or shield that is not stopped deals 1 damage.",
        es="Ataque a distancia hasta L con {x:dado|dados}: cada hacha o escudo que no se detenga inflige 1 de daño.",
        it="Attacco a distanza fino a L con {x:dado|dadi}: ogni ascia o scudo non fermato infligge 1 danno.",
    ),
    "veteran": Words(
        en="While it is the defender in melee, the attacker re-rolls all its hits.",
        es="Mientras sea la defensora cuerpo a cuerpo, el atacante repite todos sus impactos.",
        it="Finché è in difesa in mischia, l'attaccante ritira tutti i suoi colpi a segno.",
    ),
    "immobile": Words(
        en="It cannot move, but may still attack in contact, shoot, heal, use abilities and strike back.",
        es="No puede moverse, pero sí atacar en contacto, disparar, sanar, usar habilidades y devolver golpes.",
        it="Non può muoversi, ma può attaccare a contatto, tirare, guarire, usare abilità e rispondere ai colpi.",
    ),
    "searcher": Words(
        en="It may re-roll the die of a search or of a secret passage once.",
        es="Puede repetir una vez el dado de una búsqueda o de un pasadizo secreto.",
        it="Può ritirare una volta il dado di una ricerca o di un passaggio segreto.",
    ),
}


def keyword_text(index: int, language: str, *, value: int = 0) -> str:
    """The meaning of keyword K-index, with its value on a card, or with X."""
    return fill(MEANINGS[KEYWORDS[index - 1].code][language], {"x": value or "X"}, form=int(value != 1))
