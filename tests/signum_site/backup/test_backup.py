"""Backups restore everything, on both databases; a bad file changes nothing."""

import json
import zipfile
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.models import Card
from decks.models import Deck
from decks.services import deck_create
from signum_site.accounts.models import User
from signum_site.backup import rows, services
from signum_site.backup.archive import MANIFEST, archive_read
from signum_site.backup.faults import BackupRefused
from signum_site.backup.services import backup_folder, backup_make, backup_restore
from signum_site.health.services import pulse_beat
from simulator import games
from tests.cards import signum_cards
from tests.services import is_embedded
from tests.signum_site.backup.own_databases import another_database, copied_schema, default_database, sqlite_database
from tests.simulator.batches.playing import batch_params, play_all, start_batch

__all__ = ["another_database", "copied_schema"]

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("backup")]
ART = b"\x89PNG any bytes \x00\xff"


@pytest.fixture
def site(
    tmp_path: Path, settings: Any, django_db_blocker: Any, another_database: Callable[[], dict[str, Any]]
) -> Iterator[Path]:
    """The folder of a site with cards, a user, a deck, a simulation and a picture."""
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    with django_db_blocker.unblock(), default_database(**another_database()):
        signum_cards()
        owner = User.objects.create_user("brenna", email="brenna@example.org", password="correct horse battery")
        decklist = games.system("signum").reference_decks()[0].deck
        deck_create(owner=owner, decklist=decklist, message="Primera versión: ¡“así”!")
        others = {"deck": {"reference": decklist.name}, "against": [{"reference": "Lances at Dawn"}]}
        play_all(start_batch(batch_params(system="signum", games=2, policy="hoarder-1", **others)))
        (tmp_path / "media" / "art").mkdir(parents=True)
        (tmp_path / "media" / "art" / "core-007.png").write_bytes(ART)
        yield tmp_path


def sums(path: Path) -> dict[str, str]:
    return archive_read(path).manifest["sums"]


@pytest.mark.both_databases
def test_restore_brings_back_everything_and_keeps_a_backup(site: Path) -> None:
    made = backup_make()
    assert made.files == 1
    assert made.path.stat().st_mode & 0o077 == 0, "only the owner may read password hashes"
    Deck.objects.all().delete()
    User.objects.create_user("roch", password="correct horse battery")
    (site / "media" / "art" / "core-007.png").unlink()
    (site / "media" / "core-008.png").write_bytes(b"later")

    done = backup_restore(made.path)

    assert (done.rows, done.files) == (made.rows, 1)
    assert Deck.objects.get().owner.username == "brenna"
    assert User.objects.get().check_password("correct horse battery")
    assert [path.name for path in (site / "media").rglob("*.png")] == ["core-007.png"]
    assert (site / "media" / "art" / "core-007.png").read_bytes() == ART
    assert sums(backup_make().path) == sums(made.path), "row for row, to the microsecond"
    User.objects.create_user("new", password="correct horse battery")  # its id must not collide with restored ones

    assert done.aside is not None
    backup_restore(done.aside)
    assert not Deck.objects.exists()
    assert set(User.objects.values_list("username", flat=True)) == {"brenna", "roch"}
    assert sorted(path.name for path in site.iterdir() if path.is_dir()) == ["backups", "media"], "nothing else is left"


@pytest.mark.services
def test_backup_moves_a_site_to_another_database(site: Path, tmp_path: Path) -> None:
    """From PostgreSQL to an empty SQLite and back."""
    made = backup_make()
    with default_database(**sqlite_database(tmp_path / "fresh.sqlite3")):
        assert backup_restore(made.path).aside is None, "there was nothing to back up"
        again = backup_make()
        assert sums(again.path) == sums(made.path)
    backup_restore(again.path)
    assert sums(backup_make().path) == sums(made.path)


@pytest.mark.services
def test_older_backup_is_restored_and_migrated(site: Path) -> None:
    call_command("migrate", "simulator", "0001", verbosity=0)
    call_command("migrate", "decks", "0001", verbosity=0)  # migrations after it write rows
    made = backup_make()  # as after fetching a new version, before migrating
    call_command("migrate", verbosity=0)
    backup_restore(made.path)
    assert "0004_seats" in rows.applied_migrations_by_app("default")["simulator"]
    deck = Deck.objects.get()
    assert deck.owner.username == "brenna"
    assert deck.name_folded == deck.name.lower(), "migrations write their rows into the restored database"


def rewrite_manifest(path: Path, **changes: Any) -> Path:
    """A copy of the archive with a changed manifest."""
    other = path.with_name("other.zip")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w") as target:
        for name in source.namelist():
            if name != MANIFEST:
                target.writestr(name, source.read(name))
        target.writestr(MANIFEST, json.dumps(json.loads(source.read(MANIFEST)) | changes))
    return other


def refusal(path: Path) -> str:
    """The error message of the command; checks that the site is unchanged."""
    before, stderr = sums(backup_make().path), StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("restore", str(path), stderr=stderr)
    assert exit_info.value.code == 2
    assert sums(backup_make().path) == before
    assert not list(backup_folder().glob("before-restore*")), "it was refused before any change"
    return stderr.getvalue()


def test_invalid_backup_is_refused(site: Path) -> None:
    made = backup_make().path
    (site / "note.txt").write_text("not a zip")
    with zipfile.ZipFile(site / "strange.zip", "w") as strange:
        strange.writestr("hello.txt", "hello")
    assert "There is no file" in refusal(site / "nowhere.zip")
    assert "damaged or no backup" in refusal(site / "note.txt")
    assert "no readable manifest" in refusal(site / "strange.zip")
    assert "no readable manifest" in refusal(rewrite_manifest(made, sums=3))
    assert "newer program (backup format 3" in refusal(rewrite_manifest(made, version=3))
    migrations = archive_read(made).manifest["migrations"] | {"decks": ["0001_initial", "0099_dice"]}
    assert "newer program, which has the migration decks 0099_dice" in refusal(
        rewrite_manifest(made, migrations=migrations)
    )
    assert "does not fit its own list" in refusal(rewrite_manifest(made, tables={}))
    with zipfile.ZipFile(made, "a") as more:
        more.writestr("media/../../evil", "x")
    assert "not in both" in refusal(made)


def test_damage_is_detected(site: Path) -> None:
    whole = backup_make().path.read_bytes()
    damaged = site / "damaged.zip"

    @given(place=st.integers(0, len(whole) - 1), cut=st.booleans())
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    def check_damage(place: int, cut: bool) -> None:
        damaged.write_bytes(whole[:place] if cut else whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            manifest = archive_read(damaged).manifest
        except BackupRefused:
            return
        # An irrelevant byte (such as a time in a zip header) may change; then the contents must be unchanged.
        damaged.write_bytes(whole)
        assert manifest == archive_read(damaged).manifest

    check_damage()


@pytest.mark.both_databases
@pytest.mark.usefixtures("copied_schema")
def test_failed_restore_changes_nothing(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backup_make()
    User.objects.update(username="later")

    def fail(*_: Any, **__: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(services.rows, "finish_loading", fail)
    stderr = StringIO()
    with pytest.raises(SystemExit):
        call_command("restore", str(made.path), stderr=stderr)
    assert "the disk is full. Nothing was changed." in stderr.getvalue()
    assert User.objects.get().username == "later"
    assert (site / "media" / "art" / "core-007.png").exists()
    if is_embedded():
        folder = Path(connection.settings_dict["NAME"]).parent
        assert not list(folder.glob("*.restoring*"))


def test_running_site_is_not_replaced(site: Path) -> None:
    made = backup_make()
    pulse_beat(worker="celery@club", processes=2)
    assert "celery@club was heard of" in refusal(made.path)


def test_old_backups_are_removed(site: Path) -> None:
    backup_make(name="before-restore-{moment}.zip")
    for _ in range(3):
        last = backup_make(keep=2)
    kept = sorted(path.name for path in backup_folder().glob("*.zip"))
    assert len(kept) == 3
    assert last.path.name in kept
    assert kept[0].startswith("before-restore"), "backups made by restore are never removed"
    assert Card.objects.count() == 275


def test_unwritable_folder_is_reported(site: Path, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    stderr = StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("backup", folder=tmp_path / "a file", stderr=stderr)
    assert exit_info.value.code == 2
    assert stderr.getvalue() == f"The backup could not be written into {tmp_path / 'a file'}: File exists.\n"


def test_empty_database_is_not_backed_up(site: Path, tmp_path: Path) -> None:
    """With --keep, such files would displace good ones."""
    stderr = StringIO()
    with default_database(**sqlite_database(tmp_path / "empty.sqlite3")), pytest.raises(SystemExit) as exit_info:
        call_command("backup", stderr=stderr)
    assert exit_info.value.code == 2
    assert stderr.getvalue().startswith("The database is empty: there is nothing to back up.")
    assert not list(backup_folder().iterdir())


@pytest.mark.parametrize("keep", ["0", "-1"])
def test_invalid_keep_is_refused(site: Path, keep: str) -> None:
    stderr = StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("backup", f"--keep={keep}", stderr=stderr)
    assert exit_info.value.code == 2
    assert (
        stderr.getvalue() == f"--keep is {keep}; allowed: how many backups stay, 1 or more. Without --keep all stay.\n"
    )
    assert not list(backup_folder().glob("*.zip"))
