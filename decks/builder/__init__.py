"""The deck builder: a page whose URL holds the deck (docs/decisions/0012).

`url_state` parses and builds URLs, `card_search` finds the cards to choose from, `page` prepares the deck for display,
`services` saves drafts and decks, `tour` starts the guided tour, `views` handles requests.
"""
