"""The site in Spanish and Italian is complete, and the check can fail."""

import gettext
import io
import os
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django.utils import translation

from signum_site import translations
from signum_site.translations import BrokenFileError, Message, catalogues
from signum_site.translations.extraction import python_messages, template_messages

HELLO = Message("Hello, %(name)s.", files=("templates/hello.html",))
DECKS = Message("%(n)s deck", plural="%(n)s decks")


def write_po(locale: Path, *entries: str, language: str = "es") -> Path:
    path = translations.po_path(language, locale=locale)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in catalogues.header(language).items())
    path.write_text("\n".join((f'msgid ""\nmsgstr ""\n{lines}', *entries)), encoding="utf-8")
    return path


def in_template(source: str) -> list[tuple[str, str, str]]:
    return [(found.msgid, found.plural, found.context) for found in template_messages(source, file="page.html")]


def in_python(source: str) -> list[tuple[str, str, str]]:
    return [(found.msgid, found.plural, found.context) for found in python_messages(source, file="forms.py")]


# --- the site's own words


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_every_string_is_translated(language: str) -> None:
    assert translations.problems(language) == []


def test_every_language_of_the_site_has_a_catalogue() -> None:
    assert [*translations.LANGUAGES] == [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    assert list(settings.LOCALE_PATHS) == [catalogues.LOCALE]


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_compiled_catalogue_matches_the_po_file(language: str, tmp_path: Path) -> None:
    written = translations.compile(language, into=tmp_path)
    assert written
    with written.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    entries = translations.read(translations.po_path(language))
    assert len(entries) > 50
    for entry in entries:
        if entry.msgid_plural:
            forms = {form: catalogue.ngettext(entry.msgid, entry.msgid_plural, n) for form, n in ((0, 1), (1, 2))}
            assert forms == entry.msgstr_plural
        elif entry.msgctxt:
            assert catalogue.pgettext(entry.msgctxt, entry.msgid) == entry.msgstr
        else:
            assert catalogue.gettext(entry.msgid) == entry.msgstr
    assert catalogue.info()["language"] == language


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_plural_forms_work_through_django(language: str, tmp_path: Path) -> None:
    # Django's own Spanish has a third form, for millions: it must not reach into ours.
    forms = 'msgid "%(n)s deck"\nmsgid_plural "%(n)s decks"\nmsgstr[0] "one: %(n)s"\nmsgstr[1] "many: %(n)s"\n'
    write_po(tmp_path, forms, language=language)
    translations.compile(language, locale=tmp_path)
    with override_settings(LOCALE_PATHS=[tmp_path]), translation.override(language):
        texts = [translation.ngettext(DECKS.msgid, DECKS.plural, n) % {"n": n} for n in (0, 1, 2, 1_000_000)]
    assert texts == ["many: 0", "one: 1", "many: 2", "many: 1000000"]


# --- finding the words


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% translate "Save" %}', ("Save", "", "")),
        ("{% trans 'Save' as label %}", ("Save", "", "")),
        ('{% translate "May" context "month" %}', ("May", "", "month")),
        ('{% translate "It’s 50% off" %}', ("It’s 50%% off", "", "")),
        ("{% blocktranslate %} a {{ b }} {% endblocktranslate %}", (" a %(b)s ", "", "")),
        ("{% blocktranslate trimmed %}\n  One\n  “two”\n{% endblocktranslate %}", ("One “two”", "", "")),
        ("{% blocktranslate asvar title %}About{% endblocktranslate %}", ("About", "", "")),
        (
            "{% blocktranslate trimmed with who=user.name %}\n<b>{{ who }}</b>\n{% endblocktranslate %}",
            ("<b>%(who)s</b>", "", ""),
        ),
        (
            "{% blocktranslate count n=decks|length %}{{ n }} deck{% plural %}{{ n }} decks{% endblocktranslate %}",
            ("%(n)s deck", "%(n)s decks", ""),
        ),
        (
            '{% blocktranslate trimmed count n=n context "pile" %}\n a {% plural %}\n b {% endblocktranslate %}',
            ("a", "b", "pile"),
        ),
        ('{{ _("Hello") }}', ("Hello", "", "")),
        ('{{ name|default:_("nobody") }}', ("nobody", "", "")),
        ('{% include "button.html" with label=_("Send") %}', ("Send", "", "")),
        ('{% if a == _("Yes") %}{% endif %}', ("Yes", "", "")),
    ],
)
def test_template_syntax_is_found(source: str, found: tuple[str, str, str]) -> None:
    assert in_template(f"<p>gettext('not me') {source} _('nor me')</p>") == [found]


def test_template_comments_are_not_found() -> None:
    assert in_template('{# {% translate "a" %} #}{% comment %}{% translate "b" %}{% endcomment %}') == []


def test_tag_inside_a_translated_block_is_refused_with_file_and_line() -> None:
    with pytest.raises(BrokenFileError, match=r"page\.html, line 2"):
        in_template("\n{% blocktranslate %}{% if a %}{% endif %}{% endblocktranslate %}")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from django.utils.translation import gettext as _\n_('a' 'b')", [("ab", "", "")]),
        ("from django.utils.translation import gettext_lazy\ngettext_lazy('a')", [("a", "", "")]),
        ("from django.utils.translation import gettext_noop as later\nlater('a')", [("a", "", "")]),
        ("from django.utils.translation import ngettext as n\nn('a', 'b', 3)", [("a", "b", "")]),
        ("from django.utils.translation import ngettext_lazy\nngettext_lazy('a', 'b', 'n')", [("a", "b", "")]),
        ("from django.utils.translation import pgettext\npgettext('c', 'a')", [("a", "", "c")]),
        ("from django.utils.translation import npgettext_lazy\nnpgettext_lazy('c', 'a', 'b')", [("a", "b", "c")]),
        ("from django.utils import translation\ntranslation.gettext('a')", [("a", "", "")]),
        ("from django.utils.translation import gettext as _\n_(word)\n_(f'{a}')", []),
        ("def _(x): ...\n_('a')", []),
    ],
)
def test_python_syntax_is_found(source: str, found: list[tuple[str, str, str]]) -> None:
    assert in_python(source) == found


def test_python_file_that_cannot_be_parsed_is_refused_with_file_and_line() -> None:
    with pytest.raises(BrokenFileError, match=r"forms\.py, line 2: "):
        in_python("from django.utils.translation import gettext\ngettext(")


def test_extract_joins_files_and_sorts_by_words(tmp_path: Path) -> None:
    for name, source in {
        "app/templates/b.html": '{% translate "Zoo" %}{% translate "apple" %}',
        "app/templates/mail/a.txt": '{% translate "apple" %}',
        "app/views.py": "from django.utils.translation import ngettext\nngettext('Zoo', 'Zoos', 2)",
        "app/migrations/0001.py": "from django.utils.translation import gettext\ngettext('old')",
        "app/static/list.txt": '{% translate "no template" %}',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    assert translations.extract(root=tmp_path, folders=["app"]) == [
        Message("apple", files=("app/templates/b.html", "app/templates/mail/a.txt")),
        Message("Zoo", plural="Zoos", files=("app/templates/b.html", "app/views.py")),
    ]


# --- keeping them


def test_update_adds_removes_and_keeps(tmp_path: Path) -> None:
    path = write_po(tmp_path, '# why\nmsgid "Bye"\nmsgstr "Adiós"\n', 'msgid "Gone"\nmsgstr "Se fue"\n')
    path.write_text(f"# Glossary: deck = mazo\n{path.read_text()}")
    messages = [Message("Bye", files=("a.html",)), DECKS]
    assert translations.update("es", locale=tmp_path, messages=messages) == (["%(n)s deck"], ["Gone"])
    text = path.read_text()
    assert text.startswith("# Glossary: deck = mazo\n")
    assert '#: a.html\nmsgid "Bye"\nmsgstr "Adiós"\n' in text
    assert 'msgstr[0] ""\nmsgstr[1] ""\n' in text
    assert "Gone" not in text
    before = path.stat().st_mtime_ns
    assert translations.update("es", locale=tmp_path, messages=messages) == ([], [])
    assert path.read_text() == text
    assert path.stat().st_mtime_ns == before


def test_update_starts_a_file_with_language_and_plural_rule(tmp_path: Path) -> None:
    translations.update("it", locale=tmp_path, messages=[HELLO])
    metadata = polib.pofile(str(translations.po_path("it", locale=tmp_path))).metadata
    assert metadata["Language"] == "it"
    assert metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert metadata["Content-Type"] == "text/plain; charset=UTF-8"


def test_compile_leaves_a_newer_catalogue_alone(tmp_path: Path) -> None:
    path = write_po(tmp_path, 'msgid "a"\nmsgstr "b"\n')
    os.utime(path, (1, 1))
    assert translations.compile("es", locale=tmp_path) == path.with_suffix(".mo")
    assert translations.compile("es", locale=tmp_path) is None
    os.utime(path.with_suffix(".mo"), (0, 0))
    assert translations.compile("es", locale=tmp_path) == path.with_suffix(".mo")
    assert sorted(file.name for file in path.parent.iterdir()) == ["django.mo", "django.po"]


# --- the check can fail


def test_good_entries_have_no_problems(tmp_path: Path) -> None:
    write_po(
        tmp_path,
        'msgid "Hello, %(name)s."\nmsgstr "Hola, %(name)s."\n',
        'msgid "%(n)s deck"\nmsgid_plural "%(n)s decks"\nmsgstr[0] "%(n)s mazo"\nmsgstr[1] "%(n)s mazos"\n',
    )
    assert translations.problems("es", locale=tmp_path, messages=[HELLO, DECKS]) == []


@pytest.mark.parametrize(
    ("message", "entry", "problem"),
    [
        (HELLO, "", "it is missing"),
        (HELLO, 'msgid "Hello, %(name)s."\nmsgstr ""\n', "the translation is empty"),
        (HELLO, '#, fuzzy\nmsgid "Hello, %(name)s."\nmsgstr "Hola, %(name)s."\n', "marked fuzzy"),
        (HELLO, 'msgid "Hello, %(name)s."\nmsgstr "Hola, %(nombre)s."\n', "placeholders differ: “%(nombre)s”"),
        (HELLO, 'msgid "Hello, %(name)s."\nmsgstr "100 % hola, %(name)s."\n', "placeholders differ: “%”"),
        (Message("{n} of {m}"), 'msgid "{n} of {m}"\nmsgstr "{n} de"\n', "where the original has “{m}”, “{n}”"),
        (HELLO, 'msgid "Hello, %(name)s."\nmsgstr "Hola, %(name)s"\n', "punctuation at the end differ: none"),
        (HELLO, 'msgid "Hello, %(name)s."\nmsgstr " Hola, %(name)s."\n', "spaces at the start or end differ: “ ”"),
        (Message("<b>a</b>"), 'msgid "<b>a</b>"\nmsgstr "<b>a"\n', "HTML tags differ: “<b>”"),
        (DECKS, 'msgid "%(n)s deck"\nmsgstr "%(n)s mazo"\n', "its plural is “%(n)s decks” now"),
        (
            DECKS,
            'msgid "%(n)s deck"\nmsgid_plural "%(n)s decks"\nmsgstr[0] "%(n)s mazo"\n',
            "it has 1 plural forms, not 2",
        ),
        (
            DECKS,
            'msgid "%(n)s deck"\nmsgid_plural "%(n)s decks"\nmsgstr[0] "%(n)s mazo"\nmsgstr[1] ""\n',
            "plural form 1 is empty",
        ),
    ],
)
def test_bad_translation_is_found(message: Message, entry: str, problem: str, tmp_path: Path) -> None:
    write_po(tmp_path, entry)
    found = translations.problems("es", locale=tmp_path, messages=[message])
    assert len(found) == 1
    assert found[0].startswith(f"es: “{message.msgid}”: ")
    assert problem in found[0]


def test_unused_entry_and_wrong_header_are_found(tmp_path: Path) -> None:
    path = write_po(tmp_path, 'msgid "Gone"\nmsgstr "Se fue"\n')
    path.write_text(path.read_text().replace('"Language: es\\n"\n', ""))
    header, gone = translations.problems("es", locale=tmp_path, messages=[])
    assert "header: Language is None, not 'es'" in header
    assert "used nowhere any more" in gone


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ('msgid "a"\nmsgstr "b\n', "line 11: a keyword and a quoted text were expected, not 'msgstr \"b'"),
        ('msgid "a"\nmsgstr "b" c"\n', "line 11: a keyword"),
        ('msgid "a"\n<<<<<<< HEAD\n', "line 11: a keyword"),
        ('msgstr "b"\nmsgstr "c"\n', "line 10: this line is out of order"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "line 13: “a” is already in line 10"),
    ],
)
def test_broken_po_file_is_refused_with_file_and_line(entry: str, sentence: str, tmp_path: Path) -> None:
    path = write_po(tmp_path, entry)
    with pytest.raises(BrokenFileError) as fault:
        translations.compile("es", locale=tmp_path)
    assert str(fault.value).startswith(f"{path}, {sentence}")


def test_po_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = write_po(tmp_path)
    path.write_bytes(path.read_bytes() + 'msgid "a"\nmsgstr "é"\n'.encode("latin-1"))
    with pytest.raises(BrokenFileError, match=r"line \d+: this is not UTF-8"):
        translations.read(path)


# --- the commands


@pytest.fixture
def own_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The commands work on copies of the two files."""
    for function in (translations.compile, translations.update, translations.problems):
        monkeypatch.setitem(function.__kwdefaults__, "locale", tmp_path)
    for language in translations.LANGUAGES:
        target = translations.po_path(language, locale=tmp_path)
        target.parent.mkdir(parents=True)
        target.write_bytes(translations.po_path(language).read_bytes())
    return tmp_path


def test_compilemessages_says_what_it_did(own_locale: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("compilemessages", verbosity=0)
    assert capsys.readouterr().out == ""
    assert (own_locale / "it/LC_MESSAGES/django.mo").is_file()
    (own_locale / "it/LC_MESSAGES/django.mo").unlink()
    call_command("compilemessages", "--locale", "it")
    assert capsys.readouterr().out == f"it: compiled to {own_locale}/it/LC_MESSAGES/django.mo.\n"


def test_compilemessages_refuses_a_broken_file(own_locale: Path) -> None:
    path = write_po(own_locale, 'msgid "a\n')
    stderr = io.StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("compilemessages", verbosity=0, stderr=stderr)
    assert exit_.value.code == 2
    assert stderr.getvalue().startswith(f"{path}, line 10: ")
    assert stderr.getvalue().count("\n") == 1


def test_makemessages_check_lists_problems_and_changes_nothing(
    own_locale: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_po(own_locale, 'msgid "Gone"\nmsgstr "Se fue"\n')
    before = path.read_text()
    with pytest.raises(SystemExit) as exit_:
        call_command("makemessages", "--check")
    assert exit_.value.code == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 50
    assert "es: “Gone”: it is used nowhere any more; run manage.py makemessages." in lines
    assert path.read_text() == before


def test_makemessages_mends_what_it_can(own_locale: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_po(own_locale, 'msgid "Gone"\nmsgstr "Se fue"\n')
    call_command("makemessages", "--locale", "es")
    assert "1 removed" in capsys.readouterr().out
    assert [entry.msgid for entry in translations.read(path)] == [message.msgid for message in translations.extract()]
