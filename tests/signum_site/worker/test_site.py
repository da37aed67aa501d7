"""The site as a whole: it starts, runs tasks, stops, and leaves no processes."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.signum_site.worker.running import Site, eventually, family, lives, running_site

CREATE_PING = "from signum_site.health.models import Ping; print(Ping.objects.create().pk)"

# Sites with the same folder or broker must not run at the same time, and starting one keeps both processors busy.
pytestmark = [pytest.mark.processes, pytest.mark.xdist_group("running")]


def ping_through_the_web(site: Site) -> None:
    """Presses the button of the staff page."""
    session = site.python(
        "from django.contrib.auth import get_user_model; from django.contrib.auth import login;"
        "from django.http import HttpRequest; from importlib import import_module; from django.conf import settings;"
        "user, _ = get_user_model().objects.get_or_create(username='keeper', is_staff=True);"
        "request = HttpRequest(); request.session = import_module(settings.SESSION_ENGINE).SessionStore();"
        "login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0]);"
        "request.session.save(); print(request.session.session_key)"
    )
    assert site.post("/health/ping/", session=session) == 302


def is_answered(site: Site, pk: str) -> bool:
    return site.query(f"SELECT answered_at IS NOT NULL FROM health_ping WHERE id = {int(pk)}") == [(True,)]


def are_all_answered(site: Site) -> bool:
    return site.query("SELECT count(*) > 0, count(*) = count(answered_at) FROM health_ping") == [(True, True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One database for all sites here: creating it takes longer than starting them."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A shared site, for tests that leave it unchanged."""
    with running_site(tmp_path_factory.mktemp("lasting"), is_first_start=True) as site:
        yield site


@pytest.mark.parametrize("prefix", ["/cards", "/elsewhere"])
def test_visitor_headers_do_not_change_the_path(shared_site: Site, prefix: str) -> None:
    """gunicorn trusts SCRIPT_NAME from a proxy on the same machine.

    Caddy forwards all headers of a visitor.
    """
    status, page = shared_site.get("/cards/", headers={"SCRIPT_NAME": prefix, "X-Forwarded-Ssl": "off"})
    assert status == 200
    assert 'href="/account/login/"' in page
    assert f"{prefix}/account/" not in shared_site.get("/cards/")[1]


def test_embedded_worker_runs_a_task_of_the_web_process(shared_site: Site) -> None:
    assert shared_site.health() == {
        "code": "200", "status": "ok", "database": "ok", "broker": "embedded", "worker": "ok", "storage": "ok",
    }  # fmt: skip
    assert shared_site.get("/")[0] == 200
    ping_through_the_web(shared_site)
    eventually(lambda: are_all_answered(shared_site))
    done = shared_site.manage("ping_worker", "--json")
    assert json.loads(done.stdout)["answered"] is True


def test_killed_pool_process_is_replaced(shared_site: Site) -> None:
    worker = shared_site.worker_pid()
    for child in family(worker)[1:]:
        os.kill(child, signal.SIGKILL)
    # A ping that a dying process had already taken is lost with it; the next one finds the new process.
    eventually(lambda: shared_site.manage("ping_worker", "--wait", "5").returncode == 0)
    assert shared_site.worker_pid() == worker


def test_used_port_is_reported(shared_site: Site) -> None:
    second = shared_site.manage("run_site")
    assert second.returncode == 2
    assert second.stderr.strip() == (
        f"127.0.0.1:{shared_site.port} cannot be used (Address already in use). "
        f"Choose another port, as in make run PORT={shared_site.port + 1}."
    )
    assert shared_site.health()["status"] == "ok"


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopped_site_leaves_no_processes(folder: Path, signum: int) -> None:
    with running_site(folder) as site:
        assert len(family(site.process.pid)) >= 6  # launcher, gunicorn and its worker, celery and its two
        code = site.stop(signum)  # waits until all processes have ended
        assert code == (-signal.SIGKILL if signum == signal.SIGKILL else 0)


def test_killed_make_stops_the_site(folder: Path) -> None:
    """A killed parent must not leave an orphaned site."""
    recipe = "import os, subprocess, sys; subprocess.run([sys.executable, 'manage.py', 'run_site'])"
    with running_site(folder, command=[sys.executable, "-c", recipe], MAKELEVEL="1") as site:
        site.stop(signal.SIGKILL)  # waits until all processes have ended


def test_killed_worker_stops_the_site_and_loses_no_task(folder: Path) -> None:
    with running_site(folder) as site:
        members = family(site.process.pid)
        os.kill(site.worker_pid(), signal.SIGKILL)
        assert site.process.wait(timeout=40) == 1
        eventually(lambda: not any(lives(pid) for pid in members))
        assert "worker ended by itself" in site.log.read_text()
        pk = site.python(CREATE_PING)
        site.start()
        eventually(lambda: is_answered(site, pk))


@pytest.mark.services
@pytest.mark.parametrize("broker", ["redis", "amqp://guest:guest@127.0.0.1:5672//"])
def test_worker_runs_a_task_with_servers(tmp_path: Path, server_database: str, broker: str) -> None:
    url = settings.CELERY_BROKER_URL if broker == "redis" else broker
    with running_site(tmp_path, DATABASE_URL=server_database, BROKER_URL=url) as site:
        assert site.health() == {
            "code": "200", "status": "ok", "database": "ok", "broker": "ok", "worker": "ok", "storage": "not used",
        }  # fmt: skip
        ping_through_the_web(site)
        eventually(lambda: are_all_answered(site))
        assert json.loads(site.manage("ping_worker", "--json").stdout)["answered"] is True


@pytest.mark.services
def test_sweeper_sends_a_lost_task_again(tmp_path: Path, server_database: str) -> None:
    with running_site(tmp_path, DATABASE_URL=server_database, BROKER_URL=settings.CELERY_BROKER_URL) as site:
        pk = site.python(CREATE_PING)  # a row without a message, as after a broker lost its data
        eventually(lambda: is_answered(site, pk))
