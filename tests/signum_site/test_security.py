"""Common attacks: scripts, open redirects, secrets in logs, old sessions.

Also data left after the deletion of an account. test_permissions.py tests who may see what.
"""

import html.parser
import io
import json
import logging
import os
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse

from decks.models import Deck
from decks.social.markdown import markdown_html
from decks.social.share_links import link_create
from signum_site.accounts.models import Login, User
from signum_site.accounts.services import account_delete, token_create
from signum_site.config import logging_config
from signum_site.config.environment import BASE_DIR
from tests.decks.samples import person, saved_deck
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"

# --- user text

SCRIPTS = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example></sCrIpT>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href='java&#10;script:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](<javascript:alert(1)>)",
    '[x](https://a.example "onmouseover=alert(1)")',
    '[x](https://a.example"onclick="alert(1))',
    "![x](https://a.example/track.png)",
    '![x"onerror=alert(1) y](x)',
    "<javascript:alert(1)>",
    "[r]\n\n[r]: javascript:alert(1)",
    "`<script>alert(1)</script>`",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "| <img src=x onerror=alert(1)> |\n|---|\n| <b onclick=x>y</b> |",
    "<style>@import 'https://evil.example'</style>",
    "<form action=https://evil.example><input name=password></form>",
    "<base href=https://evil.example>",
    "<p style='position:fixed;inset:0'>x</p>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
]
HARMLESS = {"p", "br", "hr", "strong", "em", "ul", "ol", "li", "blockquote", "code", "pre", "a", "h3", "h4", "h5", "h6",
            "table", "thead", "tbody", "tr", "th", "td"}  # fmt: skip


class Reader(html.parser.HTMLParser):
    """Collects every tag with its attributes, like a browser."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("text", SCRIPTS)
def test_markdown_gives_only_harmless_tags(text: str) -> None:
    reader = Reader()
    reader.feed(markdown_html(text))
    for tag, attributes in reader.tags:
        assert tag in HARMLESS
        assert set(attributes) <= ({"href", "rel", "title"} if tag == "a" else set())
        assert urlsplit(attributes.get("href") or "").scheme in ("", "http", "https", "mailto")


def test_names_and_tags_are_escaped(client: Client) -> None:
    nasty = "\"'><script>alert(1)</script>"
    owner = person()
    deck = saved_deck(owner, name=nasty, notes=nasty, visibility=Deck.Visibility.PUBLIC)
    deck.tags.create(tag=nasty[:30])
    client.force_login(owner)
    assert client.post(reverse("stock_home"), {"name": nasty, "system": "signum"}).status_code == 302
    pages = [reverse("deck_list"), reverse("public_decks"), reverse("stock_home"), "/cards/?q=" + nasty]
    pages += [reverse(name, args=[deck.pk]) for name in ("deck", "deck_share", "deck_print", "deck_settings")]
    for page in pages:
        content = client.get(page).content.decode()
        assert "<script>alert" not in content, page


# --- redirects

AWAY = ["https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "https:evil.example",
        "javascript:alert(1)", "\t//evil.example", "http:///evil.example", "///evil.example"]  # fmt: skip
SWITCHES = [("/theme/", {"theme": "dark"}), ("/language/", {"language": "es"}), ("/account/logout/", {}),
            ("/collection/change/", {"what": "nothing"}), ("/reserve/wish/", {"system": "signum"})]  # fmt: skip


@pytest.mark.parametrize("address", AWAY)
@pytest.mark.parametrize(("page", "form"), SWITCHES, ids=[page for page, _ in SWITCHES])
def test_next_never_leads_to_another_site(client: Client, page: str, form: dict[str, str], address: str) -> None:
    client.force_login(person())
    answer = client.post(page, form | {"next": address})
    assert answer.status_code == 302
    assert "evil" not in answer.headers["Location"]
    assert "javascript" not in answer.headers["Location"]


@pytest.mark.parametrize("address", AWAY)
def test_logging_in_stays_on_the_site(client: Client, address: str) -> None:
    person()
    form = {"login": "brissa", "password": PASSWORD, "next": address}
    answer = client.post("/account/login/", form, query_params={"next": address})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/decks/")


@pytest.mark.parametrize("name", ["a\r\nSet-Cookie: x=1", 'a"; filename=evil.exe', "../../etc/passwd", "\u202egpj.exe"])
def test_download_name_is_plain(house: House, name: str) -> None:
    answer = Client().get(house.filled("/d/{code}/text/"), {"name": name})
    assert answer.headers["Content-Disposition"].isascii()
    assert not set(answer.headers["Content-Disposition"].split("filename=")[1].strip('"')) & set('\r\n"/\\;')
    assert "Set-Cookie" not in answer.headers


# --- request bodies


INVALID_JSON = [b"[" * 100_000, b'{"a":' * 50_000, b'{"text": ' + b"9" * 9_000 + b"}", b"\xff\xfe", b"\0",
           b'{"text": "\\ud800"}', b'{"text": "a\\u0000b"}', b'{"text": NaN}']  # fmt: skip


@pytest.mark.parametrize("body", INVALID_JSON)
def test_invalid_json_gets_an_error_message(body: bytes) -> None:
    answer = Client(raise_request_exception=False).post("/api/v1/decks/parse/", body, "application/json")
    assert answer.status_code == 400
    assert isinstance(answer.json()["detail"], str)


def test_body_over_two_megabytes_is_refused() -> None:
    body = b'{"text": "' + b"x" * 3_000_000 + b'"}'
    answer = Client(raise_request_exception=False).post("/api/v1/decks/parse/", body, "application/json")
    assert answer.status_code == 400


def test_api_ignores_protected_fields() -> None:
    user, other = person(), person("other")
    client = Client(headers={"Authorization": f"Bearer {token_create(user=user, name='tool')}"})
    extra = {"is_staff": True, "is_superuser": True, "username": "root", "owner": other.pk, "id": 1, "like_count": 9,
             "likes": 9, "rating": 3000, "removed_at": None, "published_at": "2020-01-01T00:00:00Z"}  # fmt: skip
    assert client.patch("/api/v1/me/", json.dumps(extra), "application/json").status_code == 200
    answer = client.post("/api/v1/decks/", json.dumps(extra | {"name": "x", "sections": {}}), "application/json")
    deck = Deck.objects.get(pk=answer.json()["id"])
    assert (deck.owner, deck.like_count, deck.rating, deck.published_at) == (user, 0, None, None)
    user.refresh_from_db()
    assert (user.username, user.is_staff, user.is_superuser) == ("brissa", False, False)
    answer = client.post("/api/v1/collection/", json.dumps(extra | {"name": "x", "main": True}), "application/json")
    assert not other.collections.exists()  # type: ignore[attr-defined]


def test_api_limits_the_number_of_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    user = person()
    deck = saved_deck(user)
    client = Client(headers={"Authorization": f"Bearer {token_create(user=user, name='tool')}"})
    monkeypatch.setattr("decks.services.MAX_DECKS", 1)
    assert client.post(f"/api/v1/decks/{deck.pk}/fork/").status_code == 400
    monkeypatch.setattr("decks.services.MAX_VERSIONS", 1)
    assert client.post(f"/api/v1/decks/{deck.pk}/versions/1/restore/").status_code in (201, 400)


# --- secrets


def test_secrets_are_not_logged(client: Client) -> None:
    """Logs everything and searches the log for each secret."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    config = logging_config.config(level="DEBUG", shape="json")
    structured = config["formatters"]["structured"]
    formatter = structured["()"](
        foreign_pre_chain=logging_config.SHARED_PROCESSORS, processors=structured["processors"]
    )
    handler.setFormatter(formatter)
    root, level = logging.getLogger(), logging.getLogger().level
    user = person()
    link = link_create(deck=saved_deck(user))
    key = token_create(user=user, name="tool")
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        client.post("/account/login/", {"login": "brissa", "password": PASSWORD})
        client.post("/account/login/", {"login": "brissa", "password": "a wrong pass phrase"})
        client.get("/api/v1/me/", headers={"Authorization": f"Bearer {key}"})
        client.get("/api/v1/me/", headers={"Authorization": "Bearer signum_wrong"})
        client.get(f"/s/{link.token}/?secret=in-a-query")
        client.get(f"/s/{link.token}")  # without the final slash, redirected
        with override_settings(SECURE_SSL_REDIRECT=True):
            assert Client().get(f"/s/{link.token}/").status_code == 301
        client.get("/account/password/reset/key/1-secretkey/")
        session = client.cookies["session"].value
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    lines = written.getvalue()
    assert "/s/" in lines
    for secret in (
        PASSWORD,
        "a wrong pass phrase",
        key,
        "signum_wrong",
        link.token,
        "in-a-query",
        "secretkey",
        session,
    ):
        assert secret not in lines, secret


def test_keys_have_128_random_bits(house: House) -> None:
    keys = [house.fixed["simulation"], house.fixed["trade"], house.decks["link"]["link_token"]]
    keys.append(token_create(user=house.people["second"], name="long").removeprefix("signum_"))
    assert [len(key) * 6 >= 128 for key in keys] == [True] * 4


# --- sessions


def test_session_changes_at_login_and_ends_at_logout(client: Client) -> None:
    person()
    client.get("/account/login/")
    client.session["seen"] = 1
    client.session.save()
    before = client.session.session_key
    client.post("/account/login/", {"login": "brissa", "password": PASSWORD})
    inside = client.session.session_key
    assert inside not in (before, None)
    client.post("/account/logout/")
    assert not Session.objects.filter(session_key=inside).exists()


def test_session_changes_at_reauthentication(client: Client) -> None:
    user = person()
    client.post("/account/login/", {"login": "brissa", "password": PASSWORD})
    client.get("/account/")
    before = client.session.session_key
    assert client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302
    after = client.session.session_key
    assert after not in (before, None)
    assert not Session.objects.filter(session_key=before).exists()
    assert list(Login.objects.filter(user=user).values_list("session_key", flat=True)) == [after]
    assert client.get("/account/email/").status_code == 200


def test_new_password_ends_other_sessions() -> None:
    user, here, elsewhere = person(), Client(), Client()
    for client in (here, elsewhere):
        client.post("/account/login/", {"login": "brissa", "password": PASSWORD})
    form = {"oldpassword": PASSWORD, "password1": "another long phrase", "password2": "another long phrase"}
    assert here.post("/account/password/change/", form).status_code == 302
    assert elsewhere.get("/account/").status_code == 302
    user.refresh_from_db()
    assert user.check_password("another long phrase")


def test_new_email_address_needs_reauthentication(client: Client) -> None:
    client.force_login(person())
    answer = client.post("/account/email/", {"action_add": "", "email": "thief@example.org"})
    assert answer.headers["Location"].startswith("/account/reauthenticate/")
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("password", ["short", "1234567890123", "password123", "brissabrissa"])
def test_weak_passwords_are_refused(client: Client, password: str) -> None:
    form = {"username": "brissabrissa", "email": "b@example.org", "password1": password, "password2": password}
    assert client.post("/account/signup/", form).status_code == 200
    assert not User.objects.filter(username="brissabrissa").exists()


# --- production

PRODUCTION = """
import django; django.setup()
from django.conf import settings as s
from django.test import Client
answer = Client(headers={"X-Forwarded-Proto": "https"}).get("/api/nothing/", secure=True, SERVER_NAME="signum.example")
style = Client().get("/static/page.css", secure=True, SERVER_NAME="signum.example")
import json
print(json.dumps({"headers": dict(answer.headers), "status": answer.status_code, "style": dict(style.headers),
    "flags": [
    s.DEBUG, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SESSION_COOKIE_HTTPONLY, s.CSRF_COOKIE_HTTPONLY,
    s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SAMESITE, s.SECURE_SSL_REDIRECT]}))
"""


@pytest.mark.processes
def test_public_site_has_secure_headers_and_cookies(tmp_path: Any) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "page.css").write_text("p {}")
    environment = os.environ | {
        "SITE_URL": "https://signum.example",
        "SECRET_KEY": "x" * 60,
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "signum_site.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
        "LOG_LEVEL": "ERROR",
    }
    run = subprocess.run(
        [sys.executable, "-c", PRODUCTION], cwd=BASE_DIR, env=environment, capture_output=True, text=True, timeout=60
    )
    output = json.loads(run.stdout.splitlines()[-1])
    headers = output["headers"]
    assert output["status"] == 404
    assert output["flags"] == [False, True, True, True, True, "__Host-session", "__Host-csrf", "Lax", True]
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    for name in ("Strict-Transport-Security", "X-Content-Type-Options", "Referrer-Policy", "Content-Security-Policy"):
        assert output["style"][name] == headers[name]


TOKEN_AND_WORDS = {"Authorization": "Bearer signum_in_the_clear", "Accept-Language": "es"}


@pytest.mark.parametrize("address", ["/api/v1/me/", "/api/v1/cards/signum/", "/api/v1/nothing/", "/api/schema/"])
def test_api_without_tls_is_refused(settings: Any, address: str) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SITE_URL = True, "https://signum.example"
    answers = [Client(headers=TOKEN_AND_WORDS).generic(method, address) for method in ("GET", "POST", "DELETE")]
    assert [(answer.status_code, "Location" in answer.headers) for answer in answers] == [(403, False)] * 3
    assert all(answer.headers["X-Content-Type-Options"] == "nosniff" for answer in answers)
    assert all("frame-ancestors 'none'" in answer.headers["Content-Security-Policy"] for answer in answers)
    detail = answers[0].json()["detail"]
    assert "https://signum.example/api/" in detail
    assert "Revócalo" in detail


def test_pages_are_redirected_to_https(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    for address in ("/about/", "/api/"):
        answer = Client().get(address)
        assert (answer.status_code, answer.headers["Location"]) == (301, f"https://testserver{address}")
    assert Client().get("/api/v1/nothing/", secure=True).status_code == 404


COOKIES = """
import django; django.setup()
from django.core.management import call_command; call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from django.test import Client
import json
user = get_user_model().objects.create_user("brissa", "b@signum.example", "a long pass phrase")
client = Client(headers={"X-Forwarded-Proto": "https"})
ask = {"secure": True, "SERVER_NAME": "signum.example"}
seen = {}
def keep(answer):
    for name, cookie in answer.cookies.items():
        if cookie.value:  # empty if the cookie is deleted
            flags = [bool(cookie["secure"]), bool(cookie["httponly"])]
            seen[name] = [cookie["path"], cookie["domain"], *flags, cookie["samesite"]]
    return answer
keep(client.get("/account/login/", **ask))
keep(client.post("/theme/", {"theme": "dark"}, **ask))
keep(client.post("/language/", {"language": "es"}, **ask))
keep(client.post("/account/login/", {"login": "brissa", "password": "a long pass phrase"}, **ask))
page = keep(client.get("/account/", **ask)).content.decode()
client.post("/account/logout/", **ask)
dark = client.get("/about/", **ask).content.decode()
print(json.dumps({"seen": seen, "notice": "note-success" in page, "dark": 'lang="es" data-theme="dark"' in dark}))
"""


@pytest.mark.processes
def test_cookies_of_a_public_site_have_the_host_prefix(tmp_path: Any) -> None:
    environment = os.environ | {
        "SITE_URL": "https://signum.example",
        "SECRET_KEY": "x" * 60,
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "signum_site.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
        "LOG_LEVEL": "ERROR",
        "PROXIES": "1",
        "ENGINE_PURE": "1",
    }
    subprocess.run([sys.executable, "manage.py", "collectstatic", "--no-input"], cwd=BASE_DIR, env=environment,
                   capture_output=True, timeout=120, check=True)  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-c", COOKIES], cwd=BASE_DIR, env=environment, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    output = json.loads(run.stdout.splitlines()[-1])
    names = {"session", "csrf", "theme", "django_language", "messages"}
    assert output["seen"] == {f"__Host-{name}": ["/", "", True, True, "Lax"] for name in names}
    assert output["notice"]
    assert output["dark"]


# --- deleted accounts


def test_deleted_account_leaves_nothing(house: House) -> None:
    """Checks every model with a relation to a user."""
    owner = house.people["owner"]
    pointing = [
        (model, field)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and field.related_model is User
    ]
    assert len(pointing) > 10
    with house.undone():
        filled = {model for model, field in pointing if model._base_manager.filter(**{field.name: owner}).exists()}
        assert {model.__name__ for model in filled} >= {
            "Deck",
            "Collection",
            "Batch",
            "ApiToken",
            "HouseFormat",
            "Like",
        }
        gone = owner.pk
        account_delete(user=owner)
        for model, field in pointing:
            left = model._base_manager.filter(**{field.name: gone})
            assert not left.exists(), f"{model._meta.label}.{field.name}"


@pytest.mark.parametrize("address", ["/collection/{collection}/import/", "/decks/import/", "/account/archive/in/"])
@pytest.mark.parametrize("name", ["list.exe", "list.csv.html", "list"])
def test_upload_with_another_extension_is_refused(house: House, address: str, name: str) -> None:
    with house.undone():
        answer = house.client("owner").post(house.filled(address), {"file": SimpleUploadedFile(name, b"2 Fireball")})
    assert answer.status_code == 400
    assert "is not allowed" in answer.content.decode()


def test_upload_is_checked_by_its_content(house: House) -> None:
    picture = SimpleUploadedFile("list.csv", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "text/csv")
    with house.undone():
        answer = house.client("owner").post(house.filled("/collection/{collection}/import/"), {"file": picture})
    assert answer.status_code in (302, 400)
