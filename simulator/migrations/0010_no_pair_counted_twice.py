from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0009_counted_twice'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='matchup',
            constraint=models.CheckConstraint(condition=models.Q(('played_pairs__lte', models.F('planned_pairs'))), name='no_more_pairs_played_than_planned'),
        ),
    ]
