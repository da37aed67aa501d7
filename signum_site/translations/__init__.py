"""The site's words in other languages: found (extraction), kept in .po files (catalogues), checked (checks).

Pure Python with polib: on a machine without GNU gettext the site would silently stay English. The words
themselves are in locale/<language>/LC_MESSAGES/django.po; makemessages and compilemessages are the doors.
"""

from .catalogues import LANGUAGES, compile, po_path, read, update
from .checks import problems
from .extraction import BrokenFileError, Message, extract

__all__ = ["LANGUAGES", "BrokenFileError", "Message", "compile", "extract", "po_path", "problems", "read", "update"]
