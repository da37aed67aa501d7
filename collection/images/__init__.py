"""Card images, drawn with Pillow.

A game describes a face as data (engine/cards/face.py); this package draws it. `renderer` draws one face; `frame` and
`text/` are its tools, `illustrations/` the art. `cache` stores the results, `proxy_sheets` and `deck_preview` combine
faces. The package knows no game.
"""
