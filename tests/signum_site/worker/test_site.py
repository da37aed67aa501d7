"""The complete site: startup, a task round trip, and a clean stop."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.signum_site.worker.running import Site, eventually, family, lives, running_site

ASK = "from signum_site.health.models import Ping; print(Ping.objects.create().pk)"

# Sites that share a folder or a broker cannot run concurrently, and starting one uses both cores.
pytestmark = pytest.mark.xdist_group("running")


def ask_through_the_web(site: Site) -> None:
    """Press the button on the staff page, like a browser."""
    session = site.python(
        "from django.contrib.auth import get_user_model; from django.contrib.auth import login;"
        "from django.http import HttpRequest; from importlib import import_module; from django.conf import settings;"
        "user, _ = get_user_model().objects.get_or_create(username='keeper', is_staff=True);"
        "request = HttpRequest(); request.session = import_module(settings.SESSION_ENGINE).SessionStore();"
        "login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0]);"
        "request.session.save(); print(request.session.session_key)"
    )
    assert site.post("/health/ping/", session=session) == 302


def answered(site: Site, pk: str) -> bool:
    return site.asks(f"SELECT answered_at IS NOT NULL FROM health_ping WHERE id = {int(pk)}") == [(True,)]


def all_pings_answered(site: Site) -> bool:
    return site.asks("SELECT count(*) > 0, count(*) = count(answered_at) FROM health_ping") == [(True, True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One database for all sites here, since creating it takes longer than the start."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A shared site for tests that leave it intact."""
    with running_site(tmp_path_factory.mktemp("lasting")) as site:
        yield site


@pytest.mark.parametrize("prefix", ["/cards", "/elsewhere"])
def test_script_name_headers_are_ignored(shared_site: Site, prefix: str) -> None:
    """gunicorn trusts SCRIPT_NAME from a local proxy, and Caddy forwards it."""
    status, page = shared_site.get("/cards/", headers={"SCRIPT_NAME": prefix, "X-Forwarded-Ssl": "off"})
    assert status == 200
    assert 'href="/account/login/"' in page
    assert f"{prefix}/account/" not in shared_site.get("/cards/")[1]


def test_embedded_worker_does_tasks_of_the_web_process(shared_site: Site) -> None:
    assert shared_site.health() == {
        "code": "200", "status": "ok", "database": "ok", "broker": "embedded", "worker": "ok", "storage": "ok",
    }  # fmt: skip
    assert shared_site.get("/")[0] == 200
    ask_through_the_web(shared_site)
    eventually(lambda: all_pings_answered(shared_site))
    done = shared_site.manage("ping_worker", "--json")
    assert json.loads(done.stdout)["answered"] is True


def test_a_killed_pool_process_is_replaced(shared_site: Site) -> None:
    worker = shared_site.worker_pid()
    for child in family(worker)[1:]:
        os.kill(child, signal.SIGKILL)
    assert json.loads(shared_site.manage("ping_worker", "--wait", "30", "--json").stdout)["answered"] is True
    assert shared_site.worker_pid() == worker


def test_a_used_port_is_reported(shared_site: Site) -> None:
    second = shared_site.manage("run_site")
    assert second.returncode == 2
    assert second.stderr.strip() == (
        f"127.0.0.1:{shared_site.port} cannot be used (Address already in use). "
        f"Choose another port, as in make run PORT={shared_site.port + 1}."
    )
    assert shared_site.health()["status"] == "ok"


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopping_leaves_no_process_behind(folder: Path, signum: int) -> None:
    with running_site(folder) as site:
        assert len(family(site.process.pid)) >= 6  # launcher, gunicorn and its worker, celery and its two
        code = site.stop(signum)  # waits until all of them are gone
        assert code == (-signal.SIGKILL if signum == signal.SIGKILL else 0)


def test_the_site_stops_with_a_killed_make(folder: Path) -> None:
    """A killed make must not leave a site that cannot be stopped."""
    recipe = "import os, subprocess, sys; subprocess.run([sys.executable, 'manage.py', 'run_site'])"
    with running_site(folder, command=[sys.executable, "-c", recipe], MAKELEVEL="1") as site:
        site.stop(signal.SIGKILL)  # waits until all processes are gone


def test_work_of_a_killed_worker_is_done_after_a_restart(folder: Path) -> None:
    with running_site(folder) as site:
        members = family(site.process.pid)
        os.kill(site.worker_pid(), signal.SIGKILL)
        assert site.process.wait(timeout=40) == 1
        eventually(lambda: not any(lives(pid) for pid in members))
        assert "worker ended by itself" in site.log.read_text()
        pk = site.python(ASK)
        site.start()
        eventually(lambda: answered(site, pk))


@pytest.mark.services
@pytest.mark.parametrize("broker", ["redis", "amqp://guest:guest@127.0.0.1:5672//"])
def test_with_servers_a_task_makes_a_round_trip(tmp_path: Path, server_database: str, broker: str) -> None:
    url = settings.CELERY_BROKER_URL if broker == "redis" else broker
    with running_site(tmp_path, DATABASE_URL=server_database, BROKER_URL=url) as site:
        assert site.health() == {
            "code": "200", "status": "ok", "database": "ok", "broker": "ok", "worker": "ok", "storage": "not used",
        }  # fmt: skip
        ask_through_the_web(site)
        eventually(lambda: all_pings_answered(site))
        assert json.loads(site.manage("ping_worker", "--json").stdout)["answered"] is True


@pytest.mark.services
def test_with_servers_the_sweeper_resends_lost_tasks(tmp_path: Path, server_database: str) -> None:
    with running_site(tmp_path, DATABASE_URL=server_database, BROKER_URL=settings.CELERY_BROKER_URL) as site:
        pk = site.python(ASK)  # a row without a message, as after a broker that lost everything
        eventually(lambda: answered(site, pk))
