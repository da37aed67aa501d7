from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stock', '0002_import'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='import',
            name='touched_at',
        ),
        migrations.AddField(
            model_name='import',
            name='claimed_by',
            field=models.CharField(blank=True, default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='import',
            name='lease_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
