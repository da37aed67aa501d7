"""Card faces as pictures, with Pillow: a game says what a face shows (simulator/engine/face.py), this package draws it.

`drawing` draws one face, `typesetting`, `fonts`, `symbols` and `frame` are its tools, `art/` the illustrations;
`store` keeps what was drawn; `sheets` and `deck_pictures` put faces together. No game is known here.
"""
