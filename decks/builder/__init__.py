"""The deck builder: a page whose address is the deck (docs/decisions/0012).

`address` reads and writes addresses, `library` finds the cards to choose from, `page` puts together what is shown,
`saving` keeps what was built, `views` answers.
"""
