"""Translations: finding strings (extraction), .po files (catalogues) and checks.

It is pure Python with polib: on a machine without GNU gettext the site would silently stay English. The texts are in
locale/<language>/LC_MESSAGES/django.po. The commands are makemessages and compilemessages.
"""

from .catalogues import LANGUAGES, compile, po_path, read, update
from .checks import problems
from .extraction import BrokenFileError, Message, extract

__all__ = ["LANGUAGES", "BrokenFileError", "Message", "compile", "extract", "po_path", "problems", "read", "update"]
