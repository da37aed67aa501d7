"""Addresses of simulations get 128 random bits; those there are stay as they are."""

from django.db import migrations, models
from django.db.models.functions import Length, Substr

LONGEST_BEFORE = 16


def cut(apps, schema_editor):
    """On the way back long ones become shorter: their addresses change, and nothing is lost."""
    long = apps.get_model("simulator", "Batch").objects.annotate(length=Length("token")).filter(length__gt=LONGEST_BEFORE)
    long.update(token=Substr("token", 1, LONGEST_BEFORE))


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0006_rating_history'),
    ]

    operations = [
        migrations.AlterField(
            model_name='batch',
            name='token',
            field=models.CharField(editable=False, max_length=22, unique=True),
        ),
        migrations.RunPython(migrations.RunPython.noop, cut),
    ]
