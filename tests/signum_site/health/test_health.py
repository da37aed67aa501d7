"""`/healthz` and the health page for staff."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError

from signum_site.accounts.models import User
from signum_site.config import var_dir
from signum_site.config.environment import BASE_DIR
from signum_site.health import services, tasks
from signum_site.health.models import Ping, Pulse

REQUEST_PAGES = """
import django, sys
django.setup()
from django.test import Client
browser = Client(raise_request_exception=False)
browser.cookies["session"] = "a" * 32
for path in ("/healthz", "/", "/account/"):
    response = browser.get(path, headers={"host": "localhost", "accept-language": "es"})
    print(response.status_code, response.content.decode().replace("\\n", " "))
"""


@pytest.mark.django_db
def test_site_without_a_worker_is_degraded(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json()["status"] == "degraded"
    assert response.json()["worker"] == "silent"


@pytest.mark.django_db
def test_worker_is_silent_without_a_recent_pulse(client: Client) -> None:
    services.pulse_beat(worker="celery@here", processes=2)
    assert client.get("/healthz").json()["status"] == "ok"
    Pulse.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    assert client.get("/healthz").json()["worker"] == "silent"


@pytest.mark.django_db
def test_stopped_worker_is_silent_at_once(client: Client) -> None:
    services.pulse_beat(worker="celery@here", processes=2)
    services.pulse_end(worker="celery@here")
    assert client.get("/healthz").json()["worker"] == "silent"


@pytest.mark.django_db
def test_full_disk_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(var_dir, "MIN_FREE_BYTES", 2**80)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["storage"] == "not writable"


def request_pages(tmp_path: Path, **variables: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", REQUEST_PAGES],
        cwd=BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "VAR_DIR": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.processes
def test_unreachable_database_is_503_with_a_page(tmp_path: Path) -> None:
    health, home, account = request_pages(
        tmp_path, DATABASE_URL="postgres://me:hunter2@127.0.0.1:1/signum", LOG_LEVEL="ERROR"
    )
    assert health.startswith("503 ")
    assert '"database": "unreachable"' in health
    for page in (home, account):
        assert page.startswith("503 ")
        assert '<html lang="es"' in page
        assert "Traceback" not in page
        assert "127.0.0.1" not in page
        assert "hunter2" not in page


@pytest.mark.processes
def test_unreachable_broker_is_503_on_healthz_only(tmp_path: Path) -> None:
    health, *_ = request_pages(tmp_path, BROKER_URL="redis://127.0.0.1:1/0", LOG_LEVEL="ERROR")
    assert health.startswith("503 ")
    assert '"broker": "unreachable"' in health


@pytest.mark.django_db(transaction=True)
def test_ping_is_kept_while_the_broker_is_unreachable(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> None:
        raise OperationalError("connection refused")

    settings.EMBEDDED_QUEUE = False
    monkeypatch.setattr("celery.app.task.Task.apply_async", fail)
    ping = services.ping_ask()
    assert Ping.objects.due().get() == ping


@pytest.mark.django_db
def test_ping_is_answered_once() -> None:
    ping = services.ping_ask()
    assert Ping.objects.due().get() == ping
    tasks.answer_ping(ping.pk)
    first = Ping.objects.get()
    tasks.answer_ping(ping.pk)
    assert Ping.objects.get().answered_at == first.answered_at
    assert first.took_ms is not None
    assert not Ping.objects.due().exists()


@pytest.mark.django_db
def test_old_pings_and_pulses_are_deleted() -> None:
    long_ago = timezone.now() - timedelta(days=2)
    Ping.objects.create(asked_at=long_ago)
    Pulse.objects.create(worker="celery@gone", processes=1, seen_at=long_ago)
    services.ping_ask()
    services.pulse_beat(worker="celery@here", processes=1)
    assert Ping.objects.count() == 1
    assert Pulse.objects.get().worker == "celery@here"


@pytest.mark.django_db
def test_page_is_for_staff(client: Client) -> None:
    client.force_login(User.objects.create_user("player"))
    assert client.get(reverse("house")).status_code == 404
    assert client.post(reverse("ping")).status_code == 404
    assert not Ping.objects.exists()


@pytest.mark.django_db
def test_staff_see_workers_and_can_ping(client: Client) -> None:
    client.force_login(User.objects.create_user("keeper", is_staff=True))
    services.pulse_beat(worker="celery@here", processes=2)
    client.post(reverse("ping"))
    page = client.get(reverse("house")).content.decode()
    assert "celery@here" in page
    assert Ping.objects.count() == 1


def test_file_in_place_of_the_var_folder_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    assert "cannot be written" in (var_dir.folder_problem(tmp_path / "var") or "")
    assert var_dir.folder_problem(tmp_path / "new") is None


def test_secret_key_is_created_once_and_private(tmp_path: Path) -> None:
    key = var_dir.secret_key(tmp_path / "var")
    assert len(key) >= 50
    assert var_dir.secret_key(tmp_path / "var") == key
    assert (tmp_path / "var/secret_key").stat().st_mode & 0o077 == 0
