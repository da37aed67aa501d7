from django.db import migrations, models


def make_due(apps, schema_editor):
    """What an older version left running has no lease that could run out."""
    apps.get_model('simulator', 'Chunk').objects.filter(state='running').update(state='queued', claimed_by='')


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0007_longer_tokens'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='chunk',
            name='chunks_being_played',
        ),
        migrations.RenameField(
            model_name='chunk',
            old_name='touched_at',
            new_name='finished_at',
        ),
        migrations.AddField(
            model_name='chunk',
            name='lease_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='chunk',
            name='claimed_by',
            field=models.CharField(blank=True, default='', editable=False, max_length=200),
        ),
        migrations.AddIndex(
            model_name='chunk',
            index=models.Index(condition=models.Q(('lease_until__isnull', False)), fields=['lease_until'], name='chunks_being_played'),
        ),
        migrations.AddField(
            model_name='ratingrun',
            name='claimed_by',
            field=models.CharField(blank=True, default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='ratingrun',
            name='lease_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunPython(make_due, migrations.RunPython.noop),
    ]
