"""Sentences for events in three languages.

Each event has one sentence, or one for each variant. Names in braces are fields of the event; replay/narrator.py fills
them in. Some events have no sentence.
"""

from typing import Final

from simulator.engine.values import Words

# fmt: off
SENTENCES: Final = {
    "FirstPlayerRolled": Words(en="{first} begins.", es="Empieza {first}.", it="Comincia {first}."),
    "CreaturePlaced": Words(
        en="{who} comes onto the field.", es="{who} entra en el campo.", it="{who} entra in campo."),
    "HandChanged": Words(
        en="{seat} sets {cards} cards aside and draws as many.",
        es="{seat} aparta {cards} cartas y roba otras tantas.",
        it="{seat} mette da parte {cards} carte e ne pesca altrettante."),
    "HandChanged.prosperity": Words(
        en="{seat} discards {cards} cards for prosperity.",
        es="{seat} descarta {cards} cartas a cambio de prosperidad.",
        it="{seat} scarta {cards} carte in cambio di prosperità."),
    "TurnBegan": Words(en="Turn {turn}: {seat}", es="Turno {turn}: {seat}", it="Turno {turn}: {seat}"),
    "CardsDrawn": Words(
        en="{seat} draws: {amount}.", es="{seat} roba: {amount}.", it="{seat} pesca: {amount}."),
    "DrawFailed": Words(
        en="{seat} has no card to draw; the opponent gains {given} prosperity.",
        es="{seat} no tiene cartas que robar; el rival gana {given} de prosperidad.",
        it="{seat} non ha carte da pescare; l'avversario guadagna {given} di prosperità."),
    "CardDiscarded": Words(
        en="{seat} discards {card}.", es="{seat} descarta {card}.", it="{seat} scarta {card}."),
    "ProsperityChanged": Words(
        en="{seat}: prosperity {amount}, now {now}.",
        es="{seat}: prosperidad {amount}, ahora {now}.",
        it="{seat}: prosperità {amount}, ora {now}."),
    "BuildingBuilt": Words(
        en="{seat} builds {card}.", es="{seat} construye {card}.", it="{seat} costruisce {card}."),
    "BuildSkipped": Words(
        en="{seat} builds nothing.", es="{seat} no construye nada.", it="{seat} non costruisce nulla."),
    "BuildingDestroyed": Words(
        en="{card} of {seat} is destroyed.",
        es="{card}, de {seat}, queda en ruinas.",
        it="{card}, di {seat}, va in rovina."),
    "BuildingBlocked": Words(
        en="{card} of {seat} cannot be used.",
        es="No se puede usar {card}, de {seat}.",
        it="Non si può usare {card}, di {seat}."),
    "BuildingTapped": Words(
        en="{card} of {seat} is tapped.",
        es="Se gira {card}, de {seat}.",
        it="Si tappa {card}, di {seat}."),
    "BuildingUntapped": Words(
        en="{seat} untaps {card}.", es="{seat} endereza {card}.", it="{seat} stappa {card}."),
    "BuildingUsed": Words(en="{seat} uses {card}.", es="{seat} usa {card}.", it="{seat} usa {card}."),
    "CardPlayed": Words(en="{seat} plays {card}.", es="{seat} juega {card}.", it="{seat} gioca {card}."),
    "CardPlayed.hidden": Words(
        en="{seat} plays a tactic face down.",
        es="{seat} juega una táctica boca abajo.",
        it="{seat} gioca una tattica coperta."),
    "CardReturned.deck": Words(
        en="{card} is shuffled into the battle deck of {seat}.",
        es="{card} se baraja en el mazo de batalla de {seat}.",
        it="{card} viene rimescolata nel mazzo di battaglia di {seat}."),
    "CardReturned.hand": Words(
        en="{card} returns to the hand of {seat}.",
        es="{card} vuelve a la mano de {seat}.",
        it="{card} torna in mano a {seat}."),
    "TacticRevealed": Words(
        en="{seat} reveals {card}!", es="¡{seat} revela {card}!", it="{seat} rivela {card}!"),
    "PlayCancelled": Words(
        en="{card} of {seat} is cancelled.", es="{card}, de {seat}, se anula.",
        it="{card}, di {seat}, viene annullata."),
    "RelicTaken": Words(
        en="The hero of {seat} takes {card}.",
        es="El héroe de {seat} toma {card}.",
        it="L'eroe di {seat} prende {card}."),
    "RelicLost": Words(
        en="The hero of {seat} loses {card}.",
        es="El héroe de {seat} pierde {card}.",
        it="L'eroe di {seat} perde {card}."),
    "RelicUsed": Words(
        en="{card} is used; uses left: {left}.",
        es="Se usa {card}; usos restantes: {left}.",
        it="Si usa {card}; usi rimasti: {left}."),
    "RelicDamaged": Words(
        en="{card} stops {amount} damage; tokens left: {left}.",
        es="{card} detiene {amount} de daño; fichas restantes: {left}.",
        it="{card} ferma {amount} danni; segnalini rimasti: {left}."),
    "TerrainLaid": Words(en="{seat} lays {card}.", es="{seat} coloca {card}.", it="{seat} posa {card}."),
    "TerrainDestroyed": Words(
        en="{card} disappears from the field.", es="{card} desaparece del campo.", it="{card} sparisce dal campo."),
    "RuinsSearched": Words(
        en="{who} searches the ruins.", es="{who} registra las ruinas.", it="{who} fruga tra le rovine."),
    "PassageSought": Words(
        en="{who} finds a secret passage.",
        es="{who} encuentra un pasadizo secreto.",
        it="{who} trova un passaggio segreto."),
    "PassageSought.none": Words(
        en="{who} finds no passage.", es="{who} no encuentra ningún pasadizo.", it="{who} non trova alcun passaggio."),
    "MoveDeclared": Words(
        en="{who} is about to move.", es="{who} se dispone a moverse.", it="{who} si prepara a muoversi."),
    "MoveDeclared.run": Words(
        en="{who} is about to run.", es="{who} se dispone a correr.", it="{who} si prepara a correre."),
    "Moved": Words(en="{who} moves.", es="{who} se mueve.", it="{who} si muove."),
    "Moved.run": Words(en="{who} runs.", es="{who} corre.", it="{who} corre."),
    "Pushed": Words(
        en="{who} is pushed back.", es="{who} retrocede empujado.", it="{who} viene spinto indietro."),
    "Shifted": Words(en="{who} is moved.", es="{who} cambia de lugar.", it="{who} cambia posto."),
    "AbilityUsed": Words(
        en="{card}: its ability works.", es="{card}: su habilidad surte efecto.",
        it="{card}: la sua abilità ha effetto."),
    "AbilityUsed.keyword": Words(
        en="{who} uses {ability}.", es="{who} usa {ability}.", it="{who} usa {ability}."),
    "AbilityUsed.used": Words(
        en="{who} uses its ability.", es="{who} usa su habilidad.", it="{who} usa la sua abilità."),
    "Backstabbed": Words(
        en="{who} backstabs {target}: hit.",
        es="{who} apuñala por la espalda a {target}: acierta.",
        it="{who} pugnala alle spalle {target}: a segno."),
    "Backstabbed.missed": Words(
        en="{who} backstabs {target}: missed.",
        es="{who} apuñala por la espalda a {target}: falla.",
        it="{who} pugnala alle spalle {target}: a vuoto."),
    "MeleeDeclared": Words(
        en="{attacker} attacks {defender}.", es="{attacker} ataca a {defender}.", it="{attacker} attacca {defender}."),
    "DiceSplit": Words(
        en="{who}: {attack} in attack, {defence} in defence.",
        es="{who}: {attack} en ataque, {defence} en defensa.",
        it="{who}: {attack} in attacco, {defence} in difesa."),
    "DiceRolled": Words(en="{who} rolls.", es="{who} tira.", it="{who} tira."),
    "DiceRolled.effect": Words(en="Dice are rolled.", es="Se tiran dados.", it="Si tirano dadi."),
    "DiceRolled.search": Words(en="{who} searches.", es="{who} busca.", it="{who} cerca."),
    "DiceRolled.melee": Words(en="{who} strikes.", es="{who} golpea.", it="{who} colpisce."),
    "DiceRolled.shot": Words(en="{who} shoots.", es="{who} dispara.", it="{who} tira al bersaglio."),
    "DiceRolled.steam": Words(
        en="{who} lets off steam.", es="{who} suelta vapor.", it="{who} sfoga il vapore."),
    "DiceRolled.defence": Words(en="{who} defends.", es="{who} se defiende.", it="{who} si difende."),
    "DiceRerolled": Words(
        en="{ability}: {who} rolls again.", es="{ability}: {who} vuelve a tirar.", it="{ability}: {who} ritira."),
    "ShotDeclared": Words(
        en="{attacker} aims at {target}.", es="{attacker} apunta a {target}.", it="{attacker} mira a {target}."),
    "Damaged": Words(
        en="{who} takes {amount} damage.", es="{who} recibe {amount} de daño.", it="{who} subisce {amount} danni."),
    "ArmourLost": Words(
        en="{who} loses {amount} armour, {left} left.",
        es="{who} pierde {amount} de armadura, queda {left}.",
        it="{who} perde {amount} di armatura, resta {left}."),
    "ArmourGained": Words(
        en="{who} gains {amount} armour, now {now}.",
        es="{who} gana {amount} de armadura, ahora {now}.",
        it="{who} guadagna {amount} di armatura, ora {now}."),
    "Wounded": Words(
        en="{who} is wounded: {amount}, {wounds} in all.",
        es="{who} sufre heridas: {amount}, {wounds} en total.",
        it="{who} subisce ferite: {amount}, {wounds} in tutto."),
    "Healed": Words(
        en="{who} is healed: {amount}, {wounds} wounds left.",
        es="{who} se cura: {amount}, quedan {wounds} heridas.",
        it="{who} viene curato: {amount}, restano {wounds} ferite."),
    "Died": Words(en="{who} falls.", es="{who} cae.", it="{who} cade."),
    "DetectionRolled": Words(
        en="{who} looks for {target}.", es="{who} busca a {target}.", it="{who} cerca {target}."),
    "Revealed": Words(en="{who} is no longer hidden.", es="{who} ya no está oculto.", it="{who} non è più nascosto."),
    "Hid": Words(
        en="{who} goes to the shadow.", es="{who} se oculta en la sombra.", it="{who} si nasconde nell'ombra."),
    "Granted": Words(
        en="{who} gains {what} {value}.", es="{who} gana {what} {value}.", it="{who} guadagna {what} {value}."),
    "Granted.immobile": Words(
        en="{who} cannot move.", es="{who} no puede moverse.", it="{who} non può muoversi."),
    "Silenced": Words(
        en="{who} is silenced.", es="{who} pierde sus habilidades.", it="{who} perde le sue abilità."),
    "Readied": Words(
        en="{who} may activate again.", es="{who} puede activarse otra vez.", it="{who} può attivarsi di nuovo."),
    "Exhausted": Words(
        en="{who} does not activate for now.", es="{who} no se activa por ahora.", it="{who} per ora non si attiva."),
    "ControlChanged": Words(
        en="{who} now obeys {seat}.", es="{who} obedece ahora a {seat}.", it="{who} ora obbedisce a {seat}."),
    "Concentrated": Words(
        en="{who} concentrates: {tokens} tokens.",
        es="{who} se concentra: {tokens} fichas.",
        it="{who} si concentra: {tokens} segnalini."),
    "ConcentrationSpent": Words(
        en="{who} spends concentration: {amount}, {left} left.",
        es="{who} gasta concentración: {amount}, queda {left}.",
        it="{who} spende concentrazione: {amount}, resta {left}."),
    "LeftField": Words(en="{who} leaves the field.", es="{who} deja el campo.", it="{who} lascia il campo."),
    "CornerClaimed": Words(
        en="{seat} takes the {corner} corner.",
        es="{seat} ocupa la esquina {corner}.",
        it="{seat} occupa l'angolo {corner}."),
    "PlayerEliminated": Words(
        en="{seat} is out of the game.",
        es="{seat} queda fuera de la partida.",
        it="{seat} è fuori dalla partita."),
    "VictoryShared": Words(
        en="{winners} win together: {reason}.",
        es="{winners} ganan juntos: {reason}.",
        it="{winners} vincono insieme: {reason}."),
    "GameEnded": Words(en="{winner} wins: {reason}.", es="Gana {winner}: {reason}.", it="Vince {winner}: {reason}."),
    "GameEnded.draw": Words(en="A draw: {reason}.", es="Empate: {reason}.", it="Pareggio: {reason}."),
}

REASONS: Final = {
    "hero": Words(en="a hero has fallen", es="ha caído un héroe", it="un eroe è caduto"),
    "prosperity": Words(en="51 prosperity", es="51 de prosperidad", it="51 di prosperità"),
    "wounds": Words(en="fewer wounds at the end", es="menos heridas al final", it="meno ferite alla fine"),
    "score": Words(en="prosperity and buildings", es="prosperidad y edificios", it="prosperità ed edifici"),
    "kills": Words(en="enemies eliminated", es="enemigos eliminados", it="nemici eliminati"),
}

CORNER_NAMES: Final = (
    Words(en="lower left", es="inferior izquierda", it="in basso a sinistra"),
    Words(en="upper left", es="superior izquierda", it="in alto a sinistra"),
    Words(en="upper right", es="superior derecha", it="in alto a destra"),
    Words(en="lower right", es="inferior derecha", it="in basso a destra"),
)

STATS: Final = {
    "strength": Words(en="strength", es="fuerza", it="forza"),
    "movement": Words(en="movement", es="movimiento", it="movimento"),
    "health": Words(en="health", es="salud", it="salute"),
}
# fmt: on
