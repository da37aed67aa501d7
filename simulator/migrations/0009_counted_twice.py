"""Match-ups whose sums hold games twice are emptied, to be played again. The next migration forbids them."""

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Now

CHUNK_PAIRS = 100
CHUNK_STATES = {'queued': 'queued', 'playing': 'queued', 'cancelled': 'paused', 'done': 'failed', 'failed': 'failed'}
UNPLAYED = {
    'claimed_by': '', 'lease_until': None, 'finished_at': None, 'attempts': 0, 'losses': 0, 'outcomes': '',
    'singles': '', 'digest': '', 'seconds': 0, 'fault': 'Some games were counted twice: to be played again.',
}


def empty(apps, schema_editor):
    broken = apps.get_model('simulator', 'MatchUp').objects.filter(played_pairs__gt=F('planned_pairs'))
    # Out of an archive: there are no chunks of it, and nothing of it is played here.
    broken.filter(batch__state='brought').update(planned_pairs=F('played_pairs'))
    for matchup in list(broken.select_related('batch').defer('figures', 'cards')):
        empty_one(apps, matchup)


def empty_one(apps, matchup):
    chunk, batch = apps.get_model('simulator', 'Chunk'), matchup.batch
    if not chunk.objects.filter(matchup=matchup).exists():  # its sums are a copy of another batch's
        step = batch.chunk_pairs or CHUNK_PAIRS
        chunk.objects.bulk_create(
            chunk(batch=batch, matchup=matchup, index=index, urgency=batch.urgency, first_pair=first,
                  pairs=min(step, matchup.planned_pairs - first))
            for index, first in enumerate(range(0, matchup.planned_pairs, step))
        )
    chunk.objects.filter(matchup=matchup).update(state=CHUNK_STATES[batch.state], **UNPLAYED)
    names = ('played_pairs', 'done', 'stopped_early', 'figures', 'cards', 'errors', 'samples', 'digest', 'outcomes',
             'singles', 'seconds')
    defaults = {name: matchup._meta.get_field(name).get_default() for name in names}
    type(matchup).objects.filter(pk=matchup.pk).update(**defaults)
    finished = type(batch).objects.filter(pk=batch.pk, state='done')
    if finished.update(state='failed', overall=None, seats=None):
        runs = apps.get_model('simulator', 'RatingRun').objects
        runs.filter(system=batch.system, policy=batch.policy).update(wanted_at=Now())


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0008_leases'),
    ]

    operations = [
        migrations.RunPython(empty, migrations.RunPython.noop),
    ]
