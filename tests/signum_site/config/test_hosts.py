"""The Host header: no effect on emails, allowed names of a public site, ports."""

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host
from django.test import Client
from django.urls import reverse

from signum_site.accounts.models import User
from signum_site.config import environment
from signum_site.config.environment import BASE_DIR
from tests.decks.samples import person
from tests.signum_site.worker.running import eventually, free_port

PASSWORD = "a long pass phrase"
SITE = "https://signum.example:8443"
LOCAL = ("localhost", "127.0.0.1:8000", "[::1]")

# --- emails


@pytest.fixture
def owner(db: None, settings: Any) -> User:
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = SITE
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = settings.SENDS_MAIL = True
    user = person(email="brissa@mail.example")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def sent_emails() -> list[str]:
    """Subject and body of every email so far."""
    return [f"{message.subject}\n{message.body}" for message in mail.outbox]


def links(text: str) -> list[str]:
    return re.findall(r"\S+://\S+?(?=[/\s])", text)


@pytest.mark.parametrize("host", [*LOCAL, "signum.example:1", "elsewhere.example"])
def test_links_in_emails_do_not_depend_on_the_host_header(owner: User, host: str) -> None:
    client = Client(headers={"Host": host})
    client.post(reverse("account_reset_password"), {"email": owner.email})
    client.post(reverse("account_reset_password"), {"email": "stranger@mail.example"})
    form = {"username": "brenna", "email": "b@mail.example", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), form)
    Client(headers={"Host": host}).post(reverse("account_signup"), form | {"username": "another", "email": owner.email})
    mails = sent_emails()
    assert len(mails) == 4  # a reset, an unknown address, a confirmation, an address that is taken
    assert [set(links(text)) for text in mails] == [{SITE}] * 4
    assert not any(host in text.replace("signum.example:8443", "") for text in mails)
    assert all("[signum.example:8443]" in text for text in mails)


def test_reset_link_works(owner: User) -> None:
    client = Client(headers={"Host": "localhost"})
    client.post(reverse("account_reset_password"), {"email": owner.email})
    link = re.search(rf"{SITE}(/account/password/reset/key/\S+)", sent_emails()[0])
    assert link
    assert "password1" in client.get(link[1], follow=True).content.decode()


def test_notification_names_the_site_not_the_host(owner: User) -> None:
    client = Client(headers={"Host": "localhost"})
    client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    new = "another long phrase"
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new})
    (text,) = sent_emails()
    assert "localhost" not in text
    assert "signum.example:8443" in text


def test_another_host_header_gives_no_more_login_attempts(owner: User) -> None:
    """allauth counts failed logins per site.

    Another port in the Host header must not start a new count.
    """
    for port in range(1, 7):
        client = Client(headers={"Host": f"signum.example:{port}", "X-Forwarded-For": f"10.0.0.{port}"})
        page = client.post(reverse("account_login"), {"login": "brissa", "password": "wrong"}).content.decode()
    assert "Too many failed login attempts" in page


# --- names


@pytest.mark.parametrize(
    ("variables", "answers", "refuses"),
    [
        ({}, ["127.0.0.1", "localhost", "[::1]"], ["signum.example"]),
        ({"SITE_URL": "http://club.example"}, ["club.example", "localhost"], ["signum.example"]),
        ({"SITE_URL": SITE}, ["signum.example"], ["localhost", "127.0.0.1", "[::1]"]),
        ({"SITE_URL": SITE, "ALLOWED_HOSTS": "127.0.0.1"}, ["signum.example", "127.0.0.1"], ["localhost"]),
        ({"SITE_URL": "https://[2001:db8::1]:8443"}, ["[2001:db8::1]"], ["localhost"]),
    ],
)
def test_allowed_hosts(variables: dict[str, str], answers: list[str], refuses: list[str]) -> None:
    values = environment.read({"SECRET_KEY": "x" * 60} | variables)
    hosts = environment.host_names(values["ALLOWED_HOSTS"], values["SITE_URL"])
    assert [name for name in [*answers, *refuses] if validate_host(name, hosts)] == answers


@pytest.mark.parametrize("wrong", ["https://signum.example/path", "https://a@signum.example", "https://signum.example?a=1",
                                   "https://signum.example:port", "https://:8443"])  # fmt: skip
def test_site_url_is_only_host_and_port(wrong: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        environment.read({"SITE_URL": wrong, "SECRET_KEY": "x" * 60})


# --- ports


def test_forms_and_redirects_keep_the_port(settings: Any, db: None) -> None:
    settings.SITE_URL, settings.CSRF_TRUSTED_ORIGINS = SITE, [SITE]
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["signum.example"], True
    client = Client(enforce_csrf_checks=True, headers={"Host": "signum.example:8443"})
    assert client.get("/about/").headers["Location"] == f"{SITE}/about/"
    client.get(reverse("account_login"), secure=True)
    token = client.cookies[settings.CSRF_COOKIE_NAME].value
    for origin, status in ((SITE, 302), ("https://signum.example:9", 403), ("https://localhost:8443", 403)):
        form = {"theme": "dark", "csrfmiddlewaretoken": token}
        headers = {"Origin": origin, "Referer": f"{origin}/"}
        assert client.post("/theme/", form, secure=True, headers=headers).status_code == status


class Upstream(BaseHTTPRequestHandler):
    """A fake site that responds with the request's headers."""

    def do_GET(self) -> None:
        headers = "\n".join(f"{name}: {value}" for name, value in self.headers.items()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(headers)))
        self.end_headers()
        self.wfile.write(headers)

    def log_message(self, *_: Any) -> None:
        """Silent."""


@contextmanager
def upstream() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Upstream) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def nginx_config(folder: Path, *, site: int, plain: int, secure: int) -> str:
    """The nginx file of docs/deploy, with other ports and another certificate."""
    server = (BASE_DIR / "docs/deploy/nginx.conf").read_text()
    for before, after in {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{secure} ",
        "127.0.0.1:8000": f"127.0.0.1:{site}",
        "/etc/letsencrypt/live/signum.example/": f"{folder}/",
    }.items():
        assert before in server
        server = server.replace(before, after)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in kinds)
    first = f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}"
    return f"{first}\nhttp {{ {temporary}\n{server}\n}}"


@contextmanager
def nginx(folder: Path, **ports: int) -> Iterator[None]:
    certificate = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem", "-subj", "/CN=signum.example"]
    subprocess.run(["openssl", "req", "-x509", "-nodes", *certificate], check=True, capture_output=True)
    (folder / "nginx.conf").write_text(nginx_config(folder, **ports))
    command = ["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        eventually(lambda: process.poll() is not None or (folder / "nginx.pid").exists())
        assert process.poll() is None, (folder / "error.log").read_text()
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def curl(address: str, *options: str) -> str:
    host, port = address.split("/")[2].split(":")
    command = ["curl", "--silent", "--insecure", "--resolve", f"{host}:{port}:127.0.0.1", "--max-time", "10", *options]
    return subprocess.run([*command, address], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(not all(map(shutil.which, ("nginx", "openssl", "curl"))), reason="needs nginx, openssl and curl")
def test_nginx_forwards_the_host_with_its_port(tmp_path: Path) -> None:
    plain, secure = free_port(), free_port()
    with upstream() as site, nginx(tmp_path, site=site, plain=plain, secure=secure):
        for version in ("--http1.1", "--http2"):
            headers = curl(f"https://signum.example:{secure}/", version, "--header", "X-Forwarded-Proto: http")
            assert f"Host: signum.example:{secure}\n" in headers
            assert headers.count("X-Forwarded-Proto: https") == 1
            assert "Proto: http\n" not in headers
        headers = curl(f"http://signum.example:{plain}/api/v1/me/")
        assert f"Host: signum.example:{plain}\n" in headers
        assert "X-Forwarded-Proto: http\n" in headers
        assert curl(f"https://signum.example:{secure}/", "--header", "Host: signum.example").startswith(
            "Host: signum.example\n"
        )
