"""All Spanish texts use *tú*, although Django and allauth use *usted*."""

import re
from collections.abc import Iterator
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.apps import apps
from django.utils.translation import gettext, ngettext, override

from signum_site import translations

USTED = re.compile(
    r"(?<!\w)(ustedes|usted|introduzca|introdúzcalo|ingrese|escriba|asegúrese|utilice|compruebe|confirme|verifique|elija"
    r"|haga clic|escoja|envíe|solicite|regístrese|inicie|contáctenos|póngase|inténtelo|vuelva|siga|tome|desea|olvidó"
    r"|no reconoce este|le hemos|ya tiene una|no puede (añadir|activar|eliminar)|ya ha iniciado|¿ha olvidado"
    r"|debe escribir|(?<!se )ha (indicado|confirmado|iniciado|cerrado)|está (seguro|recibiendo|a punto)"
    r"|sus? (contraseña|cuenta|correo|dirección (de|principal)|usuario|navegador))\b",
    re.IGNORECASE,
)
FORMS = (
    "Enter ",
    "Ensure ",
    "Select ",
    "Upload ",
    "No file",
    "The submitted file",
    "Your password",
    "Your old password",
)
"""Prefixes of the messages of Django's forms."""
NEVER_SHOWN = re.compile(
    "slug|domain name|protocol|step size|commas|UUID|duration|date|time|digit|decimal|it is|complete value|new password"
)
"""Messages about types of fields that our forms do not have."""
UNUSED = ("webauthn", "phone", "passkey", "_code_", "login_code", "socialaccount", "verified_email_required")
"""Disabled parts of allauth: phones, codes by email, passkeys, social accounts."""


def entries(package: object, *folders: str) -> Iterator[polib.POEntry]:
    root = Path(str(getattr(package, "__file__", ""))).parent
    for folder in folders:
        yield from polib.pofile(str(root / folder / "locale/es/LC_MESSAGES/django.po"))


def is_shown(entry: polib.POEntry) -> bool:
    """Whether an installed part of allauth uses the message."""
    files = [file for file, _line in entry.occurrences if not any(part in file for part in UNUSED)]
    parts = {file.removeprefix("templates/").split("/")[0] for file in files}
    return any(apps.is_installed(f"allauth.{part}") for part in parts) and "phone" not in entry.msgid


def shown_messages() -> list[polib.POEntry]:
    of_forms = [entry for entry in entries(django, "conf", "contrib/auth") if entry.msgid.startswith(FORMS)]
    of_forms = [entry for entry in of_forms if not NEVER_SHOWN.search(entry.msgid)]
    return [*of_forms, *(entry for entry in entries(allauth, "") if is_shown(entry))]


def spanish(entry: polib.POEntry) -> list[str]:
    with override("es"):
        if entry.msgid_plural:
            return [ngettext(entry.msgid, entry.msgid_plural, count) for count in (1, 2)]
        return [gettext(entry.msgid)]


def test_library_texts_use_tu() -> None:
    found = [text for entry in shown_messages() for text in spanish(entry) if USTED.search(text)]
    assert found == []


def test_our_own_texts_use_tu() -> None:
    own = [text for entry in translations.read(translations.po_path("es")) for text in spanish(entry)]
    assert [text for text in own if USTED.search(text)] == []


@pytest.mark.parametrize("text", ["Introduzca su contraseña", "¿Ha olvidado su usuario?", "Le hemos escrito"])
def test_usted_is_detected(text: str) -> None:
    assert USTED.search(text)


@pytest.mark.parametrize("text", ["El mazo no ha ganado", "Escribe tu contraseña", "Cada carta con su coste"])
def test_third_person_is_not_usted(text: str) -> None:
    assert not USTED.search(text)
