"""Messages about query terms that cannot be used, with suggestions."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .fields import SearchField

MAX_QUOTE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class QueryError:
    """A term as typed, the reason in the user's language, and perhaps a replacement."""

    term: str
    reason: str
    instead: str = ""


def unknown_field(term: str, name: str, nearest: str, instead: str) -> QueryError:
    if nearest:
        reason = _("There is no field “{name}”; the nearest is “{nearest}”.").format(
            name=shorten(name), nearest=nearest
        )
    else:
        reason = _("There is no field “{name}”. The help page lists those there are.").format(name=shorten(name))
    return QueryError(shorten(term), reason, instead)


def unknown_value(term: str, field: str, value: str, known: str, instead: str) -> QueryError:
    reason = _("“{field}” knows no “{value}”. It knows: {known}.").format(
        field=field, value=shorten(value), known=known
    )
    return QueryError(shorten(term), reason, instead)


def not_a_number(term: str, field: str, value: str) -> QueryError:
    reason = _("“{field}” is a number, and “{value}” is none. Try {example}.").format(
        field=field, value=shorten(value), example=f"{field}>=2"
    )
    return QueryError(shorten(term), reason)


def cannot_compare(term: str, field: str, operator: str) -> QueryError:
    reason = _("“{field}” has no greater or smaller: use “{field}:” instead of “{field}{operator}”.").format(
        field=field, operator=operator
    )
    return QueryError(shorten(term), reason)


def no_amount(term: str, value: str) -> QueryError:
    return QueryError(shorten(term), _("No card has a number with “{value}”.").format(value=shorten(value)))


def nothing_to_find(term: str) -> QueryError:
    return QueryError(shorten(term), _("There is no word in this to look for."))


def value_missing(term: str) -> QueryError:
    return QueryError(shorten(term), _("After this a value is missing."))


def not_sortable(term: str, name: str, nearest: str) -> QueryError:
    reason = _("Cards cannot be sorted by “{name}”.").format(name=shorten(name))
    return QueryError(shorten(term), reason, f"sort:{nearest}" if nearest else "")


def sign_in_required(term: str) -> QueryError:
    return QueryError(shorten(term), _("This asks about your own things: sign in, and it works."))


def nothing_called(term: str, field: SearchField, value: str, language: str) -> QueryError:
    reason = _("“{field}”: nothing of yours is called “{value}”.").format(
        field=field.names[language], value=shorten(value)
    )
    return QueryError(shorten(term), reason)


def too_long(text: str, *, characters: int, terms: int, depth: int) -> QueryError:
    reason = _(
        "The query is too long: at most {characters} characters, {terms} terms and {depth} brackets within each other "
        "are read."
    ).format(characters=characters, terms=terms, depth=depth)
    return QueryError(shorten(text), reason)


def shorten(text: str) -> str:
    return text if len(text) <= MAX_QUOTE_LENGTH else f"{text[:MAX_QUOTE_LENGTH]}…"
