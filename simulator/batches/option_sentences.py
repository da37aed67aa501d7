"""Refusals of table options in the user's language.

The options and their values are engine/play/options.py, whose own sentences are for terminals.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from simulator.engine.play.options import Option


def option_sentence(code: str, raw: Any, *, options: Sequence[Option], players: int) -> str:
    """Say why the option of this code is refused; an empty code stands for options that are no object."""
    if not code:
        return _("%(given)s is not an object of options by code.") % {"given": _quote(raw)}
    offered = {option.code: option for option in options if option.applies_to(players)}
    option = offered.get(code)
    if option is None and not offered:
        sentence = _("There is no option %(given)s: a table of %(players)s players has none.")
        return sentence % {"given": _quote(code), "players": players}
    if option is None:
        sentence = _("There is no option %(given)s for %(players)s players; allowed: %(allowed)s.")
        return sentence % {"given": _quote(code), "players": players, "allowed": ", ".join(offered)}
    sentence = _("%(given)s is not allowed for %(option)s: it is %(allowed)s.")
    return sentence % {"given": _quote(raw[code]), "option": code, "allowed": _allowed(option)}


def _allowed(option: Option) -> str:
    if option.kind == "flag":
        return _("true or false")
    if option.kind == "number":
        return _("a whole number from %(least)s to %(most)s") % {"least": option.least, "most": option.most}
    sentence = _("a list of %(values)s") if option.kind == "set" else _("one of %(values)s")
    return sentence % {"values": ", ".join(option.labels)}


def _quote(value: object) -> str:
    return repr(value)[:80]
