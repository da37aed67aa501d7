"""The search field `free`: owned copies of a card that are in no built deck."""

from django.utils.translation import gettext_lazy as _

from collection.search import UserField, register
from simulator.engine.values import Words

from .selectors import free_of


def register_fields() -> None:
    register(
        UserField(
            code="free",
            names=Words(en="Free", es="Libres", it="Libere"),
            about=_("How many of the card you own that are in no deck you have built."),
            amounts=free_of,
        )
    )
