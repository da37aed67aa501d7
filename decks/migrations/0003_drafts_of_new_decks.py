import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    of_deck = apps.get_model("decks", "Deck").objects.filter(pk=OuterRef("deck"))
    drafts = apps.get_model("decks", "Draft").objects
    drafts.update(owner=Subquery(of_deck.values("owner")), system=Subquery(of_deck.values("system")))


def forget_new(apps, schema_editor):
    """There was no room for them before."""
    apps.get_model("decks", "Draft").objects.filter(deck=None).delete()


class Migration(migrations.Migration):
    atomic = False

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("decks", "0002_name_folded")]

    operations = [
        migrations.AddField(
            "draft",
            "owner",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="drafts",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("draft", "system", models.CharField(default="", max_length=40), preserve_default=False),
        migrations.RunPython(fill, forget_new),
        migrations.AlterField(
            "draft",
            "owner",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AlterField(
            "draft",
            "deck",
            models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="draft", to="decks.deck"
            ),
        ),
        migrations.AlterField(
            "draft",
            "base",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="decks.deckversion"
            ),
        ),
    ]
