"""Subjects of allauth's emails, where its own translation is wrong."""

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override


@pytest.mark.parametrize(
    ("mail", "spanish", "italian"),
    [
        ("account/email/email_confirm", "Correo electrónico confirmado", "Email confermata"),
        ("account/email/password_set", "Contraseña establecida", "Password impostata"),
        ("mfa/email/recovery_codes_generated", "Nuevos códigos de recuperación", "Nuovi codici di recupero"),
    ],
)
def test_subjects_of_emails(mail: str, spanish: str, italian: str) -> None:
    for language, expected in (("es", spanish), ("it", italian)):
        with override(language):
            assert render_to_string(f"{mail}_subject.txt").strip() == expected


@pytest.mark.parametrize(("language", "words"), [("es", "segundo factor"), ("it", "secondo fattore")])
def test_email_about_recovery_codes_uses_the_sites_terms(language: str, words: str) -> None:
    with override(language):
        assert words in render_to_string("mfa/email/recovery_codes_generated_message.txt")
