from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):

    dependencies = [
        ('health', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ping',
            name='asked_at',
            field=models.DateTimeField(db_default=Now(), db_index=True),
        ),
    ]
