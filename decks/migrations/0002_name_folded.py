import unicodedata

from django.db import migrations, models

AT_ONCE = 2_000
# A copy of the project's `fold` as of this migration: later changes of it must not change what an upgrade writes.
TYPOGRAPHY = str.maketrans("\u2018\u2019\u02bc\u0060\u00b4\u201c\u201d\u2010\u2011\u2013\u2014", "'''''\"\"----")


def without_accents(text):
    return "".join(char for char in unicodedata.normalize("NFKD", text) if unicodedata.category(char) != "Mn")


def fold(text):
    folded = without_accents(text.translate(TYPOGRAPHY)).casefold()
    # Casefolding adds a few accents (the Turkish dotted capital I), so they are removed twice.
    return " ".join(without_accents(folded).split())


def fill(apps, schema_editor):
    decks = apps.get_model("decks", "Deck").objects
    rows = []
    for deck in decks.only("name").iterator(chunk_size=AT_ONCE):
        deck.name_folded = fold(deck.name)
        rows.append(deck)
        if len(rows) == AT_ONCE:
            decks.bulk_update(rows, ["name_folded"], batch_size=500)
            rows = []
    decks.bulk_update(rows, ["name_folded"], batch_size=500)


def index(apps, schema_editor):
    """Of parts of names, on PostgreSQL: its extension pg_trgm comes with it. Where it may not be used, names are read."""
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'"
            " AND (installed_version IS NOT NULL OR has_database_privilege(current_database(), 'CREATE'))"
        )
        if cursor.fetchone() is None:
            return
    schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    schema_editor.execute(
        "CREATE INDEX IF NOT EXISTS public_by_parts_of_name ON decks_deck USING gin (name_folded gin_trgm_ops)"
        " WHERE visibility = 'public' AND removed_at IS NULL"
    )


def no_index(apps, schema_editor):
    schema_editor.execute("DROP INDEX IF EXISTS public_by_parts_of_name")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("decks", "0001_initial")]

    operations = [
        migrations.AddField("deck", "name_folded", models.TextField(default="", editable=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(index, no_index),
    ]
