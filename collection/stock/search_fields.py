"""Search fields about the user's collections: `own>0`, `mini=0`, `wanted>0`."""

from django.utils.translation import gettext_lazy as _

from collection.search import UserField, register
from simulator.engine.values import Words

from .selectors import amounts_of, miniatures_of

FIELDS = (
    UserField(
        code="own",
        names=Words(en="Own", es="Tengo", it="Possiedo"),
        also=("have",),
        about=_("How many of the card you own, in all your collections."),
        amounts=amounts_of("cards"),
    ),
    UserField(
        code="mini",
        names=Words(en="Miniatures", es="Miniaturas", it="Miniature"),
        also=("minis",),
        about=_("How many miniatures of the card you own, painted or not."),
        amounts=miniatures_of,
    ),
    UserField(
        code="wanted",
        names=Words(en="Wanted", es="Buscadas", it="Cercate"),
        also=("want",),
        about=_("How many of the card you want."),
        amounts=amounts_of("wanted"),
    ),
)


def register_fields() -> None:
    for field in FIELDS:
        register(field)
