"""The site as a whole: it starts, a task goes there and back, it stops and leaves nothing behind."""

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

# Sites on one folder or one broker may not run at the same time, and starting one keeps both processors busy.
pytestmark = pytest.mark.xdist_group("running")


def ask_through_the_web(site: Site) -> None:
    """Press the staff page's button, as a browser would."""
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
    """One database for all sites here: making it takes longer than starting them."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def lasting_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """For tests that leave it as whole as they found it."""
    with running_site(tmp_path_factory.mktemp("lasting")) as site:
        yield site


@pytest.mark.parametrize("prefix", ["/cards", "/elsewhere"])
def test_no_header_of_a_visitor_moves_the_site_to_another_path(lasting_site: Site, prefix: str) -> None:
    """gunicorn believes SCRIPT_NAME of a proxy on the same machine, and Caddy hands on whatever was sent."""
    status, page = lasting_site.get("/cards/", headers={"SCRIPT_NAME": prefix, "X-Forwarded-Ssl": "off"})
    assert status == 200
    assert 'href="/account/login/"' in page
    assert f"{prefix}/account/" not in lasting_site.get("/cards/")[1]


def test_embedded_a_task_queued_by_the_web_process_is_done_by_the_worker(lasting_site: Site) -> None:
    assert lasting_site.health() == {
        "code": "200", "status": "ok", "database": "ok", "broker": "embedded", "worker": "ok", "storage": "ok",
    }  # fmt: skip
    assert lasting_site.get("/")[0] == 200
    ask_through_the_web(lasting_site)
    eventually(lambda: all_pings_answered(lasting_site))
    done = lasting_site.manage("ping_worker", "--json")
    assert json.loads(done.stdout)["answered"] is True


def test_a_killed_pool_process_is_replaced_and_the_worker_goes_on(lasting_site: Site) -> None:
    worker = lasting_site.worker_pid()
    for child in family(worker)[1:]:
        os.kill(child, signal.SIGKILL)
    assert json.loads(lasting_site.manage("ping_worker", "--wait", "30", "--json").stdout)["answered"] is True
    assert lasting_site.worker_pid() == worker


def test_a_used_port_is_said_and_the_running_site_is_left_alone(lasting_site: Site) -> None:
    second = lasting_site.manage("run_site")
    assert second.returncode == 2
    assert second.stderr.strip() == (
        f"127.0.0.1:{lasting_site.port} cannot be used (Address already in use). "
        f"Choose another port, as in make run PORT={lasting_site.port + 1}."
    )
    assert lasting_site.health()["status"] == "ok"


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_stops_it_nothing_is_left_behind(folder: Path, signum: int) -> None:
    with running_site(folder) as site:
        assert len(family(site.process.pid)) >= 6  # launcher, gunicorn and its worker, celery and its two
        code = site.stop(signum)  # waits until every one of them is gone
        assert code == (-signal.SIGKILL if signum == signal.SIGKILL else 0)


def test_a_killed_make_takes_the_site_with_it(folder: Path) -> None:
    """Make waits for its recipe: a parent that is killed must not leave a site nobody can stop."""
    recipe = "import os, subprocess, sys; subprocess.run([sys.executable, 'manage.py', 'run_site'])"
    with running_site(folder, command=[sys.executable, "-c", recipe], MAKELEVEL="1") as site:
        site.stop(signal.SIGKILL)  # waits until every one of the family is gone


def test_a_killed_worker_stops_the_site_and_what_was_asked_is_done_after_the_next_start(folder: Path) -> None:
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
def test_with_servers_a_task_goes_there_and_back(tmp_path: Path, server_database: str, broker: str) -> None:
    url = settings.CELERY_BROKER_URL if broker == "redis" else broker
    with running_site(tmp_path, DATABASE_URL=server_database, BROKER_URL=url) as site:
        assert site.health() == {
            "code": "200", "status": "ok", "database": "ok", "broker": "ok", "worker": "ok", "storage": "not used",
        }  # fmt: skip
        ask_through_the_web(site)
        eventually(lambda: all_pings_answered(site))
        assert json.loads(site.manage("ping_worker", "--json").stdout)["answered"] is True


@pytest.mark.services
def test_with_servers_a_lost_bell_is_rung_again_by_the_sweeper(tmp_path: Path, server_database: str) -> None:
    with running_site(tmp_path, DATABASE_URL=server_database, BROKER_URL=settings.CELERY_BROKER_URL) as site:
        pk = site.python(ASK)  # a row nobody rang for, as after a broker that lost everything
        eventually(lambda: answered(site, pk))
