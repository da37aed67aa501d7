"""Describes the account archive for its README and the account page."""

from collections.abc import Mapping
from textwrap import fill

from django.utils.translation import gettext as _

WIDTH = 100


def file_descriptions() -> list[tuple[str, str]]:
    """The files of the archive, with a description of each."""
    return [
        ("profile.json", _("Your name, mail address, preferences, the names of your API tokens, where you are "
                           "signed in, and since when you have a second factor.")),
        ("decks.json", _("Your decks with all their versions, notes, tags, unsaved drafts, the version that is built, "
                         "and when links to them were made.")),
        ("decks/*.txt", _("The cards of each deck today, as text.")),
        ("drafts.json", _("Drafts of decks that were never saved.")),
        ("formats.json", _("Your house formats.")),
        ("collections.json", _("Your collections, with the whole ledger: what changed when and why.")),
        ("simulations.json", _("Your simulations: what you asked for, the decks as they were, and all sums.")),
        ("others.json", _("What you like, wrote and reported, and decks of others that you have built.")),
        ("manifest.json", _("What kind of file this is, and how much of everything it holds.")),
    ]  # fmt: skip


def left_out_descriptions() -> list[str]:
    """What the archive does not contain, and why."""
    return [
        _("Your password and whatever opens a door: the secret of your second factor, recovery codes, API tokens, "
          "addresses of shared links and trade lists."),
        _("What others wrote or did: comments under your decks, likes, and what they made of your decks."),
        _("Single games: they follow from decks, player and seed, and can be played again."),
        _("Lists you sent to be read: what was entered from them is in the ledger."),
    ]  # fmt: skip


def restore_descriptions() -> list[str]:
    """What happens when the archive is imported."""
    return [
        _("Nothing is overwritten, and what you have already is not taken in again."),
        _("Decks come back private and without links; likes, comments and reports stay in the archive."),
        _("Simulations come back marked as brought in: they count in no rating, since a file can say anything."),
    ]


def readme(counts: Mapping[str, int], left_out: Mapping[str, int]) -> str:
    """The text of the README."""
    lines = [_("An account of Signum as files"), "", _("What is in it"), ""]
    for name, description in file_descriptions():
        number = counts.get(name.removesuffix(".json"))
        title = name if number is None else f"{name} ({number})"
        lines += [title, fill(description, WIDTH, initial_indent="    ", subsequent_indent="    ")]
    lines += ["", _("What is left out"), "", *map(_bullet, left_out_descriptions())]
    for part, number in left_out.items():
        if number:
            sentence = _("%(file)s: %(number)s had no room, the largest or oldest ones.")
            lines.append(_bullet(sentence % {"file": f"{part}.json", "number": number}))
    lines += ["", _("When you bring it back in"), "", *map(_bullet, restore_descriptions())]
    return "\n".join(lines) + "\n"


def _bullet(text: str) -> str:
    return fill(text, WIDTH, initial_indent="- ", subsequent_indent="  ")
